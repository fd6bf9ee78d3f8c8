import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { itemAt } from '@aerie/core/item-at'
import { systemClock } from '@aerie/core/time'
import { encodeFunctionData } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ADA, BOB, type ChainStage, chainStage } from '../../../../test/chain-stage.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { type NodeProxy, nodeProxy } from '../../../../test/node-proxy.ts'
import { chainClient, remoteTransport } from '../chain/chain-client.ts'
import { chainOf } from '../chain/chain-host.ts'
import { type ChainChange, ChainIndexer } from './chain-indexer.ts'
import { chainHistory, streamRepository } from './event-repository.ts'

let stage: ChainStage
let proxy: NodeProxy
let database: TestDatabase
beforeEach(async () => {
  ;[stage, database] = await Promise.all([chainStage(), testDatabase()])
  proxy = await nodeProxy(stage.node)
})
afterEach(async () => {
  await proxy.close()
  await Promise.all([stage.close(), database.close()])
})

const RANGE_REFUSED = { error: { code: -32_600, message: 'eth_getLogs requests with up to a 10 block range are allowed' } }
const TOKEN = 10n ** 18n

type Setting = { linked?: string[]; largestRange?: number; isSteady?: boolean }
async function indexerWith({ linked = [ADA], largestRange, isSteady = false }: Setting = {}) {
  const stream = await streamRepository(database.db).openStream('test', stage.deployment.block)
  const changes: ChainChange[] = []
  let safe: number | undefined = -1
  const indexer = new ChainIndexer({
    db: database.db,
    client: chainClient(chainOf({}), remoteTransport([proxy.url], { chainId: 31_337, clock: systemClock, print: () => undefined })),
    clock: systemClock,
    stream,
    contracts: stage.deployment.contracts,
    safeBlock: async () => safe,
    isSteady,
    linkedAmong: async (accounts) => new Set(accounts.filter((account) => linked.includes(account))),
    onChange: (some) => void changes.push(...some),
    ...(largestRange !== undefined && { largestRange }),
  })
  const history = chainHistory(database.db, () => stream.id)
  const stakes = async () =>
    (await history.all({ contract: 'staking', names: ['Staked'] })).map(({ args, isSettled }) => [args.amount, isSettled])
  return { indexer, changes, history, stakes, setSafe: (block: number | undefined) => (safe = block) }
}
const lagAt = (head: number) => {
  proxy.answer = ({ method, params }) =>
    method === 'eth_getBlockByNumber' && params[0] === 'latest' ? stage.node.ask(method, [`0x${head.toString(16)}`, false]) : undefined
}
const logCalls = () => proxy.seen.filter(({ method }) => method === 'eth_getLogs')
const spanOf = ({ params }: { params: readonly unknown[] }): number => {
  const { fromBlock, toBlock } = z.parse(z.object({ fromBlock: z.string(), toBlock: z.string() }), params[0])
  return Number(toBlock) - Number(fromBlock) + 1
}

it('reads all contract events since deployment, with amounts, accounts and times', async () => {
  const { indexer, history } = await indexerWith()
  const block = await stage.stake(ADA, 5n * TOKEN)
  await indexer.look()
  const [epoch] = await history.all({ contract: 'staking', names: ['EpochFunded'] })
  expect(epoch).toMatchObject({ args: { epochId: '1', amount: String(2_000_000n * TOKEN) } })
  const { events, total } = await history.page({ contract: 'staking', names: ['Staked'], accounts: [ADA] }, { limit: 10, offset: 0 })
  expect(total).toBe(1)
  expect(events[0]).toMatchObject({
    block,
    name: 'Staked',
    accounts: [ADA],
    args: { account: ADA, amount: String(5n * TOKEN) },
    isSettled: false,
  })
  expect(Math.abs(itemAt(events, 0).at.getTime() - Date.now())).toBeLessThan(60_000)
  expect(await history.all({ contract: 'subscriptions', names: ['PlanSet'] })).toHaveLength(2)
})

it('resumes where an earlier run ended, and duplicates nothing when two read at once', async () => {
  await stage.stake(ADA, TOKEN)
  const first = await indexerWith()
  await first.indexer.look()
  const [again, beside] = [await indexerWith(), await indexerWith()]
  proxy.seen.length = 0
  await again.indexer.look()
  expect(logCalls()).toHaveLength(0)
  await stage.stake(ADA, 2n * TOKEN)
  await Promise.all([again.indexer.look(), beside.indexer.look()])
  expect(await again.stakes()).toEqual([
    [String(TOKEN), false],
    [String(2n * TOKEN), false],
  ])
})

