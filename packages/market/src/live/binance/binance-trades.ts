import { type EpochMs, SECOND_MS } from '@aerie/core/time'
import type { Cancel, Timers } from '@aerie/upstream/timers'
import type { MarketTrade } from '../../market-source.ts'
import { RecentTrades } from '../recent-trades.ts'

/** Trades nobody has asked for in this long are given up. */
const GRACE_MS = 30 * SECOND_MS
/** A list that could not be had is asked for again after this, while somebody looks. */
const RETRY_MS = 5 * SECOND_MS

/** A trade with the venue's number, its time on the machine's clock. */
export type NumberedTrade = { readonly id: number; readonly trade: MarketTrade }

/** What the trades need of the adapter: a stream to subscribe to, and the list of what was traded before. */
export type BinanceTradesDeps = {
  readonly timers: Timers
  readonly subscribe: (pair: string) => void
  readonly unsubscribe: (pair: string) => void
  readonly recent: (pair: string) => Promise<readonly NumberedTrade[]>
}

type Session = { isPinned: boolean; cancelGrace: Cancel; cancelRetry: Cancel | undefined }

/** Trades on demand: one upstream subscription a pair however many ask, kept a while after the last. */
export class BinanceTrades {
  readonly #deps: BinanceTradesDeps
  readonly #sessions = new Map<string, Session>()
  readonly #recent = new RecentTrades()

  constructor(deps: BinanceTradesDeps) {
    this.#deps = deps
  }

  /** What is known now; the first question opens the stream and asks for what was traded before. */
  ask(pair: string): readonly MarketTrade[] {
    this.#touch(pair)
    return this.#recent.newest(pair)
  }

  /** Keeps the trades of `pair` coming, though nobody asks. */
  pin(pair: string): void {
    const session = this.#touch(pair)
    session.cancelGrace()
    session.isPinned = true
  }

  /** Lets them go as any other. */
  unpin(pair: string): void {
    const session = this.#sessions.get(pair)
    if (session === undefined) return
    session.isPinned = false
    this.#touch(pair)
  }

  /** The stream has fallen silent: asks for it again. */
  reopen(pair: string): void {
    if (this.#sessions.has(pair)) this.#deps.subscribe(pair)
  }

  wanted(): string[] {
    return [...this.#sessions.keys()]
  }

  /** One trade of the stream. */
  heard(pair: string, { id, trade }: NumberedTrade): void {
    if (this.#sessions.has(pair)) this.#recent.add(pair, id, trade)
  }

  /** The venue's clock has jumped. */
  forgetAfter(now: EpochMs): void {
    this.#recent.forgetAfter(now)
  }

  /** The stream is back: what was traded meanwhile is asked for. */
  regain(): void {
    for (const [pair, session] of this.#sessions) void this.#load(pair, session)
  }

  stop(): void {
    for (const pair of this.wanted()) this.#forget(pair)
  }

  #touch(pair: string): Session {
    const session = this.#sessions.get(pair) ?? this.#open(pair)
    session.cancelGrace()
    if (!session.isPinned) session.cancelGrace = this.#deps.timers.after(GRACE_MS, () => this.#giveUp(pair))
    return session
  }

  #open(pair: string): Session {
    const session: Session = { isPinned: false, cancelGrace: () => undefined, cancelRetry: undefined }
    this.#sessions.set(pair, session)
    this.#deps.subscribe(pair)
    void this.#load(pair, session)
    return session
  }

  #giveUp(pair: string): void {
    this.#forget(pair)
    this.#deps.unsubscribe(pair)
  }

  #forget(pair: string): void {
    const session = this.#sessions.get(pair)
    session?.cancelGrace()
    session?.cancelRetry?.()
    this.#sessions.delete(pair)
    this.#recent.forget(pair)
  }

  async #load(pair: string, session: Session): Promise<void> {
    session.cancelRetry?.()
    try {
      for (const { id, trade } of await this.#deps.recent(pair)) {
        if (this.#sessions.get(pair) === session) this.#recent.add(pair, id, trade)
      }
    } catch {
      // The provider's health tells what is wrong; the stream goes on by itself, and the list is tried again.
      if (this.#sessions.get(pair) === session)
        session.cancelRetry = this.#deps.timers.after(RETRY_MS, () => void this.#load(pair, session))
    }
  }
}
