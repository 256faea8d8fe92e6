/**
 * Begins to start Python while the page is still being read: that takes longest, and needs nothing of the page but the
 * description of the runtime.
 */

import { CARRIES } from "./carried.js";
import { query } from "./embed/address.js";
import { begin, offerFirst } from "./first-stage.js";
import { readDescription } from "./runtime.js";
import { Snapshots } from "./snapshots.js";

// A page that is embedded starts it when it is seen. One that carries its files cannot be sure that they are here.
if (!CARRIES && query().get("embed") !== "1") {
  offerFirst(() => {
    const description = readDescription();
    const snapshots = new Snapshots(description);
    return { snapshots, begun: begin(description, snapshots.find()) };
  });
}
