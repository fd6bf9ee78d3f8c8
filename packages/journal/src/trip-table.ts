import { itemAt } from '@aerie/core/item-at'

/** Round trip for large tables. Money in integers of 10⁻⁶ USDC; null if not available. */
export type TableTrip = {
  readonly symbol: string
  readonly side: 'long' | 'short'
  /** Epoch milliseconds; `closedAt` is null while open. */
  readonly openedAt: number | null
  readonly closedAt: number | null
  readonly net: number | null
  readonly fees: number | null
  readonly funding: number | null
  readonly r: number | null
  readonly mae: number | null
  readonly mfe: number | null
  readonly slippage: number | null
  readonly arrivalSlippage: number | null
  readonly triggerSlippage: number | null
  readonly rating: number | null
  readonly tags: readonly string[]
  readonly isImported: boolean
}

/** Figures for sorting and filtering. */
export const TRIP_FIGURES = [
  'opened',
  'closed',
  'held',
  'net',
  'fees',
  'funding',
  'r',
  'mae',
  'mfe',
  'slippage',
  'arrivalSlippage',
  'triggerSlippage',
  'rating',
] as const
export type TripFigure = (typeof TRIP_FIGURES)[number]

/** Hour and weekday of a trip with unknown opening time. */
export const NO_TIME = 255

/** Columnar trips in typed arrays: NaN for missing figures, Infinity as closing time of open trips. */
export type TripTable = {
  readonly count: number
  readonly figures: Readonly<Record<TripFigure, Float64Array>>
  /** Distinct symbols and tags, sorted alphabetically. */
  readonly symbols: readonly string[]
  readonly tags: readonly string[]
  readonly symbolOf: Uint16Array
  readonly isShort: Uint8Array
  readonly isOpen: Uint8Array
  readonly isImported: Uint8Array
  /** Opening hour (0 to 23) and weekday (1 Monday to 7) in the machine's zone; `NO_TIME` if unknown. */
  readonly hour: Uint8Array
  readonly weekday: Uint8Array
  /** Tags of trip `i`: `tagIndices[tagFrom[i]]` up to, excluding, `tagIndices[tagFrom[i + 1]]`. */
  readonly tagFrom: Uint32Array
  readonly tagIndices: Uint16Array
}

/** Columns of a list; row `i` is trip `i`. At most 65,535 distinct symbols and tags. */
export function tripTable(trips: readonly TableTrip[]): TripTable {
  const symbols = [...new Set(trips.map(({ symbol }) => symbol))].toSorted()
  const indexBySymbol = new Map(symbols.map((symbol, place) => [symbol, place]))
  return {
    count: trips.length,
    figures: figuresOf(trips),
    symbols,
    symbolOf: Uint16Array.from(trips, ({ symbol }) => indexBySymbol.get(symbol) ?? 0),
    isShort: Uint8Array.from(trips, ({ side }) => Number(side === 'short')),
    isOpen: Uint8Array.from(trips, ({ closedAt }) => Number(closedAt === null)),
    isImported: Uint8Array.from(trips, ({ isImported }) => Number(isImported)),
    hour: Uint8Array.from(trips, ({ openedAt }) => (openedAt === null ? NO_TIME : new Date(openedAt).getHours())),
    weekday: Uint8Array.from(trips, ({ openedAt }) => (openedAt === null ? NO_TIME : new Date(openedAt).getDay() || 7)),
    ...tagsOf(trips),
  }
}

function figuresOf(trips: readonly TableTrip[]): Record<TripFigure, Float64Array> {
  const column = (read: (trip: TableTrip) => number | null) => Float64Array.from(trips, (trip) => read(trip) ?? Number.NaN)
  return {
    opened: column(({ openedAt }) => openedAt),
    // Open trips sort after all closed ones.
    closed: column(({ closedAt }) => closedAt ?? Number.POSITIVE_INFINITY),
    held: column(({ openedAt, closedAt }) => (openedAt === null || closedAt === null ? null : closedAt - openedAt)),
    net: column(({ net }) => net),
    fees: column(({ fees }) => fees),
    funding: column(({ funding }) => funding),
    r: column(({ r }) => r),
    mae: column(({ mae }) => mae),
    mfe: column(({ mfe }) => mfe),
    slippage: column(({ slippage }) => slippage),
    arrivalSlippage: column(({ arrivalSlippage }) => arrivalSlippage),
    triggerSlippage: column(({ triggerSlippage }) => triggerSlippage),
    rating: column(({ rating }) => rating),
  }
}

