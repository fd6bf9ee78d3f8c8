import type { Candle } from '@aerie/core/candle'
import { INDICATORS } from '@aerie/core/indicators/catalogue'
import { type Indicator, type Row, updateRows } from '@aerie/core/indicators/indicator'
import { type IndicatorFigure, type IndicatorTemplate, registerIndicator } from 'klinecharts'
import { type Bar, isGap } from './bars.ts'
import { drawCloud, drawIndicator } from './indicator-drawing.ts'

type Candles = {
  /** Without the gaps. */
  readonly candles: Candle[]
  /** How many candles there are before each bar. */
  readonly before: number[]
}
type Memory = { readonly list: readonly Bar[]; readonly parameters: readonly number[]; readonly rows: Row[]; readonly result: Row[] }

/** Bars that a reading may set right in place, and that are therefore computed again at each tick. */
export const RECENT_BARS = 8
const candlesOfList = new WeakMap<readonly Bar[], Candles>()
const memories = new WeakMap<object, Memory>()
const NO_ROW: Row = {}
const BIG = new Set(['VOL', 'OBV', 'PVT'])
let isRegistered = false

/** Puts our indicators in the place of the library's own, which compute the whole history at every tick. Once is enough. */
export function registerIndicators(): void {
  if (isRegistered) return
  isRegistered = true
  for (const indicator of INDICATORS) registerIndicator(templateOf(indicator))
}

function templateOf(indicator: Indicator): IndicatorTemplate<Row, number> {
  const initial = indicator.parameters.map((parameter) => parameter.initial)
  return {
    name: indicator.name,
    shortName: indicator.name,
    series: indicator.isOnPrice ? 'price' : indicator.name === 'VOL' ? 'volume' : 'normal',
    calcParams: initial,
    shouldFormatBigNumber: BIG.has(indicator.name),
    ...(indicator.name === 'VOL' ? { minValue: 0 } : {}),
    figures: figuresOf(indicator, initial),
    regenerateFigures: (parameters) => figuresOf(indicator, parameters),
    calc: (list, instance) => rowsFor(indicator, instance, list),
    draw: (given) => {
      drawIndicator(indicator, given)
      if (indicator.name === 'ICHIMOKU') drawCloud(given)
      return true
    },
  }
}

/**
 * A row for each bar, brought up to date: only the last bars are computed again, unless the list or the parameters are others.
 *
 * @param instance whose memory it is: one indicator on one chart
 */
export function rowsFor(indicator: Indicator, instance: { readonly calcParams: readonly number[] }, list: readonly Bar[]): Row[] {
  const { candles, before } = candlesOf(list)
  const known = memories.get(instance)
  const isSame = known !== undefined && known.list === list && known.parameters === instance.calcParams
  const memory: Memory = isSame ? known : { list, parameters: instance.calcParams, rows: [], result: [] }
  memories.set(instance, memory)
  const start = Math.max(0, memory.result.length - RECENT_BARS)
  updateRows(indicator, { candles, parameters: memory.parameters }, memory.rows, before[start] ?? 0)
  memory.result.length = start
  for (let i = start; i < list.length; i++) memory.result.push(isGap(list[i]!) ? NO_ROW : (memory.rows[before[i]!] ?? NO_ROW))
  return memory.result
}

function candlesOf(list: readonly Bar[]): Candles {
  const known = candlesOfList.get(list) ?? { candles: [], before: [] }
  candlesOfList.set(list, known)
  const start = Math.max(0, known.before.length - RECENT_BARS)
  known.candles.length = known.before[start] ?? 0
  known.before.length = start
  for (let i = start; i < list.length; i++) {
    known.before.push(known.candles.length)
    const bar = list[i]!
    if (!isGap(bar)) known.candles.push(candleOf(bar))
  }
  return known
}

const candleOf = ({ timestamp, open, high, low, close, volume }: Bar): Candle => ({
  time: timestamp / 1000,
  open,
  high,
  low,
  close,
  volume: volume ?? Number.NaN,
})

/** What the axis and the legend know of an indicator; the drawing is ours. */
const figuresOf = (indicator: Indicator, parameters: readonly number[]): Array<IndicatorFigure<Row>> =>
  indicator.figures(parameters).map(({ key, title, kind }) => ({ key, title: `${title} `, type: LIBRARY_KINDS[kind] }))
const LIBRARY_KINDS = { line: 'line', bar: 'bar', dot: 'circle' } as const
