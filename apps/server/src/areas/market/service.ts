import { setTimeout as sleep } from 'node:timers/promises'
import type { Candle } from '@aerie/core/market/candle'
import { type EpochMs, SECOND_MS } from '@aerie/core/time'
import type {
  BaseInterval,
  ClosedCandle,
  MarketFollower,
  MarketListener,
  MarketRules,
  MarketSource,
  MarketTick,
  ReplayTransport,
} from '@aerie/market/market-source'
import { MarketSourceError } from '@aerie/market/market-source'
import { backoffMs } from '@aerie/runtime/backoff'
import { listenerSet } from '@aerie/runtime/listener-set'
import { serialQueue } from '@aerie/runtime/serial-queue'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Term } from '../../platform/duties/duty.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import { type CandleQuery, readCandles, type StoredRange } from './candles/candle-reader.ts'
import { candleStore } from './candles/candle-store.ts'
import type { HubCoin } from './coin-state.ts'
import type { Gap } from './history/candle-spans.ts'
import { MarketHub } from './market-hub.ts'
import { type MarketStorage, openMarketStorage, seedPrices } from './market-storage.ts'
import { marketCannotStart } from './messages.ts'

type Deps = {
  readonly makeSource: () => MarketSource
  readonly coins: readonly HubCoin[]
  readonly pool: Pool
  readonly logger: FastifyBaseLogger
  /** False for `auto`, whose ID is unknown before it has started. */
  readonly isIdKnown?: boolean
  readonly retryMs?: (attempt: number) => number
  readonly openWaitMs?: number
  /** Another process reads the market and stores it: this one only reads what is stored. */
  readonly isReader?: () => boolean
  /** The duty this process must hold to store the market; undefined without other processes. */
  readonly fence?: () => Term | undefined
}

/** Short, so that the end of an outage is noticed within ten seconds. */
const retryAfter = (attempt: number): number => backoffMs(attempt, { baseMs: SECOND_MS, capMs: 8 * SECOND_MS })
const OPEN_WAIT_MS = 5_000
/** Buffer for candles received before storage is open; in practice minutes' worth. */
const EARLY_KEPT = 50_000

