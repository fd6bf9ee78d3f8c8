import '../../../../test/silent-live-client.ts'
import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { testEntry, testForecast, testScorecard, testWarming } from '../test/forecast.ts'
import { parsePage, Scorecard, stateOf } from './scorecard.tsx'
import { calibrationPoints } from './scorecard-figures.tsx'
import { verdict } from './scorecard-text.ts'

let place = ''
function LocationProbe() {
  place = useLocation().search
  return null
}
/** Enough independent outcomes for a verdict. */
const ENOUGH = { independent: 40 }
let card = testScorecard()
let chain: object = { intact: true, length: 1234, head: 'cd'.repeat(32), broken_at: null }
const asked: string[] = []
function serve(path: string): Response {
  asked.push(path)
  if (path.includes('/history')) {
    const isFirst = !path.includes('before=')
    const entries = path.includes('state=missing')
      ? []
      : [testEntry(isFirst ? {} : { seq: 3, median: 77, quote: 'USDT', source: 'replay' })]
    const ways = { next_before: isFirst ? 1_700_000_000_000 : null, next_after: isFirst ? null : 1_600_000_000_000 }
    return Response.json({ data: { entries, counts: { open: 24, scored: 1100, missing: 0 }, ...ways } })
  }
  if (path.includes('/verify')) return Response.json({ data: chain })
  if (path.includes('/scorecard/')) return Response.json({ data: card })
  return Response.json({ data: testForecast() })
}
const show = () =>
  render(
    <MemoryRouter>
      <LocationProbe />
      <Scorecard symbol="BTC" hours={24} onHoursChange={() => undefined} />
    </MemoryRouter>,
  )
const region = (name: string) => screen.findByRole('region', { name })

beforeEach(() => {
  card = testScorecard()
  chain = { intact: true, length: 1234, head: 'cd'.repeat(32), broken_at: null }
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string) => serve(path))
  queryClient.setDefaultOptions({ queries: { retry: false } })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('shows the source, the start date, and how many outcomes are independent', async () => {
  show()
  expect(await screen.findByText('Simulated market, not real prices')).toBeTruthy()
  expect(screen.getByText(/124 made, 100 scored, 10 independent outcomes/)).toBeTruthy()
})

