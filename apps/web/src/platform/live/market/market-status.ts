import { type EpochMs, epochMs, HOUR_MS, SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import type { MarketStatus } from '@aerie/wire/market/market'
import { useEffect, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { useServerState } from '../../api/server-state.ts'
import { reloadPage } from '../../browser/chunk-recovery.ts'
import { type Moment, momentNow, sinceMs } from '../../browser/elapsed.ts'
import { startLive } from '../socket/live-client.ts'
import { newestPriceTime } from './quotes.ts'

/** Source of market data. socket: pushed. polling: no socket connects, fetched every few seconds. offline: no response either way. */
export type LiveLink = 'connecting' | 'socket' | 'polling' | 'offline'

export const POLL_EVERY_MS = 5000

type MarketClock = { readonly marketTime: number; readonly speed: number; readonly receivedAt: Moment }
type MarketStatusState = {
  readonly link: LiveLink
  readonly status: MarketStatus | null
  readonly clock: MarketClock | null
  /** No price here is fresh by the source's rule. Updated once a second by `checkStaleness`. */
  readonly isSilent: boolean
}

export const useMarketState = create<MarketStatusState>(() => ({ link: 'connecting', status: null, clock: null, isSilent: false }))

export type MarketBadge = {
  readonly badge: MarketStatus['badge']
  readonly detail: string
  readonly source: MarketStatus['source']
  readonly link: LiveLink
  /** Market time of the newest price, epoch ms; null before the first. For its age use `marketNow()`. */
  readonly newestTick: number | null
}

/** State for the header badge; null until known. Starts the live connection. Renders only when the text changes, never on a tick. */
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

/** Market time now, extrapolated from the server's last report; null before it. */
export function marketNow(): EpochMs | null {
  const { clock } = useMarketState.getState()
  return clock && epochMs(clock.marketTime + sinceMs(clock.receivedAt) * clock.speed)
}

/** Age of the market time `asOf` in ms, never negative; null if the clock is unknown. */
export function ageMs(asOf: number): number | null {
  const now = marketNow()
  return now === null ? null : Math.max(0, now - asOf)
}

/** Older than the source allows, or of a symbol whose recording has no prices now. */
export function isStalePrice(asOf: number | null, symbol?: string): boolean {
  const { status } = useMarketState.getState()
  if (asOf !== null && hasNoPrices(status, symbol)) return true
  const age = asOf === null ? null : ageMs(asOf)
  return status !== null && age !== null && age > status.stale_after_ms
}

const hasNoPrices = (status: MarketStatus | null, symbol: string | undefined): boolean =>
  symbol !== undefined && status?.without_prices?.includes(symbol) === true

/** Whether a replay has no prices of the symbol now: it has no book and orders that need it are refused. */
export const useIsWithoutPrices = (symbol: string): boolean => useMarketState(({ status }) => hasNoPrices(status, symbol))

/** Stores the server's status. `receivedAt` is its earliest possible time: ages are overestimated rather than underestimated. */
export function setStatus(status: MarketStatus, receivedAt: Moment = momentNow()): void {
  const before = useMarketState.getState().status
  // Charts and lists of another market or replay moment must not remain: reloads the page. Typed text delays that until it is sent or cleared.
  if (before !== null && isAnother(before, status) && !reloadPage(0)) {
    useMarketState.setState({ status: { ...before, badge: 'STALE', detail: OF_BEFORE } })
    return
  }
  useMarketState.setState({ status, clock: { marketTime: status.market_time, speed: status.speed, receivedAt } })
  checkStaleness()
}

const OF_BEFORE = 'The server shows another market now. To see it, send or clear what you typed, or reload the page.'

/** Whether data from one status is invalid under the other: another source or another replay run. */
export const isAnother = (before: MarketStatus, status: MarketStatus): boolean =>
  before.source !== status.source || before.replay?.run !== status.replay?.run

/** Advances the clock by a newer market time, so that it never lags displayed data. */
export function advanceMarketTime(marketTime: number): void {
  const { clock } = useMarketState.getState()
  const now = marketNow()
  if (clock !== null && now !== null && marketTime > now)
    useMarketState.setState({ clock: { ...clock, marketTime, receivedAt: momentNow() } })
}

export const setLink = (link: LiveLink): void => {
  if (useMarketState.getState().link !== link) useMarketState.setState({ link })
}

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
  link === 'socket' ? `No new prices for a while. ${detail}` : connectionLostPrices(detail)

export const connectionLostPrices = (detail: string) => `Connection lost; prices are the last known ones. ${detail}`

/** Interval of refetching what changes each market hour: shorter in a fast replay, within the limits. */
export const hourlyRefreshMs = (soonestMs: number, mostMs: number): number =>
  Math.min(mostMs, Math.max(soonestMs, HOUR_MS / (useMarketState.getState().clock?.speed || 1)))

/** Market time in epoch ms, updated each second; null until known. */
export const useMarketClock = (): number | null => useSyncExternalStore(everySecond, wholeSecond)

const everySecond = (changed: () => void): (() => void) => every(SECOND_MS, changed)

function wholeSecond(): number | null {
  const now = marketNow()
  return now === null ? null : Math.floor(now / SECOND_MS) * SECOND_MS
}
