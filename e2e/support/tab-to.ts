import type { Page } from 'playwright-core'

const MAX_STOPS = 160

export const focused = (page: Page): Promise<{ readonly tag: string; readonly name: string }> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const label = 'labels' in element && element.labels instanceof NodeList ? element.labels[0]?.textContent : null
    return { tag: element.tagName, name: (element.getAttribute('aria-label') ?? label ?? element.innerText).trim() }
  })

/**
 * Presses Tab until an element with this name has the focus.
 * @param tag required element type: "A", "BUTTON"
 */
export const tabTo = (page: Page, name: RegExp, tag?: string): Promise<void> => walk(page, 'Tab', name, tag)

export const tabBackTo = (page: Page, name: RegExp, tag?: string): Promise<void> => walk(page, 'Shift+Tab', name, tag)

async function walk(page: Page, key: string, name: RegExp, tag: string | undefined): Promise<void> {
  const passed: string[] = []
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press(key)
    const at = await focused(page)
    if (name.test(at.name) && (tag === undefined || at.tag === tag)) return
    passed.push(at.name)
  }
  throw new Error(`${key} never came to ${name}, but to: ${[...new Set(passed)].join(' | ')}`)
}