it('gives no verdict on few outcomes: shows how many exist and are required, and no rating card', async () => {
  show()
  const few = within(await region('Too few outcomes for a verdict'))
  expect(few.getByText('10 of 30 independent outcomes')).toBeTruthy()
  expect(few.getByText(/appear at 30 independent outcomes, in about 20 d\./)).toBeTruthy()
  const coverage = await region('Coverage')
  expect(coverage.textContent).toContain('24.0% to 76.0%')
  expect(coverage.textContent).not.toMatch(/as stated|than stated/)
  expect(screen.queryByRole('region', { name: 'Calibration' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Spread of outcomes (PIT)' })).toBeNull()
})

it('shows the coverage of each band with its interval, and judges none that chance explains', async () => {
  card = testScorecard(ENOUGH)
  show()
  const rows = within(await region('Coverage'))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    '50%52.0%25.0% to 78.0%; as stated',
    '80%50.0%24.0% to 76.0%; covers less than stated',
    '95%96.0%67.0% to 99.0%; as stated',
  ])
  expect(verdict(0.5, 0.6, 0.8)).toBe('covers more than stated')
})

it('shows both figures without a ratio before 90 days, and explains why', async () => {
  show()
  const scores = within(await region('Error against “no change”'))
  expect(scores.getByRole('row', { name: /CRPS/ }).textContent).toMatch(/1\.23%1\.27%$/)
  expect(scores.queryByText('0.969')).toBeNull()
  expect(scores.getByText('The ratio is shown from 90 days of scored forecasts on. There are 4.2 so far.')).toBeTruthy()
})

it('shows the ratio from then on', async () => {
  card = testScorecard({ ratio_is_claimed: true, days: 91 })
  show()
  const scores = within(await region('Error against “no change”'))
  expect(scores.getByText('0.969')).toBeTruthy()
  expect(scores.queryByText(/The ratio is shown from/)).toBeNull()
})

it('shows no empty card before the first outcome, and explains what it is waiting for', async () => {
  const bare = {
    crps: null,
    tail_pinball: null,
    median_error: null,
    width_80: null,
    since: null,
    until: null,
    scored: 0,
    independent: 0,
    days: 0,
  }
  const coverage = [50, 80, 95].map((percent) => ({ percent, share: null, low: null, high: null }))
  card = testScorecard({ ...bare, coverage, pit: Array.from({ length: 20 }, () => 0), calibration: [] })
  show()
  expect((await region('Too few outcomes for a verdict')).textContent).toContain('0 of 30 independent outcomes')
  for (const name of ['Coverage', 'Error against “no change”', 'Calibration', 'Spread of outcomes (PIT)'])
    expect(screen.queryByRole('region', { name })).toBeNull()
  expect(screen.getByText(/no forecast scored yet/)).toBeTruthy()
  cleanup()
  queryClient.clear()
  const { missing, detail, since, candles, candles_needed } = testWarming({ missing: 'first-outcome', detail: 'It can be scored at noon.' })
  card = { ...card, warming: { missing, detail, since, candles, candles_needed } }
  show()
  expect(await screen.findByText(/It can be scored at noon\./)).toBeTruthy()
})

it('explains each figure by its formula next to it', async () => {
  card = testScorecard(ENOUGH)
  show()
  await region('Coverage')
  const titles = ['Coverage', '95% interval', 'Error against “no change”', 'CRPS', 'Tails', 'Median error', 'Width, 80%', 'Calibration']
  const ofOne = ['Result', 'Median', '80% band', 'CRPS', 'No change', 'Hash'].map((title) => `${title} of one forecast`)
  for (const title of [...titles, 'Spread of outcomes (PIT)', 'Independent outcomes', 'Hash chain', 'State', ...ofOne]) {
    const button = screen.getByRole('button', { name: `About ${title}` })
    expect(document.getElementById(defined(button.getAttribute('popovertarget')))?.querySelector('code')?.textContent).toBeTruthy()
  }
})

it('provides every plot as a table too', async () => {
  card = testScorecard(ENOUGH)
  show()
  const calibration = within(await region('Calibration'))
  expect(calibration.getByRole('img', { name: 'Calibration: 21 of 21 quantiles are within their interval.' })).toBeTruthy()
  expect(calibration.getAllByRole('row', { hidden: true })).toHaveLength(22)
  expect(within(await region('Spread of outcomes (PIT)')).getAllByRole('row', { hidden: true })).toHaveLength(21)
})

it('widens the interval of a calibration as outcomes become more dependent', () => {
  const width = (independent: number) => {
    const point = itemAt(calibrationPoints({ calibration: [[0.5, 0.5]], independent }), 0)
    return point.high - point.low
  }
  expect(width(4)).toBeGreaterThan(width(100))
  expect(calibrationPoints({ calibration: [[0.5, 0.5]], independent: 0 })).toEqual([])
})

it('lists every forecast with its outcome, with the page in the URL', async () => {
  show()
  const row = await screen.findByRole('row', { name: /scored, within 80%/ })
  expect(row.textContent).toContain('$104.00')
  expect(row.textContent).toContain('abababab')
  fireEvent.click(screen.getByRole('button', { name: 'Older' }))
  expect(place).toBe('?before=1700000000000')
  const older = defined((await screen.findByText('77.00 USDT')).closest('tr'))
  expect(within(older).getByText('replay')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Newer' }))
  expect(place).toBe('?after=1600000000000')
  fireEvent.click(screen.getByRole('button', { name: 'Newest' }))
  expect(place).toBe('')
  expect(asked).toContain('/api/v1/forecasts/BTC/history?hours=24&limit=24&before=1700000000000')
})

it('filters by state, with the count per state, from the newest on', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }))
  const names = () => within(screen.getByRole('group', { name: 'State of the forecasts' })).getAllByRole('button', { name: /\d$/ })
  await waitFor(() =>
    expect(names().map(({ textContent }) => textContent)).toEqual(['All 1,124', 'Open 24', 'Scored 1,100', 'Unscorable 0']),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Unscorable 0' }))
  expect(place).toBe('?state=missing')
  expect(screen.getByRole('button', { name: 'Unscorable 0' }).getAttribute('aria-pressed')).toBe('true')
  expect(await screen.findByText('No unscorable forecasts: every hour had a candle.')).toBeTruthy()
  expect(asked).toContain('/api/v1/forecasts/BTC/history?hours=24&limit=24&state=missing')
})

