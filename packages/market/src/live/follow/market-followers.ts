import { type Clock, type EpochMs, elapsedMs, epochMs, SECOND_MS } from '@aerie/core/time'
import type { Cancel, Timers } from '@aerie/upstream/timers'
import { type FollowedBook, type FollowedTrade, type MarketFollower, MarketSourceError } from '../../market-source.ts'
import { TradeNumbers } from '../trades.ts'

/** Limit on followed symbols: each holds a book and a trade subscription. */
export const FOLLOWED_MOST = 30
const FOLLOWERS_MOST = 100
const BEAT_MS = 500
const AGAIN_MS = SECOND_MS
/** A book not confirmed for longer is not emitted, so that followers can detect stale data. */
const FRESH_MS = 4 * SECOND_MS

/** A trade with the venue's id; ids are consecutive, so gaps are detected. */
export type NumberedTrade = FollowedTrade & {
  readonly number: number
  /** Id compared by {@link MarketFollowers.newest}, if the venue uses different ids there. */
  readonly newestNumber?: number
}

/** A trusted book. It includes all trades until `takenAt` (local clock), whatever its own time. */
export type LatestBook = { readonly book: FollowedBook; readonly takenAt: EpochMs }

/** Dependencies of {@link MarketFollowers}. */
export type FollowersDeps = {
  readonly clock: Clock
  readonly timers: Timers
  readonly title: string
  readonly lists: (symbol: string) => boolean | undefined
  /** Must be a no-op for an unlisted symbol. */
  readonly pin: (symbol: string) => void
  readonly unpin: (symbol: string) => void
  readonly book: (symbol: string) => LatestBook | undefined
  readonly look: (symbol: string) => void
  readonly reopenTrades: (symbol: string) => void
}

type Listener = {
  readonly follower: MarketFollower
  /** Time of its first book, which includes earlier trades. Undefined before the first book and after a gap. */
  since: EpochMs | undefined
}
type Followed = {
  readonly listeners: Set<Listener>
  readonly numbers: TradeNumbers
  /** Accepts any next id: a gap has already been reported. */
  isLoose: boolean
  newestNumber: number | undefined
  /** Newest trade id reported by the venue but not yet received. */
  awaited: number | undefined
  emittedAt: number
}

/** Followers by symbol. Each receives a book first, then trades and books; after missed data a gap, then a book before any trade. */
export class MarketFollowers {
  readonly #deps: FollowersDeps
  readonly #followed = new Map<string, Followed>()
  #cancelBeat: Cancel | undefined

  constructor(deps: FollowersDeps) {
    this.#deps = deps
  }

  /** @throws MarketSourceError `cannot-follow`, with the reason */
  follow(symbol: string, follower: MarketFollower): () => void {
    const followed = this.#followed.get(symbol) ?? this.#begin(symbol)
    if (followed.listeners.size >= FOLLOWERS_MOST) throw refusal(`${symbol} is followed by too many already.`)
    const listener: Listener = { follower, since: undefined }
    followed.listeners.add(listener)
    const latest = this.#latest(symbol)
    if (latest !== undefined) emitBook(listener, latest)
    return () => {
      if (followed.listeners.delete(listener) && followed.listeners.size === 0) this.#end(symbol)
    }
  }