function tagsOf(trips: readonly TableTrip[]): Pick<TripTable, 'tags' | 'tagFrom' | 'tagIndices'> {
  const tags = [...new Set(trips.flatMap((trip) => trip.tags))].toSorted()
  const indexByTag = new Map(tags.map((tag, place) => [tag, place]))
  const tagFrom = new Uint32Array(trips.length + 1)
  for (const [at, trip] of trips.entries()) tagFrom[at + 1] = itemAt(tagFrom, at) + trip.tags.length
  return { tags, tagFrom, tagIndices: Uint16Array.from(trips.flatMap((trip) => trip.tags.map((tag) => indexByTag.get(tag) ?? 0))) }
}

/** Inclusive range; an absent end is unbounded. */
export type FigureRange = { readonly min?: number | undefined; readonly max?: number | undefined }

/** Filter; all given parts must match. */
export type TripFilter = {
  readonly symbols?: readonly string[] | undefined
  readonly side?: 'long' | 'short' | undefined
  readonly tags?: readonly string[] | undefined
  /** `open`: not closed. Trips without a net match none of the others. */
  readonly result?: 'win' | 'loss' | 'even' | 'open' | undefined
  readonly origin?: 'paper' | 'import' | undefined
  readonly hours?: readonly number[] | undefined
  readonly weekdays?: readonly number[] | undefined
  /** Trips without the figure do not match. */
  readonly ranges?: Readonly<Partial<Record<TripFigure, FigureRange>>> | undefined
}

/** Sort order of rows. */
export type TripOrder = { readonly figure: TripFigure | 'symbol'; readonly isDescending: boolean }

/** Matching rows in order; ties keep list order, missing figures come last either way. The full order is cached per figure. */
export function selectTrips(table: TripTable, filter: TripFilter, order: TripOrder): Uint32Array {
  const tests = testsOf(table, filter)
  if (tests.length > 0 && !ordersOf(table).has(keyOf(order))) {
    const rows = passing(table.figures.net.keys(), table.count, tests)
    if (rows.length * FEW <= table.count) return sortedRows(table, order, rows)
  }
  return passing(orderOf(table, order), table.count, tests)
}

/** Below a quarter of the rows only the matches are sorted; above it, caching the full order pays off. */
const FEW = 4

function passing(candidates: Iterable<number>, most: number, tests: readonly Test[]): Uint32Array {
  const rows = new Uint32Array(most)
  let count = 0
  for (const row of candidates) {
    let isWanted = true
    for (const test of tests) {
      if (test(row)) continue
      isWanted = false
      break
    }
    if (isWanted) rows[count++] = row
  }
  return rows.subarray(0, count)
}

type Test = (row: number) => boolean

function testsOf(table: TripTable, filter: TripFilter): readonly Test[] {
  const { side, result, origin, symbols, tags, hours, weekdays, ranges = {} } = filter
  return [
    ...TRIP_FIGURES.flatMap((figure) => rangeTest(table.figures[figure], ranges[figure])),
    ...(symbols === undefined ? [] : [memberTest(table.symbolOf, indicesOf(table.symbols, symbols))]),
    ...(side === undefined ? [] : [memberTest(table.isShort, [Number(side === 'short')])]),
    ...(origin === undefined ? [] : [memberTest(table.isImported, [Number(origin === 'import')])]),
    ...(hours === undefined ? [] : [memberTest(table.hour, hours)]),
    ...(weekdays === undefined ? [] : [memberTest(table.weekday, weekdays)]),
    ...(result === undefined ? [] : [resultTest(table, result)]),
    ...(tags === undefined ? [] : [tagTest(table, indicesOf(table.tags, tags))]),
  ]
}

const indicesOf = (names: readonly string[], wanted: readonly string[]): readonly number[] =>
  wanted.map((name) => names.indexOf(name)).filter((place) => place !== -1)

function rangeTest(values: Float64Array, range: FigureRange | undefined): readonly Test[] {
  if (range === undefined) return []
  const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = range
  return [(row) => itemAt(values, row) >= min && itemAt(values, row) <= max]
}

