import { least, magnitude } from '@aerie/core/numbers/units'
import type { ImportedEntry, ImportedFill } from './entries.ts'

/** One side of a market while a file is read. */
type Side = { size: bigint; cost: bigint }

type Row = { readonly entry: ImportedEntry }

const ONE = 1_000_000_000_000n
/** Exchanges round the realized profit; a hundredth of the quote, or a ten-thousandth of the traded value. */
const LEAST_PROFIT = ONE / 100n
const VALUE_PART = 10_000n

function profitOf({ price, size }: ImportedFill, { size: held, cost }: Side, isLong: boolean): bigint {
  const closed = least<bigint>(size, held)
  const moved = price * closed - (cost * closed) / held
  return (isLong ? moved : -moved) / ONE
}

/** Whether a profit is too large to be written as 0. */
const isNotable = (profit: bigint, { worth }: ImportedFill): boolean => {
  const rounding = worth / ONE / VALUE_PART
  return magnitude(profit) > (rounding > LEAST_PROFIT ? rounding : LEAST_PROFIT)
}

/**
 * Whether a market may have been long and short at once: a fill against the open position realizes nothing. A file in which no fill realizes
 * anything has an unused column. Entries in time order.
 */
export function holdsBothSides(rows: readonly Row[]): boolean {
  const positions = new Map<string, Net>()
  let isContradicting = false
  let isRealizing = false
  for (const { entry } of rows) {
    if (entry.kind !== 'fill' || entry.realized === undefined || entry.position !== undefined) continue
    isRealizing ||= entry.realized !== 0n
    const open = positions.get(entry.symbol)
    if (open !== undefined && isContradiction(entry, open)) isContradicting = true
    else positions.set(entry.symbol, netAfter(entry, open))
  }
  return isContradicting && isRealizing
}

type Net = Side & { readonly isLong: boolean }

const isContradiction = (entry: ImportedFill, open: Net): boolean =>
  open.size > 0n && open.isLong !== (entry.side === 'buy') && entry.realized === 0n && isNotable(profitOf(entry, open, open.isLong), entry)

/** Net position after a fill; one that realizes a profit with nothing open, or of more than is open, closes an earlier position. */
function netAfter(entry: ImportedFill, open: Net | undefined): Net {
  const isBuy = entry.side === 'buy'
  const side = open ?? { size: 0n, cost: 0n, isLong: isBuy }
  if (side.size === 0n && entry.realized !== 0n) return side
  if (side.size === 0n || side.isLong === isBuy) return { size: side.size + entry.size, cost: side.cost + entry.worth, isLong: isBuy }
  if (closesUnknown(entry, side)) return { size: 0n, cost: 0n, isLong: isBuy }
  const rest = entry.size - side.size
  if (rest > 0n) return { size: rest, cost: entry.price * rest, isLong: isBuy }
  const after = { ...side }
  remove(after, entry.size)
  return after
}

/**
 * Entries in which a fill that is larger than the known position closes all of it and opens nothing, if what it realized is not the profit of the
 * known part: it has closed coins from before the file, too. Entries in time order.
 */
export function withUnknownParts<T extends Row>(rows: readonly T[]): readonly T[] {
  const positions = new Map<string, Net>()
  return rows.map((row) => {
    const { entry } = row
    if (entry.kind !== 'fill' || entry.realized === undefined || entry.position !== undefined) return row
    const open = positions.get(entry.symbol)
    positions.set(entry.symbol, netAfter(entry, open))
    return open !== undefined && closesUnknown(entry, open) ? { ...row, entry: { ...entry, closes: 'all' } } : row
  })
}

function closesUnknown(entry: ImportedFill, open: Net): boolean {
  const { realized = 0n, side, size, fee, settled } = entry
  if (settled !== undefined || open.size === 0n || open.isLong === (side === 'buy') || size <= open.size || realized === 0n) return false
  const more = realized - profitOf(entry, open, open.isLong)
  // The profit may be after the fees of opening and closing.
  return isNotable(more, entry) && magnitude(more) > 3n * magnitude(fee.amount)
}

