import type { Interval } from '@aerie/core/market/candle'
import { listenerSet } from '@aerie/runtime/listener-set'
import { create } from 'zustand'
import { readStoredView, storeView } from './stored-view.ts'

/** The eight user channels of FDC3: what stands on one of them looks at the same coin, time and range. */
export const CHANNELS = [1, 2, 3, 4, 5, 6, 7, 8] as const
export type Channel = (typeof CHANNELS)[number]

/** A channel by its number; null for none. */
export const channelOf = (number: number | null): Channel | null => CHANNELS.find((each) => each === number) ?? null

/** A coin as the user chose it; `label` is what to call it. */
export type Instrument = { readonly symbol: string; readonly label: string }

/** Market time from and until, in epoch milliseconds. */
export type TimeRange = { readonly from: number; readonly until: number }

/** What a channel looks at. */
export type ChannelView = {
  readonly instrument: Instrument
  /** Width of a candle. */
  readonly interval: Interval
  /** Horizon of forecasts, in hours, 1 to 24. */
  readonly hours: number
  /** Null: the chart follows the newest candle. */
  readonly range: TimeRange | null
}

export type ViewState = { readonly channels: Readonly<Record<Channel, ChannelView>> }

const START: ChannelView = { instrument: { symbol: 'BTC', label: 'Bitcoin' }, interval: '1h', hours: 24, range: null }
/** Every channel as it was in this window before a reload, else at the start. */
function firstView(): Record<Channel, ChannelView> {
  const kept = readStoredView() ?? []
  const of = (channel: Channel): ChannelView => kept[channel - 1] ?? START
  return { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5), 6: of(6), 7: of(7), 8: of(8) }
}

/** What each channel of this window looks at, followed by mirror windows. */
export const useViewState = create<ViewState>()(() => ({ channels: firstView() }))

/** Another user is here: every channel as that one had it before a reload, else at the start. */
export const resetView = (): void => useViewState.setState({ channels: firstView() })

// At each change, not when the page is left: a crash does not say goodbye.
useViewState.subscribe(({ channels }) => storeView(CHANNELS.map((channel) => channels[channel])))

const changes = listenerSet<[channel: Channel, change: Partial<ChannelView>]>()

/** Changes part of what `channel` looks at: something the user does. A leader's followers see it too. */
export const changeChannel = (channel: Channel, change: Partial<ChannelView>): void => {
  putChannel(channel, change)
  changes.tell(channel, change)
}

/**
 * As `changeChannel`, for what comes from elsewhere: it goes no further. What says nothing new leaves the state as it is: a new
 * leader tells all of it, and a window full of charts would be drawn again for nothing in the moment of the take-over.
 */
export const putChannel = (channel: Channel, change: Partial<ChannelView>): void =>
  useViewState.setState((state) => {
    const before = state.channels[channel]
    const next = { ...before, ...change }
    return isSameView(before, next) ? state : { channels: { ...state.channels, [channel]: next } }
  })

const isSameView = (one: ChannelView, other: ChannelView): boolean =>
  one.interval === other.interval &&
  one.hours === other.hours &&
  one.instrument.symbol === other.instrument.symbol &&
  one.instrument.label === other.instrument.label &&
  one.range?.from === other.range?.from &&
  one.range?.until === other.range?.until

/** Hears what the user changes in this window, never what came from elsewhere. @returns how to stop */
export const onChannelChange = changes.subscribe

/** What the keys for coin, timeframe and horizon turn: a channel, or a part of the page that keeps its own. */
export type ViewTarget = {
  readonly symbol: string
  readonly chooseCoin: (coin: Instrument) => void
  /** Null where it shows no candles whose timeframe could be chosen. */
  readonly chooseInterval: ((interval: Interval) => void) | null
  /** Null where it shows no forecast whose horizon could be chosen. */
  readonly chooseHours: ((hours: number) => void) | null
}

/** A channel as what the keys turn: all that stands on it goes along. */
export const channelTarget = (channel: Channel): ViewTarget => ({
  symbol: useViewState.getState().channels[channel].instrument.symbol,
  chooseCoin: (instrument) => changeChannel(channel, { instrument }),
  chooseInterval: (interval) => changeChannel(channel, { interval }),
  chooseHours: (hours) => changeChannel(channel, { hours }),
})

let findTarget: (() => ViewTarget | null) | null = null

/**
 * Says what the keys are for while a workspace is on show.
 *
 * @param find asked at each press; null where no part of it is meant
 * @returns how to stop
 */
export function bindViewTarget(find: () => ViewTarget | null): () => void {
  findTarget = find
  return () => {
    if (findTarget === find) findTarget = null
  }
}

/** What the keys turn now; the first channel where nothing else is meant. */
export const viewTarget = (): ViewTarget => findTarget?.() ?? channelTarget(1)
