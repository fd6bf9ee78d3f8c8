import { candleOpen, INTERVAL_MS } from '@aerie/core/market/candle'
import { type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { Cancel, Timers } from '@aerie/upstream/timers'
import { BASE_INTERVALS, type BaseInterval, type ClosedCandle } from '../../market-source.ts'
import type { HistoryPart } from '../exchange-feed.ts'
import type { CandleGate } from './candle-gate.ts'

/** Series asked for at once. */
const AT_ONCE = 3
/** The same series is not asked for again sooner: a coin nobody trades has no newer candle to give. */
const AGAIN_MS = 2 * MINUTE_MS
/** A candle is overdue this long after its close. */
const OVERDUE_MS = 20 * SECOND_MS
const LOOK_EVERY_MS = 10 * SECOND_MS
/** A candle that the venue did not send is asked for again after this, then every two minutes. */
const FIRST_AGAIN_MS = 15 * SECOND_MS
/** Questions after which a candle that the venue does not send is a hole of its own. */
const TRIES_MOST = 4

type Series = { readonly symbol: string; readonly interval: BaseInterval }

/** What the refill needs of an adapter. `fetch` rejects when the venue cannot answer now; it is asked again later. */
export type RefillDeps = {
  readonly gate: CandleGate
  readonly timers: Timers
  readonly venueNow: () => EpochMs
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  /** Symbols that should have candles. */
  readonly symbols: () => readonly string[]
  readonly fetch: (request: Series & { readonly from: EpochMs; readonly to: EpochMs }) => Promise<HistoryPart>
  readonly deliver: (candles: readonly ClosedCandle[]) => void
  /** Told how many series lack candles, whenever that changes. */
  readonly missing: (series: number) => void
}

/** First open time missing behind newer ones, and how often it has been asked for. */
type Hole = { readonly symbol: string; readonly from: number; readonly tries: number }

/** What an answer has shown. */
type Found = {
  /** What was asked for; undefined where the candle was only overdue. */
  readonly hole: Hole | undefined
  /** Open time of the first candle that it lacks, and of the newest that has closed for certain. */
  readonly from: number
  readonly newest: number
  readonly isWhole: boolean
  /** What it lacks had hardly closed. */
  readonly isEarly: boolean
  readonly isUnreadable: boolean
}

/**
 * Keeps the candle series whole: whatever the stream did not bring (an outage, a stream that stayed silent, a message lost)
 * is asked for by REST, a few series at a time, until every candle is there. One that the venue does not send in four answers
 * does not exist; one that cannot be read, or is not answered for, is asked for as long as it takes.
 */
export class CandleRefill {
  readonly #deps: RefillDeps
  /** Monotonic time before which a series is not asked for again. */
  readonly #restsUntil = new Map<string, number>()
  readonly #queue = new Map<string, Series>()
  readonly #holes = new Map<string, Hole>()
  /** Series with candles that were timed by a clock that was wrong, until they have been read again. */
  readonly #doubted = new Set<string>()
  #said = 0
  #active = 0
  #cancelLook: Cancel | undefined
  #isStopped = false

  constructor(deps: RefillDeps) {
    this.#deps = deps
  }

  /** Begins to await candles from now on, and looks for overdue ones every ten seconds. */
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
    this.#restsUntil.clear()
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
    const symbols = this.#deps.symbols()
    for (const [key, { symbol }] of this.#holes)
      if (!symbols.includes(symbol)) {
        this.#holes.delete(key)
        this.#doubted.delete(key)
      }
    for (const symbol of symbols)
      for (const interval of BASE_INTERVALS) {
        const due = this.#due({ symbol, interval })
        if (due !== undefined && due * 1000 + INTERVAL_MS[interval] + graceMs <= now) this.fill({ symbol, interval })
      }
  }

  /** Whether candles may yet be corrected: they were timed by a clock that was wrong. */
  get isInDoubt(): boolean {
    return this.#doubted.size > 0
  }

  /** The venue's clock has jumped: reads everything again that was timed since `since` by the clock before. */
  doubt(since: EpochMs): void {
    this.#restsUntil.clear()
    this.start()
    const now = this.#deps.venueNow()
    for (const symbol of this.#deps.symbols())
      for (const interval of BASE_INTERVALS) {
        const from = candleOpen(since / 1000, interval)
        if (from * 1000 + INTERVAL_MS[interval] > now) continue
        this.#doubted.add(`${symbol} ${interval}`)
        this.missed({ symbol, interval }, from)
      }
  }

  /** Notes that candles are missing from open time `from` on, though newer ones have come; they are asked for now or soon. */
  missed(series: Series, from: number): void {
    const key = `${series.symbol} ${series.interval}`
    const known = this.#holes.get(key)
    if (known === undefined || from < known.from) this.#holes.set(key, { symbol: series.symbol, from, tries: 0 })
    this.#restAtMost(key, FIRST_AGAIN_MS)
    this.fill(series)
  }

  /** Asks for one series, from the first candle that is missing. */
  fill(series: Series): void {
    const key = `${series.symbol} ${series.interval}`
    if (this.#queue.has(key) || this.#deps.elapsed() < (this.#restsUntil.get(key) ?? Number.NEGATIVE_INFINITY)) return
    this.#queue.set(key, series)
    this.#next()
  }

  #next(): void {
    for (const [key, series] of this.#queue) {
      if (this.#active >= AT_ONCE || this.#isStopped) return
      this.#queue.delete(key)
      this.#restsUntil.set(key, this.#deps.elapsed() + AGAIN_MS)
      this.#active += 1
      this.#ask(series)
        .catch(() => this.#failed(key, series))
        .finally(() => {
          this.#active -= 1
          this.#say()
          this.#next()
        })
    }
  }

  async #ask({ symbol, interval }: Series): Promise<void> {
    const key = `${symbol} ${interval}`
    const hole = this.#holes.get(key)
    const due = this.#due({ symbol, interval })
    if (due === undefined) return
    const now = this.#deps.venueNow()
    const { candles, unreadable, until } = await this.#deps.fetch({ symbol, interval, from: epochMs(due * 1000), to: now })
    const closed = candles.map((candle): ClosedCandle => ({ symbol, interval, candle }))
    const fresh = closed.filter((candle) => this.#deps.gate.accept(candle, now, this.#deps.venueNow()))
    const step = INTERVAL_MS[interval] / 1000
    const newest = candleOpen(until / 1000, interval) - step
    const missing = firstMissing(new Set(candles.map(({ time }) => time)), { from: due, to: newest, step })
    // The newest closed candle may lag behind in the venue's own store; whatever is older should be there.
    const isEarly = newest < due || missing === newest
    const found = { hole, from: missing ?? due, newest, isWhole: missing === undefined, isEarly, isUnreadable: unreadable > 0 }
    if (this.#holes.get(key) === hole) this.#judge({ symbol, interval }, found)
    // Candles were missed while the question was under way: the answer may lack them.
    else this.#restAtMost(key, FIRST_AGAIN_MS)
    if (fresh.length > 0 && !this.#isStopped) this.#deps.deliver(fresh)
  }

  /** Whole, or wanted still, or (asked often enough) not there at the venue either. */
  #judge({ symbol, interval }: Series, { hole, from, newest, isWhole, isEarly, isUnreadable }: Found): void {
    const key = `${symbol} ${interval}`
    const tries = (hole?.tries ?? 0) + (isEarly ? 0 : 1)
    const isHole = !isUnreadable && tries >= TRIES_MOST
    if ((isWhole && !isEarly) || isHole || (isEarly && hole === undefined)) {
      this.#holes.delete(key)
      this.#doubted.delete(key)
      this.#deps.gate.pass(symbol, interval, newest - INTERVAL_MS[interval] / 1000)
      return
    }
    this.#holes.set(key, { symbol, from, tries })
    if (tries <= 1) this.#restAtMost(key, FIRST_AGAIN_MS)
  }

  /** The provider's health says why; the series stays wanted and is asked for at the next look. */
  #failed(key: string, { symbol, interval }: Series): void {
    this.#restsUntil.delete(key)
    const due = this.#due({ symbol, interval })
    if (due !== undefined && !this.#holes.has(key)) this.#holes.set(key, { symbol, from: due, tries: 0 })
  }

  #restAtMost(key: string, ms: number): void {
    const until = this.#restsUntil.get(key)
    if (until !== undefined) this.#restsUntil.set(key, Math.min(until, this.#deps.elapsed() + ms))
  }

  #say(): void {
    if (this.#holes.size === this.#said || this.#isStopped) return
    this.#said = this.#holes.size
    this.#deps.missing(this.#said)
  }

  #due({ symbol, interval }: Series): number | undefined {
    return this.#holes.get(`${symbol} ${interval}`)?.from ?? this.#deps.gate.due(symbol, interval)
  }
}

function firstMissing(found: ReadonlySet<number>, { from, to, step }: { from: number; to: number; step: number }): number | undefined {
  for (let time = from; time <= to; time += step) if (!found.has(time)) return time
  return undefined
}
