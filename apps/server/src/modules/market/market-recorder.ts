import type { ClosedCandle, MarketTick } from '@aerie/market/market-source'
import type { CandleStore, Span } from './candle-store.ts'

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
  /** How often candles and ticks are written. */
  readonly candlesEveryMs?: number
  readonly ticksEveryMs?: number
  readonly onTrouble: (error: unknown, heldCandles: number) => void
}

/** Writes what the source says to storage, in batches, beside the hot path; tries again while the database is away. */
export function marketRecorder(deps: RecorderDeps) {
  const { store, spansOf, onDropped, recordTicks, candlesEveryMs = 1_000, ticksEveryMs = 5_000, onTrouble } = deps
  let candles: ClosedCandle[] = []
  let ticks = new Map<string, MarketTick>()
  let writing: Promise<void> = Promise.resolve()
  let pauseUntil = 0
  let pauseMs = FIRST_PAUSE_MS

  const guarded = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      pauseMs = FIRST_PAUSE_MS
      return true
    } catch (error) {
      pauseUntil = performance.now() + pauseMs
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      onTrouble(error, candles.length)
      return false
    }
  }
  const writeCandles = async (): Promise<void> => {
    while (candles.length > 0) {
      const batch = candles.slice(0, CANDLES_A_WRITE)
      if (!(await guarded(() => store.write(batch, spansOf(batch))))) return
      const last = candles.indexOf(batch.at(-1)!)
      candles = candles.slice(last + 1)
    }
  }
  const writeTicks = async (): Promise<void> => {
    if (ticks.size === 0) return
    const batch = ticks
    ticks = new Map()
    if (await guarded(() => store.writeTicks([...batch.values()]))) return
    for (const [symbol, tick] of batch) if (!ticks.has(symbol)) ticks.set(symbol, tick)
  }
  /** One write at a time, in the order they were asked for. */
  const queue = (work: () => Promise<void>): Promise<void> => {
    writing = writing.then(work)
    return writing
  }
  const unlessPaused = (work: () => Promise<void>) => () => {
    if (performance.now() >= pauseUntil) void queue(work)
  }
  const timers = [setInterval(unlessPaused(writeCandles), candlesEveryMs), setInterval(unlessPaused(writeTicks), ticksEveryMs)]
  for (const timer of timers) timer.unref()

  const flush = (): Promise<void> => queue(writeCandles).then(() => queue(writeTicks))
  return {
    candles: (batch: readonly ClosedCandle[]): void => {
      for (const candle of batch) candles.push(candle)
      if (candles.length <= CANDLES_HELD) return
      onDropped(candles.slice(0, -CANDLES_HELD))
      candles = candles.slice(-CANDLES_HELD)
    },
    ticks: (batch: readonly MarketTick[]): void => {
      if (!recordTicks) return
      for (const tick of batch) ticks.set(tick.symbol, tick)
    },
    flush,
    /** Writes what is held, once, and ends. */
    stop: (): Promise<void> => {
      for (const timer of timers) clearInterval(timer)
      return flush()
    },
  }
}

export type MarketRecorder = ReturnType<typeof marketRecorder>
