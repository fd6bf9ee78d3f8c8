import { aggregateCandles, type Candle } from '@aerie/core/market/candle'
import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import type { FastifyBaseLogger } from 'fastify'
import type { ForecastMarket, KeeperReport, WarmUpProgress } from './forecast-keeper.ts'
import { type ForecastRecords, isInTime, outcomeKey, type QuotedOutlook, type Scored, SERIES_STEP_MS } from './forecast-records.ts'
import type { ForecastThread } from './forecast-thread.ts'
import type { NowQuestion } from './hourly-models.ts'
import type { ForecastRow } from './store.ts'

type Deps = {
  readonly market: ForecastMarket
  readonly records: ForecastRecords
  /** The hourly models, which the ForecastKeeper feeds and stops. */
  readonly thread: Pick<ForecastThread, 'fromNow'>
  readonly warmth: (symbol: string) => Pick<WarmUpProgress, 'isOpen' | 'isSettled'>
  readonly symbols: readonly string[]
  readonly logger: FastifyBaseLogger
  readonly onReport: (report: KeeperReport) => void
  readonly onTrouble: (isTrouble: boolean) => void
  /** Whether this process holds the duty; it restarts when it takes it. Always by default. */
  readonly isHolder?: () => boolean
}

const LOOK_MS = 1_000
const STEP_MS = SERIES_STEP_MS.now
/** The forecast looks at the present hour and the quarter before. */
const QUARTER_MS = 15 * MINUTE_MS
/** With settled history, a minute missing this long after its close will never arrive. */
const GRACE_MS = 6 * HOUR_MS
const WAITING_LOOK_MS = 15_000
/** More minutes than are stored. */
const ALL_MINUTES = 500_000

