import { COINS } from '@aerie/market/catalogue'
import type { JSHandle, Page } from 'playwright-core'

/** Open dialogs, popovers and menus; the last one in the document lies on top. */
const LAYERS = 'dialog[open], [popover]:popover-open, [role="menu"], [role="dialog"]:not([popover], .agent-panel)'

/** The open layer on top; null without one. */
export const topLayer = (page: Page): Promise<JSHandle<Element | null>> =>
  page.evaluateHandle((layers) => [...document.querySelectorAll(layers)].findLast((each) => each.checkVisibility()) ?? null, LAYERS)

/** @param within a layer, whose every text is checked; absent: figures and names of the whole page */
const cutTexts = (page: Page, within?: JSHandle<Element | null>): Promise<string[]> =>
  page.evaluate((layer) => {
    const root = layer ?? document.body
    // A ticker tape scrolls through its edges, and a canvas draws its own text.
    const EXEMPT = '.sr-only, .figure-words, .wall-tape, select, script, style, svg, [aria-hidden="true"]'
    const NAMES = 'button, [role="tab"], h1, h2, h3'
    const isRead = (text: string, element: Element) => layer !== null || /\d/.test(text) || element.closest(NAMES) !== null
    const boxOf = (node: Node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return range.getBoundingClientRect()
    }
    const isOutside = (text: DOMRect, { left, right }: DOMRect) => text.right < left || text.left > right
    const isWithin = (text: DOMRect, { left, right }: DOMRect) => text.right <= right + 1 && text.left >= left - 1
    /** In a layer also what is cut at the bottom, by a box that does not scroll. */
    const isCutBelow = (text: DOMRect, at: Element) => {
      const { bottom } = at.getBoundingClientRect()
      return layer !== null && /hidden|clip/.test(getComputedStyle(at).overflowY) && text.top < bottom && text.bottom > bottom + 2
    }
    const cuts = (at: Element) => {
      const { overflowX, maskImage, textOverflow } = getComputedStyle(at)
      // The full text is shown on hover where it ends in an ellipsis.
      const isEllipsis = layer !== null && textOverflow === 'ellipsis'
      return maskImage === 'none' && !isEllipsis && (overflowX !== 'visible' || at.matches('button, [role="tab"]'))
    }
    /** It scrolls, and its edge fades out. */
    const isFading = (at: Element) => getComputedStyle(at).maskImage !== 'none' && getComputedStyle(at).overflowX !== 'visible'
    const around = (from: Element): Element[] =>
      from === document.body
        ? []
        : [from, ...(from === root || isFading(from) || from.parentElement === null ? [] : around(from.parentElement))]
    const cutterOf = (text: DOMRect, from: Element): Element | undefined => {
      const first = around(from).find((at) => cuts(at) && (!isWithin(text, at.getBoundingClientRect()) || isCutBelow(text, at)))
      return first !== undefined && isOutside(text, first.getBoundingClientRect()) ? undefined : first
    }
    const isSeen = (element: Element) =>
      element.closest(EXEMPT) === null &&
      getComputedStyle(element).clipPath !== 'inset(50%)' &&
      getComputedStyle(element).clip === 'auto' &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const cut = new Set<string>()
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
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
  }, within ?? null)

/** Single figures that continue on the next line. */
const brokenFigures = (page: Page, within?: JSHandle<Element | null>): Promise<string[]> =>
  page.evaluate((layer) => {
    const broken: string[] = []
    const walker = document.createTreeWalker(layer ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      if (!/^[-−+]?[$€]?\d[\d.,]*%?$/.test(text)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) broken.push(`${text} on two lines in ${node.parentElement?.tagName}`)
    }
    return broken
  }, within ?? null)

const boxFaults = (page: Page, layer: JSHandle<Element | null>): Promise<string[]> =>
  page.evaluate((within) => {
    if (within === null) return ['no layer is open']
    const { left, top, right, bottom } = within.getBoundingClientRect()
    const isOnScreen = left > -2 && top > -2 && right < innerWidth + 2 && bottom < innerHeight + 2
    const beyond = within.scrollWidth - within.clientWidth
    return [
      ...(isOnScreen ? [] : [`the layer itself, ${[left, top, right, bottom].map(Math.round).join(' ')}`]),
      ...(beyond > 1 ? [`the layer scrolls sideways by ${beyond}`] : []),
    ]
  }, layer)

/**
 * Texts of the open dialog, popover or menu that their box cuts, and the layer itself where it leaves the screen or scrolls sideways.
 * @returns a line for each, such as `Closes 1 position at m in P.truncate`
 */
