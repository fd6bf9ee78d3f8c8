import { clusterOrder } from '@aerie/core/analytics/cluster-order'
import { itemAt } from '@aerie/core/item-at'
import type { Correlation } from '@aerie/wire/market/analytics'
import type { Cell } from './correlation-text.ts'

/** A matrix as it is shown: the coins in order, and what is known of any two of them. */
export type Grid = { readonly symbols: readonly string[]; readonly cellOf: (a: string, b: string) => Cell }

const SELF: Cell = { pairs: 0, value: 1, low: 1, high: 1 }
const MISSING: Cell = { pairs: 0, value: null, low: null, high: null }

/** Puts the pairs of an answer into a grid; in clusters where asked. */
export function gridOf({ symbols, cells }: Pick<Correlation, 'symbols' | 'cells'>, order: 'cluster' | 'given'): Grid {
  const known = new Map<string, Cell>()
  const keyOf = (i: number, j: number): string => `${Math.min(i, j)} ${Math.max(i, j)}`
  for (const [i, j, pairs, value, low, high] of cells) known.set(keyOf(i, j), { pairs, value, low, high })
  const indexes = new Map(symbols.map((symbol, i) => [symbol, i]))
  const cellOf = (a: string, b: string): Cell =>
    a === b ? SELF : (known.get(keyOf(indexes.get(a) ?? -1, indexes.get(b) ?? -1)) ?? MISSING)
  if (order === 'given') return { symbols, cellOf }
  const places = clusterOrder(symbols.length, (i, j) => known.get(keyOf(i, j))?.value ?? undefined)
  return { symbols: places.map((i) => itemAt(symbols, i)), cellOf }
}

/** One line of the list of pairs. */
export type PairLine = Cell & { readonly a: string; readonly b: string }

/** Every pair once, highest coefficient first, unknown ones last. */
export function pairsOf({ symbols, cellOf }: Grid): PairLine[] {
  const lines = symbols.flatMap((a, i) => symbols.slice(i + 1).map((b) => ({ a, b, ...cellOf(a, b) })))
  return lines.sort((x, y) => (y.value ?? Number.NEGATIVE_INFINITY) - (x.value ?? Number.NEGATIVE_INFINITY))
}
