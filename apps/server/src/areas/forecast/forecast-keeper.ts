import { setTimeout as sleep } from 'node:timers/promises'
import type { Candle } from '@aerie/core/market/candle'
import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../platform/http/app-error.ts'
import type { CandleRing, MarketService } from '../market/index.ts'
import { type ForecastRecords, isInTime, outcomeKey, type QuotedOutlook, type Scored } from './forecast-records.ts'
import type { ForecastThread } from './forecast-thread.ts'
import type { Feed, ModelState } from './hourly-models.ts'
import type { ForecastRow, ForecastSource } from './store.ts'

export type ForecastMarket = Pick<
  MarketService,
  'candles' | 'settled' | 'hasWantedHours' | 'isInDoubt' | 'isReader' | 'onClosedCandles' | 'onHistoryFilled' | 'sourceId' | 'round'
> & {
  readonly hub: Pick<MarketService['hub'], 'state' | 'now' | 'kind' | 'details' | 'status'>
}

export type WarmUpProgress = {
  readonly candles: number
  /** Forecasts are issued: the history is complete, or the wait has timed out. */
  readonly isOpen: boolean
  /** Missing candles do not exist. */
  readonly isSettled: boolean
  readonly since: number
}

export type KeeperReport = {
  readonly issued: number
  readonly scored: number
  readonly missing: number
  /** Close of the newest candle used, and the market time when its forecasts were stored. */
  readonly newest: number | undefined
  readonly lagMs: number | undefined
}

type Deps = {
  readonly market: ForecastMarket
  readonly records: ForecastRecords
  readonly thread: Pick<ForecastThread, 'feed' | 'stop' | 'generation'>
  readonly symbols: readonly string[]
  readonly logger: FastifyBaseLogger
  readonly onReport: (report: KeeperReport) => void
  readonly onTrouble: (isTrouble: boolean) => void
  /** Whether this process holds the duty; it restarts when it takes it. Always by default. */
  readonly isHolder?: () => boolean
  /** Maximum wait for the full history before the first forecast. */
  readonly patienceMs?: number
}

const LOOK_MS = 1_000
const PATIENCE_MS = 2 * MINUTE_MS
/** With settled history, a candle missing this long after its close will never arrive. */
const GRACE_MS = 6 * HOUR_MS
const WAITING_LOOK_MS = 15_000
/** More hours than any series has. */
const ALL_HOURS = 500_000

export class ForecastKeeper {
  readonly #deps: Deps
  readonly #states = new Map<string, ModelState>()
  readonly #pending = new Map<string, QuotedOutlook>()
  /** Coins whose history changed after their models saw it. */
  readonly #changed = new Set<string>()
  readonly #stopped = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #isQueued = false
  #unsubscribe: (() => void)[] = []
  #sourceId: string | undefined
  #generation = 0
  #round = 0
  /** History is settled: absent candles are missing for good. */
  #isSettled = false
  /** Issuing and scoring enabled: the history is settled, or the wait has timed out. */
  #isOpen = false
  #since: number | undefined
  #settledBy = 0
  #scoredAt = Number.NEGATIVE_INFINITY
  #scoredHour = Number.NaN
  #isWaiting = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    const { market, symbols } = this.#deps
    const wanted = new Set(symbols)
    this.#unsubscribe = [
      market.onClosedCandles((candles) => {
        const hours = candles.filter(({ symbol, interval }) => interval === '1h' && wanted.has(symbol))
        for (const { symbol, candle } of hours) if (candle.time <= (this.#states.get(symbol)?.lastTime ?? -1)) this.#changed.add(symbol)
        if (hours.length > 0) this.look()
      }),
      market.onHistoryFilled((symbol, interval) => {
        if (interval === '1h' && wanted.has(symbol)) this.#changed.add(symbol)
      }),
      every(LOOK_MS, () => this.look()),
    ]
    this.#awaitHistory()
    this.look()
  }

