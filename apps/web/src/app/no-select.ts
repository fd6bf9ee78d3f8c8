const MARKED = '[no-select], [data-no-select]'
const EVENTS = ['selectstart', 'copy', 'cut', 'dragstart', 'mousedown'] as const

/**
 * Elements marked `no-select` (or `data-no-select`) block text selection, copy, cut, drag and
 * mouse-down selection, unless the marker's value is false. The nearest marker decides. Form fields inside still work.
 *
 * @returns a function that ends it
 */
export function guardNoSelect(root: Document): () => void {
  const block = (event: Event) => {
    if (isBlocked(event.target)) event.preventDefault()
  }
  for (const name of EVENTS) root.addEventListener(name, block)
  return () => {
    for (const name of EVENTS) root.removeEventListener(name, block)
  }
}

function isBlocked(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : target instanceof Node ? target.parentElement : null
  if (element === null || element.closest('input, textarea, select, option, [contenteditable]:not([contenteditable="false"])')) return false
  const marked = element.closest(MARKED)
  if (marked === null) return false
  return (marked.getAttribute('no-select') ?? marked.getAttribute('data-no-select')) !== 'false'
}
