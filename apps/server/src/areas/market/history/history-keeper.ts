import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { type Candle, isSoundCandle } from '@aerie/core/market/candle'
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { type BaseInterval, type ClosedCandle, type MarketSource, MarketSourceError } from '@aerie/market/market-source'
import { backoffMs } from '@aerie/runtime/backoff'
import { serialQueue } from '@aerie/runtime/serial-queue'
import { every } from '@aerie/runtime/ticker'
import type { CandleStore } from '../candles/candle-store.ts'
import type { MarketHub } from '../market-hub.ts'
import { type CandleSpans, type Gap, STEP_S } from './candle-spans.ts'
import { type Hole, type MissingCandles, missingTimes } from './missing-candles.ts'

type Deps = {
  readonly source: Pick<MarketSource, 'history' | 'now' | 'closedBy' | 'hasCandles'>
  readonly hub: Pick<MarketHub, 'addHistory' | 'symbolsByImportance' | 'state'>
  readonly store: Pick<CandleStore, 'write'>
  readonly spans: CandleSpans
  /** Holes inside the spans. Undefined if the source's first response is final: a simulation, a recording. */
  readonly holes: MissingCandles | undefined
  /** Coins with longer hourly history, for model training. */
  readonly deepSymbols: ReadonlySet<string>
  /** Another process fetches: called instead of fetching when candles before a new one are missing here. */
  readonly onMissed?: ((symbol: string, interval: BaseInterval) => void) | undefined
  readonly onFilled: (symbol: string, interval: BaseInterval) => void
  readonly onTrouble: (error: unknown, gap: Gap) => void
  readonly onError: (error: unknown) => void
  readonly onChange?: () => void
  readonly pauseMs?: (attempt: number) => number
}

type Wanted = { readonly interval: BaseInterval; readonly pastMs: number; readonly isDeep?: true }

/** Fetch order: Home first, then forecasts, then long history. */
const WANTED: readonly Wanted[] = [
  { interval: '1m', pastMs: 25 * HOUR_MS },
  { interval: '1h', pastMs: 8 * DAY_MS },
  { interval: '1h', pastMs: 400 * DAY_MS, isDeep: true },
  // One extra hour: its close is the price 90 days ago.
  { interval: '1h', pastMs: 90 * DAY_MS + HOUR_MS },
  { interval: '1m', pastMs: 7 * DAY_MS },
]
export const wantedPastS = (interval: BaseInterval, isDeep: boolean): number =>
  Math.max(...WANTED.filter((wanted) => wanted.interval === interval && (isDeep || wanted.isDeep !== true)).map(({ pastMs }) => pastMs)) /
  1000

/** Candles per request: small enough not to block the event loop. */
const CANDLES_A_REQUEST = 1_000

/** A coin may be listed later, or be identified only by its first price. */
const LOOK_EVERY_MS = MINUTE_MS

/** Short, so that the end of an outage is noticed within ten seconds. */
const retryAfter = (attempt: number): number => backoffMs(attempt, { baseMs: SECOND_MS, capMs: 8 * SECOND_MS })

function newestPart(gap: Gap): [part: Gap, rest: Gap | undefined] {
  const from = Math.max(gap.from, gap.to - CANDLES_A_REQUEST * STEP_S[gap.interval])
  return [{ ...gap, from }, from > gap.from ? { ...gap, to: from } : undefined]
}
/** Holes after the span are filled from their old end, so that the span can grow over them. */
function oldestPart(gap: Gap): [part: Gap, rest: Gap | undefined] {
  const to = Math.min(gap.to, gap.from + CANDLES_A_REQUEST * STEP_S[gap.interval])
  return [{ ...gap, to }, to < gap.to ? { ...gap, from: to } : undefined]
}

type Answer = { readonly candles: readonly Candle[]; readonly isUnreadable: boolean }

/** Most important coins first. A part is complete once every expected candle is there; missing ones are retried. */
export class HistoryKeeper {
  readonly #deps: Deps
  readonly #stopped = new AbortController()
  readonly #urgent: Gap[] = []
  readonly #waiting = new Set<string>()
  readonly #work = serialQueue()
  readonly #queued = new Set<'urgent' | 'heal'>()
  #healTimer: NodeJS.Timeout | undefined
  #stopLooking: (() => void) | undefined
  #trouble: string | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Requests everything wanted; resolves once requested. Holes are filled later. */
  start(): Promise<void> {
    this.#healLater()
    const { onError } = this.#deps
    this.#stopLooking = every(LOOK_EVERY_MS, () => this.#work.run(() => this.#fillWanted(this.#isNew)), { onError })
    return this.#work.run(() => this.#fillWanted())
  }