  #awaitHistory(): void {
    const { market, patienceMs = PATIENCE_MS } = this.#deps
    const round = market.round()
    this.#round = round
    this.#isSettled = false
    this.#isOpen = false
    const settled = market.settled().then(() => {
      if (market.round() === round) this.#isSettled = true
    })
    void Promise.race([settled, this.#pause(patienceMs)]).then(() => {
      if (market.round() === round) this.#open()
    })
  }

  idle(): Promise<void> {
    return this.#running
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    await this.#running
    await this.#deps.thread.stop()
  }

  warmth(symbol: string): WarmUpProgress {
    const inMemory = this.#deps.market.hub.state(symbol)?.rings['1h'].length() ?? 0
    const candles = this.#states.get(symbol)?.candles ?? inMemory
    return { candles, isOpen: this.#isOpen, isSettled: this.#isSettled, since: this.#since ?? this.#deps.market.hub.now() }
  }

  isFollowed(symbol: string): boolean {
    return (this.#states.get(symbol)?.candles ?? 0) > 0
  }

  #open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.look()
  }

  /** Schedules a run; calls before it starts share it. */
  look(): void {
    if (this.#isQueued || this.#stopped.signal.aborted) return
    this.#isQueued = true
    this.#running = this.#running.then(async () => {
      this.#isQueued = false
      await this.#tend()
    })
  }

  async #tend(): Promise<void> {
    if (this.#stopped.signal.aborted) return
    try {
      if (this.#deps.isHolder?.() === false) {
        // Models that missed hours are fed from the start.
        this.#sourceId = undefined
        return this.#deps.onTrouble(false)
      }
      this.#noticeLosses()
      if (!this.#isOpen && this.#deps.symbols.every((symbol) => this.#deps.market.hasWantedHours(symbol))) this.#open()
      // Forecasts and scores are final, so never use candles that may still be corrected.
      if (this.#isOpen && !this.#deps.market.isInDoubt()) await this.#work()
      this.#deps.onTrouble(false)
    } catch (error) {
      if (this.#stopped.signal.aborted) return
      this.#deps.logger.warn({ err: error }, 'forecasts could not be updated; trying again')
      this.#deps.onTrouble(true)
    }
  }

  /** New hours first: rebuilding a changed history must not delay them. */
  async #work(): Promise<void> {
    await this.#feedModels((symbol) => this.#feedOf(symbol))
    await this.#issue()
    await this.#score()
    if (this.#changed.size === 0) return
    await this.#feedModels((symbol) => (this.#changed.has(symbol) ? this.#wholeFeed(symbol) : Promise.resolve(undefined)))
    await this.#issue()
  }

  /** The models restart after a source change or a thread crash. */
  #noticeLosses(): void {
    const { market, thread } = this.#deps
    const isSameRound = this.#round === market.round()
    if (this.#sourceId === market.sourceId() && this.#generation === thread.generation && isSameRound) return
    if (!isSameRound) this.#awaitHistory()
    this.#sourceId = market.sourceId()
    this.#generation = thread.generation
    this.#since = market.hub.now()
    this.#states.clear()
    this.#pending.clear()
    this.#settledBy = 0
    this.#scoredHour = Number.NaN
  }

  async #feedModels(feedOf: (symbol: string) => Promise<Feed | undefined>): Promise<void> {
    const feeds: Feed[] = []
    for (const symbol of this.#deps.symbols) {
      const feed = await feedOf(symbol)
      if (feed !== undefined) feeds.push(feed)
    }
    if (feeds.length === 0) return
    const states = await this.#deps.thread.feed(feeds)
    // Their state belongs to a previous market round.
    if (this.#round !== this.#deps.market.round()) return
    for (const state of states) {
      this.#states.set(state.symbol, state)
      const quote = this.#deps.market.hub.details(state.symbol)?.quote ?? 'USD'
      if (state.outlook !== undefined) this.#pending.set(state.symbol, { ...state.outlook, quote })
    }
  }

  async #feedOf(symbol: string): Promise<Feed | undefined> {
    const ring = this.#deps.market.hub.state(symbol)?.rings['1h']
    const end = ring === undefined ? 0 : this.#closedEnd(ring)
    if (ring === undefined || end === 0) return undefined
    const lastTime = this.#states.get(symbol)?.lastTime
    if (lastTime === undefined) return this.#wholeFeed(symbol)
    if (ring.timeAt(end - 1) <= lastTime) return undefined
    return { symbol, isFresh: false, candles: ring.slice(ring.lowerBound(lastTime + 1), end) }
  }

  /** A wrong clock may have left later candles. */
  #closedEnd(ring: CandleRing): number {
    return ring.lowerBound(Math.floor((this.#deps.market.hub.now() - HOUR_MS) / 1000) + 1)
  }

  /** Full history for restarted models; the old ones run until then. */
  async #wholeFeed(symbol: string): Promise<Feed | undefined> {
    // Changes during the read invalidate it.
    const wasChanged = this.#changed.delete(symbol)
    const stored = await this.#history(symbol)
    const ring = this.#deps.market.hub.state(symbol)?.rings['1h']
    if (stored === undefined || ring === undefined) {
      if (wasChanged) this.#changed.add(symbol)
      return undefined
    }
    const newer = ring.slice(ring.lowerBound((stored.at(-1)?.time ?? -1) + 1), this.#closedEnd(ring))
    return { symbol, isFresh: true, candles: [...stored, ...newer] }
  }

  /** Undefined while storage is being opened. */
  async #history(symbol: string): Promise<Candle[] | undefined> {
    const { market } = this.#deps
    try {
      const candles = await market.candles({ symbol, interval: '1h', from: 0, limit: ALL_HOURS })
      const now = market.hub.now()
      return candles.filter(({ time }) => time * 1000 + HOUR_MS <= now)
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable') return undefined
      throw error
    }
  }

  #source(): ForecastSource {
    const { market } = this.#deps
    return { id: market.sourceId(), kind: market.hub.kind() }
  }

  async #issue(): Promise<void> {
    const { market, records } = this.#deps
    const now = (): number => (market.round() === this.#round ? market.hub.now() : Number.POSITIVE_INFINITY)
    for (const [symbol, outlook] of this.#pending) if (!isInTime(outlook, now())) this.#pending.delete(symbol)
    if (this.#pending.size === 0) return
    const outlooks = [...this.#pending.values()]
    const issued = await records.issue(this.#source(), outlooks, now)
    this.#pending.clear()
    // Also if another process has issued them: what is cached is outdated then.
    const newest = Math.max(...outlooks.map(({ issuedAt }) => issuedAt))
    this.#deps.onReport({ issued, scored: 0, missing: 0, newest, lagMs: Math.max(0, now() - newest) })
  }

  /** Uses an hour of margin, because another process's clock may be a little behind. */
  async #score(): Promise<void> {
    const { market, records } = this.#deps
    const now = market.hub.now()
    const hour = Math.floor(now / HOUR_MS)
    const isWaitOver = this.#isWaiting && performance.now() - this.#scoredAt > WAITING_LOOK_MS
    if (hour === this.#scoredHour && !isWaitOver) return
    const done = await records.scoreDue({
      source: this.#source(),
      now,
      after: this.#settledBy,
      outcomes: (due) => this.#outcomes(due, now),
      isMissing: (dueAt) => this.#isSettled && now - dueAt > GRACE_MS,
    })
    this.#scoredHour = hour
    this.#noteScored(done, now)
  }

  #noteScored({ scored, missing, waitingSince }: Scored, now: number): void {
    this.#scoredAt = performance.now()
    this.#isWaiting = waitingSince !== undefined
    this.#settledBy = (waitingSince ?? now) - HOUR_MS
    // Also without any: another process may have scored them.
    this.#deps.onReport({ issued: 0, scored, missing, newest: undefined, lagMs: undefined })
  }

  async #outcomes(due: readonly ForecastRow[], now: number): Promise<ReadonlyMap<string, number>> {
    const closes = new Map<string, number>()
    for (const symbol of new Set(due.map((forecast) => forecast.symbol))) {
      const ends = due.flatMap((forecast) => (forecast.symbol === symbol ? [forecast.dueAt] : []))
      const from = Math.min(...ends) / 1000 - 3600
      const candles = await this.#deps.market.candles({ symbol, interval: '1h', from, to: Math.max(...ends) / 1000, limit: ALL_HOURS })
      for (const { time, close } of candles) {
        const closedAt = time * 1000 + HOUR_MS
        if (closedAt <= now) closes.set(outcomeKey(symbol, closedAt), close)
      }
    }
    return closes
  }

  #pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => undefined)
  }
}
