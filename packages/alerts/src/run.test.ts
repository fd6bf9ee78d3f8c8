import { describe, expect, it } from 'vitest'
import { AlertRunFault, openAlertRun } from './run.ts'

/** Firings as `id@row`; prices are one second apart unless a row has its own time. */
function fired(rule: object | object[], prices: readonly (number | string | [at: number, price: number, volume?: number])[]): string[] {
  const rules = (Array.isArray(rule) ? rule : [rule]).map((each, index) => JSON.stringify({ id: `r${index}`, symbol: 'X', ...each }))
  const run = openAlertRun(rules)
  return prices.flatMap((given, row) => {
    const [at, price, volume] = Array.isArray(given) ? given : [row * 1_000, given, undefined]
    return run.handle([String(at), 'X', String(price), ...(volume === undefined ? [] : [String(volume)])]).map(({ id }) => `${id}@${row}`)
  })
}

const above = { kind: 'price', direction: 'above', level: '100' }
const below = { kind: 'price', direction: 'below', level: '100' }
const cross = { kind: 'price', direction: 'cross', level: '100' }

describe('a price alert', () => {
  it('fires once, when the price moves past the level', () => {
    expect(fired(above, [99, 100, 100.01, 99, 101])).toEqual(['r0@2'])
    expect(fired(below, [101, 100, 99.99, 101, 99])).toEqual(['r0@2'])
  })

  it('waits until its condition has been false, if it is already met at the first value', () => {
    expect(fired(above, [101, 102, 100, 101])).toEqual(['r0@3'])
    expect(fired(below, [99, 98, 100, 99])).toEqual(['r0@3'])
  })

  it('re-arms after the price has moved back by a tenth of a percent', () => {
    const every = { ...above, repeat: 'every' }
    expect(fired(every, [99, 101, 99.95, 101, 99.9, 101])).toEqual(['r0@1', 'r0@5'])
    expect(fired({ ...below, repeat: 'every' }, [101, 99, 100.05, 99, 100.1, 99])).toEqual(['r0@1', 'r0@5'])
  })

  it('stays silent during its cooldown, and does not fire late for events within it', () => {
    const every = { ...above, repeat: 'every', cooldown_s: 10 }
    const prices = [99, 101, 99, 101] as const
    expect(fired(every, [...prices, [12_000, 102], [13_000, 99], [14_000, 101]])).toEqual(['r0@1', 'r0@6'])
    expect(fired(every, [99, 101, 99.5, [10_999, 101], [11_500, 99.99], [12_000, 101]])).toEqual(['r0@1', 'r0@5'])
  })

  it('fires on a crossing in either direction, where the level itself is neither side', () => {
    expect(fired(cross, [99, 100, 99, 101])).toEqual(['r0@3'])
    expect(fired({ ...cross, repeat: 'every' }, [99, 101, 99, 101])).toEqual(['r0@1', 'r0@2', 'r0@3'])
    expect(fired({ ...cross, repeat: 'every' }, [99, 100.05, 99.95, 100.05, 99.9])).toEqual(['r0@1', 'r0@4'])
  })

  it('defaults to a crossing', () => {
    expect(fired({ kind: 'price', level: 100 }, [101, 99])).toEqual(['r0@1'])
  })

  it('fires every alert passed by a jump, in the order of their levels', () => {
    const rules = ['103', '101', '102'].map((level) => ({ ...above, level }))
    expect(fired(rules, [99, 110])).toEqual(['r1@1', 'r2@1', 'r0@1'])
    expect(
      fired(
        rules.map((rule) => ({ ...rule, direction: 'below' })),
        [110, 99],
      ),
    ).toEqual(['r0@1', 'r2@1', 'r1@1'])
  })

  it('expires at the exact instant', () => {
    const rule = { ...above, expires_at: new Date(2_000).toISOString() }
    expect(fired(rule, [99, 99, 101])).toEqual([])
    expect(fired(rule, [99, 101])).toEqual(['r0@1'])
  })

  it('parses small-coin prices exactly', () => {
    const run = openAlertRun([JSON.stringify({ id: 7, ...above, symbol: 'SHIB', level: '0.00000893' })])
    expect(run.handle(['0', 'SHIB', '0.00000893'])).toEqual([])
    expect(run.handle(['1700000000000', 'SHIB', '0.00000894'])).toEqual([
      { id: 7, at: '2023-11-14T22:13:20.000Z', value: '0.00000894', threshold: '0.00000893' },
    ])
  })
})

