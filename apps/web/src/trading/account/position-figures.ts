import { DECIMALS, decimalText, FRACTION_ONE, floorDiv, priceText } from '@aerie/core/numbers/units'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { percentFigure, usdcFrom } from './exact.ts'
import { readInstrument } from './instruments.ts'

/** What is gained or lost so far, as a fraction of the margin; null where either is not known. */
export function returnOnMargin({ unrealised, margin }: Pick<TradingPosition, 'unrealised' | 'margin'>): string | null {
  const [gain, held] = [usdcFrom(unrealised), usdcFrom(margin)]
  if (gain === null || held === null || held <= 0n) return null
  return decimalText(floorDiv(gain * FRACTION_ONE, held), DECIMALS.fraction)
}

/** A price with as many digits as the ticks of its market have, and two more: an average lies between ticks. Cut, not rounded. */
export function shortPrice(text: string, symbol: string): string {
  const terms = readInstrument(symbol)
  if (terms === null) return text
  const decimals = (priceText(terms.tick).split('.')[1]?.length ?? 0) + 2
  const [whole = '', rest = ''] = text.split('.')
  const kept = rest.slice(0, decimals).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** A fraction as percent with two decimals and its sign. */
export function signedPercent(text: string | null): string {
  const shown = percentFigure(text)
  return /[1-9]/.test(shown) && !shown.startsWith('−') ? `+${shown}` : shown
}
