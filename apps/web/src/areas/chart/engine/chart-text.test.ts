import { itemAt } from '@aerie/core/item-at'
import { expect, it } from 'vitest'
import { barTime, timeText } from '../bars/bar-time.ts'
import { barsOf } from '../bars/bars.ts'
import { barText, legendText, summaryText } from './chart-text.ts'

const bars = barsOf(
  [
    [3600, 100, 120, 90, 110, 1500],
    [7200, 110, 112, 80, 88, 20],
    [14_400, 88, 99, 88, 99, 3],
  ],
  '1h',
)

it('describes a bar in the product’s number format, with its change since the previous close', () =>
  expect(legendText(itemAt(bars, 1), itemAt(bars, 0), '1h')).toMatchObject({
    open: '110.00',
    high: '112.00',
    low: '80.00',
    close: '88.00',
    change: '−20.00%',
    tone: 'down',
  }))

it('shows a dash for unknown values: a gap, a change across it, the volume of a price', () => {
  expect(legendText(itemAt(bars, 2), itemAt(bars, 1), '1h')).toMatchObject({ open: '—', close: '—', volume: '—', change: '—' })
  expect(legendText(itemAt(bars, 3), itemAt(bars, 2), '1h').change).toBe('—')
  expect(barText(itemAt(bars, 2), itemAt(bars, 1), '1h')).toContain('no candle is known')
  const { volume: _, ...withoutVolume } = itemAt(bars, 0)
  expect(barText(withoutVolume, null, '1h')).toContain('volume not known')
})

it('summarises what is visible', () => {
  const text = summaryText({
    symbol: 'BTC',
    interval: '1h',
    intervalText: '1 hour',
    bars,
    indicators: ['EMA'],
    drawings: 1,
    source: 'Simulated.',
  })
  expect(text).toContain('BTC, candles of 1 hour, 3 on show')
  expect(text).toContain('From 100.00 to 99.00, −1.00%.')
  expect(text).toContain(`Highest 120.00 on ${timeText(3_600_000)}, lowest 80.00 on ${timeText(7_200_000)}.`)
  expect(text).toContain('1 candles are missing. Indicators: EMA. 1 drawing. Simulated.')
})

it('reports when nothing is visible', () =>
  expect(summaryText({ symbol: 'BTC', interval: '1h', intervalText: '1 hour', bars: [], indicators: [], drawings: 0, source: '' })).toBe(
    'Chart of BTC: no candle is on show.',
  ))

it('names a daily bar by its UTC day without an hour, and a weekly bar by its first day', () => {
  const day = Date.parse('2026-11-16T00:00Z')
  const dayText = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(day)
  expect([barTime(day, '1d'), barTime(day, '1w'), barTime(day, '1h')]).toEqual([dayText, `Week of ${dayText}`, timeText(day)])
})
