import { HOUR_MS, SECOND_MS } from '@aerie/core/time'
import type { ProvenFigure, ToolName } from '@aerie/wire/agent/agent'
import { sourceKind } from '@aerie/wire/market/market'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import * as z from 'zod/mini'
import { priceText } from '../../../platform/format/market-text.ts'

const moment = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** In the user's locale and time zone; includes the zone so that the text stays unambiguous elsewhere. */
export const resultDate = (ms: number): string => moment.format(ms)

export function resultText(message: MarketDataMessage): string {
  const figure = resultFigure(message)
  if (figure === null) return message.error ?? 'The answer had no price.'
  const { tool, currency, quote, at } = figure
  const price = priceText(figure.price, quote)
  if (tool === 'get_crypto_price') return `The price of ${currency} at ${resultDate(at)} is ${price}`
  if (tool === 'get_crypto_prediction') return `${currency} is predicted to reach ${price} at ${resultDate(at)}`
  return `${currency} was ${price} at ${resultDate(at)}`
}

export function resultFigure(message: MarketDataMessage): ProvenFigure | null {
  if (message.data === null) return null
  if (message.command === 'info') {
    const { price, as_of } = message.data
    return figureOf('get_crypto_price', message.data, { price, at: as_of, as_of })
  }
  if (message.command === 'price') {
    const { predictedMarketPrice, currenttime, hours } = message.data
    const as_of = currenttime * SECOND_MS
    return figureOf('get_crypto_prediction', message.data, { price: predictedMarketPrice, at: as_of + hours * HOUR_MS, as_of })
  }
  const [price] = message.data.closingPrices
  const [end] = message.data.timestamps
  if (price === undefined || end === undefined) return null
  return figureOf('get_crypto_history', message.data, { price, at: end * SECOND_MS, as_of: end * SECOND_MS })
}

type Origin = { readonly currency: string; readonly quote: string; readonly source: string }

function figureOf(
  tool: ToolName,
  { currency, quote, source }: Origin,
  reported: Pick<ProvenFigure, 'price' | 'at' | 'as_of'>,
): ProvenFigure {
  return { tool, currency, quote, source: z.parse(sourceKind, source), ...reported }
}
