import { setTimeout as sleep } from 'node:timers/promises'
import type { Candle } from '@aerie/core/candle'
import { DAY_MS, HOUR_MS } from '@aerie/core/time'
import type { ClosedCandle, MarketListener, MarketSource, MarketTick, OrderBook } from '@aerie/market/market-source'
import { MarketSourceError } from '@aerie/market/market-source'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { AppError } from '../../plugins/app-error.ts'
import { StartFailure } from '../../start-failure.ts'
import { type CandleQuery, readCandles, type StoredCandles } from './candle-reader.ts'
import { type CandleStore, candleStore } from './candle-store.ts'
import type { HubCoin } from './coin-state.ts'
import { type HistoryKeeper, historyKeeper } from './history-keeper.ts'
import { loadHistory } from './load-history.ts'
import { marketHub } from './market-hub.ts'
import { type MarketRecorder, marketRecorder } from './market-recorder.ts'
import type { SpanBook } from './span-book.ts'

type Deps = {
  /** Makes the source of the settings; again for each try to start it. */
  readonly makeSource: () => MarketSource
  readonly coins: readonly HubCoin[]
  readonly pool: Pool
  readonly logger: FastifyBaseLogger
  /** Whether the source knows what it is before it has started; `auto` does not. */
  readonly isIdKnown?: boolean
  readonly retryMs?: (attempt: number) => number
}

type Storage = { readonly store: CandleStore; readonly recorder: MarketRecorder; readonly keeper: HistoryKeeper }

const retryAfter = (attempt: number): number => Math.min(5_000 * 2 ** (attempt - 1), 5 * 60_000)
const PARTITIONS_EVERY_MS = HOUR_MS
/** What is told before storage is open is kept this far: minutes, in practice. */
const EARLY_KEPT = 50_000

export type MarketService = ReturnType<typeof marketService>

