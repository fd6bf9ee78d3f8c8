/** Contract names, as used by settings, `GET /api/v1/config` and the readers. */
export const CONTRACT_NAMES = ['token', 'staking', 'vesting', 'subscriptions', 'utils', 'usdc'] as const
/** One of `CONTRACT_NAMES`. */
export type ContractName = (typeof CONTRACT_NAMES)[number]

/** Chain address: 0x and 40 hex digits. */
export type Address = `0x${string}`

/** Contract addresses of a chain; contracts the operator has not configured are absent. */
export type ContractAddresses = Readonly<Partial<Record<ContractName, Address>>>
