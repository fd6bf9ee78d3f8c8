/** Hides IME keys from the page; call first, per window. Safari ends the composition before the key, so keyCode 229 is checked too. */
export function ignoreComposingKeys(view: Window): void {
  view.addEventListener('keydown', (event) => (event.isComposing || event.keyCode === 229) && event.stopImmediatePropagation(), true)
}
