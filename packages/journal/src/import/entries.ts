import {
  type MicroUsdc,
  magnitude,
  microUsdc,
  type Notional,
  notional,
  type Price,
  price,
  type Size,
  size,
} from '@aerie/core/numbers/units'
import { visibleName } from '@aerie/core/visible-name'
import { RowProblem } from './cells.ts'
import type { ImportedJournalTrip } from './journal-row.ts'

const IN_MICRO = 1_000_000n

/** Fee; an empty `coin` means the quote currency. */
export type ImportedFee = { readonly amount: bigint; readonly coin: string }

/** Trade from a file. */
export type ImportedFill = {
  readonly kind: 'fill'
  readonly at: number
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly price: Price
  readonly size: Size
  readonly worth: Notional
  /** In 10⁻¹² of its coin; positive: paid. */
  readonly fee: ImportedFee
  readonly tradeId: string
  /** Closing part of a fill. Without an open position it closes one from before the files, so it opens none. */
  readonly closes?: 'all' | 'some'
}

/** Funding payment; positive: received. */
export type ImportedFunding = {
  readonly kind: 'funding'
  readonly at: number
  readonly symbol: string
  readonly amount: MicroUsdc
  readonly tradeId: string
}

/** Closed position from a file without fills. */
export type ImportedTrip = {
  readonly kind: 'trip'
  readonly closedAt: number
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly size: Size
  readonly entry: Price
  readonly exit: Price
  readonly net: MicroUsdc
  readonly tradeId: string
}

/** Entry that contributes to round trips. */
export type FoldedEntry = ImportedFill | ImportedFunding | ImportedTrip

/** Parsed meaning of a row. */
export type ImportedEntry = FoldedEntry | ImportedJournalTrip

/** Fill as parsed by a format, in units of 10⁻¹². */
export type RawFill = {
  readonly at: number
  readonly symbol: string
  readonly side: string
  readonly price: bigint
  readonly size: bigint
  /** Positive: paid. */
  readonly fee: bigint
  readonly feeCoin: string
  readonly tradeId?: string
  readonly closes?: 'all' | 'some' | undefined
}

/** Validates a fill. @throws RowProblem for a zero price or size, or an invalid side */
export function fillOf(raw: RawFill): ImportedFill {
  if (raw.price <= 0n) throw new RowProblem('the price is not above 0')
  if (raw.size === 0n) throw new RowProblem('the size is 0')
  const amount = magnitude(raw.size)
  const closes = CLOSES.test(raw.side) ? 'all' : raw.closes
  return {
    kind: 'fill',
    at: raw.at,
    symbol: symbolOf(raw.symbol),
    side: sideOf(raw.side),
    price: price(raw.price),
    size: size(amount),
    worth: notional(raw.price * amount),
    fee: { amount: raw.fee, coin: coinOf(raw.feeCoin) },
    tradeId: raw.tradeId ?? '',
    ...(closes && { closes }),
  }
}

function coinOf(text: string): string {
  const coin = text.toUpperCase()
  if (!/^[^;\p{C}]{0,40}$/u.test(coin)) throw new RowProblem(`not a coin: ${visibleName(text.slice(0, 40))}`)
  return coin
}

const CLOSES = /^(?:close|liquidated)\b/i
const SYMBOL = /^[A-Z0-9][A-Z0-9._/:@-]{0,39}$/

/** Symbol of a row. @throws RowProblem */
export function symbolOf(text: string): string {
  const symbol = text.toUpperCase()
  if (!SYMBOL.test(symbol)) throw new RowProblem(`not a symbol: ${text.slice(0, 40)}`)
  return symbol
}

/** Direction of a trade. @throws RowProblem */
export function sideOf(text: string): 'buy' | 'sell' {
  const lowerText = text.toLowerCase()
  if (/^(buy|b|long|open long|close short|liquidated (cross |isolated )?short)\b/.test(lowerText)) return 'buy'
  if (/^(sell|s|short|open short|close long|liquidated (cross |isolated )?long)\b/.test(lowerText)) return 'sell'
  throw new RowProblem(`neither buy nor sell: ${text.slice(0, 40)}`)
}

/** 10⁻¹² to micro-USDC, toward minus infinity: receipts are never rounded up. */
export const microOf = (value: bigint): MicroUsdc => microUsdc(value >= 0n ? value / IN_MICRO : -((-value + IN_MICRO - 1n) / IN_MICRO))
