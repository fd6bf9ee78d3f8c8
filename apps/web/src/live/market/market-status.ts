import { type EpochMs, epochMs, SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import type { MarketStatus } from '@aerie/wire/market/market'
import { useEffect } from 'react'
import { create } from 'zustand'
import { type Moment, momentNow, sinceMs } from '../../lib/elapsed.ts'
import { useServerState } from '../../lib/http/server-state.ts'
import { startLive } from '../socket/live-client.ts'
import * as WORDS from '../socket/live-words.ts'
import { newestPriceTime } from './quotes.ts'

/**
 * How this window hears of the market. connecting: not yet. socket: pushed as it happens. polling: asked for every few
 * seconds, because no socket gets through. offline: no answer by either way.
 */
export type LiveLink = 'connecting' | 'socket' | 'polling' | 'offline'

/** Prices are asked for this often while no socket gets through. */
export const POLL_EVERY_MS = 5000

type MarketClock = { readonly marketTime: number; readonly speed: number; readonly heardAt: Moment }
type MarketStatusState = {
  readonly link: LiveLink
  /** As the server last said; null before it did. */
  readonly status: MarketStatus | null
  readonly clock: MarketClock | null
  /** Nothing this window shows is newer than the source allows. Kept by `checkStaleness`, once a second. */
  readonly isSilent: boolean
}

/** The market as this window knows it: state only, the functions below change it. */
export const useMarketState = create<MarketStatusState>(() => ({ link: 'connecting', status: null, clock: null, isSilent: false }))

/** What the header badge shows. */
export type MarketBadge = {
  readonly badge: MarketStatus['badge']
  /** One sentence on where the prices come from, or why they are old. */
  readonly detail: string
  readonly source: MarketStatus['source']
  readonly link: LiveLink
  /** Market clock of the newest price known here, epoch ms; null before the first. For its age ask `marketNow()`. */
  readonly newestTick: number | null
}

/**
 * The state of the market for the header badge; null until the server has said. Starts the live connection. Renders
 * only when the words change, never on a tick.
 */
export function useMarketStatus(): MarketBadge | null {
  useEffect(() => startLive(() => setLink('offline')), [])
  useEffect(() => every(SECOND_MS, checkStaleness), [])
  const status = useMarketState((state) => state.status)
  const link = useMarketState((state) => state.link)
  const isLost = useServerState(({ kind }) => kind === 'away') && link !== 'socket'
  const isSilent = useMarketState((state) => state.isSilent) || isLost
  if (status === null) return null
  const { badge, detail, source } = status
  const newestTick = newestKnown(status)
  if (badge === 'STALE' || !isSilent) return { badge, detail, source, link, newestTick }
  return { badge: 'STALE', detail: silenceText(link, detail), source, link, newestTick }
}

/** The market's clock now, carried on from when the server last told it; null before it did. */
export function marketNow(): EpochMs | null {
  const { clock } = useMarketState.getState()
  return clock && epochMs(clock.marketTime + sinceMs(clock.heardAt) * clock.speed)
}

/** Age of something of the market's clock `asOf`, in market milliseconds, never negative; null where no clock is known. */
export function ageMs(asOf: number): number | null {
  const now = marketNow()
  return now === null ? null : Math.max(0, now - asOf)
}

/** Whether a price of the clock `asOf` is older than its source allows. */
export function isStalePrice(asOf: number | null): boolean {
  const { status } = useMarketState.getState()
  const age = asOf === null ? null : ageMs(asOf)
  return status !== null && age !== null && age > status.stale_after_ms
}

/** Takes the server's word on the market; `heardAt` is when it was given, at the earliest: ages are rather told too high than too low. */
export function putStatus(status: MarketStatus, heardAt: Moment = momentNow()): void {
  const before = useMarketState.getState().status
  // Charts and lists of another market, or of another moment of a recording, would stand beside this one: the page is reloaded.
  if (before !== null && isAnother(before, status)) globalThis.location.reload()
  useMarketState.setState({ status, clock: { marketTime: status.market_time, speed: status.speed, heardAt } })
  checkStaleness()
}

/** Whether what was read under one status has no meaning under the other: another source, or another run of a recording. */
export const isAnother = (before: MarketStatus, status: MarketStatus): boolean =>
  before.source !== status.source || before.replay?.run !== status.replay?.run

/** Sets the clock right by a newer reading (a page or statistics of `marketTime`), so that it never lags what is shown. */
export function putMarketTime(marketTime: number): void {
  const { clock } = useMarketState.getState()
  const now = marketNow()
  if (clock !== null && now !== null && marketTime > now) useMarketState.setState({ clock: { ...clock, marketTime, heardAt: momentNow() } })
}

/** Notes how this window hears of the market. */
export const setLink = (link: LiveLink): void => {
  if (useMarketState.getState().link !== link) useMarketState.setState({ link })
}

/** Resolves once the server has answered this window, by a socket or by polling; at once where it has. */
export const whenLinked = (): Promise<void> =>
  new Promise((resolve) => {
    const isLinked = (): boolean => ['socket', 'polling'].includes(useMarketState.getState().link)
    if (isLinked()) return resolve()
    const stop = useMarketState.subscribe(() => {
      if (!isLinked()) return
      stop()
      resolve()
    })
  })

/** Looks whether everything known here has grown too old; sets state only when that changes. */
export function checkStaleness(): void {
  const { status, isSilent } = useMarketState.getState()
  const newest = status && newestKnown(status)
  const silent = newest !== null && isStalePrice(newest)
  if (silent !== isSilent) useMarketState.setState({ isSilent: silent })
}

function newestKnown(status: MarketStatus): number | null {
  const newest = Math.max(newestPriceTime() ?? 0, status.newest_tick ?? 0)
  return newest > 0 ? newest : null
}

const silenceText = (link: LiveLink, detail: string): string =>
  link === 'socket' ? `No new prices for a while. ${detail}` : WORDS.connectionLostPrices(detail)
