// What one tab or frame of a lesson does to what is stored, the others hear of.

/** The other tabs and frames that show a lesson. */
export class Others {
  #channel;

  /** @param {string} lesson with the space it is kept in @param {(what: "changed" | "restarted") => void} hear what one of them did to what is stored */
  constructor(lesson, hear) {
    this.#channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(`lookback/${lesson}/progress`) : null;
    this.#channel?.addEventListener("message", ({ data }) => hear(data));
  }

  /** @param {"changed" | "restarted"} what */
  tell(what) {
    this.#channel?.postMessage(what);
  }
}
