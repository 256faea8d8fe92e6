// Forms that a script answers. A sandboxed frame without `allow-forms` blocks a form before "submit" is told, so the page
// listens to its button, which browsers also click when Enter is pressed in a field.

/** @param {Element | null} form with one submit button @param {() => void} act */
export function onSubmit(form, act) {
  form?.querySelector("[type=submit]")?.addEventListener("click", (event) => {
    event.preventDefault();
    act();
  });
}
