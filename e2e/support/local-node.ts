import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import type { AerieServer } from './aerie-server.ts'
import { until } from './until.ts'

const STEWARDED = parseAbi(['function owner() view returns (address)', 'function pauseDeposits()', 'function resumeDeposits()'])
const GRANTING = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function grant(address beneficiary, uint256 amount, uint256 start, uint256 cliff, uint256 duration)',
])

/** Direct access to the local chain's node, bypassing the gate: for calls reserved to the machine's owner. */
export const localNode = (server: Pick<AerieServer, 'dataDir' | 'url'>) => {
  const ask = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const { port } = JSON.parse(readFileSync(join(server.dataDir, 'chain', 'node.json'), 'utf8')) as { port: number }
    const answer = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } }
    if (error) throw new Error(`the node refuses ${method}: ${error.message}`)
    return result
  }
  const contracts = async () =>
    ((await (await fetch(`${server.url}/api/v1/config`)).json()) as { data: { contracts: Record<string, `0x${string}`> } }).data.contracts

  const ownerOf = async (to: string | undefined) => {
    const owner = await ask('eth_call', [{ to, data: encodeFunctionData({ abi: STEWARDED, functionName: 'owner' }) }, 'latest'])
    return decodeAbiParameters([{ type: 'address' }], owner as `0x${string}`)[0]
  }
  const asOwner = async (contract: string, functionName: 'pauseDeposits' | 'resumeDeposits') => {
    const to = (await contracts())[contract]
    await ask('eth_sendTransaction', [{ from: await ownerOf(to), to, data: encodeFunctionData({ abi: STEWARDED, functionName }) }])
  }
  /** Grants treasury tokens that vest linearly over `duration`, from `ago` seconds ago. */
  const grant = async (beneficiary: `0x${string}`, amount: bigint, ago: number, duration: number) => {
    const { token = '0x', vesting = '0x' } = await contracts()
    const from = await ownerOf(vesting)
    const { timestamp } = (await ask('eth_getBlockByNumber', ['pending', false])) as { timestamp: string }
    const start = BigInt(timestamp) - BigInt(ago)
    const approve = encodeFunctionData({ abi: GRANTING, functionName: 'approve', args: [vesting, amount] })
    await ask('eth_sendTransactionSync', [{ from, to: token, data: approve }])
    const args = [beneficiary, amount, start, 0n, BigInt(duration)] as const
    await ask('eth_sendTransactionSync', [{ from, to: vesting, data: encodeFunctionData({ abi: GRANTING, functionName: 'grant', args }) }])
  }
  return {
    grant,
    isFurnished: () => until('the contracts on the local chain', async () => ((await contracts()).staking ? true : undefined), 60_000),
    passTime: async (seconds: number) => {
      await ask('evm_increaseTime', [seconds])
      await ask('evm_mine')
    },
    /** Transactions stay pending until `mine`; the server mines no blocks meanwhile. */
    holdBlocks: () => ask('evm_setAutomine', [false]),
    mine: async () => {
      await ask('evm_setAutomine', [true])
      await ask('evm_mine')
    },
    waiting: async (address: string) =>
      Number(await ask('eth_getTransactionCount', [address, 'pending'])) -
      Number(await ask('eth_getTransactionCount', [address, 'latest'])),
    pauseDeposits: (contract: 'staking' | 'subscriptions') => asOwner(contract, 'pauseDeposits'),
    resumeDeposits: (contract: 'staking' | 'subscriptions') => asOwner(contract, 'resumeDeposits'),
  }
}
