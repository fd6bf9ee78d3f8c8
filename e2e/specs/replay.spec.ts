import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currencyPage } from '../pages/currency-page.ts'
import { homePage } from '../pages/home-page.ts'
import { type AerieServer, ROOT, startAerie } from '../support/aerie-server.ts'
import { openChromium, visit } from '../support/browser.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { tabTo } from '../support/tab-to.ts'
import { until } from '../support/until.ts'

const HOUR = 3_600
const START = Date.UTC(2024, 0, 1) / 1_000
const HOURS = 24 * 30

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

/** Prices that occur in no other file or market, each exact in decimal text. */
const candleLines = (base: number): string[] =>
  Array.from({ length: HOURS }, (_, i) => {
    const open = (base + i * 3).toFixed(2)
    const close = (base + i * 3 + 3).toFixed(2)
    return [START + i * HOUR, open, (base + i * 3 + 5).toFixed(2), (base + i * 3 - 1).toFixed(2), close, '10.5'].join(',')
  })

const pricesOf = (lines: readonly string[]): ReadonlySet<number> =>
  new Set(lines.flatMap((line) => [line.split(',')[1], line.split(',')[4]].map(Number)))

async function shownPrices(server: AerieServer, symbols: readonly string[]): Promise<Map<string, number[]>> {
  const { page, complaints, close } = await visit(browser)
  const home = homePage(page, server.url)
  await home.open()
  await page.getByRole('banner').getByRole('button', { name: 'REPLAY' }).waitFor()
  const seen = new Map<string, number[]>(symbols.map((symbol) => [symbol, []]))
  for (const symbol of symbols) await home.figure(symbol, 'price').filter({ hasText: /\d/ }).waitFor()
  await until('three prices of each', async () => {
    for (const symbol of symbols) seen.get(symbol)?.push(await home.priceOf(symbol))
    return [...seen.values()].every((prices) => new Set(prices).size >= 3) || undefined
  })
  expect(complaints).toEqual([])
  await close()
  return seen
}

describe('a custom recording', () => {
  const recordings = { BTC: candleLines(41_000), ETH: candleLines(2_100) }
  const header = 'time,open,high,low,close,volume'
  let folder: string
  let server: AerieServer
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'aerie-replay-'))
    writeFileSync(join(folder, 'BTCUSDT-1h.csv'), [header, ...recordings.BTC, ''].join('\n'))
    writeFileSync(join(folder, 'ETHUSDT-1h.csv.gz'), gzipSync([header, ...recordings.ETH, ''].join('\n')))
    const replay = { REPLAY_DIR: folder, REPLAY_SPEED: '3600', REPLAY_FROM: '2024-01-10T00:00:00Z', REPLAY_CONTROLS: 'users' }
    server = await startAerie({ MARKET_SOURCE: 'replay', ...replay })
  }, 180_000)
  afterAll(async () => {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is shown with its own prices only, and advances', async () => {
    const seen = await shownPrices(server, ['BTC', 'ETH'])
    for (const [symbol, lines] of Object.entries(recordings)) {
      const prices = seen.get(symbol) ?? []
      expect(prices.filter((price) => !pricesOf(lines).has(price))).toEqual([])
      expect(new Set(prices).size).toBeGreaterThan(1)
    }
  })

  it('shows a dash where the recording has no data, never 0', async () => {
    const answer = (await (await fetch(`${server.url}/api/v1/assets?size=50`)).json()) as {
      data: { data: { symbol: string; price: number | null }[] }
    }
    const others = answer.data.data.filter(({ symbol }) => !['BTC', 'ETH'].includes(symbol))
    expect(others.every(({ price }) => price === null)).toBe(true)
  })

  it('is paused and moved to a date by keyboard, and shows the price of that hour', async () => {
    const person = newPerson()
    await signUp(server, person)
    const { page, complaints, close } = await visit(browser)
    await logInPage(page, server, person)
    await page.goto(`${server.url}/currencies/BTC`)
    const replay = page.getByRole('group', { name: 'Replay' })
    await replay.getByRole('button', { name: 'Pause the replay' }).press('Enter')
    await replay.getByRole('button', { name: 'Play the replay' }).waitFor()
    await tabTo(page, /^Go to a date$/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Go to a date' })
    const field = dialog.getByLabel('Date and time')
    // Month, day, year, hour and minute in turn, as Chromium's field expects. A year without a recording is rejected in the dialog.
    await page.keyboard.type('012020250530A')
    await page.keyboard.press('Enter')
    await dialog.getByText('Choose a moment from 1 Jan 2024, 00:00 to 31 Jan 2024, 00:00.').waitFor()
    await replay.getByText('The replay is paused.').waitFor()
    for (let part = 0; part < 5; part += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('01202024')
    await expect.poll(() => field.inputValue()).toBe('2024-01-20T05:30')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('banner').getByText('20 Jan 2024 05:30').waitFor()
    await currencyPage(page, server.url).price.filter({ hasText: '42,383.00' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

const SHARED = join(ROOT, '..', 'shared', 'market', 'ohlcv', '1h')
const isShared = existsSync(SHARED)
if (!isShared) console.info('The recorded market (../shared/market/ohlcv) is not beside this checkout: its test is skipped.')

describe.runIf(isShared)('the recorded market of real coins', () => {
  it("shows the file's own prices on Home", async () => {
    const server = await startAerie({ MARKET_SOURCE: 'replay', REPLAY_DIR: join(SHARED, '..'), REPLAY_SPEED: '3600' })
    try {
      const symbols = ['BTC', 'ETH', 'SOL']
      const seen = await shownPrices(server, symbols)
      for (const symbol of symbols) {
        const file = readdirSync(SHARED).find((name) => name.startsWith(`${symbol}USDT-1h`)) ?? ''
        const shown = new Set(
          [
            ...pricesOf(
              gunzipSync(readFileSync(join(SHARED, file)))
                .toString()
                .trim()
                .split('\n')
                .slice(1),
            ),
          ].map((price) => Number(price.toFixed(2))),
        )
        expect((seen.get(symbol) ?? []).filter((price) => !shown.has(price))).toEqual([])
        expect(new Set(seen.get(symbol)).size).toBeGreaterThan(1)
      }
    } finally {
      await server.remove()
    }
  }, 240_000)
})
