import type { Candle } from '@aerie/core/market/candle'
import { DAY_MS, HOUR_MS } from '@aerie/core/time'
import type { BaseInterval, ClosedCandle, MarketSource, MarketTick } from '@aerie/market/market-source'
import { every } from '@aerie/runtime/ticker'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { CandleQuery, StoredRange } from './candles/candle-reader.ts'
import { type CandleStore, candleStore } from './candles/candle-store.ts'
import { type DistantDays, distantDays, isDistant } from './candles/distant-days.ts'
import type { Gap } from './history/candle-spans.ts'
import { HistoryKeeper, wantedPastS } from './history/history-keeper.ts'
import { loadHistory } from './history/load-history.ts'
import { loadHoles } from './history/load-holes.ts'
import { missingCandles } from './history/missing-candles.ts'
import type { MarketHub } from './market-hub.ts'
import { MarketRecorder } from './market-recorder.ts'

type Deps = {
  readonly source: MarketSource
  readonly hub: MarketHub
  readonly pool: Pool
  readonly logger: FastifyBaseLogger
  readonly signal: AbortSignal
  /** Told when older hours or minutes of a coin have been added. */
  readonly onFilled: (symbol: string, interval: BaseInterval) => void
  /** Told when what is missing may have changed. */
  readonly onChange: () => void
}

const PARTITIONS_EVERY_MS = HOUR_MS
/** Partitions are there this long before they are needed. */
const AHEAD = [
  ['1m', 62 * DAY_MS],
  ['1h', 732 * DAY_MS],
  ['ticks', 2 * DAY_MS],
] as const

/**
 * The last prices that storage knows of a source, with their age, until it speaks. Never those of another source: a
 * simulated price must not stand among live ones. A replay has no prices before it runs.
 */
export async function seedPrices(hub: MarketHub, source: MarketSource, store: CandleStore): Promise<void> {
  if (source.kind !== 'replay') hub.seedTicks(await store.lastTicks(hub.symbolsByImportance(), source.now()))
}

/** Reads what is stored of a source into memory, and opens its storage. */
export async function openMarketStorage(deps: Deps): Promise<MarketStorage> {
  const { source, hub, pool, signal } = deps
  const store = await candleStore(pool, source.id)
  await seedPrices(hub, source, store)
  const spans = await loadHistory({ store, hub, now: source.now(), signal })
  const { logger, onFilled, onChange } = deps
  // A simulated year is as good as its last 90 days.
  const deepSymbols: ReadonlySet<string> = new Set(source.kind === 'sim' ? [] : PREDICTED_SYMBOLS)
  // What a simulation or a recording does not have does not exist; an exchange may send it the next time.
  const holes = source.kind === 'live' ? missingCandles(() => performance.now()) : undefined
  const keeper = new HistoryKeeper({
    source,
    hub,
    store,
    spans,
    holes,
    deepSymbols,
    onChange,
    onFilled,
    onTrouble: (error, { symbol, interval }) => logger.warn({ err: error, symbol, interval }, 'history could not be fetched; trying again'),
    onError: (error) => logger.error({ err: error }, 'a piece of the history was not filled'),
  })
  const recorder = new MarketRecorder({
    store,
    spansOf: spans.of,
    onDropped: (candles) => candles.forEach(spans.cut),
    // A replay's ticks are its recording: nothing to keep.
    recordTicks: source.kind !== 'replay',
    onTrouble: (error, heldCandles) =>
      logger.warn({ err: error, heldCandles }, 'market data could not be stored; it is held and tried again'),
  })
  const findHoles = async (): Promise<void> => {
    const pastS = (symbol: string, interval: BaseInterval): number => wantedPastS(interval, deepSymbols.has(symbol))
    if (holes !== undefined) await loadHoles({ store, spans, holes, symbols: hub.symbolsByImportance(), pastS, signal })
  }
  const distant = source.kind === 'sim' ? distantDays(source, signal) : undefined
  return new MarketStorage({ ...deps, store, keeper, recorder, findHoles, distant })
}

type Parts = Deps & {
  readonly store: CandleStore
  readonly keeper: HistoryKeeper
  readonly recorder: MarketRecorder
  /** Reads what an earlier run has left missing. */
  readonly findHoles: () => Promise<void>
  /** What a source can tell at any time, and so is not stored. */
  readonly distant: DistantDays | undefined
}

/** What stands behind the market in memory: the recorder, the keeper of history, and partitions. */
export class MarketStorage {
  readonly #parts: Parts
  #stopTending: (() => void) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Fetches the history that is missing; resolves when all of it is there. */
  async start(): Promise<void> {
    this.#stopTending = every(PARTITIONS_EVERY_MS, () => this.#tendPartitions())
    await this.#tendPartitions()
    await this.#parts.findHoles()
    await this.#parts.keeper.start()
  }

  /** The span first: the recorder notes spans as they are when it writes. */
  keepCandles(candles: readonly ClosedCandle[]): void {
    this.#parts.keeper.follow(candles)
    this.#parts.recorder.candles(candles)
  }

  keepTicks(ticks: readonly MarketTick[]): void {
    this.#parts.recorder.ticks(ticks)
  }

  isKnown(span: Gap): boolean {
    return this.#parts.keeper.isKnown(span)
  }

  hasWantedHours(symbol: string): boolean {
    return this.#parts.keeper.hasWantedHours(symbol)
  }

  /** What is missing of the history, for the badge. */
  words(): string | undefined {
    return this.#parts.keeper.words()
  }

  range(range: StoredRange): Promise<Candle[]> {
    return this.#parts.store.range(range)
  }

  /** `candles` of `query` with those before what is stored, where the source has them. */
  async withDistant(query: CandleQuery, candles: Candle[]): Promise<Candle[]> {
    const { distant } = this.#parts
    if (distant === undefined || !isDistant(query.interval) || !this.hasWantedHours(query.symbol)) return candles
    return distant.extend(query, candles)
  }

  async stop(): Promise<void> {
    this.#stopTending?.()
    await this.#parts.keeper.stop()
    await this.#parts.recorder.stop()
  }

  async #tendPartitions(): Promise<void> {
    const { source, store, logger } = this.#parts
    try {
      const now = source.now()
      for (const [kind, aheadMs] of AHEAD) await store.partitions.ensure(kind, now, now + aheadMs)
      const dropped = await store.partitions.dropOld(now)
      if (dropped.length > 0) logger.info({ dropped }, 'market data past its retention was dropped')
    } catch (error) {
      logger.warn({ err: error }, 'partitions could not be tended; trying again in an hour')
    }
  }
}
