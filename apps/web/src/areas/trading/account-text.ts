import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import { isLiquidationId } from '@aerie/wire/trading/trading-orders'
import type { TradingFill } from '@aerie/wire/trading/trading-positions'

const MARKET_LABELS: Readonly<Record<TradingAccount['source_kind'], string>> = {
  sim: 'simulated market',
  replay: 'recorded market',
  live: 'live prices',
}

/** Account kind and price source: must always be visible where an order is sent. */
export const accountText = ({ kind, source_kind }: Pick<TradingAccount, 'kind' | 'source_kind'>): string =>
  `${kind} · ${MARKET_LABELS[source_kind]}`

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const

export function heldText(ms: number): string {
  if (ms < 1000) return '< 1 s'
  const parts: string[] = []
  let rest = ms
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0 || parts.length > 0) parts.push(`${count} ${unit}`)
    if (parts.length === 2) break
  }
  return parts.filter((part) => !part.startsWith('0 ')).join(' ')
}

export function fillWord({ side, client_id }: Pick<TradingFill, 'side' | 'client_id'>): string {
  if (isLiquidationId(client_id)) return 'Liquidated'
  return side === 'buy' ? 'Bought' : 'Sold'
}
