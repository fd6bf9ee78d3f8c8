import { type FigureText, figureText } from '../../../live/market/figure-text.ts'
import { figuresOf } from '../../../live/market/quotes.ts'
import { useAssetDetails } from '../../../live/market/use-asset-details.ts'
import { useQuote } from '../../../live/market/use-quote.ts'
import { DASH } from '../../../platform/format/figures.ts'

const NONE: FigureText = { text: DASH, words: '', tone: 'none' }

/** Price and change of a coin as text, twice a second at most. */
export function usePainted(symbol: string): { readonly price: string; readonly change: FigureText } {
  // Ticks are kept of coins that have been read once: this one may stand on no other list.
  useAssetDetails(symbol)
  const quote = useQuote(symbol)
  const figures = quote === null ? undefined : figuresOf(symbol)
  return figures === undefined
    ? { price: DASH, change: NONE }
    : { price: figureText(figures, 'price').text, change: figureText(figures, 'change24h') }
}