function add(side: Side, { size, worth }: ImportedFill): void {
  side.size += size
  side.cost += worth
}

function remove(side: Side, size: bigint): void {
  const closed = least<bigint>(size, side.size)
  side.cost -= (side.cost * closed) / (side.size || 1n)
  side.size -= closed
}

/** Entries with the position each fill belongs to: one that realizes a profit closes the other side, one that realizes none opens its own. */
export function withPositions<T extends Row>(rows: readonly T[]): T[] {
  const markets = new Map<string, { readonly long: Side; readonly short: Side }>()
  return rows.map((row) => {
    const { entry } = row
    if (entry.kind !== 'fill' || entry.realized === undefined || entry.position !== undefined) return row
    const sides = markets.get(entry.symbol) ?? { long: { size: 0n, cost: 0n }, short: { size: 0n, cost: 0n } }
    markets.set(entry.symbol, sides)
    const isBuy = entry.side === 'buy'
    const [own, other] = isBuy ? [sides.long, sides.short] : [sides.short, sides.long]
    const isEven = other.size >= entry.size && !isNotable(profitOf(entry, other, !isBuy), entry)
    const isClosing = entry.realized !== 0n || isEven
    if (isClosing) remove(other, entry.size)
    else add(own, entry)
    const position = isBuy === isClosing ? 'short' : 'long'
    const { closes: _closes, ...fill } = entry
    return { ...row, entry: { ...fill, position, ...(isClosing && { closes: 'all' }) } }
  })
}

type Held = { long: bigint; short: bigint }

/**
 * Entries whose fills carry the size held afterwards (`after`): in an account with one position per market, a fill that goes through zero has
 * no position of its own. That size distinguishes the two cases; if it does not, the user is asked (`isHedged`).
 */
export function withOverlaps<T extends Row>(
  rows: readonly T[],
  isHedged: boolean | undefined,
): { readonly rows: readonly T[]; readonly isUnclear: boolean } {
  const markets = new Map<string, Held>()
  let isUnclear = false
  const apart = rows.map((row) => {
    const { entry } = row
    if (entry.kind !== 'fill' || entry.after === undefined || entry.position === undefined) return row
    const held = markets.get(entry.symbol) ?? { long: 0n, short: 0n }
    markets.set(entry.symbol, held)
    const isOverlapping = isThroughZero(entry, held)
    const isOne = isTurn(entry) || (isOverlapping && (isHedged === undefined ? closesNet(entry, held) : !isHedged))
    isUnclear ||= isOverlapping && isHedged === undefined && entry.after === UNKNOWN_AFTER
    take(held, entry, isOne)
    if (!isOne) return row
    const { position: _position, ...fill } = entry
    return { ...row, entry: { ...fill, closes: 'some' } }
  })
  return { rows: apart, isUnclear }
}

/** The row has no size of the position after it. */
export const UNKNOWN_AFTER = -1n

const otherOf = (position: 'long' | 'short'): 'long' | 'short' => (position === 'long' ? 'short' : 'long')

/** Opens less than its size: it has turned the only position, maybe one from before the file. */
const isTurn = ({ closes, size: amount, after = UNKNOWN_AFTER }: ImportedFill): boolean =>
  closes === undefined && after !== UNKNOWN_AFTER && after < amount

/** Opens one direction while the other is open, or closes more than is held. */
function isThroughZero({ position = 'long', closes, size: amount }: ImportedFill, held: Held): boolean {
  return closes === undefined ? held[otherOf(position)] > 0n : held[position] > 0n && amount > held[position]
}

