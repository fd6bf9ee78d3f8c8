import { setTimeout as sleep } from 'node:timers/promises'
import type { RpcAnswer } from '../../chain-node/anvil-process.ts'
import type { LocalChain } from '../../chain-node/local-chain.ts'
import { type AdmittedCall, admitCall, SEND } from './rpc-methods.ts'

type Node = Pick<LocalChain, 'read' | 'ask' | 'flush' | 'noteUse'>

/** Calls that show that somebody works with the chain; a wallet that only polls for blocks does not keep it ticking. */
const USES = new Set(['eth_call', 'eth_estimateGas', SEND])
const MINED_POLL_MS = 10
const MINED_POLLS = 50

/**
 * The one way from outside to the local chain. Nothing is answered that a crash could take back, and a transaction that
 * was accepted is on the disk, mined, before its hash is given: what a wallet shows as sent is not lost.
 *
 * @throws ChainTrouble, or viem's HttpRequestError, while the chain is not up
 */
export const rpcGate =
  (node: Node, chainId: number) =>
  async (call: AdmittedCall): Promise<RpcAnswer> => {
    const admitted = admitCall(call, chainId)
    if ('code' in admitted) return { error: admitted }
    if (USES.has(admitted.method)) node.noteUse()
    if (admitted.method !== SEND) return node.read(admitted.method, admitted.params)
    const answer = await node.ask(SEND, admitted.params)
    if (answer.error === undefined) await untilMined(node, answer.result)
    await node.flush()
    return answer
  }

/** Mined within milliseconds, but for one whose predecessor has not come yet. */
async function untilMined(node: Node, hash: unknown): Promise<void> {
  for (let poll = 0; poll < MINED_POLLS; poll += 1) {
    const { result } = await node.ask('eth_getTransactionReceipt', [hash])
    if (result !== null && result !== undefined) return
    await sleep(MINED_POLL_MS)
  }
}
