import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import { releasableAt } from '@aerie/chain/rewards'
import { systemClock } from '@aerie/core/time'
import { encodeFunctionData, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADA, type ChainStage, chainStage } from '../../../../test/chain-stage.ts'
import { type NodeProxy, nodeProxy } from '../../../../test/node-proxy.ts'
import { parseConfig } from '../../../config.ts'
import { sendAsOwner } from '../../../ops/chain-node/local-owner.ts'
import { latestBlock } from '../../../ops/chain-node/node-requests.ts'
import { chainReaders, remoteHost } from '../chain/chain-module.ts'

const ONE = 10n ** 18n
const IDLE_SECONDS = 120

let stage: ChainStage
let proxy: NodeProxy
let host: ReturnType<typeof remoteHost>
beforeAll(async () => {
  stage = await chainStage(8_453)
  proxy = await nodeProxy(stage.node)
  const { token, utils, staking, vesting, subscriptions, usdc } = stage.deployment.contracts
  const config = parseConfig({
    CHAIN_RPC_URL: proxy.url,
    TOKEN_ADDRESS: token,
    UTILS_ADDRESS: utils,
    STAKING_ADDRESS: staking,
    VESTING_ADDRESS: vesting,
    SUBSCRIPTIONS_ADDRESS: subscriptions,
    USDC_ADDRESS: usdc,
  })
  host = remoteHost({ config, urls: config.CHAIN_RPC_URL ?? [], clock: systemClock, print: () => undefined })
  await stage.stake(ADA, 1_000n * ONE)
  await grant(1_000n * ONE)
})
afterAll(async () => {
  await proxy.close()
  await stage.close()
})

async function grant(amount: bigint): Promise<void> {
  const { token, vesting } = stage.deployment.contracts
  const start = BigInt((await latestBlock(stage.node.request)).timestamp)
  const approve = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [vesting, amount] })
  await sendAsOwner(stage.node.request, { to: token, data: approve })
  const args = [ADA, amount, start, 0n, 1_000_003n] as const
  await sendAsOwner(stage.node.request, { to: vesting, data: encodeFunctionData({ abi: aerieVestingAbi, functionName: 'grant', args }) })
}

const contract = () => ({ address: stage.deployment.contracts.staking, abi: aerieStakingAbi }) as const
/** Mines a block at that exact second, so that the contracts can be read at that time. */
async function mineAt(second: bigint): Promise<void> {
  await stage.node.request('evm_setNextBlockTimestamp', [toHex(second)])
  await stage.mine()
}

describe('a chain that has mined nothing for two minutes', () => {
  it('is read as of now: earnings, rate and end match the contract in a block of that second', async () => {
    await stage.node.request('evm_increaseTime', [IDLE_SECONDS])
    const readers = chainReaders(host)
    const position = await readers.position(ADA)
    expect(Number(position.second - position.at.timestamp)).toBeGreaterThanOrEqual(IDLE_SECONDS)
    await mineAt(position.second)
    expect(await host.client.readContract({ ...contract(), functionName: 'earned', args: [ADA] })).toBe(position.earned)
    expect(position.earned).toBeGreaterThan(0n)

    await stage.node.request('evm_increaseTime', [IDLE_SECONDS])
    const pool = await readers.pool()
    await mineAt(pool.second)
    const [, , end, rate, left] = await host.client.readContract({ ...contract(), functionName: 'epoch' })
    expect([pool.epoch.end, pool.rewardRate, pool.epoch.left]).toEqual([end, rate, left])
  })

  it('reports what can be released now, to the smallest unit', async () => {
    await stage.node.request('evm_increaseTime', [IDLE_SECONDS])
    const { grants, second } = await chainReaders(host).vesting(ADA)
    await mineAt(second)
    const { vesting } = stage.deployment.contracts
    const releasable = await host.client.readContract({
      address: vesting,
      abi: aerieVestingAbi,
      functionName: 'releasableOf',
      args: [ADA],
    })
    expect(grants.map((one) => releasableAt(one, second))).toEqual([releasable])
    expect(releasable).toBeGreaterThan(0n)
  })

  it('is read as of its newest block when a node has no pending one, as on Base', async () => {
    proxy.answer = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'pending' ? { error: { code: -32_602, message: 'unknown block' } } : undefined
    const position = await chainReaders(host).position(ADA)
    expect(position.second).toBe(position.at.timestamp)
    expect(position.earned).toBe(await host.client.readContract({ ...contract(), functionName: 'earned', args: [ADA] }))
    proxy.answer = () => undefined
  })
})

it('reads a bounded page of tickets in one call, however many there are', async () => {
  const request = encodeFunctionData({ abi: aerieStakingAbi, functionName: 'requestUnstake', args: [ONE] })
  for (let id = 0; id < 103; id += 1) await stage.sendAs(ADA, contract().address, request)
  proxy.seen.length = 0
  const first = await chainReaders(host).position(ADA)
  expect(proxy.seen.filter(({ method }) => method === 'eth_call')).toHaveLength(1)
  expect([first.ticketCount, first.tickets.length]).toEqual([103, 100])
  const second = await chainReaders(host).position(ADA, 2)
  expect(second.tickets.map(({ id }) => id)).toEqual([100n, 101n, 102n])
})
