import type { Address } from '@aerie/chain/contracts'
import { MINUTE_MS } from '@aerie/core/time'
import { createPublicClient, type Hex, http, keccak256, type LocalAccount, toHex } from 'viem'
import * as z from 'zod/mini'
import { OperationFailure } from './operation-failure.ts'

export type Unsigned = {
  readonly chainId: number
  readonly nonce: number
  readonly to: Address | null
  readonly data: Hex
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

export type Signer = {
  readonly address: Address
  readonly kind: string
  /** Signs locally and returns the bytes to send; undefined if the signer sends by itself. */
  readonly sign?: (transaction: Unsigned) => Promise<{ readonly hash: Hex; readonly raw: Hex }>
  /** Signs and sends externally. @returns its hash */
  readonly send?: (transaction: Unsigned) => Promise<Hex>
}

export const keySigner = (account: LocalAccount): Signer => ({
  address: account.address,
  kind: 'a key file',
  sign: async ({ to, ...transaction }) => {
    const raw = await account.signTransaction({ ...transaction, to, type: 'eip1559', value: 0n })
    return { raw, hash: keccak256(raw) }
  },
})

const PERSON_MS = 5 * MINUTE_MS
const hash = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{64}$/))])
const accounts = z.array(z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))])).check(z.maxLength(1_000))

/** A hardware wallet bridge or a wallet with JSON-RPC; the key never reaches this process. @throws OperationFailure */
export async function remoteSigner(url: string, from: Address): Promise<Signer> {
  const client = createPublicClient({ transport: http(url, { timeout: PERSON_MS, retryCount: 0 }) })
  // viem's types cover node methods, not wallet methods.
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
