import { type EpochMs, SECOND_MS } from '@aerie/core/time'
import type { Cancel, Timers } from '@aerie/upstream/timers'
import type { MarketTrade } from '../../market-source.ts'
import { RecentTrades } from '../recent-trades.ts'

const GRACE_MS = 30 * SECOND_MS
const RETRY_MS = 5 * SECOND_MS

/** A trade with the venue's id and local clock time. */
export type NumberedTrade = { readonly id: number; readonly trade: MarketTrade }

/** Dependencies of {@link BinanceTrades}: the stream and the recent trades. */
export type BinanceTradesDeps = {
  readonly timers: Timers
  readonly subscribe: (pair: string) => void
  readonly unsubscribe: (pair: string) => void
  readonly recent: (pair: string) => Promise<readonly NumberedTrade[]>
}

type Session = { isPinned: boolean; cancelGrace: Cancel; cancelRetry: Cancel | undefined }

/** Trades on demand: one upstream subscription per pair, kept for a while after the last request. */
export class BinanceTrades {
  readonly #deps: BinanceTradesDeps
  readonly #sessions = new Map<string, Session>()
  readonly #recent = new RecentTrades()

  constructor(deps: BinanceTradesDeps) {
    this.#deps = deps
  }

  ask(pair: string): readonly MarketTrade[] {
    this.#touch(pair)
    return this.#recent.newest(pair)
  }

  pin(pair: string): void {
    const session = this.#touch(pair)
    session.cancelGrace()
    session.isPinned = true
  }

  unpin(pair: string): void {
    const session = this.#sessions.get(pair)
    if (session === undefined) return
    session.isPinned = false
    this.#touch(pair)
  }

  reopen(pair: string): void {
    if (this.#sessions.has(pair)) this.#deps.subscribe(pair)
  }

  wanted(): string[] {
    return [...this.#sessions.keys()]
  }

  handleTrade(pair: string, { id, trade }: NumberedTrade): void {
    if (this.#sessions.has(pair)) this.#recent.add(pair, id, trade)
  }

  forgetAfter(now: EpochMs): void {
    this.#recent.forgetAfter(now)
  }

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
      if (this.#sessions.get(pair) === session)
        session.cancelRetry = this.#deps.timers.after(RETRY_MS, () => void this.#load(pair, session))
    }
  }
}
