import type { Candle } from '@aerie/core/market/candle'
import { MarketSourceError } from '@aerie/market/market-source'
import { board } from '@aerie/wire/market/board'
import {
  assetDetails,
  assetsPage,
  type CandleTuple,
  type Currency,
  candleTuple,
  currencies,
  type Depth,
  depth,
} from '@aerie/wire/market/market'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { AppError } from '../../plugins/app-error.ts'
import type { ReadyAnswers } from '../../plugins/ready-answers.ts'
import { pageQuery } from './asset-list.ts'
import { assetsQuery, candlesQuery, symbolParams } from './market-queries.ts'
import type { MarketService } from './market-service.ts'

const tuple = ({ time, open, high, low, close, volume }: Candle): CandleTuple => [time, open, high, low, close, volume]

const CANDLES_DESCRIPTION =
  '`from` (inclusive) and `to` (exclusive) bound the open times, as seconds since the epoch or ISO 8601 (UTC unless it has an offset). ' +
  'The last candle may still be forming: its volume is that of its closed minutes. Missing candles are left out, never filled.'

/** Public market data: the list, a coin's details, candles and depth. */
export const marketRoutes =
  (market: MarketService, answers: ReadyAnswers): FastifyPluginAsyncZod =>
  async (app) => {
    const hot = { config: { isHot: true } }
    const tags = ['market']

    app.get(
      '/api/v1/assets',
      {
        ...hot,
        schema: {
          tags,
          summary: 'A page of the market list, by market cap unless sorted otherwise',
          querystring: assetsQuery,
          response: { 200: envelope(assetsPage) },
        },
      },
      (request, reply) => answers.make(request, reply, async () => (await begun(market)).listPage(pageQuery(request.query))),
    )
    app.get(
      '/api/v1/assets/:symbol',
      { ...hot, schema: { tags, summary: 'Details of one coin', params: symbolParams, response: { 200: envelope(assetDetails) } } },
      (request, reply) =>
        answers.make(request, reply, () => market.hub.details(request.params.symbol) ?? Promise.reject(unknownCoin(request.params.symbol))),
    )
    app.get(
      '/api/v1/currencies',
      { ...hot, schema: { tags, summary: 'The coins with a screen of their own', response: { 200: envelope(currencies) } } },
      (request, reply) => answers.make(request, reply, () => listCurrencies(market)),
    )
    app.get(
      '/api/v1/market/board',
      { ...hot, schema: { tags, summary: 'Every coin with its figures, largest cap first', response: { 200: envelope(board) } } },
      (request, reply) => answers.make(request, reply, async () => (await begun(market)).board()),
    )
    app.get(
      '/api/v1/candles/:symbol',
      {
        ...hot,
        schema: {
          tags,
          summary: 'Candles, oldest first: the first `limit` from `from` on, or without `from` the last `limit` before `to`',
          description: CANDLES_DESCRIPTION,
          params: symbolParams,
          querystring: candlesQuery,
          response: { 200: envelope(z.array(candleTuple)) },
        },
      },
      (request, reply) =>
        answers.make(request, reply, async () => {
          const { symbol } = request.params
          if (market.hub.state(symbol) === undefined) throw unknownCoin(symbol)
          return (await market.candles({ symbol, ...request.query })).map(tuple)
        }),
    )
    app.get(
      '/api/v1/depth/:symbol',
      { ...hot, schema: { tags, summary: 'The order book of one coin', params: symbolParams, response: { 200: envelope(depth) } } },
      (request, reply) => answers.make(request, reply, () => readDepth(market, request.params.symbol)),
    )
  }

async function begun(market: MarketService): Promise<MarketService['hub']> {
  await market.begun()
  if (!market.hub.hasCoins()) throw starting()
  return market.hub
}

const listCurrencies = (market: MarketService): Currency[] =>
  SUPPORTED_SYMBOLS.flatMap((symbol) => {
    const details = market.hub.details(symbol)
    return details === undefined ? [] : [{ symbol, name: details.name, logo: details.logo }]
  })

async function readDepth(market: MarketService, symbol: string): Promise<Depth> {
  if (market.hub.state(symbol) === undefined) throw unknownCoin(symbol)
  const book = await market.hub.book(symbol).catch((cause: unknown) => {
    if (!(cause instanceof MarketSourceError)) throw cause
    throw new AppError('unavailable', { detail: 'The market source is not responding.', cause, retryAfterSeconds: 5 })
  })
  if (book === undefined) throw new AppError('not_found', { detail: `No order book for ${symbol} from this market source.` })
  const levels = (side: typeof book.bids): [number, number][] => side.map(([price, size]) => [price, size])
  return { symbol, bids: levels(book.bids), asks: levels(book.asks), source: market.hub.kind(), as_of: Math.floor(book.asOf) }
}

const unknownCoin = (symbol: string): AppError => new AppError('not_found', { detail: `Unknown coin: ${symbol}.` })
const starting = (): AppError => new AppError('unavailable', { detail: 'The market is starting.', retryAfterSeconds: 1 })
