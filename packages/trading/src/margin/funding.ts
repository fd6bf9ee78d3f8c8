import {
  FRACTION_ONE,
  type Fraction,
  floorDiv,
  fraction,
  least,
  type MicroUsdc,
  microUsdc,
  most,
  type Notional,
  type Price,
  price,
  type Size,
} from '@aerie/core/numbers/units'
import type { BookLevel, Market } from '../matching/market.ts'

const BASIS_POINT = FRACTION_ONE / 10_000n
/** Eight-hour interest: 0.01 %. */
const INTEREST = BASIS_POINT
const CLAMP = 5n * BASIS_POINT
const HOURS = 8n
/** Hourly cap: 4 %. */
const HOURLY_CAP = 4n * (FRACTION_ONE / 100n)
const EXACT_IN_MICRO = 10n ** 18n

const within = (value: bigint, bound: bigint): bigint => most(least(value, bound), -bound)

/** Eight-hour rate of a mean premium: `P + clamp(0.0001 − P, ±0.0005)`. */
function eightHourRate(premium: Fraction): bigint {
  const pull = INTEREST - premium
  const clamped = within(pull, CLAMP)
  const rate = premium + clamped
  return within(rate, HOURLY_CAP * HOURS)
}

/** Hourly funding rate: an eighth of the eight-hour rate, at most ±4 %; positive: longs pay. Source: Hyperliquid, funding. */
export const fundingRate = (premium: Fraction): Fraction => fraction(floorDiv(eightHourRate(premium), HOURS))

/** Hourly `−size · oracle · rate`, rounded against the user; negative: paid. `oracle`: price at the hour's end, not the mark. */
export function fundingPayment(position: Size, oracle: Price, premium: Fraction): MicroUsdc {
  const exact = -position * oracle * eightHourRate(premium)
  return microUsdc(floorDiv(exact, HOURS * FRACTION_ONE * EXACT_IN_MICRO))
}

function impactPrice(levels: readonly BookLevel[], worth: Notional): Price | undefined {
  let left: bigint = worth
  let amount = 0n
  for (const [at, displayed] of levels) {
    const whole = at * displayed
    if (whole >= left) return amount === 0n ? at : price(worth / (amount + left / at))
    amount += displayed
    left -= whole
  }
  return undefined
}

/** Premium over the index, every 5 s. `impact`: 20,000 USDC for BTC and ETH, 6,000 for others. Source: Hyperliquid, funding. */
export function premiumOf({ bids, asks, oracle }: Market, impact: Notional): Fraction | undefined {
  const [bid, ask] = [impactPrice(bids, impact), impactPrice(asks, impact)]
  if (oracle === undefined || bid === undefined || ask === undefined) return undefined
  const above = bid > oracle ? bid - oracle : 0n
  const below = oracle > ask ? oracle - ask : 0n
  return fraction(floorDiv((above - below) * FRACTION_ONE, oracle))
}
