import { itemAt } from '@aerie/core/item-at'
import { nameScore } from '../../lib/name-score.ts'
import type { NamedCoin } from '../../market-views/coins/coins-query.ts'

const MOST = 5
/** As many slips of the finger still look like the same word. */
const SLIPS = 2

/** The coins that may have been meant by `typed`: by name, or by a slip or two; where nothing is near, the largest. */
export function suggestCoins(typed: string, coins: readonly NamedCoin[]): readonly NamedCoin[] {
  const near = coins
    .map((coin) => ({ coin, score: likeness(typed, [coin.symbol, ...(coin.name === null ? [] : [coin.name])]) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ coin }) => coin)
  return (near.length > 0 ? near : coins).slice(0, MOST)
}

function likeness(typed: string, names: readonly string[]): number {
  const byName = typed.trim() === '' ? 0 : nameScore(typed, names)
  if (byName > 0) return 1 + byName
  const slips = Math.min(...names.map((name) => editDistance(typed.toLowerCase(), name.toLowerCase())))
  return slips <= Math.min(SLIPS, typed.length - 2) ? 1 / (1 + slips) : 0
}

/** Letters to add, drop or change to get from `a` to `b` (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min(itemAt(next, j) + 1, itemAt(row, j + 1) + 1, itemAt(row, j) + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return itemAt(row, -1)
}
