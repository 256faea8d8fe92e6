// What has just been answered or checked, told to whoever listens in the page: the event `lookback:result`.

/**
 * @param {{item: string, kind: string, done: boolean, answer?: string, round?: number, verdict?: string,
 *   report?: Record<string, any>}} result
 */
export function tellResult(result) {
  document.dispatchEvent(new CustomEvent("lookback:result", { detail: result }));
}
