import type { Page } from 'playwright-core'

/** Waits until pending changes are drawn: two frames, as the first may already have begun. */
export const framesOf = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))
