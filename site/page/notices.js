/** Notices: a mark, a sentence, why, one or two actions. They stand at the foot of the window and cover no text. */

import { spoken } from "./strings.js";
import { mark } from "./view.js";

/** @typedef {{key: string, values?: Record<string, string | number>, act: () => void, main?: boolean}} Action */

/**
 * @param {string} key words of the sentence; `${key}.why` says why
 * @param {Record<string, string | number>} values
 * @param {Action[]} actions
 * @param {{question?: boolean, why?: string, calm?: boolean}} [options] a question takes the focus; `why` names other words;
 *   calm: nothing is lost and nothing has to be done
 * @returns {() => void} takes the notice away
 */
export function notify(key, values, actions, options = {}) {
  const notice = document.createElement("section");
  notice.className = options.calm ? "notice calm" : "notice";
  notice.setAttribute("role", options.question ? "alertdialog" : "status");
  const back = document.activeElement;
  const close = () => {
    notice.remove();
    if (options.question && back instanceof HTMLElement) back.focus();
  };
  const title = document.createElement("h2");
  title.id = `notice-${key.replaceAll(".", "-")}`;
  title.append(spoken(key, values));
  const why = document.createElement("p");
  why.append(spoken(options.why ?? `${key}.why`, values));
  notice.setAttribute("aria-labelledby", title.id);
  const acts = document.createElement("div");
  acts.className = "acts";
  for (const action of actions) acts.append(button(action, close));
  const body = document.createElement("div");
  body.append(title, why, acts);
  notice.append(mark(options.calm ? "wait" : "not"), body);
  notice.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  const place = document.querySelector("[data-notices]");
  if (place && document.documentElement.dataset.embed !== undefined) standNearby(place);
  place?.replaceChildren(notice);
  if (options.question) acts.querySelector("button")?.focus();
  return close;
}

/**
 * A frame that is as high as its page has no window with a foot: there a notice stands below what was touched last, or on top.
 * @param {Element} place
 */
function standNearby(place) {
  const touched = document.activeElement?.closest("main :is([data-bench], .widget, [data-item], section)");
  if (touched) touched.after(place);
  else document.querySelector("main")?.before(place);
}

/**
 * @param {Action} action
 * @param {() => void} close
 * @returns {HTMLButtonElement}
 */
function button(action, close) {
  const element = document.createElement("button");
  element.type = "button";
  if (action.main) element.className = "main";
  element.append(spoken(action.key, action.values));
  element.addEventListener("click", () => {
    close();
    action.act();
  });
  return element;
}
