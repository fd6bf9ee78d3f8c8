import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieSubscriptionsAbi } from '@aerie/chain/abi/aerie-subscriptions'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import { gasLimitOf } from '@aerie/chain/gas'
import { SECOND_MS } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import {
  BaseError,
  decodeErrorResult,
  ExecutionRevertedError,
  InsufficientFundsError,
  IntrinsicGasTooLowError,
  isHex,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { WalletRuntime } from '../connection/wallet-runtime.ts'
import { loadWallet } from '../wallet.ts'
import { causesOf, isRejection, WalletFault, walletErrorText } from '../wallet-errors.ts'
import { type Address, isSameAddress, useWalletState } from '../wallet-state.ts'
import { isContract } from './is-contract.ts'
import type { GasEstimate, TrackedTransaction, TransactionCall, TransactionFailure } from './transaction-state.ts'
import { type ChainView, type Update, watchTransaction } from './watch-transaction.ts'

type IsKept = (id: string) => boolean

export async function sendAndWatch(given: TrackedTransaction, update: Update, isKept: IsKept): Promise<TrackedTransaction> {
  let transaction = given
  try {
    const runtime = await readyWallet(given)
    const [estimate, takesLimit] = await Promise.all([
      estimateOrUnknown(runtime.publicClient, given),
      takesGasLimit(runtime.publicClient, given.from),
    ])
    transaction = update(transaction, { estimate, state: 'confirm-in-wallet', chainId: runtime.chain.id })
    const gas = estimate !== null && takesLimit ? gasLimitOf(BigInt(estimate.gas)) : undefined
    transaction = update(transaction, { hash: await send(runtime, transaction, gas), state: 'pending' })
  } catch (error) {
    if (isRejection(error)) return update(transaction, { state: 'rejected' })
    console.warn('The transaction was not sent.', error)
    return update(transaction, { state: 'failed', failure: failureOf(error) })
  }
  return watch(transaction, update, isKept)
}

export async function watch(transaction: TrackedTransaction, update: Update, isKept: IsKept): Promise<TrackedTransaction> {
  return watchTransaction(transaction, { view: chainView, update, isKept, wait: waitForBlock })
}

/** @throws viem's errors: a revert, too little ETH, no response; see `failureOf` */
export async function estimateCall(client: PublicClient, from: Address, call: TransactionCall): Promise<GasEstimate> {
  const gas = await client.estimateGas({ account: from, to: call.to, data: call.data, value: call.value ?? 0n })
  try {
    const { maxFeePerGas } = await client.estimateFeesPerGas()
    return { gas: String(gas), maxFeePerGas: String(maxFeePerGas) }
  } catch (error) {
    console.warn('The price of gas is not known now.', error)
    return { gas: String(gas), maxFeePerGas: null }
  }
}

export function failureOf(error: unknown): TransactionFailure {
  const causes = causesOf(error)
  const reverted = revertIn(causes)
  if (reverted !== null) return reverted
  const has = (kind: abstract new (...args: never[]) => unknown) => causes.some((cause) => cause instanceof kind)
  if (has(InsufficientFundsError)) return plain('funds', 'This wallet does not have enough ETH for the fee.')
  if (causes.some(isOutOfGas)) return OUT_OF_GAS
  if (has(ExecutionRevertedError)) return plain('reverted', 'The contract rejects this.')
  const isAway = causes.some((cause) => cause instanceof BaseError && AWAY.has(cause.name))
  return plain(isAway ? 'chain' : 'wallet', walletErrorText(error))
}

/** Nodes have no error code for it, only these messages. */
const OUT_OF_GAS_MESSAGES = /out of gas|intrinsic gas too low|gas required exceeds allowance/i

const isOutOfGas = (cause: unknown): boolean =>
  cause instanceof IntrinsicGasTooLowError ||
  (cause instanceof BaseError && OUT_OF_GAS_MESSAGES.test(`${cause.shortMessage} ${cause.details}`))

const AWAY = new Set(['HttpRequestError', 'TimeoutError', 'RpcRequestError', 'SocketClosedError'])
const LOOK_EVERY = { baseMs: 1.5 * SECOND_MS, capMs: 15 * SECOND_MS }
const BLOCKS_BACK = 30n

/** Base's block time is much shorter than this; each check costs one node request. */
const waitForBlock = (misses: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, backoffMs(misses + 1, LOOK_EVERY)))

async function readyWallet({ from }: TrackedTransaction): Promise<WalletRuntime> {
  const runtime = await loadWallet()
  const { address, chainId } = useWalletState.getState()
  if (address === null || !isSameAddress(address, from)) throw new WalletFault('not-connected')
  if (chainId !== runtime.chain.id) throw new WalletFault('wrong-chain')
  return runtime
}

/** A call that would revert is not sent; if only the estimate fails, the wallet makes its own. */
async function estimateOrUnknown(client: PublicClient, { from, to, data, value }: TrackedTransaction): Promise<GasEstimate | null> {
  try {
    return await estimateCall(client, from, { to, data, value: BigInt(value) })
  } catch (error) {
    const { kind } = failureOf(error)
    if (kind === 'reverted' || kind === 'funds' || kind === 'gas') throw error
    console.warn('What this will cost is not known now.', error)
    return null
  }
}

