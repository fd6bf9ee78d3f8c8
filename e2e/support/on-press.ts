import type { Page } from 'playwright-core'

/**
 * Calls `listener` when the named button is pressed. For actions that the page also retries itself: if they succeed before the press, the
 * button may be gone.
 */
export async function onPress(page: Page, name: string, listener: () => void): Promise<void> {
  await page.exposeFunction('heardPress', listener)
  await page.evaluate((wanted) => {
    const note = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button')?.textContent === wanted) Reflect.get(window, 'heardPress')()
    }
    document.addEventListener('click', note, true)
  }, name)
}
