import { numberText } from '@aerie/core/numbers/number-text'
import { percentText } from '@aerie/core/numbers/short-number-text'
import type { SourceKind } from '@aerie/wire/market/market'
import { dollars, type FigureName, figureValue, isMoney, whyUnknown } from '../../live/market/figure-text.ts'
import type { Figures } from '../../live/market/quotes.ts'

/** What each figure is called in its card. */
export const FIGURE_TITLES: Readonly<Record<FigureName, string>> = {
  price: 'Price',
  change1h: 'Change in 1 hour',
  change24h: 'Change in 24 hours',
  change7d: 'Change in 7 days',
  marketCap: 'Market cap',
  volume: 'Volume in 24 hours',
  volumeCoins: 'Volume in 24 hours, in coins',
  circulatingSupply: 'Circulating supply',
  totalMarketCap: 'Total market cap',
  totalSupply: 'Total supply',
}

const CLOSES = { change1h: ['1h', '1 hour'], change24h: ['24h', '24 hours'], change7d: ['7d', '7 days'] } as const

/** The figure in full, with its unit; never shortened. */
export function fullFigure(figures: Figures, name: FigureName): string {
  const value = figureValue(figures, name)
  if (!value.known) return `Not known: ${whyUnknown(name)}.`
  if (name in CLOSES) return percentText(value.value)
  if (!isMoney(name)) return `${numberText(value.value)} ${figures.symbol}`
  return money(figures, value.value)
}

/** Supplies that no venue reports: the approximate ones of our catalogue, whatever hour is replayed or simulated. */
const CATALOGUE = 'our catalogue of 2025 to 2026'

/** How the figure came to be, in one sentence. Only a live market reports caps and supplies. */
export function howComputed(figures: Figures, name: FigureName, source: SourceKind | undefined): string {
  const isReported = source === 'live'
  switch (name) {
    case 'price':
      return 'The latest price of the source.'
    case 'change1h':
    case 'change24h':
    case 'change7d':
      return changeSentence(figures, name)
    case 'marketCap':
      return isReported ? 'As last reported, adjusted for the price since.' : `Price times the circulating supply in ${CATALOGUE}.`
    case 'totalMarketCap':
      return isReported ? 'Price times total supply, adjusted for the price since.' : `Price times the total supply in ${CATALOGUE}.`
    case 'volume':
      return 'Traded in the last 24 hours.'
    case 'volumeCoins':
      return 'The volume divided by the latest price.'
    case 'circulatingSupply':
      return isReported ? 'Coins in circulation, as reported.' : `Coins in circulation, approximately, from ${CATALOGUE}.`
    case 'totalSupply':
      return isReported ? 'All coins that exist, as reported.' : `All coins that can exist, approximately, from ${CATALOGUE}.`
  }
}

function changeSentence(figures: Figures, name: keyof typeof CLOSES): string {
  const [key, words] = CLOSES[name]
  const close = figures.closes[key]
  if (close === null || figures.price === null) return `The price compared with ${words} before.`
  return `${money(figures, figures.price)} now against ${money(figures, close)} ${words} before.`
}

const money = (figures: Figures, value: number): string =>
  `${dollars(figures)}${numberText(value)}${figures.quote === 'USD' ? '' : ` ${figures.quote}`}`