function memberTest(values: Uint8Array | Uint16Array, wanted: readonly number[]): Test {
  const isWanted = new Uint8Array(65_536)
  for (const value of wanted) isWanted[value] = 1
  return (row) => isWanted[itemAt(values, row)] === 1
}

function resultTest({ figures, isOpen }: TripTable, result: 'win' | 'loss' | 'even' | 'open'): Test {
  if (result === 'open') return memberTest(isOpen, [1])
  const sign = { win: 1, loss: -1, even: 0 }[result]
  return (row) => Math.sign(itemAt(figures.net, row)) === sign
}

function tagTest({ tagFrom, tagIndices }: TripTable, wanted: readonly number[]): Test {
  const isWanted = new Set(wanted)
  return (row) => {
    for (let at = itemAt(tagFrom, row); at < itemAt(tagFrom, row + 1); at += 1) if (isWanted.has(itemAt(tagIndices, at))) return true
    return false
  }
}

const kept = new WeakMap<TripTable, Map<string, Uint32Array>>()

function ordersOf(table: TripTable): Map<string, Uint32Array> {
  const orders = kept.get(table) ?? new Map<string, Uint32Array>()
  kept.set(table, orders)
  return orders
}

const keyOf = ({ figure, isDescending }: TripOrder): string => `${figure} ${isDescending}`

function orderOf(table: TripTable, order: TripOrder): Uint32Array {
  const orders = ordersOf(table)
  const sorted = orders.get(keyOf(order)) ?? sortedRows(table, order, Uint32Array.from(table.figures.net.keys()))
  orders.set(keyOf(order), sorted)
  return sorted
}

function sortedRows(table: TripTable, { figure, isDescending }: TripOrder, rows: Uint32Array): Uint32Array {
  const values = figure === 'symbol' ? table.symbolOf : table.figures[figure]
  const way = isDescending ? -1 : 1
  const keys = new Float64Array(rows.length)
  for (const [place, row] of rows.entries()) {
    const value = itemAt(values, row)
    // Adding 0 normalizes -0; a positive NaN sorts after all numbers.
    keys[place] = Number.isNaN(value) ? Number.NaN : way * value + 0
  }
  return risingRows(keys).map((place) => itemAt(rows, place))
}

const DIGITS = 4
const DIGIT_VALUES = 65_536
const SIGN = 0x80_00

/** Sorted row indices, stable, by 16-bit radix sort: for 100,000 rows a tenth of the time of a comparison sort. Overwrites `keys`. */
function risingRows(keys: Float64Array): Uint32Array {
  // Lowest digit first: all platforms that run browsers or Node.js are little-endian.
  const digits = new Uint16Array(keys.buffer)
  for (let top = DIGITS - 1; top < digits.length; top += DIGITS) makeOrdered(digits, top)
  let rows = Uint32Array.from(keys, (_, row) => row)
  let sorted = new Uint32Array(rows.length)
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const offsets = offsetsByDigit(digits, digit)
    for (const row of rows) {
      const value = itemAt(digits, row * DIGITS + digit)
      const place = itemAt(offsets, value)
      sorted[place] = row
      offsets[value] = place + 1
    }
    ;[rows, sorted] = [sorted, rows]
  }
  return rows
}

/** Maps float bits to sortable order: flips the sign bit, and all bits of negatives. */
function makeOrdered(digits: Uint16Array, top: number): void {
  const isNegative = itemAt(digits, top) >= SIGN
  digits[top] = itemAt(digits, top) ^ (isNegative ? DIGIT_VALUES - 1 : SIGN)
  if (!isNegative) return
  for (let at = top - DIGITS + 1; at < top; at += 1) digits[at] = DIGIT_VALUES - 1 - itemAt(digits, at)
}

function offsetsByDigit(digits: Uint16Array, digit: number): Uint32Array {
  const offsets = new Uint32Array(DIGIT_VALUES)
  for (let at = digit; at < digits.length; at += DIGITS) {
    const value = itemAt(digits, at)
    offsets[value] = itemAt(offsets, value) + 1
  }
  let before = 0
  for (let value = 0; value < DIGIT_VALUES; value += 1) {
    const count = itemAt(offsets, value)
    offsets[value] = before
    before += count
  }
  return offsets
}
