/** Decimals of the product token: one token is 10¹⁸ units. */
export const TOKEN_DECIMALS = 18
/** Gold threshold (inclusive) for wallet balance plus vested: 10,000 tokens in 10⁻¹⁸. */
export const GOLD_THRESHOLD = 10_000n * 10n ** 18n

/** Tier names of `AerieUtils.getTier`. */
export const TIER_NAMES = ['Gold', 'None'] as const
/** One of `TIER_NAMES`. */
export type TierName = (typeof TIER_NAMES)[number]

/** Gold status and its figures, in 10⁻¹⁸ token. */
export type GoldReading = {
  readonly isGold: boolean
  readonly have: bigint
  readonly need: bigint
  readonly missing: bigint
}

/** Gold status as `AerieUtils.getTier`: balance plus vested, 10⁻¹⁸ token; stakes, tickets and rewards do not count. */
export function goldOf({ balance, vested }: { readonly balance: bigint; readonly vested: bigint }): GoldReading {
  const have = balance + vested
  const missing = have >= GOLD_THRESHOLD ? 0n : GOLD_THRESHOLD - have
  return { isGold: missing === 0n, have, need: GOLD_THRESHOLD, missing }
}

/** Plan ids in the subscriptions contract; the deployer sets prices under them. */
export const SUBSCRIPTION_PLAN_IDS = { claw: 1n, IPC: 2n } as const
/** Plan payable on chain. */
export type SubscriptionPlanName = keyof typeof SUBSCRIPTION_PLAN_IDS

/** Plan by contract id; undefined if unknown. */
export const planOfId = (id: bigint): SubscriptionPlanName | undefined => (id === 1n ? 'claw' : id === 2n ? 'IPC' : undefined)
