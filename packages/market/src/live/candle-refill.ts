import { type Candle, candleOpen, INTERVAL_MS } from '@aerie/core/candle'
import { type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { BASE_INTERVALS, type BaseInterval, type ClosedCandle } from '../market-source.ts'
import type { CandleGate } from './candle-gate.ts'
import type { Cancel, Timers } from './timers.ts'

/** Series asked for at once. */
const AT_ONCE = 3
/** The same series is not asked for again sooner: a coin nobody trades has no newer candle to give. */
const AGAIN_MS = 2 * MINUTE_MS
/** A candle is overdue this long after its close. */
const OVERDUE_MS = 20 * SECOND_MS
const LOOK_EVERY_MS = 30 * SECOND_MS

type Series = { readonly symbol: string; readonly interval: BaseInterval }

/** What the refill needs of an adapter. `fetch` rejects when the venue cannot answer now; it is asked again later. */
export type RefillDeps = {
  readonly gate: CandleGate
  readonly timers: Timers
  readonly venueNow: () => EpochMs
  /** Symbols that should have candles. */
  readonly symbols: () => readonly string[]
  readonly fetch: (request: Series & { readonly from: EpochMs; readonly to: EpochMs }) => Promise<Candle[]>
  readonly deliver: (candles: readonly ClosedCandle[]) => void
}

/**
 * Keeps the candle series whole: whatever the stream did not bring (an outage, a stream that stayed silent, a message lost)
 * is asked for by REST, a few series at a time, each no more than every two minutes.
 */
export class CandleRefill {
  readonly #deps: RefillDeps
  readonly #askedAt = new Map<string, number>()
  readonly #queue = new Map<string, Series>()
  /** Open time of the first candle missing behind newer ones. */
  readonly #gaps = new Map<string, number>()
  #active = 0
  #cancelLook: Cancel | undefined
  #isStopped = false

  constructor(deps: RefillDeps) {
    this.#deps = deps
  }

  /** Begins to await candles from now on, and looks for overdue ones twice a minute. */
  start(): void {
    const now = this.#deps.venueNow()
    for (const symbol of this.#deps.symbols())
      for (const interval of BASE_INTERVALS) this.#deps.gate.await(symbol, interval, candleOpen(now / 1000, interval))
    this.#cancelLook?.()
    this.#cancelLook = this.#deps.timers.after(LOOK_EVERY_MS, () => {
      this.fillOverdue()
      this.start()
    })
  }

  /** The stream is (back) up: asks at once for what it missed. */
  regain(): void {
    this.#askedAt.clear()
    this.start()
    this.fillOverdue(0)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelLook?.()
    this.#queue.clear()
  }

  /** Asks for every series whose next candle should be here by now. */
  fillOverdue(graceMs = OVERDUE_MS): void {
    const now = this.#deps.venueNow()
    for (const symbol of this.#deps.symbols())
      for (const interval of BASE_INTERVALS) {
        const due = this.#due({ symbol, interval })
        if (due !== undefined && due * 1000 + INTERVAL_MS[interval] + graceMs <= now) this.fill({ symbol, interval })
      }
  }

  /** Notes that candles are missing from open time `from` on, though newer ones have come; they are asked for now or soon. */
  missed(series: Series, from: number): void {
    const key = `${series.symbol} ${series.interval}`
    this.#gaps.set(key, Math.min(this.#gaps.get(key) ?? from, from))
    this.fill(series)
  }

  /** Asks for one series, from the first candle that is missing. */
  fill(series: Series): void {
    const key = `${series.symbol} ${series.interval}`
    const asked = this.#askedAt.get(key) ?? 0
    if (this.#queue.has(key) || this.#deps.venueNow() - asked < AGAIN_MS) return
    this.#queue.set(key, series)
    this.#next()
  }

  #next(): void {
    for (const [key, series] of this.#queue) {
      if (this.#active >= AT_ONCE || this.#isStopped) return
      this.#queue.delete(key)
      this.#askedAt.set(key, this.#deps.venueNow())
      this.#active += 1
      // A failure is not news: the provider's health says it, and the series is still overdue at the next look.
      this.#ask(series)
        .catch(() => this.#askedAt.delete(key))
        .finally(() => {
          this.#active -= 1
          this.#next()
        })
    }
  }

  async #ask({ symbol, interval }: Series): Promise<void> {
    const due = this.#due({ symbol, interval })
    if (due === undefined) return
    const now = this.#deps.venueNow()
    const candles = await this.#deps.fetch({ symbol, interval, from: epochMs(due * 1000), to: now })
    const closed = candles.map((candle): ClosedCandle => ({ symbol, interval, candle }))
    const fresh = closed.filter((candle) => this.#deps.gate.accept(candle, now, this.#deps.venueNow()))
    this.#gaps.delete(`${symbol} ${interval}`)
    // The newest closed candle may lag behind in the venue's own store; whatever is older and not there does not exist.
    this.#deps.gate.pass(symbol, interval, candleOpen(now / 1000, interval) - (2 * INTERVAL_MS[interval]) / 1000)
    if (fresh.length > 0 && !this.#isStopped) this.#deps.deliver(fresh)
  }

  #due({ symbol, interval }: Series): number | undefined {
    return this.#gaps.get(`${symbol} ${interval}`) ?? this.#deps.gate.due(symbol, interval)
  }
}