it('counts an event only once its block is safe, and reports both', async () => {
  const { indexer, changes, stakes, setSafe } = await indexerWith()
  const block = await stage.stake(ADA, TOKEN)
  await indexer.look()
  expect(changes).toContainEqual({ account: ADA, block, kind: 'seen' })
  expect(changes.some(({ kind }) => kind === 'settled')).toBe(false)
  setSafe(block)
  await indexer.look()
  expect(changes.at(-1)).toEqual({ account: ADA, block, kind: 'settled' })
  expect(await stakes()).toEqual([[String(TOKEN), true]])
  expect(indexer.heights).toEqual({ seen: block, settled: block })
})

it('treats nothing as final while the node reports no safe block', async () => {
  const { indexer, stakes, setSafe } = await indexerWith()
  setSafe(undefined)
  await stage.stake(ADA, TOKEN)
  await indexer.look()
  expect(await stakes()).toEqual([[String(TOKEN), false]])
})

it('undoes events removed by a fork, and reads their replacements', async () => {
  const { indexer, changes, stakes, setSafe } = await indexerWith()
  setSafe(await stage.head())
  await stage.stake(ADA, TOKEN)
  await indexer.look()
  expect(await stakes()).toHaveLength(1)
  await stage.fork(1)
  await stage.mine()
  await indexer.look()
  expect(await stakes()).toEqual([])
  expect(changes).toContainEqual({ account: ADA, block: expect.any(Number), kind: 'undone' })
  await stage.stake(BOB, 3n * TOKEN)
  await indexer.look()
  expect(await stakes()).toEqual([[String(3n * TOKEN), false]])
})

it('finds the common ancestor of a fork even below the final block', async () => {
  const { indexer, changes, stakes, setSafe } = await indexerWith()
  await stage.stake(BOB, 7n * TOKEN)
  setSafe(await stage.head())
  await indexer.look()
  await stage.stake(ADA, TOKEN)
  await stage.mine(3)
  setSafe(await stage.head())
  await indexer.look()
  expect(await stakes()).toHaveLength(2)
  await stage.fork(5)
  await stage.mine(2)
  setSafe(await stage.head())
  await indexer.look()
  expect(await stakes()).toEqual([[String(7n * TOKEN), true]])
  expect(changes.filter(({ kind }) => kind === 'undone')).toContainEqual({ account: ADA, block: expect.any(Number), kind: 'undone' })
})

it('does not mistake a lagging node for a fork, even below the final block, and resumes once it has caught up', async () => {
  const { indexer, changes, stakes, setSafe } = await indexerWith()
  const early = await stage.stake(ADA, TOKEN)
  setSafe(early)
  await indexer.look()
  const final = await stage.stake(ADA, 2n * TOKEN)
  setSafe(final)
  await indexer.look()
  const newest = await stage.stake(ADA, 3n * TOKEN)
  await indexer.look()
  const countBefore = changes.length
  const read = await stakes()
  for (const head of [newest - 1, final, final - 1, early]) {
    lagAt(head)
    await indexer.look()
    expect([indexer.heights, await stakes(), changes.slice(countBefore)]).toEqual([{ seen: newest, settled: final }, read, []])
  }
  proxy.answer = () => undefined
  const next = await stage.stake(ADA, 4n * TOKEN)
  await indexer.look()
  expect(changes.slice(countBefore).filter(({ account }) => account === ADA)).toEqual([{ account: ADA, block: next, kind: 'seen' }])
  expect(await stakes()).toEqual([...read, [String(4n * TOKEN), false]])
})

it('does not mistake a lagging node for a fork when nothing was ever final', async () => {
  const { indexer, changes, stakes, setSafe } = await indexerWith()
  setSafe(undefined)
  const block = await stage.stake(ADA, TOKEN)
  await indexer.look()
  lagAt(block - 1)
  await indexer.look()
  expect(await stakes()).toHaveLength(1)
  expect(changes.some(({ kind }) => kind === 'undone')).toBe(false)
})

it('undoes events removed by a shorter fork, above the last shared hash, once it outgrows the read blocks', async () => {
  const { indexer, stakes, setSafe } = await indexerWith()
  setSafe(await stage.head())
  await indexer.look()
  setSafe(await stage.stake(ADA, TOKEN))
  await indexer.look()
  const head = await stage.stake(ADA, 2n * TOKEN)
  await indexer.look()
  await stage.fork(2)
  lagAt(head - 1)
  await indexer.look()
  expect(await stakes()).toHaveLength(2)
  proxy.answer = () => undefined
  await stage.mine()
  await indexer.look()
  expect(await stakes()).toEqual([[String(TOKEN), true]])
  // Forks back past a block whose hash was known, which node lag cannot explain.
  await stage.fork((await stage.head()) - head + 4)
  lagAt(head - 2)
  await indexer.look()
  expect(await stakes()).toEqual([])
})

