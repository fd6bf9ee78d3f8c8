import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { isSoundCandle } from '@aerie/core/candle'
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import type { BaseInterval, ClosedCandle, MarketSource } from '@aerie/market/market-source'
import type { CandleStore } from './candle-store.ts'
import type { MarketHub } from './market-hub.ts'
import { type Gap, type SpanBook, STEP_S } from './span-book.ts'

type Deps = {
  readonly source: Pick<MarketSource, 'history' | 'now'>
  readonly hub: Pick<MarketHub, 'addHistory' | 'symbolsByImportance' | 'state'>
  readonly store: Pick<CandleStore, 'write'>
  readonly spans: SpanBook
  /** Coins whose hours are wanted for longer: models learn from them. */
  readonly deepSymbols: ReadonlySet<string>
  /** Told when a piece of the past is whole that was not before, if it brought any candles. */
  readonly onFilled: (symbol: string, interval: BaseInterval) => void
  readonly onTrouble: (error: unknown, gap: Gap) => void
  readonly pauseMs?: (attempt: number) => number
}

type Wanted = { readonly interval: BaseInterval; readonly pastMs: number; readonly isDeep?: true }

/** What is wanted of each coin, in the order in which it is fetched: first what Home shows, then what forecasts wait for, then the long past. */
const WANTED: readonly Wanted[] = [
  { interval: '1m', pastMs: 25 * HOUR_MS },
  { interval: '1h', pastMs: 8 * DAY_MS },
  { interval: '1h', pastMs: 400 * DAY_MS, isDeep: true },
  // The hour before, too: its close is the price of 90 days ago.
  { interval: '1h', pastMs: 90 * DAY_MS + HOUR_MS },
  { interval: '1m', pastMs: 7 * DAY_MS },
]
/** Candles of one request: small enough that making and storing them never holds up the event loop. */
const CANDLES_A_REQUEST = 1_000

const backOff = (attempt: number): number => Math.min(5_000 * 2 ** (attempt - 1), 5 * MINUTE_MS)

/** The newest part of `gap`, and the rest of it. */
function newestPart(gap: Gap): [part: Gap, rest: Gap | undefined] {
  const from = Math.max(gap.from, gap.to - CANDLES_A_REQUEST * STEP_S[gap.interval])
  return [{ ...gap, from }, from > gap.from ? { ...gap, to: from } : undefined]
}
/** A hole after the span is filled from its old end, so that the span can grow over it. */
function oldestPart(gap: Gap): [part: Gap, rest: Gap | undefined] {
  const to = Math.min(gap.to, gap.from + CANDLES_A_REQUEST * STEP_S[gap.interval])
  return [{ ...gap, to }, to < gap.to ? { ...gap, from: to } : undefined]
}

/** Fills memory and storage with the past that is missing, in the background, the most important coins first. */
export class HistoryKeeper {
  readonly #deps: Deps
  readonly #stopped = new AbortController()
  readonly #urgent: Gap[] = []
  readonly #waiting = new Set<string>()
  #running: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Fetches all that is wanted; resolves when it is there. */
  start(): Promise<void> {
    return this.#queue(() => this.#fillWanted())
  }

  /** Whether everything of a span that exists is here. */
  isKnown(span: Gap): boolean {
    return this.#deps.spans.gaps(span).length === 0
  }

  /** Whether all hours that are wanted of a coin are here, up to the newest. */
  hasWantedHours(symbol: string): boolean {
    return this.#wantedOf(symbol).every(({ interval, pastMs }) => interval !== '1h' || this.isKnown(this.#spanOf(symbol, interval, pastMs)))
  }

  /** Told of every candle the source sends: a hole before it is fetched. */
  follow(candles: readonly ClosedCandle[]): void {
    const { spans } = this.#deps
    for (const entry of candles) {
      const key = `${entry.symbol} ${entry.interval}`
      if (!spans.follow(entry) || this.#waiting.has(key)) continue
      const { symbol, interval, candle } = entry
      this.#waiting.add(key)
      this.#urgent.push({ symbol, interval, from: spans.get(symbol, interval)!.to, to: candle.time })
    }
    if (this.#urgent.length > 0) void this.#queue(() => this.#fillUrgent())
  }

  stop(): Promise<void> {
    this.#stopped.abort()
    return this.#running
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(work)
    return this.#running
  }

  async #fillWanted(): Promise<void> {
    for (const wanted of WANTED) {
      for (const symbol of this.#deps.hub.symbolsByImportance()) {
        if (this.#stopped.signal.aborted) return
        if (!this.#wantedOf(symbol).includes(wanted)) continue
        for (const gap of this.#deps.spans.gaps(this.#spanOf(symbol, wanted.interval, wanted.pastMs))) await this.#fill(gap)
        await this.#fillUrgent()
      }
    }
  }

  #wantedOf(symbol: string): readonly Wanted[] {
    return WANTED.filter(({ isDeep = false }) => !isDeep || this.#deps.deepSymbols.has(symbol))
  }

  #spanOf(symbol: string, interval: BaseInterval, pastMs: number): Gap {
    const to = Math.floor(this.#deps.source.now() / 1000 / STEP_S[interval]) * STEP_S[interval]
    return { symbol, interval, from: to - pastMs / 1000, to }
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
      found += await this.#fetchWithRetry(part)
      rest = remaining
      await nextTurn()
    }
    if (found > 0) this.#deps.onFilled(gap.symbol, gap.interval)
  }

  /** How many candles there were. */
  async #fetchWithRetry(part: Gap): Promise<number> {
    const { signal } = this.#stopped
    const { onTrouble, pauseMs = backOff } = this.#deps
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        return await this.#fetchPart(part)
      } catch (error) {
        if (signal.aborted) return 0
        onTrouble(error, part)
        await sleep(pauseMs(attempt), undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
    return 0
  }

  async #fetchPart(part: Gap): Promise<number> {
    const { source, hub, store, spans } = this.#deps
    const { symbol, interval, from, to } = part
    const answer = await source.history({ symbol, interval, from: epochMs(from * 1000), to: epochMs(to * 1000) }, this.#stopped.signal)
    const candles = answer.filter((candle) => isSoundCandle(candle) && candle.time >= from && candle.time < to)
    hub.addHistory(symbol, interval, candles)
    await store.write(
      candles.map((candle): ClosedCandle => ({ symbol, interval, candle })),
      [spans.grown(part)],
    )
    // Live candles may have moved the span on meanwhile.
    spans.set(this.#overtake(spans.grown(part)))
    return candles.length
  }

  /** Candles that came while a gap was fetched may follow right on. */
  #overtake(span: Gap): Gap {
    const ring = this.#deps.hub.state(span.symbol)?.rings[span.interval]
    let { to } = span
    while (ring?.has(to)) to += STEP_S[span.interval]
    return { ...span, to }
  }
}
