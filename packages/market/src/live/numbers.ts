import { DECIMAL, decimal } from '@aerie/upstream/json-values'
import * as z from 'zod/mini'

const PRICE_LEAST = 1e-12
const PRICE_MOST = 1e9
const SIZE_MOST = 1e18

/** A coin's price, from 1e-12 to 1e9 dollars; other values are rejected. */
export const price = z.pipe(decimal, z.number().check(z.gte(PRICE_LEAST), z.lte(PRICE_MOST)))
/** A size or volume in coins: zero or more, below any coin's total supply. */
export const size = z.pipe(decimal, z.number().check(z.gte(0), z.lte(SIZE_MOST)))

/** `[price, size in coins]`; size 0 means the level was removed. */
export type Level = readonly [price: number, size: number]

/** `[price, size, …]` of a book; size 0 removes the level. */
export const levels = bySide((rows) => readLevels(rows, 0))
/** `['buy' or 'sell', price, size, …]`: book changes by side. */
export const levelChanges = bySide((rows) => {
  const sides = { buy: [] as unknown[], sell: [] as unknown[] }
  for (const row of rows) {
    const side: unknown = Array.isArray(row) ? row[0] : undefined
    if (side !== 'buy' && side !== 'sell') return undefined
    sides[side].push(row)
  }
  const [bids, asks] = [readLevels(sides.buy, 1), readLevels(sides.sell, 1)]
  return bids && asks && { bids, asks }
})

/** A plain loop: a book may have 100,000 levels, and a schema for each takes seconds. */
function bySide<T>(read: (rows: readonly unknown[]) => T | undefined) {
  return z.pipe(
    z.custom<readonly unknown[]>(Array.isArray),
    z.transform((rows, context): T => {
      const found = read(rows)
      if (found !== undefined) return found
      context.issues.push({ code: 'custom', input: rows, message: 'not the levels of a book' })
      return z.NEVER
    }),
  )
}

function readLevels(rows: readonly unknown[], at: 0 | 1): Level[] | undefined {
  const read: Level[] = []
  for (const row of rows) {
    if (!Array.isArray(row)) return undefined
    const level: Level = [numberOf(row[at]), numberOf(row[at + 1])]
    // NaN compares false.
    if (!(level[0] >= PRICE_LEAST && level[0] <= PRICE_MOST && level[1] >= 0 && level[1] <= SIZE_MOST)) return undefined
    read.push(level)
  }
  return read
}

const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && DECIMAL.test(value) ? Number(value) : Number.NaN

/** An invalid message; `what` is the expected type. */
export type Malformed = { readonly kind: 'malformed'; readonly what: string }

/** Creates a {@link Malformed}. */
export const malformed = (what: string): Malformed => ({ kind: 'malformed', what })

/** Creates a parser: valid input is passed to `make`, the rest is malformed. Never throws. */
export const readAs =
  <T, M>(schema: z.ZodMiniType<T>, what: string, make: (fields: T) => M) =>
  (message: unknown): M | Malformed => {
    const parsed = z.safeParse(schema, message)
    return parsed.success ? make(parsed.data) : malformed(what)
  }
