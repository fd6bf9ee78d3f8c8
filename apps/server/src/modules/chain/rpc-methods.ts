import { parseTransaction } from 'viem'
import * as z from 'zod/mini'

/** What may be asked of the local chain from outside. Whatever is not here does not exist: no `anvil_`, `evm_`, `debug_` or accounts. */
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
/** A block's own limit; a larger call could keep the node busy for as long as it liked. */
const MAX_GAS = 30_000_000n
const MAX_LOG_BLOCKS = 10_000n

type Refusal = { readonly code: number; readonly message: string }
export type AdmittedCall = { readonly method: string; readonly params: readonly unknown[] }

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const callParams = z.tuple([z.looseObject({ gas: z.optional(quantity) })], z.unknown())
const logsParams = z.tuple([z.looseObject({ fromBlock: z.optional(z.string()), toBlock: z.optional(z.string()) })])
const sendParams = z.tuple([z.string().check(z.regex(/^0x([0-9a-fA-F]{2})+$/))])

/** The call as it is passed on, or why it is not. */
export function admitCall({ method, params }: AdmittedCall, chainId: number): AdmittedCall | Refusal {
  if (method === SEND) return admitTransaction(params, chainId)
  if (!READS.has(method)) return { code: METHOD_NOT_FOUND, message: `the method ${method.slice(0, 60)} is not available here` }
  if (method === 'eth_call' || method === 'eth_estimateGas') return admitExecution(method, params)
  return method === 'eth_getLogs' ? admitLogs(params) : { method, params }
}

/** Run as of now and not as of the last block's time, which on a quiet chain may be long ago. State overrides are left out. */
function admitExecution(method: string, params: readonly unknown[]): AdmittedCall | Refusal {
  const parsed = z.safeParse(callParams, params)
  if (!parsed.success || params.length > 2) return { code: INVALID_PARAMS, message: 'a call object and a block are expected' }
  const [call, block = 'latest'] = parsed.data
  if (call.gas !== undefined && BigInt(call.gas) > MAX_GAS) return { code: INVALID_PARAMS, message: `at most ${MAX_GAS} gas` }
  return { method, params: [call, block === 'latest' ? 'pending' : block] }
}

function admitLogs(params: readonly unknown[]): AdmittedCall | Refusal {
  const parsed = z.safeParse(logsParams, params)
  if (!parsed.success) return { code: INVALID_PARAMS, message: 'a filter is expected' }
  const [{ fromBlock, toBlock }] = parsed.data
  const isTooWide = isNumber(fromBlock) && isNumber(toBlock) && BigInt(toBlock) - BigInt(fromBlock) > MAX_LOG_BLOCKS
  return isTooWide ? { code: INVALID_PARAMS, message: `at most ${MAX_LOG_BLOCKS} blocks` } : { method: 'eth_getLogs', params }
}

const isNumber = (block: string | undefined): block is string => quantity.safeParse(block).success

/** One that names no chain would be valid on every chain: it is refused, with those of other chains. */
function admitTransaction(params: readonly unknown[], chainId: number): AdmittedCall | Refusal {
  const parsed = z.safeParse(sendParams, params)
  if (!parsed.success) return { code: INVALID_PARAMS, message: 'a signed transaction is expected' }
  const [signed] = parsed.data
  try {
    const named = parseTransaction(signed as `0x${string}`).chainId // hex by the schema
    if (named === chainId) return { method: SEND, params: [signed] }
    return {
      code: TRANSACTION_REJECTED,
      message: `this transaction is for ${named === undefined ? 'any chain' : `chain ${named}`}: only those for chain ${chainId} are taken`,
    }
  } catch {
    // viem says in many ways that bytes are no transaction; the caller needs one.
    return { code: INVALID_PARAMS, message: 'this is not a signed transaction' }
  }
}
