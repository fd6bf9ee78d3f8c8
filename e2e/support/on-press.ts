import type { Page } from 'playwright-core'

/**
 * Calls `hear` when the button of that name is pressed in this page. For what the page tries again by itself too: a test that lets it
 * succeed before it presses may find the button gone.
 */
export async function onPress(page: Page, name: string, hear: () => void): Promise<void> {
  await page.exposeFunction('heardPress', hear)
  await page.evaluate((wanted) => {
    const note = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button')?.textContent === wanted) Reflect.get(window, 'heardPress')()
    }
    document.addEventListener('click', note, true)
  }, name)
}
