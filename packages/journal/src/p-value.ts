import { payoff } from './trade-statistics.ts'

/**
 * One-sided p-value of the number of wins: how often luck alone has a record at least as good. That is the chance that someone
 * without an edge, whose wins and losses are as large on average as these, wins at least as many of as many trades. Without an edge
 * such a trade is won with `1 / (1 + payoff)`: for equal wins and losses a fair coin.
 *
 * @param nets net results of trades; those that broke even are left out
 * @returns null without both a win and a loss
 * @throws never
 * Source: upper tail of the binomial distribution, docs/math/journal.md
 * @example binomialPValue([1, 1, 1, -1]) // 0.3125: five of the sixteen ways that four coins fall
 */
export function binomialPValue(nets: readonly number[]): { readonly chance: number; readonly n: number } | null {
  const ratio = payoff(nets)
  if (ratio.value === null) return null
  const wins = nets.filter((net) => net > 0).length
  return { chance: upperTail(wins, ratio.n, 1 / (1 + ratio.value)), n: ratio.n }
}

/** Probability of at least `hits` in `n` independent tries of `chance` each, summed in logarithms. */
function upperTail(hits: number, n: number, chance: number): number {
  let total = 0
  let log = n * Math.log1p(-chance)
  for (let k = 0; k <= n; k += 1) {
    if (k >= hits) total += Math.exp(log)
    log += Math.log((n - k) / (k + 1)) + Math.log(chance) - Math.log1p(-chance)
  }
  return Math.min(1, total)
}
