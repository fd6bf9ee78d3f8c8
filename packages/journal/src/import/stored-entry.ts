import { DECIMALS, decimalText, type MicroUsdc, microUsdc, notional, parseDecimal, price, size, usdcText } from '@aerie/core/numbers/units'
import type { ImportedEntry, ImportedFill } from './entries.ts'
import type { JournalTripRow } from './journal-row.ts'

type Closes = NonNullable<ImportedFill['closes']>

/** Entry as JSON with decimal text. Fills are arrays because key names took half the space; older ones have keys. */
export type StoredEntry =
  | readonly [
      side: 'buy' | 'sell',
      price: string,
      size: string,
      fee: string,
      coin: string,
      closes?: Closes | null,
      position?: 'long' | 'short' | null,
      settled?: string | null,
      order?: string,
    ]
  | {
      kind: 'fill'
      side: 'buy' | 'sell'
      price: string
      size: string
      fee: string
      coin: string
      closes?: Closes
      position?: 'long' | 'short'
      settled?: string
    }
  | { kind: 'funding'; amount: string; position?: 'long' | 'short'; of?: 'liquidation'; settled?: string }
  | {
      kind: 'trip'
      side: 'long' | 'short'
      size: string
      entry: string
      exit: string
      net: string
      fees?: string
      funding?: string
      opened?: number
      settled?: string
    }
  | { kind: 'journal'; origin: string; trip: string; row: Partial<JournalTripRow> }

const plain = (value: bigint): string => decimalText(value, DECIMALS.price)

type Settled = { readonly settled?: string }
/** Text of an amount of a funding or trip. */
export const entryMoneyText = ({ settled }: Settled, amount: MicroUsdc): string =>
  settled === undefined ? usdcText(amount) : plain(amount)

/** Stored form of an entry, without symbol, time and key. */
export function storedEntryOf(entry: ImportedEntry): StoredEntry {
  const settled = 'settled' in entry && entry.settled !== undefined && { settled: entry.settled }
  if (entry.kind === 'funding')
    return {
      kind: 'funding',
      amount: entryMoneyText(entry, entry.amount),
      ...(entry.position && { position: entry.position }),
      ...(entry.of && { of: entry.of }),
      ...settled,
    }
  if (entry.kind === 'fill') return storedFill(entry)
  if (entry.kind === 'journal') return { kind: 'journal', origin: entry.origin, trip: entry.tradeId, row: knownOf(entry.row) }
  const { side } = entry
  const { fees, funding } = entry
  const text = (amount: MicroUsdc): string => entryMoneyText(entry, amount)
  const costs = { ...(fees !== undefined && { fees: text(fees) }), ...(funding !== undefined && { funding: text(funding) }) }
  const figures = { size: plain(entry.size), entry: plain(entry.entry), exit: plain(entry.exit), net: text(entry.net) }
  return { kind: 'trip', side, ...figures, ...costs, ...settled, ...(entry.openedAt !== undefined && { opened: entry.openedAt }) }
}

function storedFill(entry: ImportedFill): StoredEntry {
  const { side, fee, closes, position, settled, orderId } = entry
  const fill = [side, plain(entry.price), plain(entry.size), plain(fee.amount), fee.coin] as const
  if (orderId !== undefined) return [...fill, closes ?? null, position ?? null, settled ?? null, orderId]
  if (settled !== undefined) return [...fill, closes ?? null, position ?? null, settled]
  if (position !== undefined) return [...fill, closes ?? null, position]
  return closes === undefined ? fill : [...fill, closes]
}

const knownOf = (row: JournalTripRow): Partial<JournalTripRow> =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && !(name === 'coins' && row.coins.length === 0)))

const NOTHING_KNOWN = {
  opened_at: null,
  exit: null,
  gross: null,
  fees: null,
  net: null,
  money_reason: null,
  risk: null,
  r: null,
  mae: null,
  mfe: null,
  mae_part: null,
  mfe_part: null,
  mae_far: null,
  mfe_far: null,
  mae_part_far: null,
  mfe_part_far: null,
  slippage: null,
  arrival_slippage: null,
  trigger_slippage: null,
  source_kind: null,
  coins: [],
  fees_estimated: null,
  note: null,
} as const satisfies Partial<JournalTripRow>

function integer(text: string, decimals: number): bigint {
  const parsed = parseDecimal(text, decimals)
  if (!parsed.ok) throw new RangeError(`Not an amount of an entry: ${text}`)
  return parsed.value
}

/** Restores an entry. @throws RangeError for input not written by `storedEntryOf` */
export function entryOfStored(stored: StoredEntry, { symbol, at }: { readonly symbol: string; readonly at: number }): ImportedEntry {
  const tradeId = ''
  if ('length' in stored) {
    const [side, price, size, fee, coin, closes, position, settled] = stored
    const optional = { ...(closes && { closes }), ...(position && { position }), ...(settled && { settled }) }
    return entryOfStored({ kind: 'fill', side, price, size, fee, coin, ...optional }, { symbol, at })
  }
  if (stored.kind === 'journal') {
    const { origin, trip } = stored
    const row = { ...NOTHING_KNOWN, ...stored.row } as JournalTripRow
    return { kind: 'journal', closedAt: at, symbol, origin, tradeId: trip, row }
  }
  const amount = (text: string): bigint => integer(text, DECIMALS.price)
  const settled = stored.settled !== undefined && { settled: stored.settled }
  const position = 'position' in stored && stored.position !== undefined && { position: stored.position }
  const micro = (text: string) => microUsdc(integer(text, stored.settled === undefined ? DECIMALS.usdc : DECIMALS.price))
  if (stored.kind === 'funding') {
    const of = stored.of !== undefined && { of: stored.of }
    return { kind: 'funding', at, symbol, amount: micro(stored.amount), tradeId, ...position, ...of, ...settled }
  }
  if (stored.kind === 'trip') {
    const net = micro(stored.net)
    const figures = {
      size: size(amount(stored.size)),
      entry: price(amount(stored.entry)),
      exit: price(amount(stored.exit)),
      net,
      ...settled,
    }
    const costs = {
      ...(stored.fees !== undefined && { fees: micro(stored.fees) }),
      ...(stored.funding !== undefined && { funding: micro(stored.funding) }),
    }
    const opened = stored.opened !== undefined && { openedAt: stored.opened }
    return { kind: 'trip', closedAt: at, ...opened, symbol, side: stored.side, ...figures, ...costs, tradeId }
  }
  const [each, coins] = [price(amount(stored.price)), size(amount(stored.size))]
  const fee = { amount: amount(stored.fee), coin: stored.coin }
  const optional = { ...(stored.closes && { closes: stored.closes }), ...position, ...settled }
  const fill = { price: each, size: coins, worth: notional(each * coins), fee, tradeId, ...optional }
  return { kind: 'fill', at, symbol, side: stored.side, ...fill }
}
