import { itemAt } from '@aerie/core/item-at'
import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { SECOND_MS } from '@aerie/core/time'
import { type CandleTuple, getAsset } from '@aerie/wire/market/market'
import type { DataLoader, DataLoaderGetBarsParams } from 'klinecharts'
import { api } from '../../../platform/api/api.ts'
import { ApiError } from '../../../platform/api/api-error.ts'
import { isServerReady, onServerChange } from '../../../platform/api/server-state.ts'
import { useMarketState } from '../../../platform/live/market/market-status.ts'
import { applyDetails, figuresOf, onFigures, watchSymbol } from '../../../platform/live/market/quotes.ts'
import { type CandleQuery, mayHaveOlder, PAGE_CANDLES, readCandles, readSince } from '../../market/index.ts'
import { RECENT_BARS } from '../indicators/indicator-rows.ts'
import { type Bar, barOf, barsFromTick, barsOf, gapsBetween, underPrice } from './bars.ts'

const REFRESH_MS = 10 * SECOND_MS
const FASTEST_REFRESH_MS = 2 * SECOND_MS
/** If more bars behind than this, the chart reloads. */
const MOST_BEHIND = 300

export type FeedState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed'; readonly error: unknown }

type FeedOptions = {
  readonly symbol: string
  readonly interval: Interval
  /** The first page reaches back to this time in ms, unless that is too far. */
  readonly since: number | null
  readonly onState: (state: FeedState) => void
  /** Called with true when fetching older candles fails and false when it works again. */
  readonly onOlderFailed: (hasFailed: boolean) => void
}
type JoinedChart = { readonly getDataList: () => Bar[]; readonly resetData: () => void }
export type CandleFeed = {
  readonly loader: DataLoader
  readonly join: (chart: JoinedChart) => void
  readonly close: () => void
}

/** Candles by page and the forming one from live prices, outside React: one update per batch of prices. */
export function candleFeed(options: FeedOptions): CandleFeed {
  const { symbol, interval } = options
  const gone = new AbortController()
  let chart: JoinedChart | undefined
  let setBar: ((bar: Bar) => void) | undefined
  const unwatch = watchSymbol(symbol)
  if (figuresOf(symbol) === undefined) void readFigures(symbol, gone.signal)
  const follow = () => {
    const last = chart?.getDataList().at(-1)
    const known = figuresOf(symbol)
    if (setBar === undefined || last === undefined || known?.price == null || known.asOf === null) return
    if ((known.asOf - last.timestamp) / INTERVAL_MS[interval] > RECENT_BARS) return
    for (const bar of barsFromTick(last, known.price, known.asOf, interval)) setBar(bar)
  }
  const unfollow = followFigures(symbol, follow)
  let hasFailed = false
  const onState = (state: FeedState): void => {
    hasFailed = state.kind === 'failed'
    if (state.kind === 'failed' && state.error instanceof ApiError) state.error.retryAt = performance.now() + refreshMs(interval)
    options.onState(hasFailed && !isServerReady() ? { kind: 'loading' } : state)
  }
  const unfollowServer = onServerChange((isReady) => {
    if (!hasFailed) return
    if (isReady) chart?.resetData()
    else options.onState({ kind: 'loading' })
  })
  const stopReading = repeatedly(interval, async () => {
    if (chart === undefined || document.hidden) return
    // Retries by itself: nobody may be there to press "try again" on a wall, or while a new server loads its history.
    if (hasFailed) return chart.resetData()
    if (setBar === undefined) return
    // Without pushed prices, the stored one is older than the candle just fetched and must not overwrite its close.
    if (useMarketState.getState().link === 'polling') await readFigures(symbol, gone.signal)
    const newest = await readCandles(symbol, refreshQuery(chart.getDataList(), interval), gone.signal)
    if (isAnother(chart.getDataList(), newest)) chart.resetData()
    else patchBars({ bars: chart.getDataList(), newest, setBar, symbol, interval })
  })
  return {
    loader: {
      getBars: pageLoader({ ...options, onState }, gone.signal),
      subscribeBar: ({ callback }) => {
        setBar = callback
        follow()
      },
      unsubscribeBar: () => {
        setBar = undefined
      },
    },
    join: (joined) => {
      chart = joined
    },
    close: () => {
      gone.abort()
      setBar = undefined
      unfollow()
      unfollowServer()
      stopReading()
      unwatch()
    },
  }
}

/** A short chart is reloaded: a new server is still loading the history, and an inactive coin may get trades. */
const isShort = (bars: readonly Bar[]): boolean => bars.length < PAGE_CANDLES - 1

function refreshQuery(bars: readonly Bar[], interval: Interval): CandleQuery {
  const last = bars.at(-1)
  const query = { interval, limit: PAGE_CANDLES }
  return last === undefined || isShort(bars)
    ? query
    : { ...query, from: (last.timestamp - (RECENT_BARS - 2) * INTERVAL_MS[interval]) / 1000 }
}

