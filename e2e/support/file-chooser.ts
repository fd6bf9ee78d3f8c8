import type { FileChooser, Page } from 'playwright-core'

/** The file chooser that an act opens. */
export async function fileChooserOf(page: Page, act: () => Promise<void>): Promise<FileChooser> {
  const opened = page.waitForEvent('filechooser')
  // Listening asks the browser, without waiting, to hand choosers over; the answer to a later question says that it has heard.
  const [chooser] = await Promise.all([opened, page.evaluate(() => undefined).then(act)])
  return chooser
}
