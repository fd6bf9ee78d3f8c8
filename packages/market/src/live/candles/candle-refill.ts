import { type Candle, candleOpen, INTERVAL_MS, isSoundCandle } from '@aerie/core/market/candle'
import { type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { Cancel, Timers } from '@aerie/upstream/timers'
import { BASE_INTERVALS, type BaseInterval, type ClosedCandle } from '../../market-source.ts'
import type { HistoryPart } from '../exchange-feed.ts'

const AT_ONCE = 3
/** Minimum interval between fetches of a series: a coin without trades has no newer candle. */
const AGAIN_MS = 2 * MINUTE_MS
const OVERDUE_MS = 20 * SECOND_MS
const LOOK_EVERY_MS = 10 * SECOND_MS
/** First retry for a missing candle; later ones follow every two minutes. */
const FIRST_AGAIN_MS = 15 * SECOND_MS
/** Attempts after which a missing candle is a real gap. */
const TRIES_MOST = 4

type Series = { readonly symbol: string; readonly interval: BaseInterval }

/** Dependencies of {@link CandleRefill}. `fetch` rejects when the venue cannot respond; it is retried. */
export type RefillDeps = {
  readonly gate: CandleGate
  readonly timers: Timers
  readonly venueNow: () => EpochMs
  readonly elapsed: () => number
  readonly symbols: () => readonly string[]
  readonly fetch: (request: Series & { readonly from: EpochMs; readonly to: EpochMs }) => Promise<HistoryPart>
  readonly deliver: (candles: readonly ClosedCandle[]) => void
  readonly missing: (series: number) => void
}

/** First open time missing behind newer candles, and attempts so far. */
type Hole = { readonly symbol: string; readonly from: number; readonly tries: number }

type Found = {
  readonly hole: Hole | undefined
  /** Open time of the first missing candle, and of the newest that has certainly closed. */
  readonly from: number
  readonly newest: number
  readonly isWhole: boolean
  readonly isEarly: boolean
  readonly isUnreadable: boolean
}

/** Refetches missed candles. Absent from four responses means non-existent; unreadable or failed ones are retried without limit. */
export class CandleRefill {
  readonly #deps: RefillDeps
  readonly #restsUntil = new Map<string, number>()
  readonly #queue = new Map<string, Series>()
  readonly #holes = new Map<string, Hole>()
  /** Series with candles timed by a wrong clock, until refetched. */
  readonly #doubted = new Set<string>()
  #said = 0
  #active = 0
  #cancelLook: Cancel | undefined
  #isStopped = false

  constructor(deps: RefillDeps) {
    this.#deps = deps
  }

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

  get isInDoubt(): boolean {
    return this.#doubted.size > 0
  }

  /** Called when the venue's clock jumps: refetches everything since `since` by the old clock. */
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

  missed(series: Series, from: number): void {
    const key = `${series.symbol} ${series.interval}`
    const known = this.#holes.get(key)
    if (known === undefined || from < known.from) this.#holes.set(key, { symbol: series.symbol, from, tries: 0 })
    this.#restAtMost(key, FIRST_AGAIN_MS)
    this.fill(series)
  }

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
    // The venue's REST data may lag by the newest candle; older ones should be there.
    const isEarly = newest < due || missing === newest
    const found = { hole, from: missing ?? due, newest, isWhole: missing === undefined, isEarly, isUnreadable: unreadable > 0 }
    if (this.#holes.get(key) === hole) this.#judge({ symbol, interval }, found)
    // Candles were missed during the request, so the response may lack them.
    else this.#restAtMost(key, FIRST_AGAIN_MS)
    if (fresh.length > 0 && !this.#isStopped) this.#deps.deliver(fresh)
  }

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

/** Candles remembered per series, to distinguish corrections from repeats. */
const REMEMBERED = 180

type Seen = { readonly candle: Candle; readonly sentAt: number }
type Gated = { readonly seen: Map<number, Seen>; newest: number }

const same = (a: Candle, b: Candle): boolean =>
  a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume

/** Drops repeated candles and passes later corrections. One beyond REMEMBERED may pass twice; storing it is idempotent. */
export class CandleGate {
  readonly #series = new Map<string, Gated>()

  /** `sentAt`: venue time when sent (REST: of the response). Rejects candles that cannot have closed by `venueNow`. */
  accept({ symbol, interval, candle }: ClosedCandle, sentAt: number, venueNow: EpochMs): boolean {
    if (!isSoundCandle(candle) || candleOpen(candle.time, interval) !== candle.time) return false
    if (candle.time * 1000 + INTERVAL_MS[interval] > venueNow + 2_000) return false
    const series = this.#of(symbol, interval)
    const before = series.seen.get(candle.time)
    if (before !== undefined && (sentAt <= before.sentAt || same(before.candle, candle))) return false
    series.seen.set(candle.time, { candle, sentAt })
    series.newest = Math.max(series.newest, candle.time)
    if (series.seen.size > REMEMBERED + 20) forgetOldest(series)
    return true
  }

  /** Called when the venue's clock jumps: anything sent from now on corrects what was sent by the previous clock. */
  restart(): void {
    for (const { seen } of this.#series.values())
      for (const [time, { candle }] of seen) seen.set(time, { candle, sentAt: Number.NEGATIVE_INFINITY })
  }

  await(symbol: string, interval: BaseInterval, from: number): void {
    const series = this.#of(symbol, interval)
    const step = INTERVAL_MS[interval] / 1000
    if (series.newest < 0 || series.newest >= from) series.newest = from - step
  }

  /** Stops expecting candles up to open time `time`: the venue has none. */
  pass(symbol: string, interval: BaseInterval, time: number): void {
    const series = this.#of(symbol, interval)
    series.newest = Math.max(series.newest, time)
  }

  due(symbol: string, interval: BaseInterval): number | undefined {
    const newest = this.#series.get(`${symbol} ${interval}`)?.newest
    return newest === undefined || newest < 0 ? undefined : newest + INTERVAL_MS[interval] / 1000
  }

  #of(symbol: string, interval: BaseInterval): Gated {
    const key = `${symbol} ${interval}`
    const known = this.#series.get(key)
    if (known !== undefined) return known
    const fresh: Gated = { seen: new Map(), newest: -1 }
    this.#series.set(key, fresh)
    return fresh
  }
}

function forgetOldest(series: Gated): void {
  for (const time of [...series.seen.keys()].sort((a, b) => a - b).slice(0, 20)) series.seen.delete(time)
}
