import { numberText } from '@aerie/core/numbers/number-text'
import { type Clock, elapsedMs, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import type { ProvenFigure } from '@aerie/wire/agent/agent'
import { sourceKind } from '@aerie/wire/market/market'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import * as z from 'zod/mini'

/** Clients report a result within seconds; allows for slow connections. */
const LIFETIME_MS = 10 * MINUTE_MS
/** More than manual use reaches in that time. The oldest are evicted first. */
const MOST_PER_USER = 500

type Result = Omit<MarketDataMessage, 'message_id'>

/** The figure stated in the sentence about a result; undefined for errors. */
export function figureOf({ command, data }: Result): ProvenFigure | undefined {
  if (data === null) return undefined
  const shared = { currency: data.currency, quote: data.quote, source: z.parse(sourceKind, data.source) }
  if (command === 'info' && 'as_of' in data)
    return { ...shared, tool: 'get_crypto_price', price: data.price, at: data.as_of, as_of: data.as_of }
  if (command === 'price' && 'predictedMarketPrice' in data) {
    const issuedAt = data.currenttime * 1000
    return {
      ...shared,
      tool: 'get_crypto_prediction',
      price: data.predictedMarketPrice,
      at: issuedAt + data.hours * HOUR_MS,
      as_of: issuedAt,
    }
  }
  return 'closingPrices' in data ? closeOf(data, 0, shared) : undefined
}

type History = Extract<Result['data'], { closingPrices: unknown }>

export function closeOf(
  { timestamps, closingPrices }: History,
  place: number,
  shared: Pick<ProvenFigure, 'currency' | 'quote' | 'source'>,
): ProvenFigure | undefined {
  const [time, price] = [timestamps[place], closingPrices[place]]
  if (time === undefined || price === undefined) return undefined
  return { ...shared, tool: 'get_crypto_history', price, at: time * 1000, as_of: time * 1000 }
}

type RecentFigure = { readonly figure: ProvenFigure; readonly until: number }

/** Recent results of this server by user and message: clients' reports are trusted only as far as they match these. */
export const recentFigures = (clock: Clock) => {
  const byUser = new Map<string, Map<string, RecentFigure>>()
  return {
    note: (userId: string, message: MarketDataMessage): void => {
      const figure = figureOf(message)
      if (figure === undefined) return
      const kept = byUser.get(userId) ?? new Map<string, RecentFigure>()
      byUser.set(userId, kept.set(message.message_id, { figure, until: elapsedMs(clock) + LIFETIME_MS }))
      const oldest = kept.keys().next().value
      if (kept.size > MOST_PER_USER && oldest !== undefined) kept.delete(oldest)
    },
    provenIn: (text: string, userId: string, messageId: string | undefined): ProvenFigure[] => {
      const kept = messageId === undefined ? undefined : byUser.get(userId)?.get(messageId)
      if (kept === undefined || kept.until <= elapsedMs(clock)) return []
      return hasNumber(text, numberText(kept.figure.price)) ? [kept.figure] : []
    },
    sweep: (): void => {
      const now = elapsedMs(clock)
      for (const [userId, kept] of byUser) {
        for (const [id, { until }] of kept) if (until <= now) kept.delete(id)
        if (kept.size === 0) byUser.delete(userId)
      }
    },
  }
}

/** Matches the exact number, not part of a longer one. */
function hasNumber(text: string, number: string): boolean {
  for (let place = text.indexOf(number); place >= 0; place = text.indexOf(number, place + 1)) {
    const [before, after] = [text.slice(Math.max(0, place - 1), place), text.slice(place + number.length, place + number.length + 2)]
    if (!/[\d.,]/.test(before) && !/^(\d|[.,]\d)/.test(after)) return true
  }
  return false
}