describe('a change alert', () => {
  const rise = { kind: 'change', direction: 'above', percent: '5', window_s: 10 }

  it('measures from the lowest price of the window, excluding its oldest instant', () => {
    expect(
      fired(rise, [
        [0, 100],
        [9_999, 105],
      ]),
    ).toEqual(['r0@1'])
    expect(
      fired(rise, [
        [0, 100],
        [10_000, 105],
      ]),
    ).toEqual([])
    expect(
      fired(rise, [
        [0, 105],
        [1_000, 100],
        [2_000, 104],
        [3_000, 105],
      ]),
    ).toEqual(['r0@3'])
  })

  it('measures a fall from the highest price, as a positive number', () => {
    const fall = { ...rise, direction: 'below' }
    expect(fired(fall, [100, 95.01, 95])).toEqual(['r0@2'])
    expect(openAlertRun([JSON.stringify({ id: 'a', symbol: 'X', ...fall })]).handle(['0', 'X', '100'])).toEqual([])
  })

  it('is exact where floating point is not', () => {
    expect(fired(rise, [3, 3.15])).toEqual(['r0@1'])
    expect(fired({ ...rise, percent: '10' }, [0.1, 0.11])).toEqual(['r0@1'])
  })

  it('fires again after the price has moved back', () => {
    expect(fired({ ...rise, repeat: 'every' }, [100, 105, 104.95, 105, 104.8, 105.5])).toEqual(['r0@1', 'r0@5'])
  })

  it('fires in either direction by default', () => {
    const either = { kind: 'change', percent: 5, window_s: 10, repeat: 'every' }
    expect(fired(either, [100, 106, 103, 100])).toEqual(['r0@1', 'r0@3'])
  })
})

describe('a volume alert', () => {
  const spike = { kind: 'volume', ratio: 3, window_s: 2 }

  it('compares with the mean of the preceding full windows', () => {
    const calm = [0, 1, 2, 3, 4, 5].map((second): [number, number, number] => [second * 1_000, 100, 10])
    expect(fired(spike, [...calm, [6_000, 100, 49]])).toEqual([])
    expect(fired(spike, [...calm, [6_000, 100, 50]])).toEqual(['r0@6'])
  })

  it('does not fire before one full window is known, or when nothing was traded', () => {
    expect(
      fired(spike, [
        [0, 1, 1],
        [1_000, 1, 1_000],
      ]),
    ).toEqual([])
    expect(
      fired(spike, [
        [0, 1, 0],
        [2_000, 1, 0],
        [4_000, 1, 0],
        [6_000, 1, 9],
      ]),
    ).toEqual([])
  })
})

describe('a run', () => {
  it('lists the rules that prices do not decide', () => {
    const run = openAlertRun(['{"id":"u","kind":"unlock"}', '', '{"id":"f","kind":"forecast","symbol":"BTC","level":"1","hours":4}'])
    expect(run.left).toEqual([
      { id: 'u', kind: 'unlock' },
      { id: 'f', kind: 'forecast' },
    ])
  })

  it.each([
    [['{'], 'rule 1: not JSON.'],
    [['{"id":"a","kind":"price","symbol":"X"}'], 'rule 1: level: an alert of the kind "price" needs it'],
    [['{"id":"a","kind":"price","symbol":"X","level":"0"}'], 'rule 1: level: must be above 0'],
    [['{"id":"a","kind":"unlock"}', '{"id":"a","kind":"unlock"}'], 'rule 2: there are two rules with the id "a".'],
  ])('rejects the rules %j', (rules, message) => {
    expect(() => openAlertRun(rules)).toThrow(new AlertRunFault(message))
  })

  it.each([
    [['x', 'X', '1'], 'row 1: time_ms is no number: x'],
    [['1.5', 'X', '1'], 'row 1: time_ms is no whole number of milliseconds: 1.5'],
    [['1', '', '1'], 'row 1: the symbol is empty.'],
    [['1', 'X', 'NaN'], 'row 1: price is no number: NaN'],
    [['1', 'X', '0'], 'row 1: the price is not above 0: 0'],
    [['1', 'X', '1', '-1'], 'row 1: the volume is below 0: -1'],
  ])('rejects the row %j', (cells, message) => {
    expect(() => openAlertRun([]).handle(cells)).toThrow(new AlertRunFault(message))
  })

  it('rejects a row that goes back in time', () => {
    const run = openAlertRun([])
    expect(run.handle(['time_ms', 'symbol', 'price'])).toEqual([])
    run.handle(['2', 'X', '1'])
    expect(() => run.handle(['1', 'X', '1'])).toThrow('row 3: its time is before that of the row above.')
  })
})
