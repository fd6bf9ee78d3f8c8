import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AerieServer, ROOT, startAerie } from '../support/aerie-server.ts'
import { accessibilityBreaches, openChromium, PHONE, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { openWorkspaceOf } from '../support/own-layout.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { savedDocuments } from '../support/saved-documents.ts'
import { until } from '../support/until.ts'

const SHARED = join(ROOT, '..', 'shared', 'market', 'ohlcv', '1h')
const isShared = existsSync(SHARED)
if (!isShared)
  console.info('The recorded market (../shared/market/ohlcv) is not beside this checkout: the slots of statistics are skipped.')

const HOUR_S = 3_600
const fileOf = (symbol: string): string => `${symbol}USDT-1h.csv.gz`

/** Hourly closes of a recorded file by open time, parsed independently of the product. */
const closesOf = (symbol: string): Map<number, number> =>
  new Map(
    gunzipSync(readFileSync(join(SHARED, fileOf(symbol))))
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [time, , , , close] = line.split(',').map(Number)
        return [time!, close!]
      }),
  )

const returnsOf = (closes: ReadonlyMap<number, number>, end: number, hours: number): number[] =>
  Array.from({ length: hours }, (_, i) => {
    const open = end - (hours - i) * HOUR_S
    return Math.log(closes.get(open)! / closes.get(open - HOUR_S)!)
  })
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const covariance = (x: readonly number[], y: readonly number[]): number => mean(x.map((value, i) => (value - mean(x)) * (y[i]! - mean(y))))
const correlated = (x: readonly number[], y: readonly number[]): number => covariance(x, y) / Math.sqrt(covariance(x, x) * covariance(y, y))
const yearly = (returns: readonly number[]): number =>
  100 * Math.sqrt((covariance(returns, returns) * returns.length * 8_760) / (returns.length - 1))

const endOf = async (page: Page): Promise<number> =>
  Date.parse((await page.locator('.stat-origin time').first().getAttribute('datetime'))!) / 1_000

