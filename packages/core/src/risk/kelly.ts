/**
 * Kelly fraction `p - (1 - p) / b` of the account; no edge at or below 0. Source: Kelly (1956); Thorp (1997), section 2; docs/math/risk.md
 */
export const kellyFraction = (winRate: number, rewardToRisk: number): number => winRate - (1 - winRate) / rewardToRisk

/** A repeated bet of `fraction` of the current account. */
export type RepeatedBet = { readonly fraction: number; readonly winRate: number; readonly rewardToRisk: number }

/** Long-run log growth per trade; minus infinity if a loss takes all. Source: Thorp (1997), section 2; docs/math/risk.md */
export function growthRate({ fraction, winRate, rewardToRisk }: RepeatedBet): number {
  const lost = winRate === 1 ? 0 : (1 - winRate) * Math.log(1 - Math.min(1, fraction))
  return (winRate === 0 ? 0 : winRate * Math.log(1 + rewardToRisk * fraction)) + lost
}

const STEPS = 60

/** Fraction with zero growth even with an edge; undefined without an edge or losses. Source: Thorp (1997), theorem 1 (f_c) */
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
