import { hexOf } from '@aerie/chain/hex'
import { parseTransaction } from 'viem'
import * as z from 'zod/mini'

/** Allowlist of external methods: no `anvil_`, `evm_`, `debug_` or account methods. */
const READS = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
])
export const SEND = 'eth_sendRawTransaction'

const INVALID_PARAMS = -32_602
const METHOD_NOT_FOUND = -32_601
const TRANSACTION_REJECTED = -32_003
/** 0.02 to 0.5 s of node time, depending on the code. The product's own calls stay under a million. */
const MAX_GAS = 10_000_000n
/** An estimate runs the call several times. */
const ESTIMATE_RUNS = 3
/** Cost of log and fee history searches, as gas of equal duration. */
const SEARCH_GAS = 2_000_000
const MAX_LOG_BLOCKS = 10_000n
/** As other nodes: computed for each block. */
const MAX_PERCENTILES = 100

type Refusal = { readonly code: number; readonly message: string }
export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }
/** `gas`: upper bound of the node's execution cost; 0 for lookups. */
export type AdmittedCall = RpcCall & { readonly gas: number }
export type AskedChain = { readonly chainId: number; readonly head: number }

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const callParams = z.tuple([z.looseObject({ gas: z.optional(quantity) })], z.unknown())
const logsParams = z.tuple([
  z.looseObject({ fromBlock: z.optional(z.string()), toBlock: z.optional(z.string()), blockHash: z.optional(z.string()) }),
])
const feeParams = z.tuple([z.unknown(), z.unknown(), z.array(z.number()).check(z.maxLength(MAX_PERCENTILES))])
const sendParams = z.tuple([z.string().check(z.regex(/^0x([0-9a-fA-F]{2})+$/))])

export function admitCall(call: RpcCall, chain: AskedChain): AdmittedCall | Refusal {
  const { method, params } = call
  if (method === SEND) return admitTransaction(params, chain)
  if (!READS.has(method)) return { code: METHOD_NOT_FOUND, message: `the method ${method.slice(0, 60)} is not available here` }
  if (method === 'eth_call' || method === 'eth_estimateGas') return admitExecution(method, params)
  if (method === 'eth_feeHistory') return admitFees(params)
  return method === 'eth_getLogs' ? admitLogs(params, chain) : { ...call, gas: 0 }
}

/** Runs at the current time, without state overrides; sets a gas limit, as the node's default is a whole block's. */
function admitExecution(method: string, params: readonly unknown[]): AdmittedCall | Refusal {
  const parsed = z.safeParse(callParams, params)
  if (!parsed.success || params.length > 2) return { code: INVALID_PARAMS, message: 'a call object and a block are expected' }
  const [call, block = 'latest'] = parsed.data
  const gas = call.gas === undefined ? MAX_GAS : BigInt(call.gas)
  if (gas > MAX_GAS) return TOO_MUCH_GAS
  const limited = { ...call, gas: `0x${gas.toString(16)}` }
  const runs = method === 'eth_estimateGas' ? ESTIMATE_RUNS : 1
  return { method, params: [limited, block === 'latest' ? 'pending' : block], gas: Number(gas) * runs }
}

const TOO_MUCH_GAS: Refusal = { code: INVALID_PARAMS, message: `at most ${MAX_GAS} gas` }

function admitFees(params: readonly unknown[]): AdmittedCall | Refusal {
  const isFit = params.length < 3 || z.safeParse(feeParams, params).success
  return isFit
    ? { method: 'eth_feeHistory', params, gas: SEARCH_GAS }
    : { code: INVALID_PARAMS, message: `at most ${MAX_PERCENTILES} percentiles` }
}

function admitLogs(params: readonly unknown[], { head }: AskedChain): AdmittedCall | Refusal {
  const parsed = z.safeParse(logsParams, params)
  if (!parsed.success) return { code: INVALID_PARAMS, message: 'a filter is expected' }
  const [{ fromBlock, toBlock, blockHash }] = parsed.data
  const isTooWide = blockHash === undefined && numberOf(toBlock, head) - numberOf(fromBlock, head) > MAX_LOG_BLOCKS
  return isTooWide
    ? { code: INVALID_PARAMS, message: `at most ${MAX_LOG_BLOCKS} blocks` }
    : { method: 'eth_getLogs', params, gas: SEARCH_GAS }
}

/** All block tags but one mean the newest block or one near it; so does a missing one. */
function numberOf(block: string | undefined, head: number): bigint {
  if (block === 'earliest') return 0n
  return block !== undefined && quantity.safeParse(block).success ? BigInt(block) : BigInt(head)
}

/** Rejects transactions without a chain id, which would be valid on every chain, and those of other chains. */
function admitTransaction(params: readonly unknown[], { chainId }: AskedChain): AdmittedCall | Refusal {
  const parsed = z.safeParse(sendParams, params)
  if (!parsed.success) return { code: INVALID_PARAMS, message: 'a signed transaction is expected' }
  const [signed] = parsed.data
  try {
    const { chainId: named, gas = 0n } = parseTransaction(hexOf(signed))
    if (named !== chainId) return otherChain(named, chainId)
    return gas > MAX_GAS ? { ...TOO_MUCH_GAS, code: TRANSACTION_REJECTED } : { method: SEND, params: [signed], gas: Number(gas) }
  } catch {
    return { code: INVALID_PARAMS, message: 'this is not a signed transaction' }
  }
}

const otherChain = (named: number | undefined, chainId: number): Refusal => ({
  code: TRANSACTION_REJECTED,
  message: `this transaction is for ${named === undefined ? 'any chain' : `chain ${named}`}: only those for chain ${chainId} are taken`,
})
