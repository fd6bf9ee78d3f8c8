import { setTimeout as sleep } from 'node:timers/promises'
import type { RpcAnswer } from '../../../ops/chain-node/anvil-process.ts'
import type { LocalChain } from '../../../ops/chain-node/local-chain.ts'
import { type ExecutionQueue, NotRun, type Requester } from './execution-queue.ts'
import { type AdmittedCall, admitCall, type RpcCall, SEND } from './rpc-methods.ts'

type Node = Pick<LocalChain, 'read' | 'ask' | 'flush' | 'noteUse' | 'durableBlock'>
type Deps = { readonly node: Node; readonly chainId: number; readonly executions: ExecutionQueue }

const LIMIT_EXCEEDED = -32_005

/** Calls that indicate active use; a wallet polling for blocks does not keep the chain mining. */
const USES = new Set(['eth_call', 'eth_estimateGas', SEND])
const MINED_POLL_MS = 10
const MINED_POLLS = 50

/** Responses reflect durable state only; a transaction is mined and on disk before its hash is returned. @throws ChainTrouble */
export const rpcGate =
  ({ node, chainId, executions }: Deps) =>
  async (call: RpcCall, asker: Requester): Promise<RpcAnswer> => {
    const admitted = admitCall(call, { chainId, head: node.durableBlock })
    if ('code' in admitted) return { error: admitted }
    if (USES.has(admitted.method)) node.noteUse()
    if (admitted.gas === 0) return await perform(node, admitted)
    return await executions.run(asker, admitted.gas, () => perform(node, admitted)).catch(refusalOf)
  }

async function perform(node: Node, { method, params }: AdmittedCall): Promise<RpcAnswer> {
  if (method !== SEND) return node.read(method, params)
  const answer = await node.ask(SEND, params)
  if (answer.error === undefined) await untilMined(node, answer.result)
  await node.flush()
  return answer
}

function refusalOf(error: unknown): RpcAnswer {
  if (error instanceof NotRun) return { error: { code: LIMIT_EXCEEDED, message: error.message } }
  throw error
}

/** Mined within milliseconds, unless a preceding nonce is missing. */
async function untilMined(node: Node, hash: unknown): Promise<void> {
  for (let poll = 0; poll < MINED_POLLS; poll += 1) {
    const { result } = await node.ask('eth_getTransactionReceipt', [hash])
    if (result !== null && result !== undefined) return
    await sleep(MINED_POLL_MS)
  }
}
