/** Decimals of the product token: one token is 10¹⁸ units. */
export const TOKEN_DECIMALS = 18
/** Wallet balance plus vested from which on a holder is gold, that very amount included: 10,000 tokens in units of 10⁻¹⁸. */
export const GOLD_THRESHOLD = 10_000n * 10n ** 18n

/** Names that `AerieUtils.getTier` gives. */
export const TIER_NAMES = ['Gold', 'None'] as const
/** One of the names. */
export type TierName = (typeof TIER_NAMES)[number]

/** Whether a holding is gold, and the figures that say why. All in units of 10⁻¹⁸ token. */
export type GoldReading = {
  readonly isGold: boolean
  /** What counts: balance plus vested. */
  readonly have: bigint
  /** The threshold. */
  readonly need: bigint
  /** What is missing; 0 when gold. */
  readonly missing: bigint
}

/**
 * Whether balance plus vested reach gold, as `AerieUtils.getTier` decides it. Stakes, tickets and unclaimed rewards do not
 * count.
 *
 * @param holding `balance` of the wallet and `vested` (granted and not released), units of 10⁻¹⁸ token, from 0
 * @throws never
 * Source: docs/math/staking.md
 */
export function goldOf({ balance, vested }: { readonly balance: bigint; readonly vested: bigint }): GoldReading {
  const have = balance + vested
  const missing = have >= GOLD_THRESHOLD ? 0n : GOLD_THRESHOLD - have
  return { isGold: missing === 0n, have, need: GOLD_THRESHOLD, missing }
}
