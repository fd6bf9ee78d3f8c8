import {
  ceilDiv,
  DECIMALS,
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
import { type Amount, amountOf, type Cells, NothingFilled, RowProblem } from './cells.ts'
import type { ImportedJournalTrip } from './journal-row.ts'
import { coinsOf, contractDollars, isContract, isInverse, isSameCoin } from './markets.ts'

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
  /** Only where the exchange exports both orders and their fills. */
  readonly orderId?: string
  /**
   * Closing part of a fill. Without an open position it closes one from before the files, so it opens none. `spot`: a sale of coins. `adds`: it
   * closes nothing, but adds to a position, which without an open one is from before the files, too.
   */
  readonly closes?: 'all' | 'some' | 'spot' | 'adds'
  /** Position that it belongs to, if the exchange reports it: an account may hold both directions of a market at once. */
  readonly position?: 'long' | 'short'
  /** Coin that settles an inverse contract, whose size is in dollars. */
  readonly settled?: string
  /** Only while a file is read: */
  readonly isSpot?: boolean
  readonly realized?: bigint
  /** Its side is opposite to the open position, as for automatic deleveraging. */
  readonly isUnsided?: boolean
  /** Size held afterwards. Where `position` follows from what the fill did, it holds unless the fill went through zero, which `after` shows. */
  readonly after?: bigint | undefined
  /** Market under which an earlier version may have read the trade. */
  readonly formerSymbol?: string
}

/** Funding payment, or the fee of a liquidation that no trade has; positive: received. */
export type ImportedFunding = {
  readonly kind: 'funding'
  readonly at: number
  readonly symbol: string
  /** 10⁻¹² of the coin if `settled`. */
  readonly amount: MicroUsdc
  readonly tradeId: string
  readonly position?: 'long' | 'short'
  readonly of?: 'liquidation'
  readonly settled?: string
  /** Only while a file is read: in 10⁻¹². */
  readonly exact?: bigint
  readonly coin?: string
}

/** Closed position from a file without fills. */
export type ImportedTrip = {
  readonly kind: 'trip'
  readonly closedAt: number
  /** Absent if the file lacks it. */
  readonly openedAt?: number
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly size: Size
  readonly entry: Price
  readonly exit: Price
  /** Coin that settles an inverse contract; amounts are in 10⁻¹² of it, and the size in dollars. */
  readonly settled?: string
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
  readonly orderId?: string
  readonly closes?: 'all' | 'some' | undefined
  readonly position?: 'long' | 'short' | undefined
  readonly isSpot?: boolean | undefined
  readonly realized?: bigint | undefined
  readonly after?: bigint | undefined
}

/** Validates a fill. @throws RowProblem for a zero price or size, or an invalid side */
export function fillOf(raw: RawFill): ImportedFill {
  if (raw.size === 0n) throw new NothingFilled('the size is 0')
  if (raw.price <= 0n) throw new RowProblem('the price is not above 0')
  // Of coins bought it may be in either of both, or in a third one.
  if (raw.isSpot === true && raw.fee !== 0n && raw.feeCoin === '') throw new RowProblem('the file does not show the coin of the fee')
  const amount = magnitude(raw.size)
  const isUnsided = UNSIDED.test(raw.side.slice(0, MOST_SIDE))
  const side = isUnsided ? 'sell' : sideOf(raw.side)
  const position = raw.position ?? (raw.isSpot === true ? undefined : positionNamed(raw.side))
  const closes = closesOf({ ...raw, position }, side)
  const orderId = idOf(raw.orderId)
  return {
    kind: 'fill',
    at: raw.at,
    symbol: symbolOf(raw.symbol),
    side,
    price: price(raw.price),
    size: size(amount),
    worth: notional(raw.price * amount),
    fee: { amount: raw.fee, coin: coinOf(raw.feeCoin) },
    tradeId: idOf(raw.tradeId),
    ...(orderId !== '' && { orderId }),
    ...(closes && { closes }),
    ...(position && { position }),
    ...(raw.isSpot && { isSpot: true }),
    ...(raw.realized !== undefined && { realized: raw.realized }),
    ...(isUnsided && { isUnsided }),
    ...(raw.after !== undefined && { after: raw.after }),
  }
}

/** Fill of a market that earlier versions read under another name in some files. */
export const renamed = (fill: ImportedFill, former: string): ImportedFill => ({ ...fill, formerSymbol: symbolOf(former) })

/** Spreadsheets cut long numbers to `1.23E+18`, which is the number of many trades. */
const NO_ID = /^(?:[-–—0]*|null|none|n\/?a|\d(?:[.,]\d+)?E\+\d+)$/i
const idOf = (text = ''): string => (NO_ID.test(text) ? '' : text)

