import { FRACTION_ONE, type Fraction, floorDiv, fraction, type Notional, type Price, price } from '@aerie/core/numbers/units'
import type { BookLevel, Market } from '../matching/market.ts'

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
