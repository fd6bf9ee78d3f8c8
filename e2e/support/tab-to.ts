import type { Page } from 'playwright-core'

/** More stops than any page has. */
const MAX_STOPS = 120

/**
 * Presses Tab until what has the focus is called so, as somebody without a mouse does.
 *
 * @param tag only an element of this kind: "A", "BUTTON"
 */
export async function tabTo(page: Page, name: RegExp, tag?: string): Promise<void> {
  const passed: string[] = []
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement // whatever has the focus in a page is one
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
      return { tag: element.tagName, name: (element.getAttribute('aria-label') ?? label ?? element.innerText).trim() }
    })
    if (name.test(at.name) && (tag === undefined || at.tag === tag)) return
    passed.push(at.name)
  }
  throw new Error(`Tab never came to ${name}, but to: ${[...new Set(passed)].join(' | ')}`)
}
