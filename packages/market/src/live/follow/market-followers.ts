import { type Clock, type EpochMs, elapsedMs, epochMs, SECOND_MS } from '@aerie/core/time'
import type { Cancel, Timers } from '@aerie/upstream/timers'
import { type FollowedBook, type FollowedTrade, type MarketFollower, MarketSourceError } from '../../market-source.ts'
import { TradeNumbers } from '../trade-numbers.ts'

/** Symbols followed at once: each holds a book and a trade stream of the connection. */
export const FOLLOWED_MOST = 30
const FOLLOWERS_MOST = 100
/** Followed books are looked after this often. */
const BEAT_MS = 500
/** A book that stands unchanged is told again after this. */
const AGAIN_MS = SECOND_MS
/** A book that is not known to stand for longer is not told: silence is the truth. */
const FRESH_MS = 4 * SECOND_MS

/** A trade as the venue numbers it: by one, so that a missing one is seen. */
export type NumberedTrade = FollowedTrade & {
  readonly number: number
  /** What {@link MarketFollowers.newest} compares with, where the venue has another numbering for that. */
  readonly newestNumber?: number
}

/** A book that can be trusted; trades until `takenAt` (machine time) are in it, whatever its own time. */
export type LatestBook = { readonly book: FollowedBook; readonly takenAt: EpochMs }

/** What the followers need of the exchange. */
export type FollowersDeps = {
  readonly clock: Clock
  readonly timers: Timers
  /** Name of the exchange, for the reasons. */
  readonly title: string
  /** What the exchange lists; undefined while that is not known. */
  readonly lists: (symbol: string) => boolean | undefined
  /** Holds the upstream subscriptions of a symbol, or lets them go; for one that is not listed, harmless. */
  readonly pin: (symbol: string) => void
  readonly unpin: (symbol: string) => void
  /** The book as it stands, and when it was taken: trades until then are in it. Undefined while it cannot be trusted. */
  readonly book: (symbol: string) => LatestBook | undefined
  /** Looks after a pinned book: one that is silent is asked for, one that is lost is told by {@link MarketFollowers.lost}. */
  readonly look: (symbol: string) => void
  /** The trade channel of a symbol has fallen silent: opens it again. */
  readonly reopenTrades: (symbol: string) => void
}

type Listener = {
  readonly follower: MarketFollower
  /** Time of the book that it was told first; what was traded before is in it. Undefined before, and after a gap. */
  since: EpochMs | undefined
}
type Followed = {
  readonly listeners: Set<Listener>
  readonly numbers: TradeNumbers
  /** Whether the next number may be any: trades have been missed, and that is told. */
  isLoose: boolean
  newestNumber: number | undefined
  /** What the venue has named as its newest trade, and was not heard at that time. */
  awaited: number | undefined
  /** By the monotonic clock. */
  toldAt: number
}

/**
 * Who follows which symbol of an exchange. Each follower is told a book first, then trades and books as they come; after whatever was
 * missed a gap, and then a book again, before any trade.
 */
export class MarketFollowers {
  readonly #deps: FollowersDeps
  readonly #followed = new Map<string, Followed>()
  #cancelBeat: Cancel | undefined

  constructor(deps: FollowersDeps) {
    this.#deps = deps
  }

  /** @throws MarketSourceError `cannot-follow`, with a sentence that says why */
  follow(symbol: string, follower: MarketFollower): () => void {
    const followed = this.#followed.get(symbol) ?? this.#begin(symbol)
    if (followed.listeners.size >= FOLLOWERS_MOST) throw refusal(`${symbol} is followed by too many already.`)
    const listener: Listener = { follower, since: undefined }
    followed.listeners.add(listener)
    const latest = this.#latest(symbol)
    if (latest !== undefined) tellBook(listener, latest)
    return () => {
      if (followed.listeners.delete(listener) && followed.listeners.size === 0) this.#end(symbol)
    }
  }

  /** Symbols that are followed. */
  symbols(): string[] {
    return [...this.#followed.keys()]
  }

  /** The book has changed. */
  changed(symbol: string): void {
    const followed = this.#followed.get(symbol)
    if (followed !== undefined) this.#tell(symbol, followed)
  }

  /** One trade of the stream: a repetition goes no further, a missing number is a gap. */
  trade(symbol: string, { number, newestNumber, ...trade }: NumberedTrade): void {
    const followed = this.#followed.get(symbol)
    if (followed === undefined || !this.#takeNumber(symbol, followed, number, trade.asOf)) return
    followed.newestNumber = newestNumber ?? number
    if (trade.size <= 0) return
    for (const { follower, since } of followed.listeners) if (since !== undefined && trade.asOf > since) follower.trades([trade])
  }

  /** The venue names its newest trade: one that has not been heard by the next time was missed. */
  newest(symbol: string, number: number): void {
    const followed = this.#followed.get(symbol)
    if (followed === undefined) return
    const { newestNumber: heard = number, awaited = heard } = followed
    followed.newestNumber = heard
    followed.awaited = number > heard ? number : undefined
    // A newest trade that is no longer named was none.
    if (awaited <= heard || awaited > number) return
    this.lost(symbol, `${this.#deps.title} has traded ${symbol} without telling the trades.`)
    this.#deps.reopenTrades(symbol)
    this.changed(symbol)
  }

  /** Books or trades of a symbol were missed, or will be. Told once until the next book. */
  lost(symbol: string, reason: string): void {
    const followed = this.#followed.get(symbol)
    if (followed === undefined) return
    followed.isLoose = true
    followed.newestNumber = undefined
    followed.awaited = undefined
    for (const listener of followed.listeners) this.#tellGap(listener, reason)
  }

  /** The same of every symbol. */
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
      toldAt: Number.NEGATIVE_INFINITY,
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
    if (elapsedMs(this.#deps.clock) - followed.toldAt >= AGAIN_MS) this.#tell(symbol, followed)
  }

  #tell(symbol: string, followed: Followed): void {
    const latest = this.#latest(symbol)
    if (latest === undefined) return
    followed.toldAt = elapsedMs(this.#deps.clock)
    for (const listener of followed.listeners) tellBook(listener, latest)
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

  #tellGap(listener: Listener, reason: string): void {
    if (listener.since === undefined) return
    listener.since = undefined
    listener.follower.gap({ asOf: this.#deps.clock.now(), reason })
  }
}

function tellBook(listener: Listener, { book, takenAt }: LatestBook): void {
  listener.since ??= epochMs(Math.max(book.asOf, takenAt))
  listener.follower.book(book)
}

const refusal = (why: string): MarketSourceError => new MarketSourceError('cannot-follow', why)