/** The market's life in this process: a source that is started and started again, memory, and storage behind it. */
export function marketService({ makeSource, coins, pool, logger, isIdKnown = true, retryMs = retryAfter }: Deps) {
  let source = makeSource()
  let storage: Storage | undefined
  let early: ClosedCandle[] = []
  let background: Promise<void> = Promise.resolve()
  const stopped = new AbortController()
  const priceListeners = new Set<(symbols: readonly string[]) => void>()
  const statusListeners = new Set<() => void>()
  const timers: NodeJS.Timeout[] = []

  const hub = marketHub({
    source: {
      get kind() {
        return source.kind
      },
      get staleAfterMs() {
        return source.staleAfterMs
      },
      now: () => source.now(),
      speed: () => source.speed(),
      book: (symbol): Promise<OrderBook | undefined> => source.book(symbol),
    },
    coins,
    onPrices: (symbols) => {
      for (const listener of priceListeners) listener(symbols)
    },
    onTicks: (ticks: readonly MarketTick[]) => storage?.recorder.ticks(ticks),
    onCandles: (candles) => {
      if (storage === undefined) early = [...early, ...candles].slice(-EARLY_KEPT)
      else keep(storage, candles)
    },
    onStatus: () => {
      for (const listener of statusListeners) listener()
    },
  })

  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
  const loadStorage = async (): Promise<Storage> => {
    const store = await candleStore(pool, source.id)
    await seedFrom(store)
    const spans = await loadHistory({ store, hub, now: source.now(), signal: stopped.signal })
    return { store, recorder: openRecorder(store, spans), keeper: openKeeper(store, spans) }
  }
  /** Again and again while the database is away: until then the source's candles wait in `early`. */
  const openStorage = async (): Promise<void> => {
    for (let attempt = 1; storage === undefined && !stopped.signal.aborted; attempt += 1) {
      try {
        storage = await loadStorage()
      } catch (error) {
        logger.warn({ err: error }, 'the stored market could not be read; trying again')
        await pause(retryMs(attempt))
      }
    }
    // Stopped while it was read: nobody has told this keeper, and it would fetch all the past first.
    if (storage === undefined || stopped.signal.aborted) return
    const { store } = storage
    keep(storage, early)
    early = []
    timers.push(setInterval(() => void tendPartitions(store), PARTITIONS_EVERY_MS).unref())
    await tendPartitions(store)
    await storage.keeper.start()
    if (!stopped.signal.aborted) logger.info({ source: source.id }, 'the wanted history is stored')
  }
  const openRecorder = (store: CandleStore, spans: SpanBook): MarketRecorder =>
    marketRecorder({
      store,
      spansOf: spans.of,
      onDropped: (candles) => candles.forEach(spans.cut),
      // A replay's ticks are its recording: nothing to keep.
      recordTicks: source.kind !== 'replay',
      onTrouble: (error, heldCandles) =>
        logger.warn({ err: error, heldCandles }, 'market data could not be stored; it is held and tried again'),
    })
  const openKeeper = (store: CandleStore, spans: SpanBook): HistoryKeeper =>
    historyKeeper({
      source,
      hub,
      store,
      spans,
      onTrouble: (error, gap) =>
        logger.warn({ err: error, symbol: gap.symbol, interval: gap.interval }, 'history could not be fetched; trying again'),
    })
  const tendPartitions = async (store: CandleStore): Promise<void> => {
    try {
      const now = source.now()
      for (const [kind, step] of [
        ['1m', 31 * DAY_MS],
        ['1h', 366 * DAY_MS],
        ['ticks', DAY_MS],
      ] as const)
        await store.partitions.ensure(kind, now, now + 2 * step)
      const dropped = await store.partitions.dropOld(now)
      if (dropped.length > 0) logger.info({ dropped }, 'market data past its retention was dropped')
    } catch (error) {
      logger.warn({ err: error }, 'partitions could not be tended; trying again in an hour')
    }
  }

  /**
   * The last prices that storage knows, with their age, until the source speaks. Never those of another source: a
   * simulated price must not stand among live ones. A replay has no prices before it runs.
   */
  const seedFrom = async (store: CandleStore): Promise<void> => {
    if (source.kind === 'replay') return
    hub.seedTicks(
      await store.lastTicks(
        coins.map((coin) => coin.symbol),
        source.now(),
      ),
    )
  }
  const startOnce = async (): Promise<boolean> => {
    try {
      await source.start(ownListener(hub.listener, () => !stopped.signal.aborted))
      return true
    } catch (error) {
      if (error instanceof MarketSourceError && error.code === 'bad-setting') {
        throw new StartFailure(`The market cannot start: ${error.message}`, { cause: error })
      }
      logger.warn({ err: error }, 'the market source did not start')
      return false
    }
  }
  const startAgain = async (): Promise<void> => {
    for (let attempt = 1; !stopped.signal.aborted; attempt += 1) {
      const pauseMs = retryMs(attempt)
      const seconds = Math.ceil(pauseMs / 1000)
      hub.listener.state({ state: 'starting', detail: `The market source does not answer; trying again every ${seconds} s.` })
      await pause(pauseMs)
      if (stopped.signal.aborted) return
      await source.stop()
      source = makeSource()
      if (await startOnce()) return openStorage()
    }
  }
  const storedRange: StoredCandles['range'] = async (range) => {
    if (storage === undefined) throw new AppError('unavailable', { detail: 'The history is just being read.', retryAfterSeconds: 2 })
    return storage.store.range(range)
  }
  const inBackground = (work: Promise<void>): void => {
    background = work.catch((error: unknown) => {
      if (!stopped.signal.aborted) logger.error({ err: error }, 'the market stopped being stored')
    })
  }

  return {
    hub,
    /** Newest prices by symbol, once a batch of the source. Returns the way to unsubscribe. */
    onPrices: (listener: (symbols: readonly string[]) => void): (() => void) => {
      priceListeners.add(listener)
      return () => priceListeners.delete(listener)
    },
    onStatus: (listener: () => void): (() => void) => {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
    candles: (query: CandleQuery): Promise<Candle[]> => {
      const state = hub.state(query.symbol)
      if (state === undefined) return Promise.resolve([])
      return readCandles(state, { range: storedRange }, query, source.now())
    },
    /**
     * Starts the source and, behind it, storage. Resolves when prices flow or when the first try has failed and others
     * follow; everything else goes on in the background.
     *
     * @throws StartFailure for a setting with which it can never start
     */
    start: async (): Promise<void> => {
      if (isIdKnown) await seedFrom(await candleStore(pool, source.id))
      inBackground((await startOnce()) ? openStorage() : startAgain())
    },
    /** Resolves when the background work of `start` is done: the history is there. */
    settled: (): Promise<void> => background,
    stop: async (): Promise<void> => {
      stopped.abort()
      for (const timer of timers) clearInterval(timer)
      await source.stop()
      await storage?.keeper.stop()
      await background
      await storage?.recorder.stop()
    },
  }
}

/** The span first: the recorder notes spans as they are when it writes. */
function keep({ keeper, recorder }: Storage, candles: readonly ClosedCandle[]): void {
  keeper.follow(candles)
  recorder.candles(candles)
}

/** Hands on to the hub as long as the service runs: a source that speaks after its end is not heard. */
function ownListener(listener: MarketListener, isRunning: () => boolean): MarketListener {
  const whileRunning =
    <T>(tell: (what: T) => void) =>
    (what: T): void => {
      if (isRunning()) tell(what)
    }
  return {
    ticks: whileRunning(listener.ticks),
    candles: whileRunning(listener.candles),
    listings: whileRunning(listener.listings),
    state: whileRunning(listener.state),
  }
}
