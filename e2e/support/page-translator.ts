import type { Page } from 'playwright-core'

type Translator = {
  readonly begin: () => void
  readonly end: () => void
  readonly lost: readonly string[]
  readonly moved: () => number
}
declare global {
  interface Window {
    translator: Translator
  }
}

/**
 * Injects a translator that works like Chrome's: it replaces each text not marked `translate="no"` with nested <font> elements, here with
 * the text in «», and handles later changes too.
 */
export async function bringTranslator(page: Page): Promise<void> {
  await page.addInitScript(makeTranslator)
}

export const translate = (page: Page): Promise<void> => page.evaluate(() => window.translator.begin())

export const showOriginal = (page: Page): Promise<void> => page.evaluate(() => window.translator.end())

/** Text that the app wrote into nodes detached from the page, with its place: users never see it. */
export const lostTexts = (page: Page): Promise<readonly string[]> => page.evaluate(() => window.translator.lost)

export const movedFigures = (page: Page): Promise<number> => page.evaluate(() => window.translator.moved())

function makeTranslator(): void {
  const originals = new Map<Element, Text>()
  const lost: string[] = []
  const pathOf = (element: Element | null): string => {
    const names: string[] = []
    for (let at = element; at !== null && at !== document.body && names.length < 5; at = at.parentElement)
      if (at.tagName !== 'FONT') names.unshift(`${at.tagName.toLowerCase()}.${(at.getAttribute('class') ?? '').split(' ')[0]}`)
    return names.join(' > ')
  }
  const paths = new WeakMap<Node, string>()
  const writes = new MutationObserver((records) => {
    for (const { target } of records) if (!target.isConnected) lost.push(`${paths.get(target)}: ${target.textContent}`)
  })
  const isLeft = (element: Element) => element.closest('[translate="no"], .notranslate, font, script, style, textarea, svg') !== null
  const replace = (text: Text) => {
    const parent = text.parentElement
    if (parent === null || !/\S/.test(text.data) || isLeft(parent)) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    outer.append(inner)
    inner.append(`«${text.data}»`)
    paths.set(text, pathOf(parent))
    originals.set(outer, text)
    parent.insertBefore(outer, text)
    parent.removeChild(text)
    writes.observe(text, { characterData: true })
  }
  const replaceAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    if (root instanceof Text) texts.push(root)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) replace(text)
  }
  const later = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) replaceAll(node)
  })

  /** Elements whose own text has a digit, by their tree position without the translator's elements. */
  const figures = () => {
    const found = new Map<string, string>()
    const visit = (element: Element, path: string) => {
      const children = [...element.children].filter(({ tagName }) => tagName !== 'FONT')
      const own = [...element.childNodes].filter((node) => node instanceof Text || node.nodeName === 'FONT')
      const text = own.map((node) => node.textContent).join('')
      if (/\d/.test(text)) found.set(path, text.replaceAll(/[«»]/g, ''))
      for (const [index, child] of children.entries()) visit(child, `${path}/${child.tagName}${index}`)
    }
    visit(document.body, '')
    return found
  }
  const moved = new Set<string>()
  const first = new Map<string, string>()
  window.translator = {
    lost,
    begin: () => {
      replaceAll(document.body)
      later.observe(document.body, { childList: true, subtree: true, characterData: true })
      for (const [path, text] of figures()) first.set(path, text)
    },
    end: () => {
      later.disconnect()
      for (const [font, text] of originals) if (font.isConnected) font.replaceWith(text)
    },
    moved: () => {
      for (const [path, text] of figures()) {
        // A part of the page may have loaded after the translation began.
        if (!first.has(path)) first.set(path, text)
        else if (first.get(path) !== text) moved.add(path)
      }
      return moved.size
    },
  }
}