it('shows the record of the forecasts from now apart from the hourly one, and says how far they overlap', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }))
  const choice = within(screen.getByRole('group', { name: 'Record' }))
  expect(choice.getByRole('button', { pressed: true }).textContent).toBe('Every hour')
  fireEvent.click(choice.getByRole('button', { name: 'From now' }))
  expect(place).toBe('?series=now')
  expect(screen.getByText(/a day holds 1 independent outcome over 24 hours, not 288/)).toBeTruthy()
  await waitFor(() => expect(asked).toContain('/api/v1/scorecard/BTC?hours=24&series=now'))
  expect(asked).toContain('/api/v1/forecasts/BTC/history?hours=24&limit=24&series=now')
  expect(asked).toContain('/api/v1/forecasts/verify?series=now')
  const links = [...document.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'))
  expect(links.every((href) => href?.endsWith('&series=now'))).toBe(true)
  fireEvent.click(choice.getByRole('button', { name: 'Every hour' }))
  expect(place).toBe('')
})

it('asks for no record of a horizon over which forecasts from now are not recorded', () => {
  render(
    <MemoryRouter initialEntries={['/?series=now']}>
      <Scorecard symbol="BTC" hours={5} onHoursChange={() => undefined} />
    </MemoryRouter>,
  )
  expect(screen.getByText('Forecasts from now are recorded and scored over 1, 6, 12 and 24 hours, not over 5 hours.')).toBeTruthy()
  expect(asked).toEqual([])
})

it('parses a page from the URL, and ignores invalid values', () => {
  const page = (query: string) => parsePage(new URLSearchParams(query))
  expect(page('state=scored&before=7')).toEqual({ state: 'scored', before: 7, after: null })
  expect(page('after=8')).toEqual({ state: null, before: null, after: 8 })
  expect(page('state=won&before=x&after=-1')).toEqual({ state: null, before: null, after: null })
  expect(page('before=7&after=8')).toEqual({ state: null, before: 7, after: null })
})

it('describes how each forecast ended', () => {
  const stateText = (changes: Parameters<typeof testEntry>[0]) => stateOf(testEntry(changes)).text
  expect(stateText({ state: 'open', outcome: null })).toBe('open')
  expect(stateText({ state: 'missing', outcome: null })).toBe('unscorable: no candle for that hour')
  expect([100, 98, 91, 120].map((outcome) => stateText({ outcome }))).toEqual([
    'scored, within 50%',
    'scored, within 80%',
    'scored, within 95%',
    'scored, outside 95%',
  ])
})

it('offers the record as CSV and JSON', async () => {
  show()
  await region('Coverage')
  const [wholeCsv, wholeJson, csv, json] = [...document.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'))
  expect([csv, json]).toEqual(['csv', 'json'].map((format) => `/api/v1/forecasts/BTC/export?format=${format}&hours=24`))
  expect([wholeCsv, wholeJson]).toEqual(['csv', 'json'].map((format) => `/api/v1/forecasts/export?format=${format}`))
})

it('shows whether the hash chain is intact', async () => {
  show()
  expect(await screen.findByText('✓ intact')).toBeTruthy()
  chain = { intact: false, length: 1234, head: 'cd'.repeat(32), broken_at: 77 }
  fireEvent.click(screen.getByRole('button', { name: 'Verify again' }))
  await waitFor(() => expect(screen.getByText('✗ broken at number 77 of 1,234: the record has been changed.')).toBeTruthy())
})

it('shows when the hash chain was verified, so that a press has an effect even if nothing has changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12, 0, 1) })
  show()
  await screen.findByText(/, verified at .*00.01/)
  vi.setSystemTime(Date.UTC(2026, 0, 1, 12, 0, 9))
  fireEvent.click(screen.getByRole('button', { name: 'Verify again' }))
  await screen.findByText(/, verified at .*00.09/)
  vi.useRealTimers()
})

it('shows that the chain could not be verified again, next to the previous result', async () => {
  show()
  await screen.findByText('✓ intact')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  fireEvent.click(screen.getByRole('button', { name: 'Verify again' }))
  expect(await screen.findByText(/as verified before; it could not be verified again\./)).toBeTruthy()
  expect(screen.getByText('✓ intact')).toBeTruthy()
})
