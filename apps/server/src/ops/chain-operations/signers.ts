import { statSync } from 'node:fs'
import type { ChainDescription } from '@aerie/chain/chains'
import type { Address } from '@aerie/chain/contracts'
import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { Keystore } from 'ox'
import {
  createPublicClient,
  defineChain,
  fallback,
  type Hex,
  http,
  isHex,
  keccak256,
  type LocalAccount,
  type PublicClient,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { hostOf } from '../../areas/membership/index.ts'
import { readStartFile } from '../../start-files.ts'
import { OperationFailure } from './operation.ts'

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

const hex = z.string().check(z.regex(/^[0-9a-fA-F]+$/), z.maxLength(1_024))
const RAW_KEY = /^(0x)?[0-9a-fA-F]{64}$/
/** geth's own is n 262,144 and r 8 (256 MB); higher values are treated as a denial of service. */
const MOST_WORK = { n: 1_048_576, r: 16, p: 8, c: 10_000_000 }

/** Web3 Secret Storage, version 3. */
const keystoreFile = z.object({
  version: z.literal(3),
  address: z.optional(hex),
  crypto: z.object({
    cipher: z.literal('aes-128-ctr'),
    ciphertext: hex,
    cipherparams: z.object({ iv: hex }),
    mac: hex,
    kdf: z.enum(['scrypt', 'pbkdf2']),
    kdfparams: z.object({
      dklen: z.literal(32),
      salt: hex,
      n: z.optional(z.int().check(z.gte(2), z.lte(MOST_WORK.n))),
      r: z.optional(z.int().check(z.gte(1), z.lte(MOST_WORK.r))),
      p: z.optional(z.int().check(z.gte(1), z.lte(MOST_WORK.p))),
      c: z.optional(z.int().check(z.gte(1), z.lte(MOST_WORK.c))),
      prf: z.optional(z.literal('hmac-sha256')),
    }),
  }),
})

/** JSON keystore (Web3 Secret Storage 3) or 64 hex digits; the key stays in this process. @throws OperationFailure */
export async function accountOfKeyFile(path: string, passphrase: () => Promise<string>): Promise<LocalAccount> {
  const text = readStartFile(path, 'a private key or a JSON keystore')?.trim()
  if (text === undefined) throw new OperationFailure(`There is no key file ${path}.`)
  refuseOpenFile(path)
  if (RAW_KEY.test(text)) return privateAccount(text.startsWith('0x') ? text : `0x${text}`)
  const stored = parseKeystore(text, path)
  const account = privateAccount(await decrypt(stored, await passphrase()))
  if (stored.address !== undefined && account.address.toLowerCase() !== `0x${stored.address.replace(/^0x/, '').toLowerCase()}`)
    throw new OperationFailure(`The key in ${path} is not that of the address that the file names.`)
  return account
}

function refuseOpenFile(path: string): void {
  if (process.platform === 'win32' || (statSync(path).mode & 0o077) === 0) return
  throw new OperationFailure(`Others on this machine may read ${path}: chmod 600 ${path}`)
}

function parseKeystore(text: string, path: string): z.output<typeof keystoreFile> {
  try {
    return z.parse(keystoreFile, JSON.parse(text))
  } catch {
    // The content may be a mistyped key: never echo it.
    throw new OperationFailure(`${path} is neither a private key (64 hex digits) nor a JSON keystore of version 3.`)
  }
}

async function decrypt(stored: z.output<typeof keystoreFile>, password: string): Promise<string> {
  try {
    const keystore = stored as unknown as Keystore.Keystore
    return Keystore.decrypt(keystore, await Keystore.toKeyAsync(keystore, { password }))
  } catch {
    throw new OperationFailure('The passphrase does not open this keystore, or the file is damaged.')
  }
}

function privateAccount(key: string): LocalAccount {
  try {
    if (isHex(key)) return privateKeyToAccount(key)
  } catch {
    // viem's error may contain the key.
  }
  throw new OperationFailure('The key file holds no private key of secp256k1.')
}

const TIMEOUT_MS = 15 * SECOND_MS
const MOST_ANSWER_BYTES = 8 * 1024 * 1024

async function cappedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MOST_ANSWER_BYTES) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  const body = chunks.length === 0 ? null : Buffer.concat(chunks)
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
}

const cappedHttp = (url: string) => http(url, { fetchFn: cappedFetch, timeout: TIMEOUT_MS, retryCount: 1, retryDelay: 300 })

/** Uses the first node that responds. @throws OperationFailure if a node is on another chain, or none responds */
export async function openChain(urls: readonly string[], { id, name, nativeCurrency }: ChainDescription): Promise<PublicClient> {
  const web = urls.filter((url) => url.startsWith('http'))
  if (web.length === 0) throw new OperationFailure('CHAIN_RPC_URL has no node over http or https: these commands need one.')
  const chain = defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [] } } })
  const client = createPublicClient({ chain, transport: fallback(web.map(cappedHttp)), pollingInterval: SECOND_MS })
  for (const url of web) await requireChain(url, id)
  return client
}

async function requireChain(url: string, id: number): Promise<void> {
  const found = await createPublicClient({ transport: cappedHttp(url) })
    .getChainId()
    .catch((cause: unknown) => {
      throw new OperationFailure(`The node at ${hostOf(url)} does not answer as a node does.`, { cause })
    })
  if (found !== id) throw new OperationFailure(`The node at ${hostOf(url)} is of chain ${found}, and CHAIN_ID says ${id}.`)
}
