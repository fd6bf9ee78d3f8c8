import type { Candle } from '@aerie/core/market/candle'
import { MarketSourceError } from '@aerie/market/market-source'
import { getBoard } from '@aerie/wire/market/board'
import { listCandles } from '@aerie/wire/market/candles'
import { type CandleTuple, type Currency, type Depth, getAsset, getDepth, listAssets, listCurrencies } from '@aerie/wire/market/market'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/app-error.ts'
import type { ReadyAnswers } from '../../platform/http/ready-answers.ts'
import { pageQuery } from './asset-list.ts'
import type { MarketService } from './service.ts'

type Deps = { readonly market: MarketService; readonly answers: ReadyAnswers }

export const marketRoutes =
  ({ market, answers }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    const hot = { answers, config: { isHot: true } }

    app.endpoint(listAssets, async ({ query }) => (await begun(market)).listPage(pageQuery(query)), hot)
    app.endpoint(getAsset, ({ params }) => market.hub.details(params.symbol) ?? Promise.reject(unknownCoin(params.symbol)), hot)
    app.endpoint(listCurrencies, () => currenciesOf(market), hot)
    app.endpoint(getBoard, async () => (await begun(market)).board(), hot)
    app.endpoint(
      listCandles,
      async ({ params: { symbol }, query }) => {
        if (market.hub.state(symbol) === undefined) throw unknownCoin(symbol)
        return (await market.candles({ symbol, ...query })).map(tuple)
      },
      hot,
    )
    app.endpoint(getDepth, ({ params }) => readDepth(market, params.symbol), hot)
  }

const tuple = ({ time, open, high, low, close, volume }: Candle): CandleTuple => [time, open, high, low, close, volume]

async function begun(market: MarketService): Promise<MarketService['hub']> {
  await market.begun()
  if (!market.hub.hasCoins()) throw starting()
  return market.hub
}

const currenciesOf = (market: MarketService): Currency[] =>
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
