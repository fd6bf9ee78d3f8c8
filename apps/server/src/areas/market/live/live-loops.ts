import { every } from '@aerie/runtime/ticker'
import type { BookFanOut } from './book-fan-out.ts'
import type { FanOut } from './fan-out.ts'

export type LivePace = {
  readonly pagesMs: number
  readonly watchedMs: number
  readonly membershipMs: number
  readonly statsMs: number
  readonly statusMs: number
  readonly booksMs: number
}

/** Two price updates a second for visible rows; page membership and slower figures less often. */
export const LIVE_PACE: LivePace = { pagesMs: 500, watchedMs: 50, membershipMs: 2_000, statsMs: 5_000, statusMs: 1_000, booksMs: 250 }

type Deps = {
  readonly fan: FanOut
  readonly books: BookFanOut
  readonly onPrices: (listener: (symbols: readonly string[]) => void) => () => void
  readonly onStatus: (listener: () => void) => () => void
  readonly onReset: (listener: () => void) => () => void
  readonly hasCoins: () => boolean
  readonly pace?: LivePace
}

export function liveLoops({ fan, books, onPrices, onStatus, onReset, hasCoins, pace = LIVE_PACE }: Deps): () => void {
  let watchedTimer: NodeJS.Timeout | undefined
  let hadCoins = hasCoins()
  const flushWatched = (): void => {
    watchedTimer = undefined
    fan.flushWatched()
  }
  const stopPrices = onPrices((symbols) => {
    const isWatched = fan.noteChanged(symbols)
    if (isWatched) watchedTimer ??= setTimeout(flushWatched, pace.watchedMs)
  })
  const stopStatus = onStatus(() => fan.flushStatus(performance.now()))
  const stopReset = onReset(() => {
    hadCoins = false
    fan.refresh()
  })
  const flushPages = (): void => {
    // First coins: send pages to clients that are waiting.
    if (!hadCoins && hasCoins()) {
      hadCoins = true
      fan.flushMembership()
    }
    fan.flushPages()
  }
  const stops = [
    every(pace.pagesMs, flushPages),
    every(pace.membershipMs, () => fan.flushMembership()),
    every(pace.statsMs, () => fan.flushStats()),
    every(pace.statusMs, () => fan.flushStatus(performance.now())),
    every(pace.booksMs, () => books.flush(performance.now())),
  ]
  return () => {
    stopPrices()
    stopStatus()
    stopReset()
    clearTimeout(watchedTimer)
    for (const stop of stops) stop()
  }
}