/** Contract wallets set their own gas limit for inner calls. If the account type is unknown, no limit is passed either. */
async function takesGasLimit(client: PublicClient, from: Address): Promise<boolean> {
  try {
    return !(await isContract(client, from))
  } catch (error) {
    console.warn('Whether this is a contract wallet is not known now; it sets its own gas limit.', error)
    return false
  }
}

async function send(runtime: WalletRuntime, { from, to, data, value }: TrackedTransaction, gas?: bigint): Promise<`0x${string}`> {
  const wallet = await runtime.walletClient()
  // Omit zero: some wallets encode it in a way that nodes reject.
  const worth = value === '0' ? {} : { value: BigInt(value) }
  return wallet.sendTransaction({ account: from, chain: wallet.chain ?? null, to, data, ...worth, ...(gas !== undefined && { gas }) })
}

const ERRORS = [...aerieStakingAbi, ...aerieSubscriptionsAbi, ...aerieTokenAbi, ...aerieVestingAbi].filter((part) => part.type === 'error')

function revertIn(causes: readonly unknown[]): TransactionFailure | null {
  for (const cause of causes) {
    const data = typeof cause === 'object' && cause !== null && 'data' in cause ? cause.data : null
    const revert = isHex(data) ? decode(data) : null
    if (revert !== null) return revert
  }
  return null
}

function decode(data: `0x${string}`): TransactionFailure | null {
  try {
    const { errorName, args } = decodeErrorResult({ abi: ERRORS, data })
    const values: readonly unknown[] = args ?? []
    const error: string = errorName // includes Solidity's Error(string), which is in no ABI
    const text = error === 'Error' ? String(values[0]) : 'The contract rejects this.'
    return { kind: 'reverted', error, args: values.map(String), text }
  } catch {
    return null // foreign data, or an error in none of our ABIs
  }
}

const plain = (kind: TransactionFailure['kind'], text: string): TransactionFailure => ({ kind, error: null, args: [], text })

const client = async (): Promise<PublicClient> => (await loadWallet()).publicClient

const chainView: ChainView = {
  receipt: async (hash) => {
    const receipt = await orNull(TransactionReceiptNotFoundError, async () => (await client()).getTransactionReceipt({ hash }))
    return receipt && { succeeded: receipt.status === 'success', block: Number(receipt.blockNumber) }
  },
  nonceOf: async (hash) => (await orNull(TransactionNotFoundError, async () => (await client()).getTransaction({ hash })))?.nonce ?? null,
  minedCount: async (address) => (await client()).getTransactionCount({ address, blockTag: 'latest' }),
  findMined: async (from, nonce) => {
    const chain = await client()
    const newest = await chain.getBlockNumber({ cacheTime: 0 })
    for (let number = newest; number >= 0n && number > newest - BLOCKS_BACK; number -= 1n) {
      const { transactions } = await chain.getBlock({ blockNumber: number, includeTransactions: true })
      const mined = transactions.find((one) => isSameAddress(one.from, from) && one.nonce === nonce)
      if (mined !== undefined) return { hash: mined.hash, to: mined.to, data: mined.input, value: mined.value }
    }
    return null
  },
  failureOf: async (transaction, block) => {
    const chain = await client()
    const spent = transaction.hash === null ? 'some' : await gasSpent(chain, transaction.hash)
    if (spent === 'all') return OUT_OF_GAS
    const reason = await reasonAfter(chain, transaction, block)
    return spent === 'nearly' && reason.error === null ? OUT_OF_GAS : reason
  },
}

/** Replays a call that failed in a block on the state after it, to find the reason if it still fails. */
async function reasonAfter(chain: PublicClient, { from, to, data, value }: TrackedTransaction, block: number): Promise<TransactionFailure> {
  try {
    await chain.call({ account: from, to, data, value: BigInt(value), blockNumber: BigInt(block) })
    return plain('reverted', 'The contract rejected it when it was mined. It would succeed now; try again.')
  } catch (error) {
    const failure = failureOf(error)
    return failure.kind === 'reverted' ? failure : plain('reverted', 'The contract rejected it for an unknown reason.')
  }
}

async function orNull<T>(absent: abstract new (...args: never[]) => Error, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof absent) return null
    throw error
  }
}

const OUT_OF_GAS: TransactionFailure = {
  kind: 'gas',
  error: null,
  args: [],
  text: 'It ran out of gas; only the fee was charged. Send it again and keep the gas limit your wallet suggests.',
}

/** `nearly`: a nested call gets at most 63/64 of the remaining gas (EIP-150), so running out inside it leaves a remainder. */
async function gasSpent(
  client: Pick<PublicClient, 'getTransaction' | 'getTransactionReceipt'>,
  hash: `0x${string}`,
): Promise<'all' | 'nearly' | 'some'> {
  const [{ gas }, { gasUsed }] = await Promise.all([client.getTransaction({ hash }), client.getTransactionReceipt({ hash })])
  if (gasUsed >= gas) return 'all'
  return gasUsed * 64n >= gas * 62n ? 'nearly' : 'some'
}
