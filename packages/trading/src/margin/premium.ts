import { FRACTION_ONE, type Fraction, floorDiv, fraction, type Notional, type Price, price } from '@aerie/core/numbers/units'
import type { BookLevel, Market } from '../matching/market.ts'

/** Average price of taking `worth` from these levels; undefined where they do not hold so much. */
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

/**
 * Premium of a book over the index: `(max(impact bid − oracle, 0) − max(oracle − impact ask, 0)) / oracle`, sampled every five seconds.
 *
 * @param impact worth of the trade whose average price is taken: 20,000 USDC for BTC and ETH, 6,000 for others
 * @returns undefined where there is no index, or the book shows too little for it
 * @throws never
 * Source: Hyperliquid, funding
 */
export function premiumOf({ bids, asks, oracle }: Market, impact: Notional): Fraction | undefined {
  const [bid, ask] = [impactPrice(bids, impact), impactPrice(asks, impact)]
  if (oracle === undefined || bid === undefined || ask === undefined) return undefined
  const above = bid > oracle ? bid - oracle : 0n
  const below = oracle > ask ? oracle - ask : 0n
  return fraction(floorDiv((above - below) * FRACTION_ONE, oracle))
}