  isKnown(span: Gap): boolean {
    if (!this.#hasCandles(span.symbol)) return true
    return this.#deps.spans.gaps(span).length === 0 && this.#deps.holes?.touches(span) !== true
  }

  /** Whether a coin has all wanted hours up to the newest. */
  hasWantedHours(symbol: string): boolean {
    return this.#wantedOf(symbol).every(({ interval, pastMs }) => interval !== '1h' || this.isKnown(this.#spanOf(symbol, interval, pastMs)))
  }

  message(): string | undefined {
    if (this.#trouble !== undefined) return `The price history could not be loaded: ${this.#trouble}. Trying again.`
    const { candles, coins } = this.#deps.holes?.reportedCounts() ?? { candles: 0, coins: 0 }
    if (candles === 0) return undefined
    return `The price history lacks ${candles} candles of ${coins === 1 ? 'one coin' : `${coins} coins`}. Loading them again.`
  }

  follow(candles: readonly ClosedCandle[]): void {
    const { spans, holes } = this.#deps
    for (const entry of candles) {
      const key = `${entry.symbol} ${entry.interval}`
      holes?.take(entry.symbol, entry.interval, entry.candle.time)
      const presentS = this.#deps.source.closedBy === undefined ? Number.POSITIVE_INFINITY : this.#presentS(entry.interval)
      const { symbol, interval, candle } = entry
      const hasHole = spans.follow(entry, presentS)
      if (this.#deps.onMissed !== undefined) {
        if (hasHole || spans.get(symbol, interval) === undefined) this.#deps.onMissed(symbol, interval)
        continue
      }
      if (!hasHole || this.#waiting.has(key)) continue
      this.#waiting.add(key)
      const from = Math.max(defined(spans.get(symbol, interval)).to, this.#bridgedFrom(interval))
      this.#urgent.push({ symbol, interval, from, to: candle.time })
    }
    if (this.#urgent.length > 0) this.#queue('urgent')
  }

  /** Takes over what another process has stored. */
  adopt(stored: Gap): void {
    this.#deps.spans.set(this.#overtake(stored))
  }

  stop(): Promise<void> {
    this.#stopped.abort()
    clearTimeout(this.#healTimer)
    this.#stopLooking?.()
    return this.#work.idle()
  }

  /** Queues work once: a fetch may retry for hours, and the pending run covers everything added meanwhile. */
  #queue(kind: 'urgent' | 'heal'): void {
    if (this.#queued.has(kind)) return
    this.#queued.add(kind)
    const run = (): Promise<void> => {
      this.#queued.delete(kind)
      return kind === 'urgent' ? this.#fillUrgent() : this.#heal()
    }
    this.#work.run(run).catch(this.#deps.onError)
  }

  readonly #isNew = (symbol: string): boolean => this.#deps.spans.get(symbol, '1m') === undefined

  async #fillWanted(isMeant: (symbol: string) => boolean = () => true): Promise<void> {
    const symbols = this.#deps.hub.symbolsByImportance().filter(isMeant)
    for (const wanted of WANTED) {
      for (const symbol of symbols) {
        if (this.#stopped.signal.aborted) return
        await this.#fillPast(symbol, wanted)
      }
    }
  }

  async #fillPast(symbol: string, wanted: Wanted): Promise<void> {
    if (!this.#wantedOf(symbol).includes(wanted) || !this.#hasCandles(symbol)) return
    for (const gap of this.#deps.spans.gaps(this.#spanOf(symbol, wanted.interval, wanted.pastMs))) await this.#fill(gap)
    await this.#fillUrgent()
    await this.#heal()
  }

  #hasCandles(symbol: string): boolean {
    return this.#deps.source.hasCandles?.(symbol) !== false
  }

  #wantedOf(symbol: string): readonly Wanted[] {
    return WANTED.filter(({ isDeep = false }) => !isDeep || this.#deps.deepSymbols.has(symbol))
  }

  #spanOf(symbol: string, interval: BaseInterval, pastMs: number): Gap {
    const to = this.#presentS(interval)
    return { symbol, interval, from: to - pastMs / 1000, to }
  }

  #presentS(interval: BaseInterval): number {
    return Math.floor(this.#deps.source.now() / 1000 / STEP_S[interval]) * STEP_S[interval]
  }

  /** Responses are complete up to here, in seconds: later candles may not have been closed when it was made. */
  #closedS(interval: BaseInterval): number {
    const closedBy = this.#deps.source.closedBy?.() ?? Number.POSITIVE_INFINITY
    return Math.floor(closedBy / 1000 / STEP_S[interval]) * STEP_S[interval]
  }

  /** How far back an absence is bridged, in seconds: hours are kept forever, minutes only as far as wanted. */
  #bridgedFrom(interval: BaseInterval): number {
    if (interval === '1h') return Number.NEGATIVE_INFINITY
    return this.#presentS(interval) - wantedPastS(interval, false)
  }

  async #fillUrgent(): Promise<void> {
    for (let gap = this.#urgent.shift(); gap !== undefined && !this.#stopped.signal.aborted; gap = this.#urgent.shift()) {
      this.#waiting.delete(`${gap.symbol} ${gap.interval}`)
      for (const open of this.#deps.spans.gaps(gap)) await this.#fill(open)
    }
  }

  async #fill(gap: Gap): Promise<void> {
    const isAfter = (this.#deps.spans.get(gap.symbol, gap.interval)?.to ?? Number.POSITIVE_INFINITY) <= gap.from
    let rest: Gap | undefined = gap
    let found = 0
    while (rest !== undefined && !this.#stopped.signal.aborted) {
      const [part, remaining]: [Gap, Gap | undefined] = isAfter ? oldestPart(rest) : newestPart(rest)
      found += await this.#withRetry(part, () => this.#fetchPart(part, isAfter))
      rest = remaining
      await nextTurn()
    }
    if (found > 0) this.#deps.onFilled(gap.symbol, gap.interval)
  }

  async #withRetry(part: Gap, fetch: () => Promise<number>): Promise<number> {
    const { signal } = this.#stopped
    const { onTrouble, pauseMs = retryAfter } = this.#deps
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        const found = await fetch()
        this.#say(undefined)
        return found
      } catch (error) {
        if (signal.aborted) return 0
        onTrouble(error, part)
        if (error instanceof MarketSourceError) this.#say(error.message)
        await sleep(pauseMs(attempt), undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
    return 0
  }

  #say(trouble: string | undefined): void {
    this.#trouble = trouble
    this.#deps.onChange?.()
  }

  /** Fetches a part not yet requested and extends the span; missing candles become a hole. */
  async #fetchPart(wanted: Gap, isAfter: boolean): Promise<number> {
    const { hub, store, spans, holes } = this.#deps
    const { symbol, interval } = wanted
    const { candles, isUnreadable } = await this.#ask(wanted)
    const part = { ...wanted, to: Math.min(wanted.to, this.#closedS(interval)) }
    if (part.to <= part.from) {
      // Requested by a fast clock: the stream delivers it later.
      if (part.from >= this.#presentS(interval)) return 0
      throw new MarketSourceError('unreachable', 'The time of the exchange is not certain')
    }
    hub.addHistory(symbol, interval, candles)
    await store.write(
      candles.map((candle): ClosedCandle => ({ symbol, interval, candle })),
      [spans.grown(part, this.#bridgedFrom(interval))],
    )
    // Live candles may have extended the span meanwhile.
    spans.set(this.#overtake(spans.grown(part, this.#bridgedFrom(interval))))
    const ring = hub.state(symbol)?.rings[interval]
    const have = new Set(candles.map(({ time }) => time))
    const times = missingTimes(part, have).filter((time) => ring?.has(time) !== true)
    holes?.add({ symbol, interval, times, isUnreadable, isOldest: !isAfter && times[0] === part.from && candles[0]?.time !== part.from })
    this.#healLater()
    return candles.length
  }

  async #ask({ symbol, interval, from, to }: Gap): Promise<Answer> {
    const sound = (candles: readonly Candle[]): Candle[] =>
      candles.filter((candle) => isSoundCandle(candle) && candle.time >= from && candle.time < to)
    try {
      const request = { symbol, interval, from: epochMs(from * 1000), to: epochMs(to * 1000) }
      const answer = await this.#deps.source.history(request, this.#stopped.signal)
      const candles = sound(answer)
      return { candles, isUnreadable: answer.some((candle) => !isSoundCandle(candle)) }
    } catch (error) {
      if (this.#deps.holes === undefined || !(error instanceof MarketSourceError) || error.code !== 'bad-data') throw error
      this.#deps.onTrouble(error, { symbol, interval, from, to })
      return { candles: sound(error.candles), isUnreadable: true }
    }
  }

  #healLater(): void {
    clearTimeout(this.#healTimer)
    const ms = this.#stopped.signal.aborted ? undefined : this.#deps.holes?.nextMs()
    if (ms !== undefined) this.#healTimer = setTimeout(() => this.#queue('heal'), Math.max(ms, 1)).unref()
  }

  async #heal(): Promise<void> {
    for (const hole of this.#deps.holes?.due() ?? []) {
      if (this.#stopped.signal.aborted) return
      await this.#healOne(hole)
      await nextTurn()
    }
    this.#deps.onChange?.()
    this.#healLater()
  }

  async #healOne(hole: Hole): Promise<void> {
    const { hub, store, holes } = this.#deps
    const { symbol, interval, times } = hole
    const span = { symbol, interval, from: itemAt(times, 0), to: itemAt(times, -1) + STEP_S[interval] }
    const found = await this.#withRetry(span, async () => {
      const { candles, isUnreadable } = await this.#ask(span)
      const wanted = new Set(times)
      const fresh = candles.filter(({ time }) => wanted.has(time))
      hub.addHistory(symbol, interval, fresh)
      await store.write(fresh.map((candle): ClosedCandle => ({ symbol, interval, candle })))
      const isEarly = span.to > this.#closedS(interval)
      return holes?.judge(hole, { times: new Set(fresh.map(({ time }) => time)), isUnreadable: isUnreadable || isEarly }) ?? 0
    })
    if (found > 0) this.#deps.onFilled(symbol, interval)
  }

  /** Candles received during the fetch may be contiguous. */
  #overtake(span: Gap): Gap {
    const ring = this.#deps.hub.state(span.symbol)?.rings[span.interval]
    let { to } = span
    while (ring?.has(to)) to += STEP_S[span.interval]
    return { ...span, to }
  }
}
