import { type ChartSettings, chartSettings, type Drawing } from '@aerie/wire/market/charts'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { mergeChart } from './merge-chart.ts'

const settings = (changes: Partial<ChartSettings> = {}): ChartSettings => ({ ...z.parse(chartSettings, {}), ...changes })
const line = (id: string, changes: Partial<Drawing> = {}): Drawing => ({
  id,
  kind: 'horizontal',
  points: [{ price: 5 }],
  locked: false,
  ...changes,
})
const at = (price: number) => ({ points: [{ price }] })
const drawings = (base: Drawing[], mine: Drawing[], theirs: Drawing[]) =>
  mergeChart({ base: settings({ drawings: base }), mine: settings({ drawings: mine }), theirs: settings({ drawings: theirs }) }).drawings

it('includes the drawings of both sides', () => expect(drawings([], [line('a')], [line('b')])).toEqual([line('b'), line('a')]))

it('drops what one side deleted and the other left unchanged', () => {
  expect(drawings([line('a'), line('b')], [line('b')], [line('a'), line('b')])).toEqual([line('b')])
  expect(drawings([line('a')], [line('a')], [])).toEqual([])
})

it('keeps what one side deleted and the other changed', () => {
  expect(drawings([line('a')], [], [line('a', at(6))])).toEqual([line('a', at(6))])
  expect(drawings([line('a')], [line('a', at(6))], [])).toEqual([line('a', at(6))])
})

it('takes the only change when one side made it', () => {
  expect(drawings([line('a')], [line('a')], [line('a', at(6))])).toEqual([line('a', at(6))])
  expect(drawings([line('a')], [line('a', at(6))], [line('a')])).toEqual([line('a', at(6))])
  expect(drawings([line('a')], [line('a', { locked: true })], [line('a', at(6))])).toEqual([line('a', { ...at(6), locked: true })])
})

it('keeps both versions when both sides changed the same drawing differently', () => {
  const [mine, theirs, ...more] = drawings([line('a')], [line('a', at(6))], [line('a', at(7))])
  expect(mine).toEqual(line('a', at(6)))
  expect(theirs).toMatchObject(at(7))
  expect(theirs?.id).not.toBe('a')
  expect(more).toEqual([])
})

it('keeps one drawing when both sides did the same, and the same object, so that it is not redrawn', () => {
  const mine = line('a', { text: 'x' })
  const { locked, id, ...rest } = mine
  expect(drawings([], [mine], [{ ...rest, locked, id }])[0]).toBe(mine)
})

it('merges the display settings each side changed', () => {
  const base = settings()
  const merged = mergeChart({ base, mine: settings({ scale: 'log' }), theirs: settings({ interval: '4h', scale: 'percent' }) })
  expect(merged).toMatchObject({ scale: 'log', interval: '4h' })
})

it('merges indicators and compared coins, within the limits of a chart', () => {
  const sma = (length: number) => ({ name: 'SMA', parameters: [length] })
  const merged = mergeChart({
    base: settings({ indicators: [sma(5), sma(10)], compare: ['ETH'] }),
    mine: settings({ indicators: [sma(5), sma(20)], compare: ['ETH', 'SOL'] }),
    theirs: settings({ indicators: [sma(5), sma(10), sma(30)], compare: ['ADA', 'XRP', 'DOGE'] }),
  })
  expect(merged.indicators).toEqual([sma(5), sma(20), sma(30)])
  expect(merged.compare).toEqual(['SOL', 'ADA', 'XRP'])
})

it('returns the identical lists of the other side when one side changed nothing', () => {
  const base = settings({ drawings: [line('a')], indicators: [{ name: 'SMA', parameters: [5] }] })
  const mine = { ...base, drawings: [line('a'), line('b')] }
  const merged = mergeChart({ base, mine, theirs: base })
  expect(merged.drawings).toBe(mine.drawings)
  expect(merged.indicators).toBe(base.indicators)
})

it('is idempotent, including for copies of drawings that both sides changed', () => {
  const base = settings({ drawings: [line('a'), line('b')] })
  const mine = settings({ drawings: [line('a', at(6)), line('c')], scale: 'log' })
  const theirs = settings({ drawings: [line('a', at(7)), line('b'), line('d')], compare: ['ETH'] })
  const once = mergeChart({ base, mine, theirs })
  expect(once.drawings).toHaveLength(4)
  expect(mergeChart({ base, mine, theirs: once })).toEqual(once)
  expect(mergeChart({ base, mine, theirs })).toEqual(once)
})

it('keeps the id of a copy within the length limit', () => {
  const id = 'x'.repeat(64)
  const copies = drawings([line(id)], [line(id, at(6))], [line(id, at(7))])
  expect(copies.map((each) => z.safeParse(chartSettings, { drawings: [each] }).success)).toEqual([true, true])
})

it('keeps an indicator style set by one side, and one of the two when both set one', () => {
  const ema = (color?: number) => ({
    name: 'EMA',
    parameters: [20],
    ...(color === undefined ? {} : { styles: [{ color, width: 1, dash: 'solid' as const }] }),
  })
  const merged = (mine: number | undefined, theirs: number | undefined) =>
    mergeChart({
      base: settings({ indicators: [ema()] }),
      mine: settings({ indicators: [ema(mine)] }),
      theirs: settings({ indicators: [ema(theirs)] }),
    }).indicators
  expect([merged(2, undefined), merged(undefined, 3), merged(2, 3)]).toEqual([[ema(2)], [ema(3)], [ema(2)]])
})