/** Whether the size after a closing fill is that of one position which the fill has turned or reduced. One that opens has turned it, or is not of it. */
function closesNet({ side, closes, size: amount, after = UNKNOWN_AFTER }: ImportedFill, { long, short }: Held): boolean {
  return closes !== undefined && magnitude(long - short + (side === 'buy' ? amount : -amount)) === after
}

/** The size that the exchange writes is exact, also where a file begins with an open position. */
function take(held: Held, entry: ImportedFill, isOne: boolean): void {
  const { side, position = 'long', closes, size: amount, after = UNKNOWN_AFTER } = entry
  if (isTurn(entry)) {
    held[position] = after
    held[otherOf(position)] = 0n
  } else if (isOne) {
    const net = held.long - held.short + (side === 'buy' ? amount : -amount)
    held.long = net > 0n ? net : 0n
    held.short = net < 0n ? -net : 0n
  } else if (after !== UNKNOWN_AFTER) held[position] = after
  else if (closes === undefined) held[position] += amount
  else held[position] -= least<bigint>(amount, held[position])
}

/**
 * Entries in which the fills that add to a position say so: where none is open, it is from before the file and what it cost is not known. `after`
 * shows them, unless another fill of the same time opens the position: exchanges write the fills of one second in any order.
 */
export function withEarlier<T extends Row>(rows: readonly T[]): readonly T[] {
  const keyOf = ({ symbol, position, at }: ImportedFill): string => `${symbol}\n${position ?? ''}\n${at}`
  const opened = new Set(rows.flatMap(({ entry }) => (isOpening(entry) && entry.after === entry.size ? [keyOf(entry)] : [])))
  return rows.map((row) => {
    const { entry } = row
    if (!isOpening(entry) || entry.after <= entry.size || opened.has(keyOf(entry))) return row
    return { ...row, entry: { ...entry, closes: 'adds' } }
  })
}

const isOpening = (entry: ImportedEntry): entry is ImportedFill & { readonly after: bigint } =>
  entry.kind === 'fill' && entry.closes === undefined && entry.after !== undefined

/** Entries in which fills without a direction of their own, such as automatic deleveraging, get the one that closes the position. */
export function withSides<T extends Row>(rows: readonly T[]): { readonly rows: readonly T[]; readonly unknown: readonly T[] } {
  const isUnsided = ({ entry }: T): boolean => entry.kind === 'fill' && entry.isUnsided === true
  if (!rows.some(isUnsided)) return { rows, unknown: [] }
  const markets = new Map<string, Held>()
  const sided = rows.map((row) => {
    if (row.entry.kind !== 'fill') return row
    const held = markets.get(row.entry.symbol) ?? { long: 0n, short: 0n }
    markets.set(row.entry.symbol, held)
    if (row.entry.isUnsided) return sidedRow(row, row.entry, held)
    takeFill(held, row.entry)
    return row
  })
  return { rows: sided.filter((row) => row !== undefined), unknown: rows.filter((_row, at) => sided[at] === undefined) }
}

/** Undefined if nothing is open, or both directions, of which it is not known which was closed. */
function sidedRow<T extends Row>(row: T, entry: ImportedFill, held: Held): T | undefined {
  const only = held.long > 0n && held.short > 0n ? undefined : held.long > 0n ? 'long' : 'short'
  const position = entry.position ?? only
  if (position === undefined || held[position] === 0n) return undefined
  held[position] -= least<bigint>(entry.size, held[position])
  return { ...row, entry: { ...entry, side: position === 'long' ? 'sell' : 'buy', position } }
}

/** One without a position closes what is open on the other side before it opens its own. */
function takeFill(held: Held, { side, position, closes, size: amount }: ImportedFill): void {
  const own = side === 'buy' ? 'long' : 'short'
  const closed = position === own ? 0n : least<bigint>(amount, held[otherOf(own)])
  held[otherOf(own)] -= closed
  if (position === own || (position === undefined && (closes === undefined || (closes === 'some' && closed > 0n))))
    held[own] += amount - closed
}
