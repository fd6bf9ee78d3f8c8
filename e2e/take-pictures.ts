import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { homePage } from './pages/home-page.ts'
import { startAerie } from './support/aerie-server.ts'
import { openChromium, PHONE, visit, WIDE } from './support/browser.ts'

const SETTINGS = ['MARKET_SOURCE', 'MARKET_SEED', 'REPLAY_DIR', 'REPLAY_SPEED', 'REPLAY_FROM'] as const

/**
 * Screenshots of Home, wide and small, dark and light: `node e2e/take-pictures.ts FOLDER [PREFIX]`, with the market of the environment
 * (`MARKET_SOURCE=replay REPLAY_DIR=…`).
 */
async function takePictures(folder: string, prefix: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const market = Object.fromEntries(SETTINGS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
  const server = await startAerie(market)
  const browser = await openChromium()
  for (const [size, viewport] of Object.entries({ wide: WIDE, phone: PHONE })) {
    for (const colorScheme of ['dark', 'light'] as const) {
      const { page, close } = await visit(browser, { viewport, colorScheme, isMobile: size === 'phone', hasTouch: size === 'phone' })
      const home = homePage(page, server.url)
      await home.open()
      await home.row('BTC').waitFor()
      await page.locator('.sparkline path').first().waitFor({ state: 'attached', timeout: 60_000 })
      await page.waitForTimeout(1_500)
      await page.screenshot({ path: join(folder, `${prefix}-${size}-${colorScheme}.png`) })
      await close()
    }
  }
  await browser.close()
  await server.remove()
}

const [folder = 'test-results/pictures', prefix = 'home'] = process.argv.slice(2)
await takePictures(folder, prefix)
