import { payoff } from './trade-statistics.ts'

/** One-sided binomial p-value of the wins; null without both a win and a loss. Source: docs/math/journal.md. */
export function binomialPValue(nets: readonly number[]): { readonly chance: number; readonly n: number } | null {
  const ratio = payoff(nets)
  if (ratio.value === null) return null
  const wins = nets.filter((net) => net > 0).length
  return { chance: upperTail(wins, ratio.n, 1 / (1 + ratio.value)), n: ratio.n }
}

/** Probability of at least `hits` in `n` independent trials, summed in log space. */
function upperTail(hits: number, n: number, chance: number): number {
  let total = 0
  let log = n * Math.log1p(-chance)
  for (let k = 0; k <= n; k += 1) {
    if (k >= hits) total += Math.exp(log)
    log += Math.log((n - k) / (k + 1)) + Math.log(chance) - Math.log1p(-chance)
  }
  return Math.min(1, total)
}
