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

/** A fee: `coin` empty where the file does not name it, which means the quote's. */
export type ImportedFee = { readonly amount: bigint; readonly coin: string }

/** A trade of a file. */
export type ImportedFill = {
  readonly kind: 'fill'
  readonly at: number
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly price: Price
  readonly size: Size
  readonly worth: Notional
  /** In units of 10⁻¹² of its coin; above 0 is paid. */
  readonly fee: ImportedFee
  /** The exchange's own number of it, where the file has one. */
  readonly tradeId: string
  /**
   * What the file says of a fill that closes: `all` of it does, or `some` does and the rest may open the other side. Where nothing is open
   * by the files, the position was opened before they begin, and the fill opens none.
   */
  readonly closes?: 'all' | 'some'
}

/** A funding payment of a file: received above 0, paid below. */
export type ImportedFunding = {
  readonly kind: 'funding'
  readonly at: number
  readonly symbol: string
  readonly amount: MicroUsdc
  readonly tradeId: string
}

/** A closed position of a file that knows no fills. */
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

/** An entry that round trips are made of. */
export type FoldedEntry = ImportedFill | ImportedFunding | ImportedTrip

/** What a row of a file stands for. */
export type ImportedEntry = FoldedEntry | ImportedJournalTrip

/** A fill as a format reads it, in units of 10⁻¹². */
export type RawFill = {
  readonly at: number
  readonly symbol: string
  readonly side: string
  readonly price: bigint
  readonly size: bigint
  /** Paid above 0. */
  readonly fee: bigint
  readonly feeCoin: string
  readonly tradeId?: string
  readonly closes?: 'all' | 'some' | undefined
}

/**
 * A fill whose figures make sense.
 *
 * @throws RowProblem for a price or size of 0, and a side that is neither
 */
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

/** As our own export can tell it again. */
function coinOf(text: string): string {
  const coin = text.toUpperCase()
  if (!/^[^;\p{C}]{0,40}$/u.test(coin)) throw new RowProblem(`not a coin: ${visibleName(text.slice(0, 40))}`)
  return coin
}

const CLOSES = /^(?:close|liquidated)\b/i
const SYMBOL = /^[A-Z0-9][A-Z0-9._/:@-]{0,39}$/

/**
 * The symbol of a row.
 *
 * @throws RowProblem
 */
export function symbolOf(text: string): string {
  const symbol = text.toUpperCase()
  if (!SYMBOL.test(symbol)) throw new RowProblem(`not a symbol: ${text.slice(0, 40)}`)
  return symbol
}

/**
 * The direction of a trade.
 *
 * @throws RowProblem
 */
export function sideOf(text: string): 'buy' | 'sell' {
  const word = text.toLowerCase()
  if (/^(buy|b|long|open long|close short|liquidated (cross |isolated )?short)\b/.test(word)) return 'buy'
  if (/^(sell|s|short|open short|close long|liquidated (cross |isolated )?long)\b/.test(word)) return 'sell'
  throw new RowProblem(`neither buy nor sell: ${text.slice(0, 40)}`)
}

/** An amount of 10⁻¹² in micro-USDC, toward minus infinity: what is received is never rounded up. */
export const microOf = (value: bigint): MicroUsdc => microUsdc(value >= 0n ? value / IN_MICRO : -((-value + IN_MICRO - 1n) / IN_MICRO))