  symbols(): string[] {
    return [...this.#followed.keys()]
  }

  changed(symbol: string): void {
    const followed = this.#followed.get(symbol)
    if (followed !== undefined) this.#tell(symbol, followed)
  }

  /** Ignores a repeat; a missing id is reported as a gap. */
  trade(symbol: string, { number, newestNumber, ...trade }: NumberedTrade): void {
    const followed = this.#followed.get(symbol)
    if (followed === undefined || !this.#takeNumber(symbol, followed, number, trade.asOf)) return
    followed.newestNumber = newestNumber ?? number
    if (trade.size <= 0) return
    for (const { follower, since } of followed.listeners) if (since !== undefined && trade.asOf > since) follower.trades([trade])
  }

  /** Reports a gap if the venue's newest trade has still not arrived at the next call. */
  newest(symbol: string, number: number): void {
    const followed = this.#followed.get(symbol)
    if (followed === undefined) return
    const { newestNumber: newestReceived = number, awaited = newestReceived } = followed
    followed.newestNumber = newestReceived
    followed.awaited = number > newestReceived ? number : undefined
    // The venue withdrew the awaited id, so it was invalid.
    if (awaited <= newestReceived || awaited > number) return
    this.lost(symbol, `${this.#deps.title} has traded ${symbol} without telling the trades.`)
    this.#deps.reopenTrades(symbol)
    this.changed(symbol)
  }

  /** Reported once until the next book. */
  lost(symbol: string, reason: string): void {
    const followed = this.#followed.get(symbol)
    if (followed === undefined) return
    followed.isLoose = true
    followed.newestNumber = undefined
    followed.awaited = undefined
    for (const listener of followed.listeners) this.#notifyOfGap(listener, reason)
  }

  lostAll(reason: string): void {
    for (const symbol of this.#followed.keys()) this.lost(symbol, reason)
  }

  stop(): void {
    this.#cancelBeat?.()
    this.lostAll('The live market has been stopped.')
    this.#followed.clear()
  }

  #begin(symbol: string): Followed {
    if (this.#deps.lists(symbol) === false) throw refusal(`${this.#deps.title} does not list ${symbol}.`)
    if (this.#followed.size >= FOLLOWED_MOST) throw refusal(`No more than ${FOLLOWED_MOST} markets can be followed at once.`)
    const followed: Followed = {
      listeners: new Set(),
      numbers: new TradeNumbers(),
      isLoose: true,
      newestNumber: undefined,
      awaited: undefined,
      emittedAt: Number.NEGATIVE_INFINITY,
    }
    this.#followed.set(symbol, followed)
    this.#deps.pin(symbol)
    if (this.#followed.size === 1) this.#beatLater()
    return followed
  }

  #end(symbol: string): void {
    this.#followed.delete(symbol)
    this.#deps.unpin(symbol)
    if (this.#followed.size === 0) this.#cancelBeat?.()
  }

  #beatLater(): void {
    this.#cancelBeat?.()
    this.#cancelBeat = this.#deps.timers.after(BEAT_MS, () => {
      this.#beatLater()
      for (const [symbol, followed] of this.#followed) this.#beat(symbol, followed)
    })
  }

  #beat(symbol: string, followed: Followed): void {
    this.#deps.look(symbol)
    if (elapsedMs(this.#deps.clock) - followed.emittedAt >= AGAIN_MS) this.#tell(symbol, followed)
  }

  #tell(symbol: string, followed: Followed): void {
    const latest = this.#latest(symbol)
    if (latest === undefined) return
    followed.emittedAt = elapsedMs(this.#deps.clock)
    for (const listener of followed.listeners) emitBook(listener, latest)
  }

  #latest(symbol: string): LatestBook | undefined {
    const latest = this.#deps.book(symbol)
    return latest !== undefined && this.#deps.clock.now() - latest.book.asOf <= FRESH_MS ? latest : undefined
  }

  #takeNumber(symbol: string, followed: Followed, number: number, at: EpochMs): boolean {
    const { numbers, isLoose } = followed
    if (numbers.isRepeat(number, at)) return false
    followed.isLoose = false
    if (isLoose) {
      numbers.begin(number, at)
      return true
    }
    const place = numbers.take(number, at)
    if (place === 'next') return true
    this.lost(symbol, `Trades of ${symbol} are missing in what ${this.#deps.title} has sent.`)
    followed.isLoose = false
    this.changed(symbol)
    return place === 'gap'
  }

  #notifyOfGap(listener: Listener, reason: string): void {
    if (listener.since === undefined) return
    listener.since = undefined
    listener.follower.gap({ asOf: this.#deps.clock.now(), reason })
  }
}

function emitBook(listener: Listener, { book, takenAt }: LatestBook): void {
  listener.since ??= epochMs(Math.max(book.asOf, takenAt))
  listener.follower.book(book)
}

const refusal = (why: string): MarketSourceError => new MarketSourceError('cannot-follow', why)

/** Decides which prices are plausible and receives the others. */
export type PlausibilityCheck = {
  readonly now: () => EpochMs
  readonly isPlausible: (price: number) => boolean
  readonly onImplausible: (what: 'order book' | 'trade') => void
}

/** Wraps a follower: an implausible book or trade becomes a gap, until the next plausible book. */
export function plausibleFollower(follower: MarketFollower, { now, isPlausible, onImplausible }: PlausibilityCheck): MarketFollower {
  let hasBook = false
  const gap: MarketFollower['gap'] = (gapReport) => {
    if (hasBook) follower.gap(gapReport)
    hasBook = false
  }
  const reject = (what: 'order book' | 'trade') => {
    gap({ asOf: now(), reason: `The exchange has sent ${what === 'trade' ? 'a trade' : 'an order book'} far from the price.` })
    onImplausible(what)
  }
  return {
    book: (book) => {
      if (!tops(book).every(isPlausible)) return reject('order book')
      hasBook = true
      follower.book(book)
    },
    trades: (trades) => {
      if (!hasBook) return
      if (trades.every(({ price }) => isPlausible(price))) follower.trades(trades)
      else reject('trade')
    },
    gap,
  }
}

const tops = ({ bids, asks }: FollowedBook): number[] => [bids[0], asks[0]].flatMap((level) => (level === undefined ? [] : [level[0]]))
