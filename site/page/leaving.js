// Before the page loads itself anew: what was typed a moment ago is kept first.

/** @type {Set<() => Promise<void>>} */
const tasks = new Set();

/** @param {() => Promise<void>} task what has to be done before the page goes */
export function onLeaving(task) {
  tasks.add(task);
}

/** Load the page again when all that waits to be kept is kept. */
export async function reloadPage() {
  await Promise.allSettled([...tasks].map((task) => task()));
  location.reload();
}
