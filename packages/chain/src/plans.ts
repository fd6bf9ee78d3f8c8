/** Number of each plan in the subscriptions contract. The deployer sets their prices under these numbers. */
export const SUBSCRIPTION_PLAN_IDS = { claw: 1n, IPC: 2n } as const
/** A plan that can be paid for on the chain. */
export type SubscriptionPlanName = keyof typeof SUBSCRIPTION_PLAN_IDS

/** The plan of a number of the contract; undefined for one that the product does not know. */
export const planOfId = (id: bigint): SubscriptionPlanName | undefined => (id === 1n ? 'claw' : id === 2n ? 'IPC' : undefined)
