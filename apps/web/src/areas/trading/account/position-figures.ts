import { DECIMALS, decimalText, FRACTION_ONE, floorDiv } from '@aerie/core/numbers/units'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { usdcFrom } from './exact.ts'

/** Unrealised P&L as a fraction of the margin; null if either is unknown. */
export function returnOnMargin({ unrealised, margin }: Pick<TradingPosition, 'unrealised' | 'margin'>): string | null {
  const [gain, held] = [usdcFrom(unrealised), usdcFrom(margin)]
  if (gain === null || held === null || held <= 0n) return null
  return decimalText(floorDiv(gain * FRACTION_ONE, held), DECIMALS.fraction)
}
