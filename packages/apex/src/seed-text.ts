/** ApeX Omni's own two networks. */
export type ApexNetwork = 'mainnet' | 'testnet'

/** What the documentation and the connector call the test network. */
const TEST_HOSTS: readonly string[] = ['testnet.omni.apex.exchange', 'qa.omni.apex.exchange']
const HEADERS = { mainnet: 'ApeX Omni Mainnet', testnet: 'ApeX Omni Testnet' } as const satisfies Record<ApexNetwork, string>

/** The network behind an address of ApeX's REST interface: all but the two test hosts is the main one, as in ApeX's connector. */
export const apexNetwork = (root: URL): ApexNetwork => (TEST_HOSTS.includes(root.hostname) ? 'testnet' : 'mainnet')

/**
 * The text whose signature by the account's wallet (EIP-191, `personal_sign`) is the seed of its orders.
 *
 * @param address of the account at ApeX, in the spelling of EIP-55: another spelling is another seed
 * Source: docs/operate/apex.md, "The seed"; ApeX-Protocol/apexpro-openapi, `sign_off_chain_action.py`, `sign_zk_message`
 */
export const seedText = (network: ApexNetwork, address: string): string =>
  `${HEADERS[network]}\nAddress: ${address}\nAction: ApeX Omni Onboarding`

/**
 * The seed that a wallet's signature is: its 65 bytes, the last of them 27 or 28 as ApeX's connector writes it.
 *
 * @param signature hexadecimal text
 * @returns null where it is no plain signature: a contract wallet's is longer
 * Source: docs/operate/apex.md, "The seed"; ApeX-Protocol/apexpro-openapi, `eth_signing/util.py`, `fix_raw_signature`
 */
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