export async function cutInLayer(page: Page): Promise<string[]> {
  const layer = await topLayer(page)
  return [...(await boxFaults(page, layer)), ...(await cutTexts(page, layer)), ...(await brokenFigures(page, layer))]
}

/** Starts of lines that only name a coin: names may be truncated, also those with digits such as SPX6900. */
const COIN_NAMES = COINS.filter(({ name }) => /\d/.test(name)).map(({ name }) => `${name} in `)

/**
 * Figures and names of tabs, buttons and headings that are clipped by their box, an ancestor, or a horizontal scroll edge, and figures on two lines.
 * @returns a line for each, such as `0.00001473 in TD`
 */
export const cutFigures = async (page: Page): Promise<string[]> =>
  [...(await cutTexts(page)), ...(await brokenFigures(page))].filter((line) => !COIN_NAMES.some((name) => line.startsWith(name)))

/**
 * Figures whose text lies over another text. Sticky, fixed and layered elements cover what is below them, so their text is not compared.
 * @param within a layer; absent: the whole page
 * @returns a line for each pair, such as `61,000.00 over 60,903.00`
 */
export const overlappingFigures = (page: Page, within?: JSHandle<Element | null>): Promise<string[]> =>
  page.evaluate((layer) => {
    const EXEMPT = '.sr-only, .figure-words, .wall-tape, select, script, style, svg, [aria-hidden="true"]'
    /** Line boxes touch, and glyphs do not fill them. */
    const SLACK_PX = 3
    type Drawn = { readonly text: string; readonly element: Element; readonly box: DOMRect }
    const isApart = (element: Element): boolean => {
      const { position, zIndex, opacity, clipPath } = getComputedStyle(element)
      return (
        position === 'fixed' ||
        position === 'sticky' ||
        (position === 'absolute' && zIndex !== 'auto') ||
        opacity === '0' ||
        clipPath === 'inset(50%)'
      )
    }
    const ancestors = (element: Element): Element[] => [
      element,
      ...(element.parentElement === null || element.parentElement === layer ? [] : ancestors(element.parentElement)),
    ]
    const isInside = (box: DOMRect, element: Element) =>
      ancestors(element).every((at) => {
        const { overflowX, overflowY } = getComputedStyle(at)
        if (at === document.documentElement || at === document.body || (overflowX === 'visible' && overflowY === 'visible')) return true
        const clip = at.getBoundingClientRect()
        return box.left >= clip.left - 1 && box.right <= clip.right + 1 && box.top >= clip.top - 1 && box.bottom <= clip.bottom + 1
      })
    const drawn: Drawn[] = []
    const walker = document.createTreeWalker(layer ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const [text, element] = [node.textContent?.trim() ?? '', node.parentElement]
      if (!/\d/.test(text) || element === null || element.closest(EXEMPT) !== null) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || ancestors(element).some(isApart)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) if (box.width > 0 && isInside(box, element)) drawn.push({ text, element, box })
    }
    const isOver = ({ box: a }: Drawn, { box: b }: Drawn) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK_PX && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK_PX
    return drawn.flatMap((one, index) =>
      drawn
        .slice(index + 1)
        .filter((other) => other.element !== one.element && isOver(one, other))
        .map((other) => `${one.text} over ${other.text}`),
    )
  }, within ?? null)

/**
 * Axis labels and other texts of SVG charts that the chart cuts or that lie over each other. Canvas charts draw their own text.
 * @returns a line for each, such as `12.5% cut by its chart` or `10:00 over 10:30`
 */
export const faultyChartTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Line boxes are taller than their glyphs. */
    const SLACK_PX = 2
    const textOf = ({ textContent }: Element) => textContent.trim()
    const isSeen = (text: Element) =>
      textOf(text) !== '' &&
      text.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      text.getBoundingClientRect().width > 0
    const isOver = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK_PX && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK_PX
    return [...document.querySelectorAll('svg')].flatMap((chart) => {
      const { left, right, top, bottom } = chart.getBoundingClientRect()
      const texts = [...chart.querySelectorAll('text')]
        .filter(isSeen)
        .map((text) => ({ text: textOf(text), box: text.getBoundingClientRect() }))
      const isCut = ({ box }: { box: DOMRect }) =>
        box.left < left - SLACK_PX || box.right > right + SLACK_PX || box.top < top - SLACK_PX || box.bottom > bottom + SLACK_PX
      const cut = getComputedStyle(chart).overflow === 'visible' ? [] : texts.filter(isCut)
      return [
        ...cut.map(({ text }) => `${text} cut by its chart`),
        ...texts.flatMap((one, index) =>
          texts
            .slice(index + 1)
            .filter((other) => isOver(one.box, other.box))
            .map((other) => `${one.text} over ${other.text}`),
        ),
      ]
    })
  })
