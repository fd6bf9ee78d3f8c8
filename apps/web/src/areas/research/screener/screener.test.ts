import { screenRows } from '@aerie/core/market/screen'
import type { ScreenRow, Statistic } from '@aerie/wire/market/analytics'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { partOf } from '../../../../test/part-of.ts'
import type { BoardCoin } from '../../../platform/live/market/board.ts'
import { boundText, type Candidate, candidateFigure, FIELD_NAMES, statisticText } from './screen-fields.ts'
import { conditionsOf, hasRoom, NO_FILTER, orderedBy, parseScreenOptions, readLimit, withBound } from './screen-options.ts'
import { screenCsv } from './screener-bar.tsx'

const coin = (symbol: string, more: Partial<BoardCoin> = {}): BoardCoin => ({
  symbol,
  name: symbol,
  logo: '',
  color: '#000000',
  industries: [],
  rank: 1,
  price: 110,
  asOf: 0,
  quote: 'USD',
  closes: { '1h': 100, '24h': null, '7d': 220 },
  marketCap: null,
  volume24h: 5,
  circulatingSupply: null,
  sparkline: [],
  isStale: false,
  ...more,
})
const statistic = (value: number | null, reason: Statistic['reason'] = null): Statistic => ({ value, candles: 1, since: null, reason })
const stats = partOf<ScreenRow>({
  volatility_7d: statistic(61.25),
  from_high_30d: statistic(-12.345),
  from_low_30d: statistic(null, 'gaps'),
  return_30d: statistic(-3),
})
const candidate = (symbol: string, more: Partial<BoardCoin> = {}): Candidate => ({ coin: coin(symbol, more), stats, place: 0 })

it('has a figure for each column, and none where it is unknown', () => {
  const row = candidate('BTC')
  expect(candidateFigure(row, 'change1h')).toBeCloseTo(10)
  expect(candidateFigure(row, 'change24h')).toBeNull()
  expect(candidateFigure(row, 'change7d')).toBeCloseTo(-50)
  expect([candidateFigure(row, 'marketCap'), candidateFigure(row, 'volume'), candidateFigure(row, 'fromHigh30d')]).toEqual([
    null,
    5,
    -12.345,
  ])
  expect(candidateFigure({ ...row, stats: undefined }, 'volatility7d')).toBeNull()
})

it('shows a dash with the reason where a statistic is unknown', () => {
  const known = { isKnown: true, tone: undefined }
  expect(statisticText(stats, 'volatility7d')).toMatchObject({
    ...known,
    text: '61.3%',
    description: expect.stringContaining('from 1 closed candles'),
  })
  expect(statisticText(stats, 'fromHigh30d')).toMatchObject({ ...known, text: '−12.35%' })
  expect(statisticText(stats, 'return30d')).toMatchObject({ text: '−3.00%', tone: 'down' })
  expect(statisticText(stats, 'fromLow30d')).toMatchObject({
    text: '—',
    isKnown: false,
    description: 'Not known: candles are missing in this period',
  })
  expect(statisticText(undefined, 'volatility7d')).toMatchObject({ text: '—', isKnown: false })
  expect(statisticText(stats, 'price')).toBeNull()
})

it('never matches unknown values', () => {
  const rows = [candidate('A', { marketCap: null }), candidate('B', { marketCap: 0 }), candidate('C', { marketCap: 5 })]
  const passed = (bounds: object) => screenRows({ rows, bounds, order: [], figureOf: candidateFigure }).map((row) => row.coin.symbol)
  expect(passed({ marketCap: { max: 10 } })).toEqual(['B', 'C'])
  expect(passed({ marketCap: { min: -1 } })).toEqual(['B', 'C'])
})

