/** Live figures. */

/** Put the live figures in the place of their pictures. */
export function startWidgets() {}
