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

/** Margin tier starting at `from`: maintenance = `notional · rate − deduction`, continuous across tiers. */
export type MarginTier = {
  readonly from: Notional
  readonly rate: Fraction
  readonly deduction: Notional
  /** Maximum leverage at this rate; precomputed because every order needs it. */
  readonly leverage: bigint
}

/** Maintenance is half the initial margin at maximum leverage, hence `1 / (2·rate)`; unlimited without maintenance. */
const leverageOfRate = (rate: Fraction): bigint => (rate === 0n ? FRACTION_ONE : roundDiv(FRACTION_ONE, 2n * rate))

/** Taker and maker fees as fractions of the notional. */
export type FeeRates = { readonly taker: Fraction; readonly maker: Fraction }

/** Linear perpetual, margined in USDC. */
export type Instrument = {
  readonly symbol: string
  readonly tick: Price
  readonly lot: Size
  /** Minimum order value, except for reduce-only orders. */
  readonly minNotional: Notional
  readonly maxLeverage: bigint
  readonly tiers: readonly MarginTier[]
  readonly fees: FeeRates
}

/** Adds `deductionₙ = deductionₙ₋₁ + fromₙ·(rateₙ − rateₙ₋₁)`, from 0, to ascending steps. Source: Hyperliquid, margin tiers. */
export function marginTiers(steps: readonly { readonly from: Notional; readonly rate: Fraction }[]): MarginTier[] {
  let deduction = notional(0n)
  let before: Fraction | undefined
  return steps.map(({ from, rate }) => {
    if (before !== undefined) deduction = notional(deduction + fractionOf(from, fraction(rate - before)))
    before = rate
    return { from, rate, deduction, leverage: leverageOfRate(rate) }
  })
}

/** Default single tier: half the initial margin at maximum leverage. */
export const tierOfLeverage = (maxLeverage: bigint): MarginTier[] =>
  marginTiers([{ from: notional(0n), rate: fraction(FRACTION_ONE / (2n * maxLeverage)) }])

/** Tier of a position value. */
export function tierAt(instrument: Instrument, worth: Notional): MarginTier {
  const { tiers } = instrument
  let index = tiers.length - 1
  while (index > 0 && worth < (tiers[index]?.from ?? 0n)) index -= 1
  const tier = tiers[index]
  if (tier === undefined) throw new RangeError(`${instrument.symbol} has no margin tier`)
  return tier
}

/** Exact maintenance margin of a position value. */
export function maintenanceOf(instrument: Instrument, worth: Notional): Notional {
  const { rate, deduction } = tierAt(instrument, worth)
  return notional(fractionOf(worth, rate) - deduction)
}

/** Maximum leverage at a position value: `1 / (2·rate)` of its tier, at most the instrument's own. */
export function leverageLimitAt(instrument: Instrument, worth: Notional): bigint {
  return least(tierAt(instrument, worth).leverage, instrument.maxLeverage)
}
