/** Direction of a position. */
export type Side = 'long' | 'short'

const directionOf = (side: Side): 1 | -1 => (side === 'long' ? 1 : -1)

/** Trading costs, all in percent. */
export type TradeCosts = {
  readonly feePercent: number
  readonly slippagePercent: number
}

/** A planned trade; prices and the account are in the quote currency and above 0. */
export type TradePlan = TradeCosts & {
  readonly side: Side
  readonly entry: number
  readonly stop: number
  readonly account: number
  /** Share of the account lost at the stop, fees and slippage included; above 0, at most 100. */
  readonly riskPercent: number
  readonly leverage: number
  readonly lot: number
}

/** The sized position; money is in the quote currency. */
export type Position = {
  readonly entryFill: number
  readonly stopFill: number
  /** Loss per coin at the stop, both fees included. */
  readonly lossPerCoin: number
  readonly budget: number
  /** In coins: rounded down to whole lots, and before rounding. */
  readonly size: number
  readonly unroundedSize: number
  readonly value: number
  readonly margin: number
  readonly loss: number
  /** What limited the size: the allowed risk, or the account, which must cover margin and entry fee. */
  readonly limit: 'risk' | 'margin'
}

/** Why there is no position. `too-small`: not even one lot fits the risk. */
export type NoPosition = 'stop-at-wrong-side' | 'too-small'

/** Sizes a position by risk, capped by margin. Source: Tharp, Trade Your Way to Financial Freedom (2nd ed., 2006); docs/math/risk.md */
export function positionOf(
  plan: TradePlan,
): { readonly ok: true; readonly position: Position } | { readonly ok: false; readonly reason: NoPosition } {
  const { side, entry, stop, account, riskPercent, leverage, lot, feePercent, slippagePercent } = plan
  const direction = directionOf(side)
  if ((entry - stop) * direction <= 0) return { ok: false, reason: 'stop-at-wrong-side' }
  const worse = (direction * slippagePercent) / 100
  const fee = feePercent / 100
  const entryFill = entry * (1 + worse)
  const stopFill = stop * (1 - worse)
  const lossPerCoin = (entryFill - stopFill) * direction + fee * (entryFill + stopFill)
  const budget = (account * riskPercent) / 100
  const byRisk = budget / lossPerCoin
  const byMargin = account / (entryFill / leverage + fee * entryFill)
  const unroundedSize = Math.min(byRisk, byMargin)
  const size = wholeLots(unroundedSize, lot)
  if (size <= 0) return { ok: false, reason: 'too-small' }
  const value = size * entryFill
  return {
    ok: true,
    position: {
      entryFill,
      stopFill,
      lossPerCoin,
      budget,
      size,
      unroundedSize,
      value,
      margin: value / leverage,
      loss: size * lossPerCoin,
      limit: byRisk <= byMargin ? 'risk' : 'margin',
    },
  }
}

/** Relative tolerance for a whole quotient: 0.3 / 0.1 is 2.9999999999999996 in binary. */
const WHOLE = 1e-12
const MOST_DECIMALS = 12

/** Rounds `size` down to whole lots, tolerating binary rounding error: 0.3 in lots of 0.1 is 0.3. */
export function wholeLots(size: number, lot: number): number {
  const lots = Math.floor((size / lot) * (1 + WHOLE))
  return Number((lots * lot).toFixed(decimalsOf(lot)))
}

function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const decimals = (mantissa.split('.')[1]?.length ?? 0) - Number(exponent)
  return Math.min(MOST_DECIMALS, Math.max(0, decimals))
}

/** Result at the target; money is in the quote currency. */
export type Outcome = {
  /** After both fees; negative if the move does not cover them. */
  readonly gain: number
  readonly rewardToRisk: number
  /** Win rate needed to break even, 0 to 1; undefined if none suffices. */
  readonly breakEvenRate: number | undefined
}

/** Result at `target`, filled at its price; undefined if not on the winning side of the entry. Source: docs/math/risk.md */
export function outcomeAt(target: number, position: Position, { side, entry, feePercent }: TradePlan): Outcome | undefined {
  const direction = directionOf(side)
  if ((target - entry) * direction <= 0) return undefined
  const fees = (feePercent / 100) * (position.entryFill + target)
  const gain = position.size * ((target - position.entryFill) * direction - fees)
  const rewardToRisk = gain / position.loss
  return { gain, rewardToRisk, breakEvenRate: rewardToRisk > 0 ? 1 / (1 + rewardToRisk) : undefined }
}

/** Expected result per trade in units of risk: `p R - (1 - p)`, `winRate` 0 to 1. Source: Tharp (2006); docs/math/risk.md. */
export const expectancy = (winRate: number, rewardToRisk: number): number => winRate * rewardToRisk - (1 - winRate)

/** An isolated-margin linear perpetual position. Rates are fractions: 0.005 is 0.5 %. */
export type MarginedTrade = {
  readonly side: Side
  readonly entry: number
  readonly leverage: number
  readonly maintenanceRate: number
  readonly extraMargin?: number
}

/** Isolated-margin liquidation mark price, without fees and funding. Source: Bybit, Liquidation Price (USDT Contract); docs/math/risk.md */
export function liquidationPrice({ side, entry, leverage, maintenanceRate, extraMargin = 0 }: MarginedTrade): number | undefined {
  const price = entry - directionOf(side) * (entry * (1 / leverage - maintenanceRate) + extraMargin)
  return price > 0 ? price : undefined
}

/** Target with net profit `rewardToRisk` times the stop loss; undefined if a short would have to fall to 0. Source: docs/math/risk.md */
export function targetFor(rewardToRisk: number, { entryFill, lossPerCoin }: Position, { side, feePercent }: TradePlan): number | undefined {
  const fee = feePercent / 100
  const gain = rewardToRisk * lossPerCoin
  if (side === 'long') return (gain + entryFill * (1 + fee)) / (1 - fee)
  const target = (entryFill * (1 - fee) - gain) / (1 + fee)
  return target > 0 ? target : undefined
}

/**
 * Kelly fraction `p - (1 - p) / b` of the account; no edge at or below 0. Source: Kelly (1956); Thorp (1997), section 2; docs/math/risk.md
 */
export const kellyFraction = (winRate: number, rewardToRisk: number): number => winRate - (1 - winRate) / rewardToRisk

/** A repeated bet of `fraction` of the current account. */
type RepeatedBet = { readonly fraction: number; readonly winRate: number; readonly rewardToRisk: number }

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
