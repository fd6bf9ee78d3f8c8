/** Plan ids in the subscriptions contract; the deployer sets prices under them. */
export const SUBSCRIPTION_PLAN_IDS = { claw: 1n, IPC: 2n } as const
/** Plan payable on chain. */
export type SubscriptionPlanName = keyof typeof SUBSCRIPTION_PLAN_IDS

/** Plan by contract id; undefined if unknown. */
export const planOfId = (id: bigint): SubscriptionPlanName | undefined => (id === 1n ? 'claw' : id === 2n ? 'IPC' : undefined)
