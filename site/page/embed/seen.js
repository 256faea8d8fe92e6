// Whether anybody can see a frame: in the window's view, and the tab in front.

// Who scrolls past a page full of frames does not want Python in each of them.
const GLIMPSE = 200; // milliseconds

/**
 * @param {Element} element
 * @param {number} patience milliseconds out of sight before `rest` is called
 * @param {() => void} wake called when it comes into sight
 * @param {() => void} rest
 */
export function watchSeen(element, patience, wake, rest) {
  let near = false;
  let awake = false;
  let timer = 0;
  const look = () => {
    clearTimeout(timer);
    const seen = near && document.visibilityState === "visible";
    if (seen === awake) return;
    timer = setTimeout(
      () => {
        awake = seen;
        (seen ? wake : rest)();
      },
      seen ? GLIMPSE : patience,
    );
  };
  new IntersectionObserver((entries) => {
    near = entries.some((entry) => entry.isIntersecting);
    look();
  }).observe(element);
  document.addEventListener("visibilitychange", look);
}