/** Whether the result cannot be patched in place: it begins earlier than the chart or is too far ahead of it. */
function isAnother(bars: readonly Bar[], newest: readonly CandleTuple[]): boolean {
  const first = bars[0]
  if (!isShort(bars)) return newest.length > MOST_BEHIND
  return newest[0] !== undefined && (first === undefined || newest[0][0] * 1000 < first.timestamp)
}

function pageLoader(options: FeedOptions, signal: AbortSignal): DataLoader['getBars'] {
  let isAsked = false
  let isRead = false
  return async (request) => {
    if (request.type === 'forward' && request.timestamp !== null) return loadOlder(options, request, request.timestamp, signal)
    if (request.type !== 'init') return request.callback([], false)
    // A refetch keeps the visible candles.
    if (!isAsked) options.onState({ kind: 'loading' })
    isAsked = true
    if (await loadFirst(isRead ? { ...options, since: null } : options, request, signal)) isRead = true
  }
}

async function loadFirst(options: FeedOptions, { callback }: DataLoaderGetBarsParams, signal: AbortSignal): Promise<boolean> {
  const { interval, onState } = options
  try {
    const { candles, hasOlder } = await readSince(options, signal)
    if (signal.aborted) return false
    callback(barsOf(candles, interval), { forward: hasOlder })
    onState({ kind: candles.length === 0 ? 'empty' : 'ready' })
    return true
  } catch (error) {
    if (!signal.aborted) onState({ kind: 'failed', error })
    return false
  }
}

async function loadOlder(options: FeedOptions, { callback }: DataLoaderGetBarsParams, before: number, signal: AbortSignal): Promise<void> {
  const { symbol, interval, onOlderFailed } = options
  try {
    const page = await readCandles(symbol, { interval, limit: PAGE_CANDLES, to: Math.floor(before / 1000) }, signal)
    if (signal.aborted) return
    callback(barsOf(page, interval, before), { forward: mayHaveOlder(page) })
    onOlderFailed(false)
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof ApiError)) reportError(error)
    callback([], { forward: true })
    onOlderFailed(true)
  }
}

/** Calls `follow` once per batch, synchronously: the library draws in the next frame, in which all other places of the price update. */
function followFigures(symbol: string, follow: () => void): () => void {
  let isDue = false
  let isOver = false
  const stop = onFigures((changed) => {
    if (changed !== symbol || isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      if (!isOver) follow()
    })
  })
  return () => {
    isOver = true
    stop()
  }
}

/** Polls `read` without overlap. A failure waits for the next turn: the price's age shows it. */
function repeatedly(interval: Interval, read: () => Promise<void>): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = () => {
    if (!isOver) timer = setTimeout(run, refreshMs(interval))
  }
  const run = () => {
    read().then(again, (error: unknown) => {
      again()
      if (!isOver && !(error instanceof ApiError)) reportError(error)
    })
  }
  again()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** A faster replay closes its candles faster. */
function refreshMs(interval: Interval): number {
  const speed = Math.max(1, useMarketState.getState().status?.speed ?? 1)
  return Math.min(REFRESH_MS, Math.max(FASTEST_REFRESH_MS, INTERVAL_MS[interval] / speed / 4))
}

async function readFigures(symbol: string, signal: AbortSignal): Promise<void> {
  try {
    applyDetails(await api(getAsset, { params: { symbol }, signal }))
  } catch (error) {
    if (!signal.aborted && !(error instanceof ApiError)) throw error
  }
}

type Reading = {
  readonly bars: Bar[]
  readonly newest: readonly CandleTuple[]
  readonly setBar: (bar: Bar) => void
  readonly symbol: string
  readonly interval: Interval
}

/** Patches earlier bars in place, then puts the newest, which makes the chart compute and draw. */
function patchBars({ bars, newest, setBar, symbol, interval }: Reading): void {
  for (const candle of newest) {
    const read = barOf(candle)
    const last = bars.at(-1)
    if (last === undefined) return
    if (read.timestamp > last.timestamp) for (const bar of [...gapsBetween(last.timestamp, read.timestamp, interval), read]) setBar(bar)
    else if (read.timestamp < last.timestamp) replaceRecent(bars, read)
    else setBar(underPrice(read, priceWithin(symbol, read.timestamp, interval)))
  }
}

function priceWithin(symbol: string, opened: number, interval: Interval): number | null {
  const { price = null, asOf = null } = figuresOf(symbol) ?? {}
  return asOf !== null && asOf >= opened && asOf < opened + INTERVAL_MS[interval] ? price : null
}

function replaceRecent(bars: Bar[], read: Bar): void {
  const from = Math.max(0, bars.length - RECENT_BARS)
  for (let i = from; i < bars.length - 1; i++) if (itemAt(bars, i).timestamp === read.timestamp) bars[i] = read
}
