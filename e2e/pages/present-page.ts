import type { Page } from 'playwright-core'
import { until } from '../support/until.ts'

const PRESS_AGAIN_MS = 8_000

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
    /** Pauses the rotation at its start. Presses again if the key came before the listener was ready. */
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
    place: () => round.getAttribute('aria-valuetext'),
    at: (valueText: string) => page.locator(`[role=progressbar][aria-valuetext="${valueText}"]`).waitFor(),
    isDrawn: () => page.locator('.wall-scene :is(.wall-tile, canvas, .wall-side)').first().waitFor(),
    tapeIs: (state: 'running' | 'paused') =>
      page.waitForFunction((sought) => {
        const [animation, ...others] = document.querySelector('.wall-tape-band')?.getAnimations() ?? []
        return others.length === 0 && animation?.playState === sought && !animation.pending
      }, state),
    tapeLeft: () => page.locator('.wall-tape-band').evaluate((band) => -new DOMMatrix(getComputedStyle(band).transform).m41),
  }
}
