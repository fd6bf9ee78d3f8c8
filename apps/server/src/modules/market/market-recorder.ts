import type { ClosedCandle, MarketTick } from '@aerie/market/market-source'
import type { CandleStore, Span } from './candle-store.ts'

const CANDLES_EVERY_MS = 1_000
const TICKS_EVERY_MS = 5_000
const CANDLES_A_WRITE = 2_000
/** Beyond this, with the database away, the oldest are let go: they are fetched again, as their span was never noted. */
const CANDLES_HELD = 100_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

type RecorderDeps = {
  readonly store: Pick<CandleStore, 'write' | 'writeTicks'>
  /** The spans to note with candles of these series; asked at each write. */
  readonly spansOf: (candles: readonly ClosedCandle[]) => Span[]
  /** Told of candles that were let go unwritten. */
  readonly onDropped: (candles: readonly ClosedCandle[]) => void
  readonly recordTicks: boolean
  readonly onTrouble: (error: unknown, heldCandles: number) => void
}

/** Writes what the source says to storage, in batches, beside the hot path; tries again while the database is away. */
export class MarketRecorder {
  readonly #deps: RecorderDeps
  readonly #timers: readonly NodeJS.Timeout[]
  #candles: ClosedCandle[] = []
  #ticks = new Map<string, MarketTick>()
  #writing: Promise<void> = Promise.resolve()
  #pauseUntil = 0
  #pauseMs = FIRST_PAUSE_MS

  constructor(deps: RecorderDeps) {
    this.#deps = deps
    this.#timers = [this.#every(CANDLES_EVERY_MS, this.#writeCandles), this.#every(TICKS_EVERY_MS, this.#writeTicks)]
  }

  candles(batch: readonly ClosedCandle[]): void {
    for (const candle of batch) this.#candles.push(candle)
    if (this.#candles.length <= CANDLES_HELD) return
    this.#deps.onDropped(this.#candles.slice(0, -CANDLES_HELD))
    this.#candles = this.#candles.slice(-CANDLES_HELD)
  }

  ticks(batch: readonly MarketTick[]): void {
    if (!this.#deps.recordTicks) return
    for (const tick of batch) this.#ticks.set(tick.symbol, tick)
  }

  /** Writes what is held, once, and ends. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#queue(this.#writeCandles)
    await this.#queue(this.#writeTicks)
  }

  #every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
    const unlessPaused = (): void => {
      if (performance.now() >= this.#pauseUntil) void this.#queue(work)
    }
    return setInterval(unlessPaused, ms).unref()
  }

  /** One write at a time, in the order they were asked for. */
  #queue(work: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(work)
    return this.#writing
  }

  readonly #writeCandles = async (): Promise<void> => {
    while (this.#candles.length > 0) {
      const batch = this.#candles.slice(0, CANDLES_A_WRITE)
      if (!(await this.#guarded(() => this.#deps.store.write(batch, this.#deps.spansOf(batch))))) return
      const last = this.#candles.indexOf(batch.at(-1)!)
      this.#candles = this.#candles.slice(last + 1)
    }
  }

  readonly #writeTicks = async (): Promise<void> => {
    if (this.#ticks.size === 0) return
    const batch = this.#ticks
    this.#ticks = new Map()
    if (await this.#guarded(() => this.#deps.store.writeTicks([...batch.values()]))) return
    for (const [symbol, tick] of batch) if (!this.#ticks.has(symbol)) this.#ticks.set(symbol, tick)
  }

  async #guarded(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      this.#pauseMs = FIRST_PAUSE_MS
      return true
    } catch (error) {
      this.#pauseUntil = performance.now() + this.#pauseMs
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
      this.#deps.onTrouble(error, this.#candles.length)
      return false
    }
  }
}
