import { groupLevels, type Level } from '@aerie/core/market/order-book'

/** One price of the ladder, with what waits there. */
export type PriceRow = { readonly price: number; readonly bid: number; readonly ask: number }

type Book = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }

/** Rows share one price scale, so that a level never jumps to another row while it stands. */
const keyOf = (price: number, step: number): number => Math.round(price / step)

/**
 * The prices around the middle of a book, the highest first, one step apart: those between the best prices too, and those where
 * nothing waits.
 *
 * @param each rows above the middle, and as many below
 * @returns nothing where neither side has a price
 */
export function priceRows({ bids, asks }: Book, step: number, each: number): readonly PriceRow[] {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
  const middle = bid !== undefined && ask !== undefined ? (bid + ask) / 2 : (bid ?? ask)
  if (middle === undefined || !(step > 0)) return []
  const centre = keyOf(middle, step)
  const [below, above] = [sums(groupLevels(bids, step, 'bid'), step), sums(groupLevels(asks, step, 'ask'), step)]
  return Array.from({ length: 2 * each + 1 }, (_, index) => centre + each - index)
    .filter((key) => key > 0)
    .map((key) => ({ price: Number((key * step).toPrecision(12)), bid: below.get(key) ?? 0, ask: above.get(key) ?? 0 }))
}

const sums = (levels: readonly Level[], step: number): ReadonlyMap<number, number> =>
  new Map(levels.map(([price, size]) => [keyOf(price, step), size]))