it.each([
  ['5', 5],
  ['-2.5%', -2.5],
  ['−3', -3],
  ['1.5M', 1_500_000],
  ['10b', 1e10],
  ['$1,000,000', 1_000_000],
  ['1,000', 'wrong'],
  ['-1,234,567.5K', -1_234_567_500],
  ['1,5', 1.5],
  ['1,50M', 1_500_000],
  ['0,123', 0.123],
  [',', 'wrong'],
  ['.5', 0.5],
  ['', 'empty'],
  ['  ', 'empty'],
  ['abc', 'wrong'],
  ['1e5', 100_000],
  ['--1', 'wrong'],
  ['9'.repeat(400), 'wrong'],
])('parses the limit %j', (text, limit) => {
  const read = readLimit(text)
  expect(read.kind === 'number' ? Number(read.text) : read.kind).toBe(limit)
})

it('keeps a condition for each field, and drops one without bounds', () => {
  const one = withBound(NO_FILTER, 'change24h', { min: 5 })
  const two = withBound({ ...one, industries: ['MEME'] }, 'volume', { max: 1e9 })
  expect([conditionsOf(one), conditionsOf(two), conditionsOf(withBound(one, 'change24h', {}))]).toEqual([1, 3, 0])
  expect(boundText('change24h', { min: 5 })).toBe('24h% ≥ 5%')
  expect(boundText('volume', { min: 1e6, max: 1.5e9 })).toBe('Volume (24hr) 1.00M to 1.50B')
})

it('sorts by a column, reverses it, and adds up to three with Shift', () => {
  const byVolume = orderedBy([{ field: 'rank', descending: false }], 'volume', false)
  expect(byVolume).toEqual([{ field: 'volume', descending: true }])
  expect(orderedBy(byVolume, 'volume', false)).toEqual([{ field: 'volume', descending: false }])
  const four = (['price', 'marketCap', 'name'] as const).reduce((order, field) => orderedBy(order, field, true), byVolume)
  expect(four.map(({ field }) => field)).toEqual(['volume', 'price', 'name'])
  expect(orderedBy(four, 'volume', true)[0]).toEqual({ field: 'volume', descending: false })
})

it('parses the options of a layout, and falls back to the defaults when they are invalid', () => {
  const first = parseScreenOptions({})
  expect(first.columns).toContain('volatility7d')
  expect(parseScreenOptions({ order: [{ field: 'nothing', descending: 1 }], columns: 'all', filter: 7, saved: [{}] })).toEqual(first)
  const own = { ...first, filter: withBound(NO_FILTER, 'price', { min: 1 }), saved: [{ name: 'Cheap', filter: NO_FILTER }] }
  expect(parseScreenOptions(JSON.parse(JSON.stringify(own)))).toEqual(own)
  fc.assert(fc.property(fc.jsonValue(), (stored) => void expect(parseScreenOptions(stored).order.length).toBeGreaterThan(0)))
})

it('reports when a layout has no room for another saved filter', () => {
  const first = parseScreenOptions({})
  const wide = FIELD_NAMES.reduce((filter, name) => withBound(filter, name, { min: 1.23456789, max: 123456789 }), NO_FILTER)
  const saved = (count: number) => ({ ...first, saved: Array.from({ length: count }, (_, index) => ({ name: `F${index}`, filter: wide })) })
  expect([hasRoom(saved(1)), hasRoom(saved(20))]).toEqual([true, false])
})

it('writes the table as CSV with full figures, empty where unknown, and no formulas', () => {
  const rows = [candidate('BTC', { name: 'Bit, "coin"' }), candidate('EVIL', { name: '=SUM(A1)', asOf: null })]
  expect(screenCsv({ rows, columns: ['price', 'change24h', 'fromHigh30d'], source: 'replay' }).split('\r\n')).toEqual([
    'symbol,name,Price,24h%,High 30d,quote,source,price_as_of',
    'BTC,"Bit, ""coin""",110,,-12.345,USD,replay,1970-01-01T00:00:00.000Z',
    "EVIL,'=SUM(A1),110,,-12.345,USD,replay,",
    '',
  ])
})
