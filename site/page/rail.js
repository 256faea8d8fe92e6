/** The list of contents marks the section that is being read. */

/** Follow the reader through the sections. */
export function startRail() {
  const sections = [...document.querySelectorAll(".body > section")];
  const links = new Map(
    [...document.querySelectorAll(".rail a")].map((link) => [link.getAttribute("href")?.slice(1) ?? "", link]),
  );
  /** @type {Set<Element>} */
  const seen = new Set();
  const watch = new IntersectionObserver(
    (changes) => {
      for (const change of changes) {
        if (change.isIntersecting) seen.add(change.target);
        else seen.delete(change.target);
      }
      const current = sections.find((section) => seen.has(section));
      if (!current) return;
      for (const [id, link] of links) {
        if (id === current.id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-10% 0px -70% 0px" },
  );
  for (const section of sections) watch.observe(section);
}
