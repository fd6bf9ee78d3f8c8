import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ChartPage, chartPage } from '../pages/chart-page.ts'
import { type AerieServer, startAerie } from '../support/aerie-server.ts'
import { AWAY, accessibilityBreaches, openChromium, PHONE, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { onPress } from '../support/on-press.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'

const START = Date.UTC(2024, 0, 1) / 1_000
const LINES = Array.from({ length: 24 * 60 }, (_, i) => {
  const open = 40_000 + i
  return [START + i * 3_600, open, open + 3, open - 2, open + 1, '10.5'].join(',')
})

let folder: string
let server: AerieServer
let browser: Browser
let reader: Visit
const person = newPerson()
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aerie-replay-'))
  writeFileSync(join(folder, 'BTCUSDT-1h.csv'), ['time,open,high,low,close,volume', ...LINES, ''].join('\n'))
  ;[server, browser] = await Promise.all([
    startAerie({ MARKET_SOURCE: 'replay', REPLAY_DIR: folder, REPLAY_SPEED: '3600', REPLAY_FROM: '2024-01-10T00:00:00Z' }),
    openChromium(),
  ])
  await signUp(server, person)
}, 200_000)
afterAll(async () => {
  await browser.close()
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  reader = await visit(browser, {
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    quiet: [AWAY, /status of 50[03]/, /connection( for messages)? failed/, /shortcuts could not be loaded/],
  })
  await logInPage(reader.page, server, person)
})
afterEach(async () => {
  expect(await accessibilityBreaches(reader.page)).toEqual([])
  expect(await sidewaysScroll(reader.page)).toBe(0)
  expect(reader.complaints).toEqual([])
  await reader.close()
})
const chartOf = (symbol: string): ChartPage => chartPage(reader.page, server.url, symbol)
const go = (symbol: string) => reader.page.goto(`${server.url}/currencies/${symbol}`)

it('shows over the chart that the prices are replayed', async () => {
  const chart = chartOf('BTC')
  await chart.open()
  await chart.source.getByText(/^REPLAY/).waitFor()
  const { text } = await chart.summary()
  expect(text).toMatch(/REPLAY/)
})

it('shows an empty state for a coin without recorded data', async () => {
  await go('ETH')
  await chartOf('ETH').frame.getByRole('heading', { name: 'No candles yet' }).waitFor()
})

it('reports that candles failed to load, and loads them on Try Again', async () => {
  let isBroken = true
  await reader.page.route('**/api/v1/candles/**', (route) =>
    isBroken ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' }) : route.continue(),
  )
  await go('BTC')
  const chart = chartOf('BTC')
  await chart.frame.getByRole('alert').getByText('The candles could not be loaded').waitFor()
  expect(await accessibilityBreaches(reader.page)).toEqual([])
  await onPress(reader.page, 'Try Again', () => {
    isBroken = false
  })
  await chart.frame.getByRole('button', { name: 'Try Again' }).click()
  await chart.ready()
})

it('shows a placeholder while loading, and then the chart in the same position', async () => {
  const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>()
  await reader.page.route('**/api/v1/candles/BTC?interval=1h**', async (route) => {
    await isAsked
    await route.continue()
  })
  await go('BTC')
  const chart = chartOf('BTC')
  await chart.frame.locator('.chart-cover').waitFor()
  const before = await chart.body.boundingBox()
  answer()
  await chart.ready()
  expect(before).not.toBeNull()
  expect(await chart.body.boundingBox()).toEqual(before)
})

it('marks its prices as stale when updates stop, and recovers by itself', async () => {
  const chart = chartOf('BTC')
  await chart.open()
  await reader.context.setOffline(true)
  await server.halt()
  await chart.source.getByText(/^STALE · /).waitFor({ timeout: 90_000 })
  await chart.legend('close').filter({ hasText: /\d/ }).waitFor()
  await server.start()
  await reader.context.setOffline(false)
  await chart.source.getByText(/^REPLAY/).waitFor({ timeout: 90_000 })
}, 300_000)
