import type { Page } from 'playwright-core'

/** The wallboard. */
export function presentPage(page: Page, url: string) {
  const wall = page.locator('.wall')
  const round = page.getByRole('progressbar', { name: 'Round' })
  const controls = page.getByRole('toolbar', { name: 'Wallboard' })
  return {
    wall,
    round,
    controls,
    tiles: page.locator('.wall-tile'),
    badge: page.locator('.wall-badge'),
    alarm: page.locator('.wall-alarm'),
    tape: page.getByRole('region', { name: 'Ticker tape' }),
    settings: page.getByRole('dialog', { name: 'Wallboard settings' }),
    control: (name: string) => controls.getByRole('button', { name, exact: true }),
    scene: (name: string) => page.getByRole('region', { name, exact: true }),
    open: async (query = '') => {
      await page.goto(`${url}/present${query}`)
      await wall.waitFor()
    },
    /** Place in the round, as it is read out: `2 of 8`, `2 of 8, held`. */
    place: () => round.getAttribute('aria-valuetext'),
    /** Waits until the round is at a place. */
    at: (words: string) => page.locator(`[role=progressbar][aria-valuetext="${words}"]`).waitFor({ timeout: 12_000 }),
    /** Share of its way that the tape has gone, in pixels to the left. */
    tapeLeft: () => page.locator('.wall-tape-band').evaluate((band) => -new DOMMatrix(getComputedStyle(band).transform).m41),
  }
}
