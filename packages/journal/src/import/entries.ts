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
  /** Closing part of a fill. Without an open position it closes one from before the files, so it opens none. `spot`: a sale of coins. */
  readonly closes?: 'all' | 'some' | 'spot'
  /** Position that it belongs to, where an account holds both directions of a market at once. */
  readonly position?: 'long' | 'short'
  /** Only while a file is read: */
  readonly isSpot?: boolean
  readonly realized?: bigint
  /** Its side is opposite to the open position, as for automatic deleveraging. */
  readonly isUnsided?: boolean
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
  /** Absent if the file lacks them. */
  readonly fees?: MicroUsdc
  readonly funding?: MicroUsdc
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
  readonly position?: 'long' | 'short' | undefined
  readonly isSpot?: boolean | undefined
  readonly realized?: bigint | undefined
}

/** Validates a fill. @throws RowProblem for a zero price or size, or an invalid side */
export function fillOf(raw: RawFill): ImportedFill {
  if (raw.price <= 0n) throw new RowProblem('the price is not above 0')
  if (raw.size === 0n) throw new RowProblem('the size is 0')
  const amount = magnitude(raw.size)
  const isUnsided = UNSIDED.test(raw.side)
  const side = isUnsided ? 'sell' : sideOf(raw.side)
  const closes = closesOf(raw, side)
  return {
    kind: 'fill',
    at: raw.at,
    symbol: symbolOf(raw.symbol),
    side,
    price: price(raw.price),
    size: size(amount),
    worth: notional(raw.price * amount),
    fee: { amount: raw.fee, coin: coinOf(raw.feeCoin) },
    tradeId: raw.tradeId ?? '',
    ...(closes && { closes }),
    ...(raw.position && { position: raw.position }),
    ...(raw.isSpot && { isSpot: true }),
    ...(raw.realized !== undefined && { realized: raw.realized }),
    ...(isUnsided && { isUnsided }),
  }
}

function closesOf({ side: text, isSpot, position, closes }: RawFill, side: 'buy' | 'sell'): ImportedFill['closes'] {
  if (isSpot === true) return side === 'sell' ? 'spot' : undefined
  if (position !== undefined) return (position === 'long') === (side === 'sell') ? 'all' : undefined
  return CLOSES.test(text) || UNSIDED.test(text) ? 'all' : closes
}

function coinOf(text: string): string {
  const coin = text.toUpperCase()
  if (!/^[^;\p{C}]{0,40}$/u.test(coin)) throw new RowProblem(`not a coin: ${visibleName(text.slice(0, 40))}`)
  return coin
}

const CLOSES = /^(?:close|liquidat|forced? liquidat|burst|reduce|deliver)/i
/** The exchange closes the position, whatever its side. */
const UNSIDED = /^(?:auto[- ]?delever|adl$|settle|liquidation$|delivery$)/i
const SYMBOL = /^[A-Z0-9][A-Z0-9._/:@-]{0,39}$/

/** Symbol of a row. @throws RowProblem */
export function symbolOf(text: string): string {
  const symbol = text.toUpperCase()
  if (!SYMBOL.test(symbol)) throw new RowProblem(`not a symbol: ${text.slice(0, 40)}`)
  return symbol
}

const MOST_SIDE = 40
const CLOSING = '(?:close|liquidat\\w*|reduce|burst|deliver\\w*|adl)(?: cross| isolated)?'
const BUY = new RegExp(`^(?:buy|b|bid|long|bought|(?:open|add) long|${CLOSING} short)\\b`, 'i')
const SELL = new RegExp(`^(?:sell|s|ask|short|sold|(?:open|add) short|${CLOSING} long)\\b`, 'i')

/** Position of a row in hedge mode; undefined for `BOTH` or nothing. */
export function positionOf(text: string): 'long' | 'short' | undefined {
  const side = text.trim().toLowerCase()
  return side === 'long' || side === 'short' ? side : undefined
}

/** Direction of a trade. @throws RowProblem */
export function sideOf(text: string): 'buy' | 'sell' {
  if (text.length <= MOST_SIDE && BUY.test(text)) return 'buy'
  if (text.length <= MOST_SIDE && SELL.test(text)) return 'sell'
  throw new RowProblem(`neither buy nor sell: ${text.slice(0, 40)}`)
}

/** 10⁻¹² to micro-USDC, toward minus infinity: receipts are never rounded up. */
export const microOf = (value: bigint): MicroUsdc => microUsdc(value >= 0n ? value / IN_MICRO : -((-value + IN_MICRO - 1n) / IN_MICRO))