export class MarketService {
  readonly hub: MarketHub
  readonly #deps: Deps
  #run = new AbortController()
  #isOver = false
  /** Incremented when the market restarts: with another source, or at another time of a recording. */
  #round = 0
  readonly #rounds = listenerSet()
  readonly #changes = serialQueue()
  readonly #prices = listenerSet<[symbols: readonly string[]]>()
  readonly #ticks = listenerSet<[ticks: readonly MarketTick[]]>()
  readonly #status = listenerSet()
  readonly #closed = listenerSet<[candles: readonly ClosedCandle[]]>()
  readonly #filled = listenerSet<[symbol: string, interval: BaseInterval]>()
  readonly #events = new Set<MarketListener>()
  readonly #begun = Promise.withResolvers<void>()
  #opened = Promise.withResolvers<void>()
  #source: MarketSource
  #storage: MarketStorage | undefined
  #early: ClosedCandle[] = []
  #background: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#source = deps.makeSource()
    this.hub = this.#makeHub()
  }

  readonly onPrices = this.#prices.subscribe
  readonly onTicks = this.#ticks.subscribe
  readonly onStatus = this.#status.subscribe
  readonly onClosedCandles = this.#closed.subscribe
  readonly onHistoryFilled = this.#filled.subscribe
  readonly onReset = this.#rounds.subscribe

  /** As the source sends them, for the other processes of this server. */
  onEvent(listener: MarketListener): () => void {
    this.#events.add(listener)
    return () => void this.#events.delete(listener)
  }

  source(): MarketSource {
    return this.#source
  }

  /** Whether another process reads and stores this market: which candles are missing for good is known only there. */
  isReader(): boolean {
    return this.#deps.isReader?.() === true
  }

  /** Stored candles were added by the process that stores them; undefined: in every series. */
  async readAgain(series: { readonly symbol: string; readonly interval: BaseInterval } | undefined): Promise<void> {
    await this.#storage?.readAgain(series)
    if (series !== undefined) this.#filled.emit(series.symbol, series.interval)
  }

  /** Restarts with the source that `makeSource` chooses now. */
  restart(): Promise<void> {
    return this.#changes.run(() => this.#restart(this.#deps.makeSource))
  }

  round(): number {
    return this.#round
  }

  transport(): ReplayTransport | undefined {
    return this.#source.transport?.()
  }

  /** Series of the candles; for `auto` known only after the start. */
  sourceId(): string {
    return this.#source.id
  }

  /** @throws MarketSourceError `cannot-follow`; see `MarketSource.follow`. Ends with its source */
  follow(symbol: string, follower: MarketFollower): () => void {
    if (this.#source.follow === undefined)
      throw new MarketSourceError('cannot-follow', 'This market provides no order books and trades to follow.')
    return this.#source.follow(symbol, follower)
  }

  /** Whether there can be a price at `at` (epoch ms); false in holes of a recording. */
  hasPrices(symbol: string, at: number): boolean {
    return this.#source.hasPrices?.(symbol, at) ?? true
  }

  rules(symbol: string): MarketRules | undefined {
    return this.#source.rules?.(symbol)
  }

  /** Whether every existing candle of a span (seconds) is present; false while loading. */
  isKnown(span: Gap): boolean {
    return this.#storage?.isKnown(span) ?? false
  }

  /** Whether the clock has jumped and candles may still be corrected: do not derive permanent data from them. */
  isInDoubt(): boolean {
    return this.#source.isInDoubt?.() === true
  }

  /** Whether a coin has all wanted hours up to the newest. */
  hasWantedHours(symbol: string): boolean {
    return this.#storage?.hasWantedHours(symbol) ?? false
  }

  /** Resolves once there are coins to list, or after a few seconds, so that early requests need no retry. */
  async begun(): Promise<void> {
    if (!this.hub.hasCoins()) await this.#atMost(this.#begun.promise)
  }

  /** @throws AppError `unavailable` while stored history is loading and memory does not cover the query */
  async candles(query: CandleQuery): Promise<Candle[]> {
    const state = this.hub.state(query.symbol)
    if (state === undefined) return []
    const candles = await readCandles(state, { range: (range) => this.#storedRange(range) }, query, this.#source.now())
    return (await this.#storage?.withDistant(query, candles)) ?? candles
  }

  /** Resolves once prices arrive, or after the first failed attempt; then retries in the background. @throws StartFailure */
  async start(): Promise<void> {
    const { isIdKnown = true, isReader, makeSource, pool } = this.#deps
    // Only now is it known whether this process reads the market itself.
    if (isReader !== undefined) this.#source = makeSource()
    if (isIdKnown) await seedPrices(this.hub, this.#source, await candleStore(pool, this.#source.id))
    await this.#begin()
  }

  async #begin(): Promise<void> {
    const work = (await this.#startSource()) ? this.#keepStored() : this.#startAgain()
    const { signal } = this.#run
    this.#background = work.catch((error: unknown) => {
      if (!signal.aborted) this.#deps.logger.error({ err: error }, 'the market stopped being stored')
    })
  }

  settled(): Promise<void> {
    return this.#background
  }

  async stop(): Promise<void> {
    this.#isOver = true
    const stopped = this.#source
    await this.#endRun()
    await this.#changes.idle()
    if (this.#source !== stopped) await this.#endRun()
  }

  /** Stored data stays with its source. @returns whether the market is live now, with a message */
  async goLive(): Promise<{ readonly isDone: boolean; readonly text: string }> {
    if (this.hub.kind() === 'live') return { isDone: true, text: 'The market is already live.' }
    if ((await this.#source.isLiveInReach?.()) !== true)
      return { isDone: false, text: `The live market cannot be reached; nothing has changed. ${this.hub.sourceState().detail}` }
    await this.#changes.run(async () => {
      if (this.hub.kind() !== 'live') await this.#restart(this.#deps.makeSource)
    })
    const isDone = this.hub.kind() === 'live'
    const { detail } = this.hub.sourceState()
    return { isDone, text: isDone ? `The market is live now. ${detail}` : detail }
  }

  /** Restarts the market there. @throws MarketSourceError `bad-setting` for a time outside the recording; AppError unavailable */
  jump(at: EpochMs): Promise<void> {
    return this.#changes.run(async () => {
      const next = this.transport()?.startingAt(at)
      if (next === undefined) throw new AppError('unavailable', { detail: 'No recording is playing.', retryAfterSeconds: 2 })
      await this.#restart(() => next)
    })
  }

  async #restart(makeSource: () => MarketSource): Promise<void> {
    if (this.#isOver) return
    await this.#endRun()
    this.#run = new AbortController()
    this.#storage = undefined
    this.#early = []
    this.#opened = Promise.withResolvers<void>()
    this.#source = makeSource()
    this.#round += 1
    const history = Promise.withResolvers<void>()
    this.#background = history.promise
    this.hub.reset()
    this.#rounds.emit()
    try {
      await this.#begin()
    } finally {
      history.resolve(this.#background === history.promise ? undefined : this.#background)
    }
  }

  async #endRun(): Promise<void> {
    this.#run.abort()
    await this.#source.stop()
    await this.#storage?.stop()
    await this.#background
  }

  #makeHub(): MarketHub {
    const present = (): MarketSource => this.#source
    return new MarketHub({
      source: {
        get kind() {
          return present().kind
        },
        get staleAfterMs() {
          return present().staleAfterMs
        },
        now: () => present().now(),
        speed: () => present().speed(),
        replay: () => ({ run: this.#round, state: present().transport?.()?.state().state ?? 'starting' }),
        hasPrices: (symbol, at) => present().hasPrices?.(symbol, at) ?? true,
        book: (symbol) => present().book(symbol),
        trades: (symbol) => present().trades(symbol),
        synthetic: (symbol, count) => present().synthetic?.(symbol, count),
      },
      coins: this.#deps.coins,
      onPrices: this.#prices.emit,
      onTicks: (ticks) => {
        this.#storage?.keepTicks(ticks)
        this.#ticks.emit(ticks)
      },
      onCandles: (candles) => {
        if (this.#storage === undefined) this.#early = [...this.#early, ...candles].slice(-EARLY_KEPT)
        else this.#storage.keepCandles(candles)
        this.#closed.emit(candles)
      },
      onStatus: this.#status.emit,
    })
  }

  async #startSource(): Promise<boolean> {
    try {
      await this.#source.start(whileRunning([this.hub.listener, ...this.#events], this.#run.signal))
      this.#begun.resolve()
      return true
    } catch (error) {
      if (error instanceof MarketSourceError && error.code === 'bad-setting') {
        throw new StartFailure(marketCannotStart(error.message), { cause: error })
      }
      this.#deps.logger.warn({ err: error }, 'the market source did not start')
      return false
    }
  }

  async #startAgain(): Promise<void> {
    const { retryMs = retryAfter, makeSource } = this.#deps
    for (let attempt = 1; !this.#run.signal.aborted; attempt += 1) {
      const pauseMs = retryMs(attempt)
      const detail = `The market source is not responding. Trying again in ${Math.ceil(pauseMs / 1000)} s.`
      this.hub.listener.state({ state: 'starting', detail })
      await this.#pause(pauseMs)
      if (this.#run.signal.aborted) return
      await this.#source.stop()
      this.#source = makeSource()
      if (await this.#startSource()) return this.#keepStored()
    }
  }

  /** Opens storage, retrying while the database is down; meanwhile candles are buffered in `early`. */
  async #keepStored(): Promise<void> {
    const storage = await this.#openStorage()
    // Stopped while loading: no one else would stop this storage.
    if (storage === undefined || this.#run.signal.aborted) return storage?.stop()
    this.#storage = storage
    this.#opened.resolve()
    storage.keepCandles(this.#early)
    this.#early = []
    await storage.start()
    if (!this.#run.signal.aborted) this.#deps.logger.info({ source: this.#source.id }, 'the wanted history is stored')
  }

  async #openStorage(): Promise<MarketStorage | undefined> {
    const { pool, logger, retryMs = retryAfter } = this.#deps
    const { signal } = this.#run
    const isReadOnly = this.isReader()
    const fence = this.#deps.fence?.()
    const onChange = (): void => this.hub.note(this.#storage?.message())
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        return await openMarketStorage({
          source: this.#source,
          hub: this.hub,
          pool,
          logger,
          signal,
          isReadOnly,
          fence,
          onFilled: this.#filled.emit,
          onChange,
        })
      } catch (error) {
        logger.warn({ err: error }, 'the stored market could not be read; trying again')
        await this.#pause(retryMs(attempt))
      }
    }
    return undefined
  }

  async #storedRange(range: StoredRange): Promise<Candle[]> {
    if (this.#storage === undefined) await this.#atMost(this.#opened.promise)
    if (this.#storage === undefined) throw new AppError('unavailable', { detail: 'The price history is loading.', retryAfterSeconds: 2 })
    return this.#storage.range(range)
  }

  #atMost(event: Promise<void>): Promise<void> {
    return Promise.race([event, this.#pause(this.#deps.openWaitMs ?? OPEN_WAIT_MS)])
  }

  #pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#run.signal, ref: false }).catch(() => undefined)
  }
}

/** Forwards while the service runs; later messages of a stopped source are ignored. */
function whileRunning(listeners: readonly MarketListener[], signal: AbortSignal): MarketListener {
  const forward = (send: (listener: MarketListener) => void): void => {
    for (const listener of listeners) if (!signal.aborted) send(listener)
  }
  return {
    ticks: (ticks) => forward((to) => to.ticks(ticks)),
    candles: (candles) => forward((to) => to.candles(candles)),
    listings: (listings) => forward((to) => to.listings(listings)),
    state: (state) => forward((to) => to.state(state)),
  }
}
