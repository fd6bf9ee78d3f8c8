import type { Page } from 'playwright-core'

/** Toasts wait for as long as their window is out of sight: the way to one by Tab takes a while on a busy machine. */
export async function holdToasts(page: Page): Promise<void> {
  await page.locator('.Toastify__toast').first().waitFor()
  await page.evaluate(() => void dispatchEvent(new Event('blur')))
}