function closesOf({ side: text, isSpot, position, closes }: RawFill, side: 'buy' | 'sell'): ImportedFill['closes'] {
  if (isSpot === true) return side === 'sell' ? 'spot' : undefined
  if (position !== undefined) return (position === 'long') === (side === 'sell') ? 'all' : undefined
  return CLOSES.test(sideWords(text)) || UNSIDED.test(text.slice(0, MOST_SIDE)) ? 'all' : closes
}

function coinOf(text: string): string {
  const coin = text.toUpperCase()
  if (!/^[^;\p{C}]{0,40}$/u.test(coin)) throw new RowProblem(`not a coin: ${visibleName(text.slice(0, 40))}`)
  return coin
}

const CLOSES = /^(?:adl |auto ?delever|close|(?:forced? |partial |full )?(?:liquidat|close)|burst|reduce|deliver|offset)/
/** The exchange closes the position, whatever its side. */
const UNSIDED = /^(?:auto[- ]?delever|adl$|settle|liquidation$|delivery$)/i
const SYMBOL = /^[A-Z0-9][A-Z0-9._/:@-]{0,39}$/

const MOST_SYMBOL = 80
/** `BTCUSDT Perpetual` is written for `BTCUSDT`. */
const CONTRACT_WORDS = /\s+(?:PERPETUAL(?: SWAP)?|PERP|SWAP|永续)$/

/** Symbol of a row. @throws RowProblem */
export function symbolOf(text: string): string {
  const symbol = text.toUpperCase().slice(0, MOST_SYMBOL).replace(CONTRACT_WORDS, '').replace(/\s+/g, '-')
  if (!SYMBOL.test(symbol)) throw new RowProblem(`not a symbol: ${text.slice(0, 40)}`)
  return symbol
}

const MOST_SIDE = 40
const FORCED = '(?:partial |full |forced? )?(?:liquidat\\w*|adl|deliver\\w*)'
const CLOSING = `(?:(?:forced?|burst|reduce|offset|partial) )?(?:${FORCED} close|${FORCED}|close|reduce|burst|offset)`
const BUY = new RegExp(`^(?:(?:(?:open |close |reduce |${FORCED} )?buy|b|bid|bought|(?:open|add|increase) long|${CLOSING} short)\\b|long$)`)
const SELL = new RegExp(
  `^(?:(?:(?:open |close |reduce |${FORCED} )?sell|s|ask|sold|(?:open|add|increase) short|${CLOSING} long)\\b|short$)`,
)
// German, French, Spanish, Portuguese, Italian, Turkish, Russian, Ukrainian, Polish, Czech, Dutch, Swedish, Danish, Norwegian, Indonesian, Vietnamese,
// Chinese, Japanese, Korean, Arabic, Persian, Thai, Hungarian, Romanian, Greek, Finnish
const BUY_LOCALIZED =
  /^(kauf(en)?|achat|acheter|compra(r)?|acquisto|al(ış)?|satın al|купить|покупка|купити|купівля|kupno|kup|nákup|koop|kopen|aankoop|köp|køb|kjøp|beli|mua|买入?|買い?|買入|購入|매수|شراء|خرید|ซื้อ|vétel|cumpărare|αγορά|osto)$/u
const SELL_LOCALIZED =
  /^(verkauf(en)?|vente|vendre|vend(a|er)|venta|vendita|sat(ış)?|продать|продажа|продати|продаж|sprzedaż|sprzedaj|prodej|verkoop|verkopen|sälj|salg|jual|bán|卖出?|賣出?|売り?|売却|매도|بيع|فروش|ขาย|eladás|vânzare|πώληση|myynti)$/u
/** What kind of order it was, which some exports write with the side: `LIMIT_BUY`, `Buy - Market`; and `of` in `Liquidation of long`. */
const ORDER_KINDS = /\b(?:market|limit|maker|taker|stop|trigger|post only|isolated|cross|spot|order|of)\b/g

/** Words for opening and closing, which may follow the direction: `Long schließen`, `Short Kapat`, `平多`. */
const OPEN_LOCALIZED = /(?<=^| )(?:(?:er)?öffnen|abrir|ouvrir|apri|открыть|aç)(?=$| )/gu
const CLOSE_LOCALIZED = /(?<=^| )(?:schließen|cerrar|fechar|fermer|chiudi|закрыть|kapat)(?=$| )/gu
const CHINESE: Readonly<Record<string, string>> = { 开多: 'open long', 开空: 'open short', 平多: 'close long', 平空: 'close short' }

function sideWords(text: string): string {
  const words = text
    .slice(0, MOST_SIDE)
    .toLowerCase()
    .replace(/[\s_\-·/|:]+/g, ' ')
    .replace(ORDER_KINDS, ' ')
    .replace(OPEN_LOCALIZED, 'open')
    .replace(CLOSE_LOCALIZED, 'close')
    .replace(/ +/g, ' ')
    .trim()
  return CHINESE[words] ?? words.replace(/^(long|short) (open|close)$/, '$2 $1')
}

