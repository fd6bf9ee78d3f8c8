import { itemAt } from '@aerie/core/item-at'
import type { ClosedCandle, MarketTick } from '@aerie/market/market-source'
import { backoff } from '@aerie/runtime/backoff'
import { serialQueue } from '@aerie/runtime/serial-queue'
import { every } from '@aerie/runtime/ticker'
import type { CandleStore, Span } from './candles/candle-store.ts'

const CANDLES_EVERY_MS = 1_000
export const TICKS_EVERY_MS = 5_000
const CANDLES_A_WRITE = 2_000
/** If the database is down, the oldest beyond this are dropped and fetched again later: their span was never stored. */
const CANDLES_HELD = 100_000
const PAUSE = { baseMs: 500, capMs: 30_000 }

type RecorderDeps = {
  readonly store: Pick<CandleStore, 'write' | 'writeTicks'>
  readonly spansOf: (candles: readonly ClosedCandle[]) => Span[]
  readonly onDropped: (candles: readonly ClosedCandle[]) => void
  readonly recordTicks: boolean
  /** Stored by an earlier run: the next row repeats those that have no newer one. */
  readonly lastTicks: readonly MarketTick[]
  readonly onTrouble: (error: unknown, heldCandles: number) => void
}

/** Writes market data to storage in batches, off the hot path; retries while the database is down. */
export class MarketRecorder {
  readonly #deps: RecorderDeps
  readonly #stops: readonly (() => void)[]
  #candles: ClosedCandle[] = []
  readonly #ticks = new Map<string, MarketTick>()
  #hasNewTicks = false
  readonly #writes = serialQueue()
  readonly #backoff = backoff(PAUSE)
  #pauseUntil = 0

  constructor(deps: RecorderDeps) {
    this.#deps = deps
    for (const tick of deps.lastTicks) this.#ticks.set(tick.symbol, tick)
    this.#stops = [this.#every(CANDLES_EVERY_MS, this.#writeCandles), this.#every(TICKS_EVERY_MS, this.#writeTicks)]
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
    this.#hasNewTicks ||= batch.length > 0
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop()
    await this.#writes.run(this.#writeCandles)
    await this.#writes.run(this.#writeTicks)
  }

  #every(ms: number, work: () => Promise<void>): () => void {
    return every(ms, () => (performance.now() >= this.#pauseUntil ? this.#writes.run(work) : undefined))
  }

  readonly #writeCandles = async (): Promise<void> => {
    while (this.#candles.length > 0) {
      const batch = this.#candles.slice(0, CANDLES_A_WRITE)
      if (!(await this.#guarded(() => this.#deps.store.write(batch, this.#deps.spansOf(batch))))) return
      const last = this.#candles.indexOf(itemAt(batch, -1))
      this.#candles = this.#candles.slice(last + 1)
    }
  }

  readonly #writeTicks = async (): Promise<void> => {
    if (!this.#hasNewTicks) return
    this.#hasNewTicks = false
    if (!(await this.#guarded(() => this.#deps.store.writeTicks([...this.#ticks.values()])))) this.#hasNewTicks = true
  }

  async #guarded(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      this.#backoff.reset()
      return true
    } catch (error) {
      this.#pauseUntil = performance.now() + this.#backoff.nextMs()
      this.#deps.onTrouble(error, this.#candles.length)
      return false
    }
  }
}
