// Whether anybody can see a frame: in the window's view, and the tab in front.

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
    if (seen) {
      awake = true;
      wake();
      return;
    }
    timer = setTimeout(() => {
      awake = false;
      rest();
    }, patience);
  };
  new IntersectionObserver((entries) => {
    near = entries.some((entry) => entry.isIntersecting);
    look();
  }).observe(element);
  document.addEventListener("visibilitychange", look);
}
