import { HOUR_MS } from '@aerie/core/time'
import { describe, expect, it } from 'vitest'
import { HOURS_SHOWN, type HourCandle, hoursBefore, momentPicture, momentsOf, type TripMoment } from './moment-picture.ts'

const AT = Date.UTC(2026, 10, 2, 9, 15)
const NINE = Date.UTC(2026, 10, 2, 9)
const candle = (hour: number, price = 100): HourCandle => [(NINE + hour * HOUR_MS) / 1000, price, price + 2, price - 2, price + 1, 10]
const hours = (count: number) => Array.from({ length: count }, (_, index) => candle(index - count))
const ENTRY: TripMoment = { kind: 'entry', at: AT, price: 103, levels: [{ kind: 'stop', price: 97 }] }
const trip = { entry: '101', exit: '110', facts: null, opened_at_ms: AT, closed_at_ms: AT + HOUR_MS, money_reason: null }

describe('the moments of a trade', () => {
  it('are its entry and its exit, with the lines known at the time', () => {
    expect(momentsOf(trip)).toEqual([
      { kind: 'entry', at: AT, price: 101, levels: [] },
      { kind: 'exit', at: AT + HOUR_MS, price: 110, levels: [{ kind: 'entry', price: 101 }] },
    ])
  })
  it('name the forecast shown at each, null when none was shown, and nothing when it was not recorded', () => {
    const facts = { entry: '101', stop: null, forecast: { hash: 'a' } }
    const shown = (more: object) => momentsOf({ ...trip, facts, ...more }).map(({ forecast }) => forecast)
    expect(shown({ exit_forecast: { hash: 'b' } })).toEqual(['a', 'b'])
    expect(shown({ exit_forecast: null, facts: { ...facts, forecast: null } })).toEqual([null, null])
    expect(shown({})).toEqual(['a', undefined])
  })
  it.each([
    ['is open', { closed_at_ms: null, exit: null }, ['entry']],
    ['has no known opening', { opened_at_ms: null }, ['exit']],
    ['was ended by a reset', { money_reason: 'account_reset' as const }, ['entry']],
  ])('are fewer when it %s', (_what, change, kinds) => expect(momentsOf({ ...trip, ...change }).map(({ kind }) => kind)).toEqual(kinds))
})

describe('the picture of a moment', () => {
  it('requests the hours that had closed by then', () =>
    expect(hoursBefore(AT)).toEqual({ from: NINE / 1000 - HOURS_SHOWN * 3600, to: NINE / 1000 }))

  it('shows nothing from later', () => {
    const later = [candle(0, 500), candle(1, 900)]
    expect(momentPicture(ENTRY, [...hours(48), ...later], null)).toEqual(momentPicture(ENTRY, hours(48), null))
  })

  it('keeps everything within its bounds', () => {
    const picture = momentPicture(ENTRY, hours(48), { low: 1, high: 9_999 })
    const shares = [
      picture?.price ?? -1,
      ...(picture?.levels ?? []).map(({ y }) => y),
      ...(picture?.candles ?? []).flatMap(({ x, high, low }) => [x, high, low]),
    ]
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
    expect(picture?.range).toEqual({ top: 0, bottom: 1 })
  })

  it('shows how many hours are missing, and does not exist without a candle', () => {
    expect(momentPicture(ENTRY, hours(40), null)?.missing).toBe(8)
    expect(momentPicture(ENTRY, [], null)).toBeNull()
    expect(momentPicture(ENTRY, [candle(0), candle(5)], null)).toBeNull()
  })

  it('omits a line that would flatten the candles', () => {
    const far = { ...ENTRY, levels: [{ kind: 'stop' as const, price: 5 }] }
    expect(momentPicture(far, hours(48), null)?.levels).toEqual([])
  })

  it('draws a market whose price does not move', () => {
    const still = hours(48).map(([time]): HourCandle => [time, 100, 100, 100, 100, 0])
    const picture = momentPicture({ ...ENTRY, price: 100, levels: [] }, still, null)
    expect([picture?.price, picture?.candles.every(({ top, bottom }) => top === 0.5 && bottom === 0.5)]).toEqual([0.5, true])
  })
})
