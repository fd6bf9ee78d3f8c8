import { setImmediate as nextTurn } from 'node:timers/promises'
import { numberAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { DAY_MS, HOUR_MS, SECOND_MS } from '@aerie/core/time'
import type { BaseInterval, ClosedCandle, MarketSource, MarketTick } from '@aerie/market/market-source'
import { every } from '@aerie/runtime/ticker'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Term } from '../../platform/duties/duty.ts'
import type { CandleQuery, StoredRange } from './candles/candle-reader.ts'
import { type CandleStore, candleStore, type Span } from './candles/candle-store.ts'
import { type DistantDays, distantDays, isDistant } from './candles/distant-days.ts'
import { type CandleSpans, type Gap, STEP_S } from './history/candle-spans.ts'
import { HistoryKeeper, wantedPastS } from './history/history-keeper.ts'
import { loadHistory } from './history/load-history.ts'
import { type MissingCandles, missingCandles } from './history/missing-candles.ts'
import type { MarketHub } from './market-hub.ts'
import { MarketRecorder } from './market-recorder.ts'

type Deps = {
  readonly source: MarketSource
  readonly hub: MarketHub
  readonly pool: Pool
  readonly logger: FastifyBaseLogger
  readonly signal: AbortSignal
  /** Another process fetches and stores. */
  readonly isReadOnly: boolean
  readonly fence: Term | undefined
  /** Called when older hours or minutes of a coin were added. */
  readonly onFilled: (symbol: string, interval: BaseInterval) => void
  readonly onChange: () => void
}

type Series = Pick<Span, 'symbol' | 'interval'>

const PARTITIONS_EVERY_MS = HOUR_MS
const READ_MISSED_MS = 5 * SECOND_MS
/** How far in advance partitions are created. */
const AHEAD = [
  ['1m', 62 * DAY_MS],
  ['1h', 732 * DAY_MS],
  ['ticks', 2 * DAY_MS],
] as const

/** Never from another source: simulated prices must not mix with live ones. A replay has no prices before it runs. */
export async function seedPrices(hub: MarketHub, source: MarketSource, store: CandleStore): Promise<readonly MarketTick[]> {
  if (source.kind === 'replay') return []
  const ticks = await store.lastTicks(hub.symbolsByImportance(), source.now())
  hub.seedTicks(ticks)
  return ticks
}

export async function openMarketStorage(deps: Deps): Promise<MarketStorage> {
  const { source, hub, pool, signal, isReadOnly, fence } = deps
  const store = await candleStore(pool, source.id, fence)
  const lastTicks = await seedPrices(hub, source, store)
  const spans = await loadHistory({ store, hub, now: source.now(), signal })
  const { logger, onFilled, onChange } = deps
  // Simulated history needs no more than 90 days.
  const deepSymbols: ReadonlySet<string> = new Set(source.kind === 'sim' ? [] : PREDICTED_SYMBOLS)
  // Gaps of a simulation or recording are final; an exchange may deliver them later.
  const holes = source.kind === 'live' ? missingCandles(() => performance.now()) : undefined
  const missed = new Map<string, Series>()
  const keeper = new HistoryKeeper({
    source,
    hub,
    store,
    spans,
    holes,
    deepSymbols,
    onMissed: isReadOnly ? (symbol, interval) => missed.set(`${symbol} ${interval}`, { symbol, interval }) : undefined,
    onChange,
    onFilled,
    onTrouble: (error, { symbol, interval }) => logger.warn({ err: error, symbol, interval }, 'history could not be fetched; trying again'),
    onError: (error) => logger.error({ err: error }, 'a piece of the history was not filled'),
  })
  const recorder = isReadOnly
    ? undefined
    : new MarketRecorder({
        store,
        spansOf: spans.of,
        onDropped: (candles) => candles.forEach(spans.cut),
        // A replay's ticks are already in its recording.
        recordTicks: source.kind !== 'replay',
        lastTicks,
        onTrouble: (error, heldCandles) =>
          logger.warn({ err: error, heldCandles }, 'market data could not be stored; it is held and tried again'),
      })
  const findHoles = async (): Promise<void> => {
    const pastS = (symbol: string, interval: BaseInterval): number => wantedPastS(interval, deepSymbols.has(symbol))
    if (holes !== undefined) await loadHoles({ store, spans, holes, symbols: hub.symbolsByImportance(), pastS, signal })
  }
  const distant = source.kind === 'sim' ? distantDays(source, signal) : undefined
  const readAgain = async (series?: Series): Promise<void> => {
    const stored = await loadHistory({ store, hub, now: source.now(), signal }, series)
    for (const span of stored.all()) keeper.adopt(span)
  }
  /** The storing process writes a candle within seconds of its close. */
  const readMissed = async (): Promise<void> => {
    for (const [key, series] of missed) {
      await readAgain(series)
      missed.delete(key)
    }
  }
  return new MarketStorage({ ...deps, store, keeper, recorder, findHoles, distant, readAgain, readMissed })
}

