import { type Known, known, unknown } from '@aerie/core/known'
import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { numberText, percentText, shortNumberText } from '@aerie/core/numbers/number-text'
import { percentChange } from '@aerie/core/numbers/percent-change'
import { DASH } from '../../format/figures.ts'
import type { Figures } from './quotes.ts'

export const FIGURE_NAMES = [
  'price',
  'change1h',
  'change24h',
  'change7d',
  'marketCap',
  'volume',
  'volumeCoins',
  'circulatingSupply',
  'totalMarketCap',
  'totalSupply',
] as const
export type FigureName = (typeof FIGURE_NAMES)[number]

export const figureOf = ({ dataset }: HTMLElement): FigureName | undefined => FIGURE_NAMES.find((name) => name === dataset.figure)

export type Tone = 'up' | 'down' | 'flat' | 'none'

export type FigureText = { readonly text: string; readonly description: string; readonly tone: Tone }

const SPANS = { change1h: '1h', change24h: '24h', change7d: '7d' } as const
const SPAN_LABELS = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' } as const

export function figureValue(figures: Figures, name: FigureName): Known<number> {
  switch (name) {
    case 'price':
      return orUnknown(figures.price, 'no-quote')
    case 'change1h':
    case 'change24h':
    case 'change7d':
      return percentChange(figures.price, figures.closes[SPANS[name]])
    case 'marketCap':
      return movedWithPrice(figures.marketCap, figures.marketCapPrice, figures.price)
    case 'totalMarketCap':
      return movedWithPrice(figures.totalMarketCap ?? null, figures.totalMarketCapPrice, figures.price)
    case 'volume':
      return orUnknown(figures.volume, 'no-history')
    case 'volumeCoins':
      return volumeInCoins(figures)
    case 'circulatingSupply':
      return orUnknown(figures.circulatingSupply, 'no-supply')
    case 'totalSupply':
      return orUnknown(figures.totalSupply ?? null, 'no-supply')
  }
}

/** Marks figures that combine today's supply with a past price; explained below the table. */
export const TODAYS_SUPPLY = '*'
const SUPPLY_FIGURES: ReadonlySet<FigureName> = new Set(['marketCap', 'totalMarketCap', 'circulatingSupply', 'totalSupply'])

/** A figure as text; used by React and the painter, so that both agree. */
export function figureText(figures: Figures, name: FigureName): FigureText {
  const text = plainText(figures, name)
  if (!figures.hasTodaysSupply || text.text === DASH || !SUPPLY_FIGURES.has(name)) return text
  return { ...text, text: `${text.text}${TODAYS_SUPPLY}`, description: 'at today’s supply' }
}

function plainText(figures: Figures, name: FigureName): FigureText {
  const value = figureValue(figures, name)
  if (!value.known) return { text: DASH, description: `not known: ${whyUnknown(name)}`, tone: 'none' }
  switch (name) {
    case 'price':
      return plain(dollars(figures) + numberText(value.value))
    case 'change1h':
    case 'change24h':
    case 'change7d':
      return changeText(value.value)
    case 'volumeCoins':
    case 'circulatingSupply':
    case 'totalSupply':
      return plain(`${shortNumberText(value.value)} ${coinUnit(figures.symbol)}`)
    default:
      return plain(dollars(figures) + shortNumberText(value.value))
  }
}

const LONGEST_UNIT = 6

const coinUnit = (symbol: string): string => (symbol.length > LONGEST_UNIT ? 'coins' : symbol)

/** Only dollars have a sign; stablecoins are named after the amount, so that none is mistaken for a dollar. */
export const dollars = ({ quote }: Pick<Figures, 'quote'>): string => (quote === 'USD' ? '$' : '')

export const isMoney = (name: FigureName): boolean =>
  name === 'price' || name === 'marketCap' || name === 'volume' || name === 'totalMarketCap'

export function whyUnknown(name: FigureName): string {
  switch (name) {
    case 'price':
      return 'no price has been received yet'
    case 'change1h':
    case 'change24h':
    case 'change7d':
      return `there is no price from ${SPAN_LABELS[SPANS[name]]} ago`
    case 'volume':
    case 'volumeCoins':
      return 'the source has not reported a volume'
    case 'totalSupply':
      return 'the supply is unlimited or not reported'
    case 'totalMarketCap':
      return 'it needs a total supply, which is unlimited or not reported'
    case 'marketCap':
      return 'the source has not reported a market cap or a supply'
    case 'circulatingSupply':
      return 'the source has not reported a supply'
  }
}

const plain = (text: string): FigureText => ({ text, description: '', tone: 'none' })

function changeText(percent: number): FigureText {
  const text = percentText(percent)
  if (text.startsWith('+')) return { text, description: 'up', tone: 'up' }
  if (text.startsWith(MINUS)) return { text, description: 'down', tone: 'down' }
  return { text, description: 'unchanged', tone: 'flat' }
}

const orUnknown = (value: number | null, reason: 'no-quote' | 'no-history' | 'no-supply'): Known<number> =>
  value === null ? unknown(reason) : known(value)

function movedWithPrice(reported: number | null, at: number | null, price: number | null): Known<number> {
  if (reported === null) return unknown('no-supply')
  if (at === null || at <= 0 || price === null) return known(reported)
  return known((reported * price) / at)
}

function volumeInCoins({ volume, price }: Figures): Known<number> {
  if (volume === null) return unknown('no-history')
  if (price === null || price <= 0) return unknown('no-quote')
  return known(volume / price)
}
