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
  readonly onTrouble: (error: unknown, gap: Gap) => void
  readonly pauseMs?: (attempt: number) => number
}

/** What is wanted of each coin, in the order in which it is fetched: first what Home shows, then the long past. */
const WANTED: readonly { readonly interval: BaseInterval; readonly pastMs: number }[] = [
  { interval: '1m', pastMs: 25 * HOUR_MS },
  { interval: '1h', pastMs: 8 * DAY_MS },
  { interval: '1h', pastMs: 90 * DAY_MS },
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
export function historyKeeper({ source, hub, store, spans, onTrouble, pauseMs = backOff }: Deps) {
  const stopped = new AbortController()
  const urgent: Gap[] = []
  const waiting = new Set<string>()
  let running: Promise<void> = Promise.resolve()

  /** Candles that came while the gap was fetched may follow right on. */
  const overtake = (span: Gap): Gap => {
    const ring = hub.state(span.symbol)?.rings[span.interval]
    let { to } = span
    while (ring?.has(to)) to += STEP_S[span.interval]
    return { ...span, to }
  }
  const fetchPart = async (part: Gap): Promise<void> => {
    const { symbol, interval, from, to } = part
    const answer = await source.history({ symbol, interval, from: epochMs(from * 1000), to: epochMs(to * 1000) }, stopped.signal)
    const candles = answer.filter((candle) => isSoundCandle(candle) && candle.time >= from && candle.time < to)
    hub.addHistory(symbol, interval, candles)
    const entries = candles.map((candle): ClosedCandle => ({ symbol, interval, candle }))
    const span = spans.grown(part)
    await store.write(entries, [span])
    // Live candles may have moved the span on meanwhile.
    spans.set(overtake(spans.grown(part)))
  }
  const fetchWithRetry = async (part: Gap): Promise<void> => {
    for (let attempt = 1; !stopped.signal.aborted; attempt += 1) {
      try {
        await fetchPart(part)
        return
      } catch (error) {
        if (stopped.signal.aborted) return
        onTrouble(error, part)
        await sleep(pauseMs(attempt), undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
      }
    }
  }
  const fill = async (gap: Gap): Promise<void> => {
    const isAfter = (spans.get(gap.symbol, gap.interval)?.to ?? Number.POSITIVE_INFINITY) <= gap.from
    let rest: Gap | undefined = gap
    while (rest !== undefined && !stopped.signal.aborted) {
      const [part, remaining]: [Gap, Gap | undefined] = isAfter ? oldestPart(rest) : newestPart(rest)
      await fetchWithRetry(part)
      rest = remaining
      await nextTurn()
    }
  }
  const fillUrgent = async (): Promise<void> => {
    for (let gap = urgent.shift(); gap !== undefined && !stopped.signal.aborted; gap = urgent.shift()) {
      waiting.delete(`${gap.symbol} ${gap.interval}`)
      for (const open of spans.gaps(gap)) await fill(open)
    }
  }
  const fillWantedOf = async (symbol: string, interval: BaseInterval, pastMs: number): Promise<void> => {
    const to = Math.floor(source.now() / 1000 / STEP_S[interval]) * STEP_S[interval]
    for (const gap of spans.gaps({ symbol, interval, from: to - pastMs / 1000, to })) await fill(gap)
  }
  const fillWanted = async (): Promise<void> => {
    for (const { interval, pastMs } of WANTED) {
      for (const symbol of hub.symbolsByImportance()) {
        if (stopped.signal.aborted) return
        await fillWantedOf(symbol, interval, pastMs)
        await fillUrgent()
      }
    }
  }
  const queue = (work: () => Promise<void>): Promise<void> => {
    running = running.then(work)
    return running
  }

  return {
    /** Fetches all that is wanted; resolves when it is there. */
    start: (): Promise<void> => queue(fillWanted),
    /** Told of every candle the source sends: a hole before it is fetched. */
    follow: (candles: readonly ClosedCandle[]): void => {
      for (const entry of candles) {
        const key = `${entry.symbol} ${entry.interval}`
        if (!spans.follow(entry) || waiting.has(key)) continue
        waiting.add(key)
        urgent.push({
          symbol: entry.symbol,
          interval: entry.interval,
          from: spans.get(entry.symbol, entry.interval)!.to,
          to: entry.candle.time,
        })
      }
      if (urgent.length > 0) void queue(fillUrgent)
    },
    stop: (): Promise<void> => {
      stopped.abort()
      return running
    },
  }
}

export type HistoryKeeper = ReturnType<typeof historyKeeper>