it('treats blocks above the head of a single-node chain as removed', async () => {
  const { indexer, stakes, setSafe } = await indexerWith({ isSteady: true })
  setSafe(await stage.head())
  await indexer.look()
  const block = await stage.stake(ADA, TOKEN)
  setSafe(block)
  await indexer.look()
  lagAt(block - 1)
  await indexer.look()
  expect(await stakes()).toEqual([])
})

it('finds everything at a node limited to ten blocks a call, and adapts to its limit', async () => {
  proxy.answer = (call) => (call.method === 'eth_getLogs' && spanOf(call) > 10 ? RANGE_REFUSED : undefined)
  const { indexer, stakes } = await indexerWith()
  for (let round = 1n; round <= 4n; round += 1n) {
    await stage.stake(ADA, round * TOKEN)
    await stage.mine(60)
  }
  await indexer.look()
  expect((await stakes()).map(([amount]) => amount)).toEqual([1n, 2n, 3n, 4n].map((round) => String(round * TOKEN)))
  const refused = logCalls().filter((call) => spanOf(call) > 10)
  expect(refused.length).toBeLessThan(15)
  expect(logCalls().length - refused.length).toBeLessThan(40)
})

it('requests ranges instead of single blocks', async () => {
  const { indexer } = await indexerWith()
  await stage.mine(600)
  proxy.seen.length = 0
  await indexer.look()
  expect(logCalls()).toHaveLength(1)
  expect(proxy.seen.length).toBeLessThan(10)
})

it('stores transfers of linked wallets only', async () => {
  const { indexer, history } = await indexerWith({ linked: [ADA] })
  await stage.pay(ADA, 11n)
  await stage.pay(BOB, 12n)
  await indexer.look()
  const transfers = await history.all({ contract: 'token', names: ['Transfer'] })
  expect(transfers.map(({ args }) => args.value)).toEqual(['11'])
})

it('repairs in the final read what a lagging node had omitted', async () => {
  const { indexer, stakes, setSafe } = await indexerWith()
  const block = await stage.stake(ADA, TOKEN)
  proxy.answer = ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined)
  await indexer.look()
  expect(await stakes()).toEqual([])
  proxy.answer = () => undefined
  setSafe(block)
  await indexer.look()
  expect(await stakes()).toEqual([[String(TOKEN), true]])
})

it('discards logs when the chain changed while they were read', async () => {
  const { indexer, stakes } = await indexerWith()
  await indexer.look()
  await stage.stake(ADA, TOKEN)
  const head = await stage.head()
  let reads = 0
  proxy.answer = async ({ method, params }) => {
    const answer = await stage.node.ask(method, params)
    if (method === 'eth_getLogs' && reads++ === 0) {
      await stage.fork(1)
      if ((await stage.head()) < head) await stage.mine()
    }
    return answer
  }
  await indexer.look()
  expect(await stakes()).toEqual([])
  proxy.answer = () => undefined
  await indexer.look()
  expect(await stakes()).toEqual([])
  expect(indexer.heights.seen).toBe(await stage.head())
})

it('fails while the node is unreachable, keeps its data, and continues afterwards', async () => {
  const { indexer, stakes } = await indexerWith()
  await stage.stake(ADA, TOKEN)
  await indexer.look()
  const block = await stage.stake(ADA, 2n * TOKEN)
  proxy.status = 503
  await expect(indexer.look()).rejects.toThrow(/HTTP request failed|rests/)
  expect(await stakes()).toHaveLength(1)
  proxy.status = 200
  await expect
    .poll(() =>
      indexer.look().then(
        () => indexer.heights.seen,
        () => -1,
      ),
    )
    .toBe(block)
  expect(await stakes()).toHaveLength(2)
})

it('reads unstaking, withdrawal and claims as they happen', async () => {
  const { indexer, history } = await indexerWith()
  const { staking } = stage.deployment.contracts
  await stage.stake(ADA, 4n * TOKEN)
  await stage.sendAs(ADA, staking, encodeFunctionData({ abi: aerieStakingAbi, functionName: 'requestUnstake', args: [TOKEN] }))
  await stage.node.request('evm_increaseTime', [121])
  await stage.sendAs(ADA, staking, encodeFunctionData({ abi: aerieStakingAbi, functionName: 'withdraw', args: [0n] }))
  await stage.sendAs(ADA, staking, encodeFunctionData({ abi: aerieStakingAbi, functionName: 'claim' }))
  await indexer.look()
  const names = ['Staked', 'UnstakeRequested', 'Withdrawn', 'RewardClaimed']
  const events = await history.all({ contract: 'staking', names, accounts: [ADA] })
  expect(events.map(({ name }) => name)).toEqual(names)
  expect(events[1]?.args).toMatchObject({ ticketId: '0', amount: String(TOKEN), readyAt: expect.stringMatching(/^\d+$/) })
})