/** Issues the forecasts from now every five minutes and scores them, in a chain of their own. */
export class FromNowKeeper {
  readonly #deps: Deps
  /** Origin of the newest forecast of each coin, in milliseconds. */
  readonly #issued = new Map<string, number>()
  #running: Promise<void> = Promise.resolve()
  #isQueued = false
  #isStopped = false
  #unsubscribe: (() => void)[] = []
  #market = ''
  #settledBy = 0
  #scoredAt = Number.NEGATIVE_INFINITY
  #scoredStep = Number.NaN
  #isWaiting = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    const { market, symbols } = this.#deps
    const wanted = new Set(symbols)
    this.#unsubscribe = [
      market.onClosedCandles((candles) => {
        if (candles.some(({ symbol, interval }) => interval === '1m' && wanted.has(symbol))) this.look()
      }),
      every(LOOK_MS, () => this.look()),
    ]
  }

  idle(): Promise<void> {
    return this.#running
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    await this.#running
  }

  /** Schedules a run; calls before it starts share it. */
  look(): void {
    if (this.#isQueued || this.#isStopped) return
    this.#isQueued = true
    this.#running = this.#running.then(async () => {
      this.#isQueued = false
      await this.#tend()
    })
  }

  async #tend(): Promise<void> {
    if (this.#isStopped) return
    try {
      if (this.#deps.isHolder?.() === false) {
        this.#market = ''
        return this.#deps.onTrouble(false)
      }
      this.#noticeRestart()
      // Forecasts and scores are final, so never use candles that may still be corrected.
      if (!this.#deps.market.isInDoubt()) {
        await this.#issue()
        await this.#score()
      }
      this.#deps.onTrouble(false)
    } catch (error) {
      if (this.#isStopped) return
      this.#deps.logger.warn({ err: error }, 'forecasts from now could not be updated; trying again')
      this.#deps.onTrouble(true)
    }
  }

  /** Another source, or another time of a recording. */
  #noticeRestart(): void {
    const { market } = this.#deps
    const present = `${market.sourceId()} ${market.round()}`
    if (this.#market === present) return
    this.#market = present
    this.#issued.clear()
    this.#settledBy = 0
    this.#scoredStep = Number.NaN
  }

  async #issue(): Promise<void> {
    const { market, records, symbols, thread, warmth } = this.#deps
    const round = market.round()
    const now = (): number => (market.round() === round ? market.hub.now() : Number.POSITIVE_INFINITY)
    const origin = Math.floor(now() / STEP_MS) * STEP_MS
    const questions = symbols
      .filter((symbol) => this.#issued.get(symbol) !== origin && warmth(symbol).isOpen)
      .flatMap((symbol): NowQuestion[] => {
        const recent = this.#recentOf(symbol, origin)
        return recent === undefined ? [] : [{ symbol, recent }]
      })
    if (questions.length === 0) return
    const found = await thread.fromNow(questions)
    const outlooks = found
      .filter((outlook) => isInTime(outlook, now(), 'now'))
      .map((outlook): QuotedOutlook => ({ ...outlook, quote: market.hub.details(outlook.symbol)?.quote ?? 'USD' }))
    if (outlooks.length === 0) return
    const source = { id: market.sourceId(), kind: market.hub.kind() }
    const issued = await records.issue(source, outlooks, now)
    for (const { symbol, issuedAt } of outlooks) this.#issued.set(symbol, issuedAt)
    const lagMs = Math.max(0, market.hub.now() - origin)
    this.#deps.onReport({ issued, scored: 0, missing: 0, newest: origin, lagMs })
  }

  /** Five-minute candles up to the origin; undefined until its last minute has closed, because its close is the price now. */
  #recentOf(symbol: string, originMs: number): Candle[] | undefined {
    const ring = this.#deps.market.hub.state(symbol)?.rings['1m']
    if (ring?.has((originMs - MINUTE_MS) / 1000) !== true) return undefined
    const hour = Math.floor(originMs / HOUR_MS) * HOUR_MS
    return aggregateCandles(ring.slice(ring.lowerBound((hour - QUARTER_MS) / 1000), ring.lowerBound(originMs / 1000)), '5m')
  }

  async #score(): Promise<void> {
    const { market, records, symbols, warmth } = this.#deps
    const now = market.hub.now()
    const step = Math.floor(now / STEP_MS)
    const isWaitOver = this.#isWaiting && performance.now() - this.#scoredAt > WAITING_LOOK_MS
    if (step === this.#scoredStep && !isWaitOver) return
    const isSettled = symbols.every((symbol) => warmth(symbol).isSettled)
    const done = await records.scoreDue({
      source: { id: market.sourceId(), kind: market.hub.kind() },
      now,
      after: this.#settledBy,
      outcomes: (due) => this.#outcomes(due, now),
      isMissing: (dueAt) => isSettled && now - dueAt > GRACE_MS,
    })
    this.#scoredStep = step
    this.#noteScored(done, now)
  }

  /** An hour of margin, because another process's clock may be a little behind. */
  #noteScored({ scored, missing, waitingSince }: Scored, now: number): void {
    this.#scoredAt = performance.now()
    this.#isWaiting = waitingSince !== undefined
    this.#settledBy = (waitingSince ?? now) - HOUR_MS
    if (scored + missing > 0) this.#deps.onReport({ issued: 0, scored, missing, newest: undefined, lagMs: undefined })
  }

  /** Closes of the minutes that end when the forecasts come due. */
  async #outcomes(due: readonly ForecastRow[], now: number): Promise<ReadonlyMap<string, number>> {
    const closes = new Map<string, number>()
    for (const symbol of new Set(due.map((forecast) => forecast.symbol))) {
      const ends = new Set(due.flatMap((forecast) => (forecast.symbol === symbol ? [forecast.dueAt] : [])))
      const from = (Math.min(...ends) - MINUTE_MS) / 1000
      const candles = await this.#deps.market.candles({ symbol, interval: '1m', from, to: Math.max(...ends) / 1000, limit: ALL_MINUTES })
      for (const { time, close } of candles) {
        const closedAt = time * 1000 + MINUTE_MS
        if (closedAt <= now && ends.has(closedAt)) closes.set(outcomeKey(symbol, closedAt), close)
      }
    }
    return closes
  }
}
