import type { Page } from 'playwright-core'

/** Keeps toasts open by a blur event: reaching one by Tab takes a while on a busy machine. */
export async function holdToasts(page: Page): Promise<void> {
  await page.locator('.Toastify__toast').first().waitFor()
  await page.evaluate(() => void dispatchEvent(new Event('blur')))
}
