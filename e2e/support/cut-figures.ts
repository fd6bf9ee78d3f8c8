import { COINS } from '@aerie/market/catalogue'
import type { Page } from 'playwright-core'

const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // A ticker tape scrolls through its edges, and a canvas draws its own text.
    const EXEMPT = '.sr-only, .figure-words, .wall-tape, select, script, style, svg, [aria-hidden="true"]'
    const NAMES = 'button, [role="tab"], h1, h2, h3'
    const isRead = (text: string, element: Element) => /\d/.test(text) || element.closest(NAMES) !== null
    const boxOf = (node: Node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return range.getBoundingClientRect()
    }
    const isOutside = (text: DOMRect, { left, right }: DOMRect) => text.right < left || text.left > right
    const isWithin = (text: DOMRect, { left, right }: DOMRect) => text.right <= right + 1 && text.left >= left - 1
    const cuts = (at: Element) => {
      const { overflowX, maskImage } = getComputedStyle(at)
      return maskImage === 'none' && (overflowX !== 'visible' || at.matches('button, [role="tab"]'))
    }
    const around = (from: Element): Element[] =>
      from === document.body ? [] : [from, ...(from.parentElement === null ? [] : around(from.parentElement))]
    const cutterOf = (text: DOMRect, from: Element): Element | undefined => {
      const first = around(from).find((at) => cuts(at) && !isWithin(text, at.getBoundingClientRect()))
      return first !== undefined && isOutside(text, first.getBoundingClientRect()) ? undefined : first
    }
    const isSeen = (element: Element) =>
      element.closest(EXEMPT) === null &&
      getComputedStyle(element).clipPath !== 'inset(50%)' &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const cut = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const element = node.parentElement
      if (text === '' || element === null || !isRead(text, element) || !isSeen(element)) continue
      const box = boxOf(node)
      // Text added by CSS (a currency after an amount) is in no text node, but in the width.
      const cutsItself = element.matches('.figure') && element.scrollWidth > element.clientWidth + 1
      const cutter = box.width === 0 ? undefined : cutsItself ? element : cutterOf(box, element)
      if (cutter !== undefined) cut.add(`${text} in ${cutter.tagName}.${cutter.getAttribute('class') ?? ''}`)
    }
    return [...cut]
  })

/** Starts of lines that only name a coin: names may be truncated, also those with digits such as SPX6900. */
const COIN_NAMES = COINS.filter(({ name }) => /\d/.test(name)).map(({ name }) => `${name} in `)

/**
 * Figures and names of tabs, buttons and headings that are clipped by their box, an ancestor, or a horizontal scroll edge.
 * @returns a line for each, such as `0.00001473 in TD`
 */
export const cutFigures = async (page: Page): Promise<string[]> =>
  (await cutTexts(page)).filter((line) => !COIN_NAMES.some((name) => line.startsWith(name)))
