const TEXT = 'a, b, span, p, td, th, button, h1, h2, h3, dd, li'

/** While a text that ends in an ellipsis is hovered or focused, its title is the whole text. @returns a function that stops it */
export function showFullTexts(): () => void {
  let shown: HTMLElement | null = null
  const leave = () => {
    shown?.removeAttribute('title')
    shown = null
  }
  const enter = ({ target, type }: Event) => {
    leave()
    const cut = target instanceof Element ? cutTextAt(target, type === 'focusin') : null
    if (cut === null) return
    shown = cut
    cut.title = cut.textContent?.trim() ?? ''
  }
  const events = ['pointerover', 'focusin'] as const
  for (const event of events) document.addEventListener(event, enter)
  return () => {
    leave()
    for (const event of events) document.removeEventListener(event, enter)
  }
}

/** The hovered element, or what it holds if it has the focus; null if the text is whole or a title states it. */
function cutTextAt(target: Element, isFocused: boolean): HTMLElement | null {
  const inside = isFocused ? [...target.querySelectorAll<HTMLElement>(TEXT)] : []
  const found = [target.closest<HTMLElement>(TEXT), ...inside].find((each) => each !== null && isCut(each)) ?? null
  return found === null || found.closest('[title]') !== null ? null : found
}

const isCut = (element: HTMLElement): boolean =>
  (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight) &&
  getComputedStyle(element).textOverflow === 'ellipsis'
