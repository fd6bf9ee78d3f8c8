import type { AccountView } from './account-view.ts'

/** How a market is traded while something is open in it. */
type HeldSetting = { readonly leverage: number; readonly mode: 'cross' | 'isolated' }

/**
 * Leverage and margin mode of a market in which something is open: its position's, else those of the newest order that says them. The
 * mode stays until nothing is open any more. Null where nothing is.
 */
export function heldSetting(view: Pick<AccountView, 'positions' | 'orders'> | null, symbol: string): HeldSetting | null {
  const position = view?.positions.get(symbol)
  if (position !== undefined) return { leverage: position.leverage, mode: position.mode }
  const settings = [...(view?.orders.values() ?? [])].flatMap(({ symbol: of, leverage, margin }) =>
    of === symbol && leverage !== null && margin !== null ? [{ leverage, mode: margin }] : [],
  )
  return settings.at(-1) ?? null
}