/** Position that a direction opens or closes, as `Open Long` and `close_short` do. */
const positionNamed = (side: string): 'long' | 'short' | undefined => positionOf(NAMED.exec(sideWords(side))?.[1] ?? '')
const NAMED = new RegExp(`^(?:open|add|increase|${CLOSING}) (long|short)$`)

/** Position of a row in hedge mode; undefined for `BOTH` or nothing. */
export function positionOf(text: string): 'long' | 'short' | undefined {
  const side = text.trim().toLowerCase()
  return side === 'long' || side === 'short' ? side : undefined
}

/** Direction of a trade. @throws RowProblem */
export function sideOf(text: string): 'buy' | 'sell' {
  const side = sideOrNothing(text)
  if (side === undefined) throw new RowProblem(`neither buy nor sell: ${text.slice(0, 40)}`)
  return side
}

/** Whether a word is a direction, in any language that is known. */
export const isSide = (text: string): boolean => sideOrNothing(text) !== undefined

function sideOrNothing(text: string): 'buy' | 'sell' | undefined {
  const words = text.length <= MOST_SIDE ? sideWords(text) : ''
  if (BUY.test(words) || BUY_LOCALIZED.test(words)) return 'buy'
  return SELL.test(words) || SELL_LOCALIZED.test(words) ? 'sell' : undefined
}

/** `2 Cont`. */
export const IN_CONTRACTS = /^cont/i

/** Size of a trade that may be written with its coin: `0.5 BTC`, or its value, `500 USDT`. @throws RowProblem */
export function sizeOf(
  cells: Cells,
  names: readonly string[],
  { symbol, price: each }: { readonly symbol: string; readonly price: bigint },
): bigint {
  const { base, quote } = coinsOf(symbol.toUpperCase())
  const { value, unit } = amountIn(cells, names, base)
  if (IN_CONTRACTS.test(unit))
    throw new RowProblem(`the size is in contracts, and the file does not show how much ${symbol.slice(0, 40)} one of them is`)
  if (unit === '' || each <= 0n || isSameCoin(unit, base) || !isSameCoin(unit, quote)) return value
  return (value * ONE) / each
}

/** Figure with its coin, whose name may start with digits: `3501000PEPE` is 350 of 1000PEPE. */
function amountIn(cells: Cells, names: readonly string[], coin: string): Amount {
  const text = cells.text(...names)
  return /^\d/.test(coin) && text.endsWith(coin) ? amountOf(text, names[0] ?? '', coin) : cells.amount(...names)
}

const ONE = 10n ** BigInt(DECIMALS.price)

type FeeNames = { readonly fee: readonly string[]; readonly coin?: readonly string[] }
/** Columns of the coin in which a fee was paid. */
export const FEE_COINS = ['Fee Coin', 'Fee Currency', 'Fee Asset', 'Fee Unit', 'Commission Asset'] as const

/** Fee as the file writes it (`ImportFormat.paidFees`) and its coin: of a column of its own, of the cell, or `other`. @throws RowProblem */
export function feeOf(cells: Cells, { fee, coin = [] }: FeeNames, other = ''): { readonly fee: bigint; readonly feeCoin: string } {
  const { value, unit } = amountIn(cells, fee, other)
  const named = cells.text(...coin, ...FEE_COINS)
  return { fee: value, feeCoin: (/^-*$/.test(named) ? '' : named) || unit || other }
}

type FundingPayment = Pick<ImportedFunding, 'at' | 'symbol' | 'tradeId' | 'of'> & {
  /** In 10⁻¹²; positive: received. */
  readonly amount: bigint
  /** Empty if the file does not say so: then that of the market. */
  readonly coin?: string
  readonly position?: 'long' | 'short' | undefined
}

/** Funding payment as a format reads it. @throws RowProblem */
export const fundingOf = ({ at, symbol, amount, coin = '', tradeId, position, of }: FundingPayment): ImportedFunding => ({
  kind: 'funding',
  at,
  symbol: symbolOf(symbol),
  amount: microOf(amount),
  exact: amount,
  tradeId,
  ...(/[A-Za-z]/.test(coin) && { coin: coinOf(coin) }),
  ...(position && { position }),
  ...(of && { of }),
})

/**
 * Fill or funding of a contract in the money that settles it: the coin of an inverse one, else the quote. Others as they are. `isSized`: its size is
 * in dollars. @throws RowProblem if its size is not known, or for funding in another coin
 */
