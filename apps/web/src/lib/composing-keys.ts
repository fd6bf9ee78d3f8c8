/**
 * Keeps a key that belongs to an input method from every handler of the page: the Enter that accepts a Japanese conversion sends no message
 * and commits no name, its Escape closes no dialog, its arrows step no price. Browsers still do with it what they do.
 *
 * Safari ends the composition before that press, so that `isComposing` is false; every browser marks the press by keyCode 229.
 *
 * @param view before anything else listens there; each window of its own needs it
 */
export function ignoreComposingKeys(view: Window): void {
  view.addEventListener('keydown', (event) => (event.isComposing || event.keyCode === 229) && event.stopImmediatePropagation(), true)
}
