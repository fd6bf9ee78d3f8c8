import { HOUR_MS } from '@aerie/core/time'
import type { Forecast } from '@aerie/wire/market/forecasts'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import { AppError } from '../../../platform/http/app-error.ts'
import type { MarketService } from '../../market/index.ts'
import type { MarketDataRequest } from './payload.ts'

export type AnswerDeps = {
  readonly market: Pick<MarketService, 'hub' | 'candles' | 'isKnown'>
  readonly newestForecast: (symbol: string, hours: number) => Promise<Forecast>
}

export type Answer = MarketDataMessage extends infer M ? (M extends MarketDataMessage ? Omit<M, 'message_id'> : never) : never
type DataOf<C extends MarketDataMessage['command']> = NonNullable<Extract<MarketDataMessage, { command: C }>['data']>

/** Unknown values are reported as an error, never guessed. */
class NotKnown extends Error {}

/** Expected failures (no price, too little history, no forecast) are responses with `error` text for the user, not exceptions. */
export async function answer(request: MarketDataRequest, deps: AnswerDeps): Promise<Answer> {
  try {
    return await answerOf(request, deps)
  } catch (error) {
    if (error instanceof NotKnown) return refusal(request.command, error.message)
    if (error instanceof AppError && error.code !== 'internal') return refusal(request.command, error.detail)
    throw error
  }
}

export const refusal = (command: MarketDataRequest['command'], error: string): Answer => ({ command, error, data: null })

async function answerOf(request: MarketDataRequest, deps: AnswerDeps): Promise<Answer> {
  if (request.command === 'info') return { command: 'info', error: null, data: infoOf(request.ticker, deps) }
  if (request.command === 'price') return { command: 'price', error: null, data: await predictionOf(request, deps) }
  return { command: 'historical', error: null, data: await historyOf(request, deps) }
}

function infoOf(ticker: string, { market: { hub } }: AnswerDeps): DataOf<'info'> {
  const details = hub.details(ticker)
  if (!details?.price || details.as_of === null) {
    const isStarting = hub.sourceState().state === 'starting'
    throw new NotKnown(`The price of ${ticker} is not known ${isStarting ? 'yet: the market is just starting' : 'right now'}.`)
  }
  const { price, quote, source, as_of } = details
  return { currency: ticker, price, quote, source, as_of }
}

type Timed = { readonly ticker: string; readonly hours: number }

const percent = (probability: number): string => probability.toFixed(4)

async function predictionOf({ ticker, hours }: Timed, { newestForecast }: AnswerDeps): Promise<DataOf<'price'>> {
  const { issued_at, quantiles, quote, source } = await newestForecast(ticker, hours)
  const prices = new Map(quantiles.map(([probability, price]) => [percent(probability), price]))
  const at = (probability: number): number => {
    const price = prices.get(percent(probability))
    if (price === undefined) throw new Error(`the forecast of ${ticker} has no quantile ${probability}`)
    return price
  }
  return {
    currency: ticker,
    currenttime: Math.floor(issued_at / 1000),
    hours,
    predictedMarketPrice: at(0.5),
    low80: at(0.1),
    high80: at(0.9),
    quote,
    source,
  }
}

const HOUR_S = HOUR_MS / 1000

async function historyOf({ ticker, hours }: Timed, { market }: AnswerDeps): Promise<DataOf<'historical'>> {
  const nowS = Math.floor(market.hub.now() / 1000)
  const newestEnd = Math.floor(nowS / HOUR_S) * HOUR_S
  // The last full hour closed by then: its close is the price at that time.
  const firstEnd = Math.floor((nowS - hours * HOUR_S) / HOUR_S) * HOUR_S
  const range = { from: firstEnd - HOUR_S, to: newestEnd, limit: hours + 1 }
  const candles = await market.candles({ symbol: ticker, interval: '1h', ...range })
  const closed = candles.filter(({ time }) => time + HOUR_S <= newestEnd)
  if (closed[0]?.time !== firstEnd - HOUR_S) {
    const isLoaded = market.isKnown({ symbol: ticker, interval: '1h', from: firstEnd - HOUR_S, to: firstEnd })
    const ago = hours === 1 ? 'an hour' : `${hours} hours`
    throw new NotKnown(
      isLoaded
        ? `The price of ${ticker} ${ago} ago is not known: ${whyShort(closed[0]?.time)}`
        : `The price of ${ticker} ${ago} ago is not known yet: its history is still being loaded. Ask again in a moment.`,
    )
  }
  const details = market.hub.details(ticker)
  return {
    currency: ticker,
    timestamps: closed.map(({ time }) => time + HOUR_S),
    closingPrices: closed.map(({ close }) => close),
    quote: details?.quote ?? 'USD',
    source: market.hub.kind(),
  }
}

const whyShort = (first: number | undefined): string =>
  first === undefined
    ? 'there is no history of it in that time.'
    : `the first hourly price since then is of ${new Date((first + HOUR_S) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC.`