type Parts = Deps & {
  readonly store: CandleStore
  readonly keeper: HistoryKeeper
  /** Undefined if another process stores the market. */
  readonly recorder: MarketRecorder | undefined
  readonly findHoles: () => Promise<void>
  readonly distant: DistantDays | undefined
  readonly readAgain: (series?: Series) => Promise<void>
  readonly readMissed: () => Promise<void>
}

export class MarketStorage {
  readonly #parts: Parts
  #stopTending: (() => void) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    if (this.#parts.isReadOnly) {
      this.#stopTending = every(READ_MISSED_MS, () => this.#parts.readMissed(), {
        onError: (error) => this.#parts.logger.warn({ err: error }, 'missed candles could not be read; trying again'),
      })
      return
    }
    this.#stopTending = every(PARTITIONS_EVERY_MS, () => this.#tendPartitions())
    await this.#tendPartitions()
    await this.#parts.findHoles()
    await this.#parts.keeper.start()
  }

  /** Update the span first: the recorder reads spans at write time. */
  keepCandles(candles: readonly ClosedCandle[]): void {
    this.#parts.keeper.follow(candles)
    this.#parts.recorder?.candles(candles)
  }

  keepTicks(ticks: readonly MarketTick[]): void {
    this.#parts.recorder?.ticks(ticks)
  }

  /** Reads what another process has stored meanwhile; undefined: every series. */
  readAgain(series: Series | undefined): Promise<void> {
    return this.#parts.readAgain(series)
  }

  isKnown(span: Gap): boolean {
    return this.#parts.keeper.isKnown(span)
  }

  hasWantedHours(symbol: string): boolean {
    return this.#parts.keeper.hasWantedHours(symbol)
  }

  message(): string | undefined {
    return this.#parts.keeper.message()
  }

  range(range: StoredRange): Promise<Candle[]> {
    return this.#parts.store.range(range)
  }

  /** Prepends candles from before stored history, if the source has them. */
  async withDistant(query: CandleQuery, candles: Candle[]): Promise<Candle[]> {
    const { distant } = this.#parts
    if (distant === undefined || !isDistant(query.interval) || !this.hasWantedHours(query.symbol)) return candles
    return distant.extend(query, candles)
  }

  async stop(): Promise<void> {
    this.#stopTending?.()
    await this.#parts.keeper.stop()
    await this.#parts.recorder?.stop()
  }

  async #tendPartitions(): Promise<void> {
    const { source, store, logger } = this.#parts
    try {
      const now = source.now()
      for (const [kind, aheadMs] of AHEAD) await store.partitions.ensure(kind, now, now + aheadMs)
      const dropped = await store.partitions.dropOld(now)
      if (dropped.length > 0) logger.info({ dropped }, 'market data past its retention was dropped')
    } catch (error) {
      logger.warn({ err: error }, 'partitions could not be maintained; trying again in an hour')
    }
  }
}

type HoleDeps = {
  readonly store: Pick<CandleStore, 'missing'>
  readonly spans: CandleSpans
  readonly holes: MissingCandles
  readonly symbols: readonly string[]
  readonly pastS: (symbol: string, interval: BaseInterval) => number
  readonly signal: AbortSignal
}

const TIMES_MOST = 1_000

/** Restores the holes inside spans requested by an earlier run: they are not persisted. */
async function loadHoles(deps: HoleDeps): Promise<void> {
  for (const interval of ['1h', '1m'] as const) {
    for (const symbol of deps.symbols) {
      if (deps.signal.aborted) return
      await loadSeries(deps, symbol, interval)
      await nextTurn()
    }
  }
}

async function loadSeries({ store, spans, holes, pastS }: HoleDeps, symbol: string, interval: BaseInterval): Promise<void> {
  const span = spans.get(symbol, interval)
  if (span === undefined || span.from >= span.to) return
  const from = Math.max(span.from, span.to - pastS(symbol, interval))
  const missing = await store.missing({ symbol, interval, from, to: span.to })
  for (const times of pieces(missing, TIMES_MOST * STEP_S[interval]))
    holes.add({ symbol, interval, times, isUnreadable: false, isOldest: times[0] === from })
}

function pieces(times: readonly number[], reach: number): number[][] {
  const all: number[][] = []
  for (const time of times) {
    const last = all.at(-1)
    if (last !== undefined && time - numberAt(last, 0) < reach) last.push(time)
    else all.push([time])
  }
  return all
}
