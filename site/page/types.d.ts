// Globals of the page that no module declares.

interface LookbackPage {
  /** Resolves when the widgets are live. */
  ready: Promise<unknown>;
  version: string;
  widgets: Record<
    string,
    {
      get(): Record<string, any>;
      set(change: Record<string, any>): Promise<Record<string, any>>;
      link(): string;
    }
  >;
  /** Check a file against an exercise; resolves to the report. */
  check(exercise: string, source: string, options?: { round?: number }): Promise<Record<string, any>>;
  /** Run a file as it stands; resolves to its outcome. */
  run(source: string): Promise<import("./sandbox/sandbox.js").Outcome>;
  /** Stop what runs now; whether anything did. */
  stop(): boolean;
  /** How far the reader is. */
  progress(): { done: number; all: number; items: Record<string, any> };
}

/** Pyodide's own files, put into the workers by the build. */
declare module "pyodide-loader" {
  export function loadPyodide(options: Record<string, unknown>): Promise<any>;
}
declare module "pyodide-module" {
  export default function createPyodideModule(options: Record<string, unknown>): Promise<any>;
}

interface Window {
  lookback: LookbackPage;
}

/** BokehJS, from the scripts that the page loads before it mounts a widget. */
declare const Bokeh: any;
