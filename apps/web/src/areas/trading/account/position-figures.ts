import { DECIMALS, decimalText, FRACTION_ONE, floorDiv } from '@aerie/core/numbers/units'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import type { AccountView } from './account-view.ts'
import { usdcFrom } from './exact.ts'

/** Unrealised P&L as a fraction of the margin; null if either is unknown. */
export function returnOnMargin({ unrealised, margin }: Pick<TradingPosition, 'unrealised' | 'margin'>): string | null {
  const [gain, held] = [usdcFrom(unrealised), usdcFrom(margin)]
  if (gain === null || held === null || held <= 0n) return null
  return decimalText(floorDiv(gain * FRACTION_ONE, held), DECIMALS.fraction)
}

type HeldSetting = { readonly leverage: number; readonly mode: 'cross' | 'isolated' }

/** The position's setting, else that of the newest order that has one. The mode is fixed while anything is open. Null if nothing is. */
export function heldSetting(view: Pick<AccountView, 'positions' | 'orders'> | null, symbol: string): HeldSetting | null {
  const position = view?.positions.get(symbol)
  if (position !== undefined) return { leverage: position.leverage, mode: position.mode }
  const settings = [...(view?.orders.values() ?? [])].flatMap(({ symbol: of, leverage, margin }) =>
    of === symbol && leverage !== null && margin !== null ? [{ leverage, mode: margin }] : [],
  )
  return settings.at(-1) ?? null
}
