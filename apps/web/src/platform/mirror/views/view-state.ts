import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import { listenerSet } from '@aerie/runtime/listener-set'
import { symbol } from '@aerie/wire/market/market'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useSession } from '../../session/session.ts'
import { parseJson } from '../../storage/storage.ts'
import { readSessionValue, writeSessionValue } from '../own-storage.ts'

/** Session storage key. Survives a reload; cleared on logout. */
const KEY = 'aerie-view'

const channelView = z.strictObject({
  instrument: z.strictObject({ symbol, label: z.string().check(z.maxLength(80)) }),
  interval: z.enum(INTERVALS),
  hours: z.int().check(z.gte(1), z.lte(24)),
  range: z.nullable(z.strictObject({ from: z.number(), until: z.number() })),
})
type StoredChannel = z.output<typeof channelView>
const storedView = z.strictObject({ user: z.string(), channels: z.array(channelView) })

const userHere = (): string | undefined => {
  const { user, token } = useSession.getState()
  return token === null ? undefined : user?.user_id
}

/** Channel 1 first; null if this user has no valid stored view. */
function readStoredView(): readonly StoredChannel[] | null {
  const user = userHere()
  const parsed = z.safeParse(storedView, parseJson(readSessionValue(KEY) ?? ''))
  return user !== undefined && parsed.success && parsed.data.user === user ? parsed.data.channels : null
}

/** Stores nothing for guests or after logout. */
function storeView(channels: readonly StoredChannel[]): void {
  const user = userHere()
  if (user !== undefined) writeSessionValue(KEY, JSON.stringify({ user, channels }))
}

/** The eight FDC3 user channels: members of one share coin, time and range. */
export const CHANNELS = [1, 2, 3, 4, 5, 6, 7, 8] as const
export type Channel = (typeof CHANNELS)[number]

export const channelOf = (number: number | null): Channel | null => CHANNELS.find((each) => each === number) ?? null

export type Instrument = { readonly symbol: string; readonly label: string }

/** Market time, epoch ms. */
export type TimeRange = { readonly from: number; readonly until: number }

export type ChannelView = {
  readonly instrument: Instrument
  readonly interval: Interval
  /** Forecast horizon in hours, 1 to 24. */
  readonly hours: number
  /** Null: follow the latest candle. */
  readonly range: TimeRange | null
}

export type ViewState = { readonly channels: Readonly<Record<Channel, ChannelView>> }

const START: ChannelView = { instrument: { symbol: 'BTC', label: 'Bitcoin' }, interval: '1h', hours: 24, range: null }
function firstView(): Record<Channel, ChannelView> {
  const kept = readStoredView() ?? []
  const of = (channel: Channel): ChannelView => kept[channel - 1] ?? START
  return { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5), 6: of(6), 7: of(7), 8: of(8) }
}

export const useViewState = create<ViewState>()(() => ({ channels: firstView() }))

export const resetView = (): void => useViewState.setState({ channels: firstView() })

// Saved on each change, because a crash fires no unload event.
useViewState.subscribe(({ channels }) => storeView(CHANNELS.map((channel) => channels[channel])))

const changes = listenerSet<[channel: Channel, change: Partial<ChannelView>]>()

export const changeChannel = (channel: Channel, change: Partial<ChannelView>): void => {
  setChannel(channel, change)
  changes.emit(channel, change)
}

/** For remote changes: not forwarded. No-ops keep the state object, or all charts would render again when a new leader sends everything. */
export const setChannel = (channel: Channel, change: Partial<ChannelView>): void =>
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

/** Emits the user's changes in this window, never remote ones. @returns unsubscribe function */
export const onChannelChange = changes.subscribe

/** Target of the coin, timeframe and horizon shortcuts: a channel, or part of a page with its own state. */
export type ViewTarget = {
  readonly symbol: string
  readonly chooseCoin: (coin: Instrument) => void
  readonly chooseInterval: ((interval: Interval) => void) | null
  readonly chooseHours: ((hours: number) => void) | null
}

export const channelTarget = (channel: Channel): ViewTarget => ({
  symbol: useViewState.getState().channels[channel].instrument.symbol,
  chooseCoin: (instrument) => changeChannel(channel, { instrument }),
  chooseInterval: (interval) => changeChannel(channel, { interval }),
  chooseHours: (hours) => changeChannel(channel, { hours }),
})

type FindTarget = () => ViewTarget | null

const targetStore = createStore<{ readonly find: FindTarget | null }>(() => ({ find: null }))

/** Sets the shortcut target. @param find called on each key press; null if no part is meant. @returns unsubscribe function */
export function bindViewTarget(find: FindTarget): () => void {
  targetStore.setState({ find })
  return () => {
    if (targetStore.getState().find === find) targetStore.setState({ find: null })
  }
}

export const viewTarget = (): ViewTarget => targetStore.getState().find?.() ?? channelTarget(1)
