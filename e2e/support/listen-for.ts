import type { Page } from 'playwright-core'

/**
 * Detects short-lived text that polling could miss.
 * @returns waits until the text has appeared; the page must not be reloaded before
 */
export async function listenFor(page: Page, text: string): Promise<() => Promise<void>> {
  const appeared = page.evaluate(
    (sought) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.body.textContent.includes(sought)) return
          observer.disconnect()
          resolve()
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
    text,
  )
  // Handled by the waiting caller; a test that failed earlier never awaits it.
  appeared.catch(() => undefined)
  // The page handles calls in order, so the listener is active after this one.
  await page.evaluate(() => undefined)
  return () => appeared
}
