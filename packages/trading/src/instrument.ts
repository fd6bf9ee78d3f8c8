import {
  FRACTION_ONE,
  type Fraction,
  fraction,
  fractionOf,
  least,
  type Notional,
  notional,
  type Price,
  roundDiv,
  type Size,
} from '@aerie/core/numbers/units'

/** From `from` on, a position's maintenance margin is `notional · rate − deduction`: continuous from tier to tier. */
export type MarginTier = {
  readonly from: Notional
  readonly rate: Fraction
  readonly deduction: Notional
  /** Highest leverage that its rate allows; kept, as every order asks for it. */
  readonly leverage: bigint
}

/** Maintenance is half of the initial margin at the highest leverage: so that is `1 / (2·rate)`; without maintenance there is no limit. */
const leverageOfRate = (rate: Fraction): bigint => (rate === 0n ? FRACTION_ONE : roundDiv(FRACTION_ONE, 2n * rate))

/** What a taker and a maker pay, as fractions of the notional. */
export type FeeRates = { readonly taker: Fraction; readonly maker: Fraction }

/** A linear perpetual, margined in USDC. */
export type Instrument = {
  readonly symbol: string
  /** Prices of orders are whole numbers of it. */
  readonly tick: Price
  /** Sizes of orders are whole numbers of it. */
  readonly lot: Size
  /** Smallest order, unless it only reduces. */
  readonly minNotional: Notional
  readonly maxLeverage: bigint
  /** Lowest notional first; the first begins at 0. */
  readonly tiers: readonly MarginTier[]
  readonly fees: FeeRates
}

/**
 * Adds the deductions: `deduction₀ = 0`, `deductionₙ = deductionₙ₋₁ + fromₙ·(rateₙ − rateₙ₋₁)`.
 *
 * @param steps lowest first
 * @throws never
 * Source: Hyperliquid, margin tiers
 */
export function marginTiers(steps: readonly { readonly from: Notional; readonly rate: Fraction }[]): MarginTier[] {
  let deduction = notional(0n)
  let before: Fraction | undefined
  return steps.map(({ from, rate }) => {
    if (before !== undefined) deduction = notional(deduction + fractionOf(from, fraction(rate - before)))
    before = rate
    return { from, rate, deduction, leverage: leverageOfRate(rate) }
  })
}

/** The only tier of an instrument that names none: half of the initial margin at the highest leverage. */
export const tierOfLeverage = (maxLeverage: bigint): MarginTier[] =>
  marginTiers([{ from: notional(0n), rate: fraction(FRACTION_ONE / (2n * maxLeverage)) }])

/** The tier of a position worth `worth`. */
export function tierAt(instrument: Instrument, worth: Notional): MarginTier {
  const { tiers } = instrument
  let index = tiers.length - 1
  while (index > 0 && worth < (tiers[index]?.from ?? 0n)) index -= 1
  const tier = tiers[index]
  if (tier === undefined) throw new RangeError(`${instrument.symbol} has no margin tier`)
  return tier
}

/** What a position worth `worth` must keep, exact. */
export function maintenanceOf(instrument: Instrument, worth: Notional): Notional {
  const { rate, deduction } = tierAt(instrument, worth)
  return notional(fractionOf(worth, rate) - deduction)
}

/**
 * Highest leverage that a position worth `worth` may have: maintenance is half of the initial margin at the highest leverage of its
 * tier, so that leverage is `1 / (2·rate)`, never above the instrument's own.
 */
export function leverageLimitAt(instrument: Instrument, worth: Notional): bigint {
  return least(tierAt(instrument, worth).leverage, instrument.maxLeverage)
}
