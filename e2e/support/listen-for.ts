import type { Page } from 'playwright-core'

/**
 * Notes words that stand on the page for a moment only: they may be gone between two looks from outside.
 *
 * @returns waits until they have been there, on this very page: it must not be loaded again before
 */
export async function listenFor(page: Page, words: string): Promise<() => Promise<void>> {
  const heard = page.evaluate(
    (sought) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.body.textContent.includes(sought)) return
          observer.disconnect()
          resolve()
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
    words,
  )
  // Told to whoever waits for it; a test that failed before does not.
  heard.catch(() => undefined)
  // The page answers in the order in which it is asked: it listens by now.
  await page.evaluate(() => undefined)
  return () => heard
}
