/** The embedded chain's id. Never Base's: a transaction that is signed for one must not be valid on the other. */
export const LOCAL_CHAIN_ID = 31_337
/** Base mainnet. */
export const BASE_CHAIN_ID = 8_453
/** Base's public test network. */
const BASE_SEPOLIA_CHAIN_ID = 84_532

/** What a chain is called and what its coin is, for people and for wallets that add it. */
export type ChainDescription = {
  readonly id: number
  readonly name: string
  /** Block explorer without a closing slash; null where there is none. */
  readonly explorer: string | null
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const

const KNOWN: Readonly<Record<number, Pick<ChainDescription, 'name' | 'explorer'>>> = {
  [LOCAL_CHAIN_ID]: { name: 'Aerie local chain', explorer: null },
  [BASE_CHAIN_ID]: { name: 'Base', explorer: 'https://basescan.org' },
  [BASE_SEPOLIA_CHAIN_ID]: { name: 'Base Sepolia', explorer: 'https://sepolia.basescan.org' },
}

/**
 * Describes a chain by its id; one that is not known is called by its number and has no explorer.
 *
 * @throws never
 */
export const describeChain = (id: number): ChainDescription => ({
  id,
  nativeCurrency: ETHER,
  ...(KNOWN[id] ?? { name: `Chain ${id}`, explorer: null }),
})