describe.runIf(isShared)('the statistics slots on recorded candles', () => {
  let browser: Browser
  let server: AerieServer
  let shown: Visit
  let folder: string
  let token: string
  const saved = savedDocuments(() => ({ server, token }))
  const person = newPerson()
  beforeAll(async () => {
    browser = await openChromium()
    folder = mkdtempSync(join(tmpdir(), 'aerie-replay-'))
    for (const symbol of ['BTC', 'ETH', 'SOL']) copyFileSync(join(SHARED, fileOf(symbol)), join(folder, fileOf(symbol)))
    // Slow enough that no hour ends while a figure is compared.
    server = await startAerie({ MARKET_SOURCE: 'replay', REPLAY_DIR: folder, REPLAY_SPEED: '1', REPLAY_FROM: '2024-02-20T07:10:00Z' })
    ;({ token } = await signUp(server, person))
    const headers = { authorization: `Bearer ${token}` }
    await until(
      'ninety days of BTC and ETH',
      async () => {
        const answer = await fetch(`${server.url}/api/v1/analytics/screen`, { headers })
        const { data } = (await answer.json()) as { data?: { rows: { symbol: string; return_90d: { value: number | null } }[] } }
        return ['BTC', 'ETH'].every((symbol) => data?.rows.find((row) => row.symbol === symbol)?.return_90d.value != null) || undefined
      },
      200_000,
    )
    shown = await visit(browser)
    await logInPage(shown.page, server, person)
  }, 400_000)
  afterAll(async () => {
    await shown?.close()
    await browser.close()
    await server?.remove()
    rmSync(folder, { recursive: true })
  })

  it('show the correlations of the recorded files', async () => {
    const { page, complaints } = shown
    await openWorkspaceOf(page, server, [{ kind: 'correlation', options: { from: 'own', own: ['BTC', 'ETH', 'SOL'], order: 'given' } }])
    const cell = page.getByRole('button', { name: /^BTC and ETH:/ })
    await cell.waitFor()
    const end = await endOf(page)
    const [btc, eth] = [closesOf('BTC'), closesOf('ETH')]
    const expected = correlated(returnsOf(btc, end, 720), returnsOf(eth, end, 720))
    await expect.poll(() => cell.textContent()).toBe(expected.toFixed(2))
    await page.getByRole('combobox', { name: 'Window' }).selectOption({ label: '7 days' })
    const week = correlated(returnsOf(btc, end, 168), returnsOf(eth, end, 168))
    await page.getByRole('button', { name: new RegExp(`^BTC and ETH: ${week.toFixed(2).replace('.', '\\.')}.*168 pairs`) }).waitFor()
    await cell.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /^Returns of BTC across, of SOL up/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('grid').waitFor()
    expect(complaints).toEqual([])
  })

  it('show the volatility of the recorded files', async () => {
    const { page, complaints } = shown
    await openWorkspaceOf(page, server, [{ kind: 'volatility', coin: 'ETH', options: { window: 168, days: 90 } }])
    await page.getByText('percentile').first().waitFor()
    const end = await endOf(page)
    const returns = returnsOf(closesOf('ETH'), end, 2_160)
    const rolled = Array.from({ length: 2_160 - 167 }, (_, i) => yearly(returns.slice(i, i + 168)))
    const now = rolled.at(-1)!
    const place = Math.round((100 * (rolled.filter((value) => value < now).length + 0.5)) / rolled.length)
    await expect.poll(() => page.locator('.vol-banner .num').first().textContent()).toContain(`${now.toFixed(1)}% a year · ${place}`)
    const week = page.getByRole('row', { name: /^7 days/ })
    await expect.poll(() => week.textContent()).toContain(`${Math.min(...rolled).toFixed(1)}%`)
    expect(complaints).toEqual([])
  })

  it('size a position, keep the settings, and warn when liquidation comes before the stop', async () => {
    const { page, complaints } = shown
    await openWorkspaceOf(page, server, [{ kind: 'risk' }])
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
    const fill = async (label: string, text: string) => await field(label).fill(text)
    await fill('Account', '10000')
    await fill('Entry', '50000')
    await fill('Stop', '49000')
    await fill('Target', '53000')
    await fill('Fee per trade', '0')
    await fill('Slippage', '0')
    const size = page.getByText('0.1 BTC', { exact: true })
    await size.waitFor()
    await page.getByText('3.00 : 1').waitFor()
    await fill('Leverage', '50')
    await page.getByText('Liquidation comes before the stop.').waitFor()
    await page.getByRole('button', { name: 'Use 39.9×' }).click()
    await page.getByText('Liquidation comes before the stop.').waitFor({ state: 'detached' })
    await fill('Stop', '51000')
    await page.getByText('The stop of a long must be below its entry.').waitFor()
    await size.waitFor({ state: 'detached' })
    await fill('Stop', '49000')
    await size.waitFor()
    await saved.untilHas('risk/main', '39.9')
    await page.reload()
    await size.waitFor()
    await expect.poll(() => field('Leverage').inputValue()).toBe('39.9')
    expect(complaints).toEqual([])
  })

  const KINDS = ['correlation', 'volatility', 'risk'] as const
  const usableBy = async (page: Page, kind: string) => {
    await openWorkspaceOf(page, server, [{ kind }])
    await page.locator('.stat-slot .stat-scroll').waitFor()
    const inSlot = (await accessibilityBreaches(page)).filter((breach) => /stat-|corr-|vol-|risk-/.test(breach))
    expect(inSlot).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  }

  it.each(KINDS)('are accessible: %s, wide', (kind) => usableBy(shown.page, kind))

  it.each(KINDS)('are accessible: %s, on a phone', async (kind) => {
    const phone = await visit(browser, { viewport: PHONE, isMobile: true, hasTouch: true })
    await logInPage(phone.page, server, person)
    await usableBy(phone.page, kind)
    expect(phone.complaints).toEqual([])
    await phone.close()
  })
})
