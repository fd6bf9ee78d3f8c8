import type { Page } from 'playwright-core'
import { until } from '../support/until.ts'

/** Longer than a wall takes to answer a key that it heard. */
const PRESS_AGAIN_MS = 8_000

/** The wallboard. */
export function presentPage(page: Page, url: string) {
  const wall = page.locator('.wall')
  const round = page.getByRole('progressbar', { name: 'Scene' })
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
    /** Holds the round where it begins, so that it does not go on while something is looked for. A key before it hears keys is pressed again. */
    hold: async () => {
      let next = 0
      await until('the round to be held', async () => {
        if ((await wall.getAttribute('data-held')) !== null) return true
        if (performance.now() < next) return undefined
        await page.keyboard.press('Space')
        next = performance.now() + PRESS_AGAIN_MS
        return undefined
      })
      await page.keyboard.press('1')
      await page.locator('[role=progressbar][aria-valuetext^="1 of "][aria-valuetext$=", paused"]').waitFor()
    },
    /** Position in the round, as it is read out: `2 of 8`, `2 of 8, paused`. */
    place: () => round.getAttribute('aria-valuetext'),
    /** Waits until the round is at a place. */
    at: (words: string) => page.locator(`[role=progressbar][aria-valuetext="${words}"]`).waitFor(),
    /** Waits until the scene on show has what it is for: tiles, a chart, or movers. */
    isDrawn: () => page.locator('.wall-scene :is(.wall-tile, canvas, .wall-side)').first().waitFor(),
    /** Waits until the tape runs or stands. */
    tapeIs: (state: 'running' | 'paused') =>
      page.waitForFunction((sought) => {
        const [animation, ...others] = document.querySelector('.wall-tape-band')?.getAnimations() ?? []
        // A pause counts from the next frame on.
        return others.length === 0 && animation?.playState === sought && !animation.pending
      }, state),
    /** Share of its way that the tape has gone, in pixels to the left. */
    tapeLeft: () => page.locator('.wall-tape-band').evaluate((band) => -new DOMMatrix(getComputedStyle(band).transform).m41),
  }
}
