import type { FileChooser, Page } from 'playwright-core'

export async function fileChooserOf(page: Page, act: () => Promise<void>): Promise<FileChooser> {
  const opened = page.waitForEvent('filechooser')
  // waitForEvent enables interception without waiting for it; the round trip of `evaluate` ensures that it is active.
  const [chooser] = await Promise.all([opened, page.evaluate(() => undefined).then(act)])
  return chooser
}
