import { mkdtempSync, rmSync } from 'node:fs'
import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { encodeFunctionData, type Hex } from 'viem'
import { type AnvilProcess, startAnvil } from '../src/ops/chain-node/anvil-process.ts'
import { seedChain } from '../src/ops/chain-node/deploy-contracts.ts'
import { impersonateOwner, sendAsOwner } from '../src/ops/chain-node/local-owner.ts'
import { latestBlock } from '../src/ops/chain-node/node-requests.ts'
import type { Deployment } from '../src/ops/chain-node/state-file.ts'

export const ADA = '0x00000000000000000000000000000000000ada00'
export const BOB = '0x00000000000000000000000000000000000b0b00'

export type ChainStage = {
  readonly node: AnvilProcess
  readonly deployment: Deployment
  readonly head: () => Promise<number>
  readonly mine: (blocks?: number) => Promise<void>
  /** Sends a transaction from an account without its key. @returns its block */
  readonly sendAs: (from: string, to: string, data: Hex) => Promise<number>
  readonly pay: (to: string, amount: bigint) => Promise<number>
  /** Funds an account and stakes the same amount. */
  readonly stake: (account: string, amount: bigint) => Promise<number>
  /** Replaces the newest `depth` blocks by empty ones. */
  readonly fork: (depth: number) => Promise<void>
  readonly close: () => Promise<void>
}

export async function chainStage(chainId = 31_337): Promise<ChainStage> {
  const folder = mkdtempSync('/tmp/aerie-stage-')
  const node = await startAnvil({ folder, chainId })
  await impersonateOwner(node.request)
  const deployment = await seedChain(node.request)
  const { token, staking } = deployment.contracts
  const sendAs = async (from: string, to: string, data: Hex): Promise<number> => {
    await node.request('anvil_impersonateAccount', [from])
    await node.request('anvil_setBalance', [from, '0x56bc75e2d63100000'])
    const mined = (await node.request('eth_sendTransactionSync', [{ from, to, data, gas: '0x100000' }])) as {
      blockNumber: string
      status: string
    }
    if (mined.status !== '0x1') throw new Error('reverted')
    return Number(mined.blockNumber)
  }
  const pay = async (to: string, amount: bigint): Promise<number> => {
    const data = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'transfer', args: [to as Hex, amount] })
    return (await sendAsOwner(node.request, { to: token, data })).blockNumber
  }
  return {
    node,
    deployment,
    head: async () => (await latestBlock(node.request)).number,
    mine: async (blocks = 1) => void (await node.request('anvil_mine', [`0x${blocks.toString(16)}`])),
    sendAs,
    pay,
    stake: async (account, amount) => {
      await pay(account, amount)
      await sendAs(account, token, encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [staking, amount] }))
      return sendAs(account, staking, encodeFunctionData({ abi: aerieStakingAbi, functionName: 'stake', args: [amount] }))
    },
    fork: async (depth) => void (await node.request('anvil_reorg', [depth, []])),
    close: async () => {
      await node.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
