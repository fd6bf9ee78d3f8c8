/**
 * Kelly's fraction of the account to put at risk in one trade: `p - (1 - p) / b`, the one under which the account grows fastest in
 * the long run, if p and b are true. At or below 0 there is no edge, and nothing to bet.
 *
 * @param winRate p, 0 to 1
 * @param rewardToRisk b, what is won for each unit lost, above 0
 * @throws never
 * Source: Kelly (1956); Thorp, The Kelly Criterion in Blackjack, Sports Betting, and the Stock Market (1997), section 2; docs/math/risk.md
 * @example kellyFraction(0.53, 1) // 0.06
 */
export const kellyFraction = (winRate: number, rewardToRisk: number): number => winRate - (1 - winRate) / rewardToRisk

/** A bet that is repeated: `fraction` of what there is, each time. */
export type RepeatedBet = { readonly fraction: number; readonly winRate: number; readonly rewardToRisk: number }

/**
 * Growth of the logarithm of the account for each trade in the long run: `p ln(1 + b f) + (1 - p) ln(1 - f)`.
 *
 * @returns below 0 where the account shrinks, minus infinity where a loss takes all
 * @throws never
 * Source: Thorp (1997), section 2; docs/math/risk.md
 * @example growthRate({ fraction: 0.06, winRate: 0.53, rewardToRisk: 1 }) // 0.0018…
 */
export function growthRate({ fraction, winRate, rewardToRisk }: RepeatedBet): number {
  const lost = winRate === 1 ? 0 : (1 - winRate) * Math.log(1 - Math.min(1, fraction))
  return (winRate === 0 ? 0 : winRate * Math.log(1 + rewardToRisk * fraction)) + lost
}

const STEPS = 60

/**
 * The fraction above which an account with an edge shrinks all the same: where the growth rate is 0 again. Between Kelly's fraction
 * and this one, more risk brings less growth.
 *
 * @returns undefined without an edge, and where no trade is ever lost
 * @throws never
 * Source: Thorp (1997), theorem 1 (f_c); docs/math/risk.md
 */
export function ruinousFraction(winRate: number, rewardToRisk: number): number | undefined {
  const best = kellyFraction(winRate, rewardToRisk)
  if (best <= 0 || winRate >= 1) return undefined
  let [low, high] = [best, 1]
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2
    if (growthRate({ fraction: middle, winRate, rewardToRisk }) > 0) low = middle
    else high = middle
  }
  return high
}
