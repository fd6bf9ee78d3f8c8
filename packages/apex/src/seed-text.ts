/** ApeX Omni networks. */
export type ApexNetwork = 'mainnet' | 'testnet'

const TEST_HOSTS: readonly string[] = ['testnet.omni.apex.exchange', 'qa.omni.apex.exchange']
const HEADERS = { mainnet: 'ApeX Omni Mainnet', testnet: 'ApeX Omni Testnet' } as const satisfies Record<ApexNetwork, string>

/** Network of a REST base URL: everything except the two test hosts is mainnet, as in ApeX's connector. */
export const apexNetwork = (root: URL): ApexNetwork => (TEST_HOSTS.includes(root.hostname) ? 'testnet' : 'mainnet')

/** Message the wallet signs for the seed; a non-EIP-55 `address` gives another seed. Source: docs/operate/apex.md, "The seed". */
export const seedText = (network: ApexNetwork, address: string): string =>
  `${HEADERS[network]}\nAddress: ${address}\nAction: ApeX Omni Onboarding`

/** Seed from a 65-byte hex signature, the last byte normalized to 27 or 28; null if longer (contracts). Source: docs/operate/apex.md. */
export function seedOfSignature(signature: string): Uint8Array<ArrayBuffer> | null {
  const digits = /^0x([0-9a-f]{130})$/i.exec(signature)?.[1]
  if (digits === undefined) return null
  const seed = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const last = seed[64] ?? 0
  const parity = last < 27 ? last : last - 27
  if (parity !== 0 && parity !== 1) return null
  seed[64] = 27 + parity
  return seed
}
