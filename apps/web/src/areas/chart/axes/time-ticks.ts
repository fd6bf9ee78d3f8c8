import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import type { AxisCreateTicksParams, AxisTick, Chart } from 'klinecharts'
import { isByDay } from '../bars/bar-time.ts'
import type { Bar } from '../bars/bars.ts'
import { PRICE_PANE } from '../engine/engine-options.ts'

/** Distance between labels, in em. */
const APART_EM = 6.5
/** Half of the widest label, in em: nearer to an edge it would be clipped and misread. */
const HALF_EM = 2.2
const PARTS = [12, 6, 3, 1].map((hours) => hours * HOUR_MS).concat([30, 15, 5, 1].map((minutes) => minutes * MINUTE_MS))

/** Ranks of what begins with a bar: higher ranks are labelled first. */
const YEAR = 20
const MONTH = 19
const DAY = 18

type Zoned = { readonly zone: string | undefined }
const formats = ({ zone }: Zoned) => {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(undefined, { timeZone: zone, ...options })
  return {
    year: format({ year: 'numeric' }),
    month: format({ month: 'short' }),
    day: format({ day: 'numeric', month: 'short' }),
    clock: format({ hour: '2-digit', minute: '2-digit' }),
  }
}
/** Days and weeks are in UTC like their candles; finer intervals are in the user's time zone. */
const local = formats({ zone: undefined })
const utc = formats({ zone: 'UTC' })

/** Shifts the instant so that local days and hours are whole in UTC. */
const zonedMs = (ms: number, interval: Interval): number => (isByDay(interval) ? ms : ms - new Date(ms).getTimezoneOffset() * MINUTE_MS)

/** Rank of what begins at `at` (ms, shifted as by `zonedMs`): a year, a month, a day or the largest part of one. */
export function rankOf(before: number, at: number): number {
  if (Math.floor(before / DAY_MS) === Math.floor(at / DAY_MS)) {
    const part = PARTS.findIndex((length) => Math.floor(before / length) !== Math.floor(at / length))
    return part === -1 ? 0 : PARTS.length - part
  }
  const [was, is] = [new Date(before), new Date(at)]
  if (was.getUTCFullYear() !== is.getUTCFullYear()) return YEAR
  return was.getUTCMonth() === is.getUTCMonth() ? DAY : MONTH
}

export function timeTicksOf(chart: Chart, interval: Interval): (params: AxisCreateTicksParams) => AxisTick[] {
  let known: { readonly key: string; readonly ticks: AxisTick[] } = { key: '', ticks: [] }
  return ({ range, bounding: { width } }) => {
    const bars = chart.getDataList()
    const em = chart.getStyles().xAxis.tickText.size
    const [{ x: origin } = {}] = [chart.convertToPixel([{ dataIndex: 0 }], { paneId: PRICE_PANE })].flat()
    const key = [bars.length, bars[0]?.timestamp, bars.at(-1)?.timestamp, origin, chart.getBarSpace().bar, width, em].join()
    if (key !== known.key) {
      const from = Math.max(0, Math.floor(range.realFrom))
      const marks = marksOf(bars, { from, to: Math.ceil(range.realTo), interval })
      const space = chart.getBarSpace().bar
      known = { key, ticks: ticksOf(marks, { apart: (APART_EM * em) / space, interval, at: positionOf(chart, width, HALF_EM * em) }) }
    }
    return known.ticks
  }
}

type Mark = { readonly index: number; readonly time: number; readonly rank: number }
type Span = { readonly from: number; readonly to: number; readonly interval: Interval }

export function marksOf(bars: readonly Pick<Bar, 'timestamp'>[], { from, to, interval }: Span): Mark[] {
  const last = bars.at(-1)
  if (last === undefined) return []
  const timeOf = (index: number): number => bars[index]?.timestamp ?? last.timestamp + (index - bars.length + 1) * INTERVAL_MS[interval]
  const marks: Mark[] = []
  let before = from === 0 ? null : zonedMs(timeOf(from - 1), interval)
  for (let index = from; index < to; index++) {
    const time = timeOf(index)
    const at = zonedMs(time, interval)
    if (before !== null) marks.push({ index, time, rank: rankOf(before, at) })
    before = at
  }
  return marks
}

const positionOf = (chart: Chart, width: number, half: number) => (index: number) => {
  const [{ x } = {}] = [chart.convertToPixel([{ dataIndex: index }], { paneId: PRICE_PANE })].flat()
  return x === undefined || Math.min(x, width - x) < half ? null : x
}

type Labelling = {
  readonly apart: number
  readonly interval: Interval
  readonly at: (index: number) => number | null
}

/** The labels that fit, highest rank first. Parts of a day are all or none, else irregular times remain at the edges. */
export function ticksOf(marks: readonly Mark[], { apart, interval, at }: Labelling): AxisTick[] {
  const shown: Mark[] = []
  for (const mark of marks.toSorted((a, b) => b.rank - a.rank || a.index - b.index)) {
    if (mark.rank <= PARTS.length && partBars(mark.rank, interval) < apart) break
    if (shown.every(({ index }) => Math.abs(index - mark.index) >= apart)) shown.push(mark)
  }
  return shown
    .toSorted((a, b) => a.index - b.index)
    .flatMap((mark) => {
      const coord = at(mark.index)
      return coord === null ? [] : [{ coord, value: mark.time, text: tickText(mark, interval) }]
    })
}

const partBars = (rank: number, interval: Interval): number => (PARTS[PARTS.length - rank] ?? 0) / INTERVAL_MS[interval]

function tickText({ time, rank }: Mark, interval: Interval): string {
  const format = isByDay(interval) ? utc : local
  if (rank === YEAR) return format.year.format(time)
  if (rank === MONTH) return format.month.format(time)
  return (rank === DAY ? format.day : format.clock).format(time)
}