export function settledEntry<T extends ImportedEntry>(exchange: string, entry: T, isSized = false): T {
  if (entry.kind === 'journal' || entry.kind === 'trip') return entry
  if (entry.kind === 'fill' && entry.isSpot === true) return entry
  const { base, quote } = coinsOf(entry.symbol)
  const isSettled = isInverse(exchange, entry.symbol)
  if (entry.kind === 'funding' && entry.coin !== undefined && !isSameCoin(entry.coin, isSettled ? base : quote))
    throw new RowProblem(`the funding is in ${entry.coin}, and ${entry.symbol} is settled in ${isSettled ? base : quote}`)
  if (!isSettled) return entry.kind === 'fill' && isContract(exchange, entry.symbol) ? { ...entry, fee: quotedFee(entry, base) } : entry
  if (!isSized && contractDollars(exchange, entry.symbol) === undefined)
    throw new RowProblem(`${entry.symbol} is margined in the coin itself, and the file does not show how much one contract is worth`)
  if (entry.kind === 'fill') return { ...entry, settled: base }
  const { exact = 0n, ...funding } = entry
  return { ...funding, amount: microUsdc(exact), settled: base } as T // a funding stays one
}

/** A contract on BNB is no BNB: a fee in that coin takes nothing from the position, and is worth what the fill was. */
export function quotedFee({ fee, price }: ImportedFill, base: string): ImportedFee {
  if (fee.coin === '' || !isSameCoin(fee.coin, base)) return fee
  return { amount: ceilDiv(fee.amount * price, ONE), coin: '' }
}

/** Size in dollars of a number of inverse contracts; `size` as it is for other markets. */
export const inverseSize = (exchange: string, symbol: string, size: bigint): bigint =>
  isInverse(exchange, symbol.toUpperCase()) ? size * (contractDollars(exchange, symbol.toUpperCase()) ?? 1n) : size

type Movement = { readonly side: 'long' | 'short'; readonly entry: bigint; readonly exit: bigint; readonly size: bigint }

/** Profit before fees of a closed position, in 10⁻¹² of the quote, or of the coin if `isInverse`. */
export function profitOf({ side, entry, exit, size }: Movement, isInverse: boolean): bigint {
  const moved = isInverse ? (size * ONE) / entry - (size * ONE) / exit : ((exit - entry) * size) / ONE
  return side === 'long' ? moved : -moved
}

/** Closed position as a format reads it, in units of 10⁻¹². */
export type ClosedPosition = {
  readonly exchange: string
  readonly at: number
  readonly openedAt?: number | undefined
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly size: bigint
  readonly entry: bigint
  readonly exit: bigint
  /** Positive: paid. */
  readonly fees: bigint
  /** Positive: received. */
  readonly funding: bigint
  /** Result as the file has it, before or after fees and funding: whichever the prices confirm. */
  readonly result: bigint
  readonly tradeId?: string
}

/** Closed position without its fills. @throws RowProblem for a zero price or size */
export function closedPositionOf(closed: ClosedPosition): ImportedTrip {
  const coins = magnitude(closed.size)
  if (coins === 0n) throw new NothingFilled('the size is 0')
  if (closed.entry <= 0n || closed.exit <= 0n) throw new RowProblem('the price is not above 0')
  const symbol = symbolOf(closed.symbol)
  const isSettled = isInverse(closed.exchange, symbol)
  if (isSettled && contractDollars(closed.exchange, symbol) === undefined)
    throw new RowProblem(`${symbol} is margined in the coin itself, and the file does not show how much one contract is worth`)
  const gross = profitOf({ ...closed, size: coins }, isSettled)
  const costs = closed.funding - closed.fees
  const isGross = magnitude(closed.result - gross) < magnitude(closed.result - gross - costs)
  const net = isGross ? closed.result + costs : closed.result
  return {
    kind: 'trip',
    closedAt: closed.at,
    ...(closed.openedAt !== undefined && { openedAt: closed.openedAt }),
    symbol,
    side: closed.side,
    size: size(coins),
    entry: price(closed.entry),
    exit: price(closed.exit),
    ...(isSettled
      ? { settled: coinsOf(symbol).base, net: microUsdc(net), fees: microUsdc(closed.fees), funding: microUsdc(closed.funding) }
      : { net: microOf(net), fees: paidMicroOf(closed.fees), funding: microOf(closed.funding) }),
    tradeId: closed.tradeId ?? '',
  }
}

/** 10⁻¹² to micro-USDC, toward minus infinity: receipts are never rounded up. */
export const microOf = (value: bigint): MicroUsdc => microUsdc(value >= 0n ? value / IN_MICRO : -((-value + IN_MICRO - 1n) / IN_MICRO))

/** 10⁻¹² to micro-USDC, away from zero for what was paid. */
export const paidMicroOf = (value: bigint): MicroUsdc => microUsdc(-microOf(-value))
