import type { Interval } from '@aerie/core/market/candle'
import type {
  ChannelContext,
  InstrumentContext,
  MirrorBody,
  MirrorMode,
  MirrorSnapshot,
  MirrorType,
  TimeRangeContext,
} from '@aerie/wire/workspace/mirror'

/** The coin a user selected. */
export type SharedInstrument = { readonly symbol: string; readonly label: string }
/** Market time range, epoch milliseconds. */
export type SharedRange = { readonly from: number; readonly until: number }

/** Shared state of one channel. */
export type SharedChannel = {
  readonly instrument: SharedInstrument
  readonly interval: Interval
  /** Forecast horizon, 1 to 24. */
  readonly hours: number
  /** Null means the newest candles. */
  readonly range: SharedRange | null
}

/** Shared view: channels by number (1 to 8), and the layout as JSON text. */
export type SharedView = { readonly channels: ReadonlyMap<number, SharedChannel>; readonly layout: string | null }

/** Initial, empty view. */
export const NOTHING_SHARED: SharedView = { channels: new Map(), layout: null }

/** Message types that change the shared view. */
export type SharedChange = MirrorBody<'instrument' | 'timeframe' | 'range' | 'cursor' | 'layout'>

const CHANGE_TYPES: readonly MirrorType[] = ['instrument', 'timeframe', 'range', 'cursor', 'layout']
const SELECTION: readonly MirrorType[] = ['instrument', 'timeframe']

/** Whether a message changes the shared view. */
export const isSharedChange = (body: MirrorBody): body is SharedChange => CHANGE_TYPES.includes(body.type)

/** Whether `mode` forwards messages of `type`; group management messages always pass. */
export function isMirrored(type: MirrorType, mode: MirrorMode): boolean {
  if (!CHANGE_TYPES.includes(type) && type !== 'state' && type !== 'layout-fragment') return true
  if (mode === 'OFF') return false
  return mode === 'ALL' || SELECTION.includes(type) || type === 'state'
}

/** Converts a coin to an FDC3 context. */
export const instrumentContextOf = ({ symbol, label }: SharedInstrument): InstrumentContext => ({
  type: 'fdc3.instrument',
  id: { ticker: symbol },
  name: label.slice(0, 80),
})

/** Converts a range to an FDC3 context, to the millisecond. */
export const rangeContextOf = ({ from, until }: SharedRange): TimeRangeContext => ({
  type: 'fdc3.timeRange',
  startTime: new Date(from).toISOString(),
  endTime: new Date(until).toISOString(),
})

/** Converts an FDC3 context to a coin. */
export const instrumentOf = ({ id, name }: InstrumentContext): SharedInstrument => ({ symbol: id.ticker, label: name })

/** Converts an FDC3 context to a range; null for none. */
export const rangeOf = (context: TimeRangeContext | null | undefined): SharedRange | null =>
  context == null ? null : { from: Date.parse(context.startTime), until: Date.parse(context.endTime) }

/** Applies `change` to `view`; an unknown channel is not created from a partial change. Crosshairs are not part of the view. */
export function withChange(view: SharedView, change: SharedChange): SharedView {
  if (change.type === 'cursor') return view
  if (change.type === 'layout') return { ...view, layout: change.layout }
  const channel = view.channels.get(change.channel)
  if (channel === undefined) return view
  return { ...view, channels: new Map(view.channels).set(change.channel, changed(channel, change)) }
}

function changed(channel: SharedChannel, change: MirrorBody<'instrument' | 'timeframe' | 'range'>): SharedChannel {
  if (change.type === 'instrument') return { ...channel, instrument: instrumentOf(change.context) }
  if (change.type === 'range') return { ...channel, range: rangeOf(change.context) }
  return { ...channel, interval: change.interval, hours: change.hours }
}

/** Snapshot of `view` for a late joiner, limited to `mode`. */
export const snapshotOf = (view: SharedView, mode: MirrorMode): MirrorSnapshot => ({
  channels: [...view.channels].map(
    ([channel, { instrument, interval, hours, range }]): ChannelContext => ({
      channel,
      interval,
      hours,
      chart: {
        type: 'fdc3.chart',
        instruments: [instrumentContextOf(instrument)],
        ...(range === null || mode !== 'ALL' ? {} : { range: rangeContextOf(range) }),
        style: 'candle',
      },
    }),
  ),
  layout: mode === 'ALL' ? view.layout : null,
})

/** View from a snapshot; in modes other than ALL, range and layout of `before` are kept. */
export function viewOf({ channels, layout }: MirrorSnapshot, mode: MirrorMode, before: SharedView): SharedView {
  return {
    channels: new Map(
      channels.map(({ channel, chart, interval, hours }) => [
        channel,
        {
          instrument: instrumentOf(chart.instruments[0]),
          interval,
          hours,
          range: mode === 'ALL' ? rangeOf(chart.range) : (before.channels.get(channel)?.range ?? null),
        },
      ]),
    ),
    layout: mode === 'ALL' ? layout : before.layout,
  }
}
