import type { Address } from '@aerie/chain/contracts'
import { MINUTE_MS } from '@aerie/core/time'
import { createPublicClient, type Hex, http, keccak256, type LocalAccount, toHex } from 'viem'
import * as z from 'zod/mini'
import { OperationFailure } from './operation-failure.ts'

/** A transaction that is to be signed. */
export type Unsigned = {
  readonly chainId: number
  readonly nonce: number
  readonly to: Address | null
  readonly data: Hex
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Who signs. */
export type Signer = {
  readonly address: Address
  /** In words, for the plan: `a key file`. */
  readonly kind: string
  /** Signs here, and gives the bytes to send; undefined where the signer sends by itself. */
  readonly sign?: (transaction: Unsigned) => Promise<{ readonly hash: Hex; readonly raw: Hex }>
  /** Has it signed and sent elsewhere. @returns its hash */
  readonly send?: (transaction: Unsigned) => Promise<Hex>
}

/** Signs with a key of this process. */
export const keySigner = (account: LocalAccount): Signer => ({
  address: account.address,
  kind: 'a key file',
  sign: async ({ to, ...transaction }) => {
    const raw = await account.signTransaction({ ...transaction, to, type: 'eip1559', value: 0n })
    return { raw, hash: keccak256(raw) }
  },
})

/** A person may have to look at a device and press a button. */
const PERSON_MS = 5 * MINUTE_MS
const hash = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{64}$/))])
const accounts = z.array(z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))])).check(z.maxLength(1_000))

/**
 * Signs elsewhere: a hardware signer's bridge or a wallet with a JSON-RPC URL (`eth_accounts`, `eth_sendTransaction`), such as Frame or
 * Clef behind a node. The key never comes here; each transaction is confirmed there.
 *
 * @throws OperationFailure where it does not answer, or has not this account
 */
export async function remoteSigner(url: string, from: Address): Promise<Signer> {
  const client = createPublicClient({ transport: http(url, { timeout: PERSON_MS, retryCount: 0 }) })
  // Its typing knows the methods of nodes; these are of wallets.
  const ask = (method: string, params: readonly unknown[]): Promise<unknown> => client.request({ method, params } as never)
  const found = z.safeParse(accounts, await ask('eth_accounts', []).catch(notAnswering))
  if (!found.success) throw new OperationFailure('The signer does not name its accounts as a signer does (eth_accounts).')
  if (!found.data.some((address) => address.toLowerCase() === from.toLowerCase()))
    throw new OperationFailure(`The signer has no account ${from}.`)
  return {
    address: from,
    kind: 'a signer at --signer-url',
    send: async ({ to, data, ...numbers }) => {
      const { chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = numbers
      const figures = Object.fromEntries(
        Object.entries({ chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas }).map(([name, value]) => [name, toHex(value)]),
      )
      const answer = z.safeParse(
        hash,
        await ask('eth_sendTransaction', [{ from, ...(to !== null && { to }), data, value: '0x0', ...figures }]),
      )
      if (!answer.success) throw new OperationFailure('The signer has answered with no hash of a transaction.')
      return answer.data
    },
  }
}

const notAnswering = (cause: unknown): never => {
  throw new OperationFailure('The signer does not answer.', { cause })
}
