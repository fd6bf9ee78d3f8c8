/** Id of the embedded chain. Must differ from Base's: a transaction signed for one must not be valid on the other. */
export const LOCAL_CHAIN_ID = 31_337
/** Base mainnet. */
export const BASE_CHAIN_ID = 8_453
const BASE_SEPOLIA_CHAIN_ID = 84_532

/** Name and currency of a chain, for display and for adding it to a wallet. */
export type ChainDescription = {
  readonly id: number
  readonly name: string
  readonly explorer: string | null
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const

const KNOWN: Readonly<Record<number, Pick<ChainDescription, 'name' | 'explorer'>>> = {
  [LOCAL_CHAIN_ID]: { name: 'Aerie local chain', explorer: null },
  [BASE_CHAIN_ID]: { name: 'Base', explorer: 'https://basescan.org' },
  [BASE_SEPOLIA_CHAIN_ID]: { name: 'Base Sepolia', explorer: 'https://sepolia.basescan.org' },
}

/** Describes a chain by id; an unknown one is named by its number and has no explorer. */
export const describeChain = (id: number): ChainDescription => ({
  id,
  nativeCurrency: ETHER,
  ...(KNOWN[id] ?? { name: `Chain ${id}`, explorer: null }),
})
