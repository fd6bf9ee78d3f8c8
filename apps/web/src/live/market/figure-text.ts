import type { Known } from '@aerie/core/known'
import { known, unknown } from '@aerie/core/known'
import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { numberText } from '@aerie/core/numbers/number-text'
import { percentChange } from '@aerie/core/numbers/percent-change'
import { percentText, shortNumberText } from '@aerie/core/numbers/short-number-text'
import { DASH } from '../../platform/format/figures.ts'
import type { Figures } from './quotes.ts'

/** Names of the figures that can be shown of a coin; `data-figure` in the markup. */
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

/** The figure that an element of the page names. */
export const figureOf = ({ dataset }: HTMLElement): FigureName | undefined => FIGURE_NAMES.find((name) => name === dataset.figure)

/** How a change reads: colour in the style sheet, and a word for those who do not see it. */
export type Tone = 'up' | 'down' | 'flat' | 'none'

/** A figure as it is painted: the visible text and the words only a screen reader gets. */
export type FigureText = { readonly text: string; readonly words: string; readonly tone: Tone }

const SPANS = { change1h: '1h', change24h: '24h', change7d: '7d' } as const
const SPAN_WORDS = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' } as const

/** The number behind a figure, or why there is none. */
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

/** Marks a figure that takes today's supply to a price of the past; what it means stands at the foot of its table. */
export const TODAYS_SUPPLY = '*'
const SUPPLY_FIGURES: ReadonlySet<FigureName> = new Set(['marketCap', 'totalMarketCap', 'circulatingSupply', 'totalSupply'])

/** A figure as text: what React and the painter both write, so that they can never disagree. */
export function figureText(figures: Figures, name: FigureName): FigureText {
  const text = plainText(figures, name)
  if (!figures.hasTodaysSupply || text.text === DASH || !SUPPLY_FIGURES.has(name)) return text
  return { ...text, text: `${text.text}${TODAYS_SUPPLY}`, words: 'at today’s supply' }
}

function plainText(figures: Figures, name: FigureName): FigureText {
  const value = figureValue(figures, name)
  if (!value.known) return { text: DASH, words: `not known: ${whyUnknown(name)}`, tone: 'none' }
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

/** The longest symbol for which every column of amounts in coins has room. */
const LONGEST_UNIT = 6

/** What amounts of a coin are counted in. A longer symbol would be cut; it stands beside the figure anyway. */
const coinUnit = (symbol: string): string => (symbol.length > LONGEST_UNIT ? 'coins' : symbol)

/** Dollars have a sign; stablecoins are named after the amount instead, so that none is taken for a dollar. */
export const dollars = ({ quote }: Pick<Figures, 'quote'>): string => (quote === 'USD' ? '$' : '')

/** Whether a figure is an amount of money, which carries its unit. */
export const isMoney = (name: FigureName): boolean =>
  name === 'price' || name === 'marketCap' || name === 'volume' || name === 'totalMarketCap'

/** Why a figure is not known, in words that end a sentence. */
export function whyUnknown(name: FigureName): string {
  switch (name) {
    case 'price':
      return 'no price has been received yet'
    case 'change1h':
    case 'change24h':
    case 'change7d':
      return `there is no price from ${SPAN_WORDS[SPANS[name]]} ago`
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

const plain = (text: string): FigureText => ({ text, words: '', tone: 'none' })

function changeText(percent: number): FigureText {
  const text = percentText(percent)
  if (text.startsWith('+')) return { text, words: 'up', tone: 'up' }
  if (text.startsWith(MINUS)) return { text, words: 'down', tone: 'down' }
  return { text, words: 'unchanged', tone: 'flat' }
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
