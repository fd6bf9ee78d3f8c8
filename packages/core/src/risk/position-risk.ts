/** Bought first, or sold first. */
export type Side = 'long' | 'short'

/** 1 for a long, -1 for a short: the direction in which a price move pays. */
const directionOf = (side: Side): 1 | -1 => (side === 'long' ? 1 : -1)

/** What a trade will cost to carry out; all in percent. */
export type TradeCosts = {
  /** Fee of a fill, of its value. */
  readonly feePercent: number
  /** How much worse than its price a market or stop order fills. */
  readonly slippagePercent: number
}

/** A trade as it is planned. Prices and the account are in the quote currency, all above 0. */
export type TradePlan = TradeCosts & {
  readonly side: Side
  readonly entry: number
  /** Where the trade is given up: below the entry of a long, above that of a short. */
  readonly stop: number
  readonly account: number
  /** Share of the account that the stop may cost, fees and slippage included; above 0, at most 100. */
  readonly riskPercent: number
  /** 1 or more. */
  readonly leverage: number
  /** Smallest step of a size, in coins. */
  readonly lot: number
}

/** What a plan comes to. Money is in the quote currency. */
export type Position = {
  /** Prices at which entry and stop are assumed to fill. */
  readonly entryFill: number
  readonly stopFill: number
  /** What one coin loses when the stop is hit: the way, and both fees. */
  readonly lossPerCoin: number
  /** What may be lost. */
  readonly budget: number
  /** In coins, a whole number of lots, rounded down; and before that. */
  readonly size: number
  readonly unroundedSize: number
  readonly value: number
  /** Set aside for it: value / leverage. */
  readonly margin: number
  /** What the stop will cost; at most `budget`. */
  readonly loss: number
  /** What kept it from being larger: the risk allowed, or the account, which must hold margin and entry fee. */
  readonly limit: 'risk' | 'margin'
}

/** Why a plan comes to no position. `too-small`: not one lot fits the risk. */
export type NoPosition = 'stop-at-wrong-side' | 'too-small'

/**
 * Size of a position whose stop costs at most `riskPercent` of the account:
 * `floor(account * risk / (|entry fill - stop fill| + fees of both) / lot) * lot`, and no more than the account carries at the leverage.
 *
 * @throws never
 * Source: fixed-fractional sizing, Tharp, Trade Your Way to Financial Freedom (2nd ed., 2006); docs/math/risk.md
 * @example positionOf({ side: 'long', account: 50_000, riskPercent: 1, entry: 200, stop: 190, … no costs }).size // 50
 */
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

/** A quotient this close to a whole number (relative) is meant to be it: 0.3 / 0.1 is 2.9999999999999996 in binary. */
const WHOLE = 1e-12
const MOST_DECIMALS = 12

/**
 * `size` in whole lots, rounded down. A size that misses a whole number of lots by rounding of binary fractions alone is that number.
 *
 * @throws never
 * @example wholeLots(0.3, 0.1) // 0.3
 */
export function wholeLots(size: number, lot: number): number {
  const lots = Math.floor((size / lot) * (1 + WHOLE))
  return Number((lots * lot).toFixed(decimalsOf(lot)))
}

/** Decimal places of a number as it prints: 3 for 0.001, 8 for 1e-8. */
function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const places = (mantissa.split('.')[1]?.length ?? 0) - Number(exponent)
  return Math.min(MOST_DECIMALS, Math.max(0, places))
}

/** What a target pays. Money is in the quote currency. */
export type Outcome = {
  /** Gained at the target after both fees; below 0 where the way does not pay for them. */
  readonly gain: number
  /** Gain over the loss at the stop; below 0 as the gain is. */
  readonly rewardToRisk: number
  /** Share of trades that must reach the target for it to come out even, 0 to 1; undefined where no share does. */
  readonly breakEvenRate: number | undefined
}

/**
 * What is gained where the price reaches `target`. It is filled at its price (a resting order), with the same fee as the others.
 *
 * @returns undefined where the target is not on the winning side of the entry
 * @throws never
 * Source: docs/math/risk.md
 */
export function outcomeAt(target: number, position: Position, { side, entry, feePercent }: TradePlan): Outcome | undefined {
  const direction = directionOf(side)
  if ((target - entry) * direction <= 0) return undefined
  const fees = (feePercent / 100) * (position.entryFill + target)
  const gain = position.size * ((target - position.entryFill) * direction - fees)
  const rewardToRisk = gain / position.loss
  return { gain, rewardToRisk, breakEvenRate: rewardToRisk > 0 ? 1 / (1 + rewardToRisk) : undefined }
}

/**
 * Expected result of one trade in units of its risk: `p R - (1 - p)`.
 *
 * @param winRate 0 to 1
 * @throws never
 * Source: Tharp (2006); docs/math/risk.md
 */
export const expectancy = (winRate: number, rewardToRisk: number): number => winRate * rewardToRisk - (1 - winRate)

/** A leveraged position of a linear perpetual, on isolated margin. Rates are shares: 0.005 is 0.5 %. */
export type MarginedTrade = {
  readonly side: Side
  readonly entry: number
  readonly leverage: number
  /** Maintenance margin over the value at entry. */
  readonly maintenanceRate: number
  /** Added by hand, for each coin. */
  readonly extraMargin?: number
}

/**
 * Mark price at which a linear perpetual on isolated margin is liquidated: `entry (1 - 1/leverage + maintenance)` of a long,
 * `entry (1 + 1/leverage - maintenance)` of a short, further away by the margin added for each coin. Fees and funding that the
 * venue takes from the margin bring it nearer.
 *
 * @returns undefined where it cannot come: a long whose margin lasts down to 0
 * @throws never
 * Source: Bybit, Liquidation Price (USDT Contract); docs/math/risk.md
 * @example liquidationPrice({ side: 'long', entry: 10_000, leverage: 50, maintenanceRate: 0.005 }) // 9850
 */
export function liquidationPrice({ side, entry, leverage, maintenanceRate, extraMargin = 0 }: MarginedTrade): number | undefined {
  const price = entry - directionOf(side) * (entry * (1 / leverage - maintenanceRate) + extraMargin)
  return price > 0 ? price : undefined
}

/**
 * The target whose profit, fees taken off, is `rewardToRisk` times the loss at the stop: the inverse of `outcomeAt`.
 *
 * @returns undefined where a short would have to fall to 0 or below
 * @throws never
 * Source: docs/math/risk.md
 */
export function targetFor(rewardToRisk: number, { entryFill, lossPerCoin }: Position, { side, feePercent }: TradePlan): number | undefined {
  const fee = feePercent / 100
  const gain = rewardToRisk * lossPerCoin
  if (side === 'long') return (gain + entryFill * (1 + fee)) / (1 - fee)
  const target = (entryFill * (1 - fee) - gain) / (1 + fee)
  return target > 0 ? target : undefined
}
