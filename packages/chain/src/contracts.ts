/** The contracts of the product, by the name that settings, `GET /api/v1/config` and the readers use. */
export const CONTRACT_NAMES = ['token', 'staking', 'vesting', 'subscriptions', 'utils', 'usdc'] as const
/** One of the contracts. */
export type ContractName = (typeof CONTRACT_NAMES)[number]

/** An address of the chain: 0x and 40 hex digits. */
export type Address = `0x${string}`

/** Where the contracts of a chain are; a contract that the operator has not named is absent, and what needs it says so. */
export type ContractAddresses = Readonly<Partial<Record<ContractName, Address>>>
