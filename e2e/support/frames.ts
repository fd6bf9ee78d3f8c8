import type { Page } from 'playwright-core'

/** Until the page has drawn what it knows by now: two frames, as the first may have begun before. */
export const framesOf = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))
