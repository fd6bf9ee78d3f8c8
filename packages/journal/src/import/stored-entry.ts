import { DECIMALS, decimalText, microUsdc, notional, parseDecimal, price, size, usdcText } from '@aerie/core/numbers/units'
import type { ImportedEntry } from './entries.ts'
import type { JournalTripRow } from './journal-row.ts'

/** An entry as JSON keeps it: amounts as decimal text. */
export type StoredEntry =
  | { kind: 'fill'; side: 'buy' | 'sell'; price: string; size: string; fee: string; coin: string; closes?: 'all' | 'some' }
  | { kind: 'funding'; amount: string }
  | { kind: 'trip'; side: 'long' | 'short'; size: string; entry: string; exit: string; net: string }
  | { kind: 'journal'; origin: string; trip: string; row: JournalTripRow }

const plain = (value: bigint): string => decimalText(value, DECIMALS.price)

/** An entry in the form that is kept, beside its symbol, instant and key. */
export function storedEntryOf(entry: ImportedEntry): StoredEntry {
  if (entry.kind === 'funding') return { kind: 'funding', amount: usdcText(entry.amount) }
  if (entry.kind === 'fill') {
    const { side, fee, closes } = entry
    const figures = { price: plain(entry.price), size: plain(entry.size), fee: plain(fee.amount), coin: fee.coin }
    return { kind: 'fill', side, ...figures, ...(closes && { closes }) }
  }
  if (entry.kind === 'journal') return { kind: 'journal', origin: entry.origin, trip: entry.tradeId, row: entry.row }
  const { side } = entry
  return { kind: 'trip', side, size: plain(entry.size), entry: plain(entry.entry), exit: plain(entry.exit), net: usdcText(entry.net) }
}

function integer(text: string, decimals: number): bigint {
  const parsed = parseDecimal(text, decimals)
  if (!parsed.ok) throw new RangeError(`Not an amount of an entry: ${text}`)
  return parsed.value
}

/**
 * An entry as it was kept.
 *
 * @throws RangeError for what `storedEntryOf` did not write
 */
export function entryOfStored(stored: StoredEntry, { symbol, at }: { readonly symbol: string; readonly at: number }): ImportedEntry {
  const tradeId = ''
  if (stored.kind === 'journal') {
    const { origin, trip, row } = stored
    return { kind: 'journal', closedAt: at, symbol, origin, tradeId: trip, row }
  }
  const amount = (text: string): bigint => integer(text, DECIMALS.price)
  if (stored.kind === 'funding') return { kind: 'funding', at, symbol, amount: microUsdc(integer(stored.amount, DECIMALS.usdc)), tradeId }
  if (stored.kind === 'trip') {
    const net = microUsdc(integer(stored.net, DECIMALS.usdc))
    const figures = { size: size(amount(stored.size)), entry: price(amount(stored.entry)), exit: price(amount(stored.exit)), net }
    return { kind: 'trip', closedAt: at, symbol, side: stored.side, ...figures, tradeId }
  }
  const [each, coins] = [price(amount(stored.price)), size(amount(stored.size))]
  const fee = { amount: amount(stored.fee), coin: stored.coin }
  const fill = { price: each, size: coins, worth: notional(each * coins), fee, tradeId, ...(stored.closes && { closes: stored.closes }) }
  return { kind: 'fill', at, symbol, side: stored.side, ...fill }
}
