import { inspect } from 'node:util'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import { epochMs, systemClock } from '@aerie/core/time'
import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADA, BOB, type ChainStage, chainStage } from '../../../../test/chain-stage.ts'
import { type NodeProxy, nodeProxy, type SeenCall } from '../../../../test/node-proxy.ts'
import { type Config, parseConfig } from '../../../config.ts'
import { sendAsOwner } from '../../../ops/chain-node/local-owner.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { chainReaders, remoteHost } from './chain-module.ts'

const GOLD = 10_000n * 10n ** 18n

let stage: ChainStage
let first: NodeProxy
let second: NodeProxy
beforeAll(async () => {
  stage = await chainStage(8_453)
})
afterAll(() => stage.close())
beforeEach(async () => {
  ;[first, second] = await Promise.all([nodeProxy(stage.node), nodeProxy(stage.node)])
})
afterEach(async () => {
  await Promise.all([first.close(), second.close()])
})

function configOf(env: Record<string, string> = {}): Config {
  const { token, utils, staking, vesting, subscriptions, usdc } = stage.deployment.contracts
  return parseConfig({
    CHAIN_RPC_URL: `${first.url}, ${second.url}`,
    TOKEN_ADDRESS: token,
    UTILS_ADDRESS: utils,
    STAKING_ADDRESS: staking,
    VESTING_ADDRESS: vesting,
    SUBSCRIPTIONS_ADDRESS: subscriptions,
    USDC_ADDRESS: usdc,
    ...env,
  })
}

function hostWith(env: Record<string, string> = {}) {
  const lines: string[] = []
  const time: { ms: number } = { ms: systemClock.now() }
  const config = configOf(env)
  const clock = { now: () => epochMs(time.ms) }
  const host = remoteHost({ config, urls: config.CHAIN_RPC_URL ?? [], clock, print: (line) => void lines.push(line) })
  return { host, readers: chainReaders(host), lines, time }
}
const methods = ({ seen }: NodeProxy) => seen.map(({ method }) => method)
const keyedUrl = () => `${first.url}/v2/hunter2?key=hunter3`
/** Except the chain id, which is read before anything else. */
const refusesAll = ({ method }: SeenCall) =>
  method === 'eth_chainId' ? undefined : { error: { code: -32_000, message: `over your limit, see ${keyedUrl()}` } }
const METHOD_NOT_FOUND = { error: { code: -32_601, message: 'Method not found' } }
const balances = (amount: bigint | null) => ({
  result: {
    address: ADA,
    tokenBalances: [
      {
        contractAddress: stage.deployment.contracts.token,
        tokenBalance: amount === null ? null : `0x${amount.toString(16).padStart(64, '0')}`,
      },
    ],
  },
})

describe('several nodes', () => {
  it('fail over when one is down, report it once, and use it again after its back-off', async () => {
    const { host, lines, time } = hostWith()
    first.status = 503
    for (let round = 0; round < 5; round += 1) expect(await host.client.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(0n)
    expect(first.seen).toEqual([])
    expect(lines).toEqual([`the chain's node at ${new URL(first.url).host} does not answer`])
    first.status = 200
    time.ms += 61_000
    second.seen.length = 0
    await host.client.getBlockNumber({ cacheTime: 0 })
    expect(methods(first)).toEqual(['eth_chainId', 'eth_blockNumber'])
    expect(second.seen).toEqual([])
  })

  it('are not used when they belong to another chain', async () => {
    first.answer = ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined)
    const { host, lines } = hostWith()
    await host.client.getBlockNumber()
    expect(methods(first)).toEqual(['eth_chainId'])
    expect(methods(second)).toContain('eth_blockNumber')
    expect(lines[0]).toContain('is of chain 1 and not 8453')
  })

  it('report an outage with a message and Retry-After when none answers', async () => {
    const { readers } = hostWith()
    first.status = 500
    second.status = 429
    const fault = await readers.pool().catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(AppError)
    expect(fault).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
  })

  it.each([
    ['is not there', () => 'http://127.0.0.1:1/v2/hunter2', {}],
    ['fails', () => keyedUrl(), { status: 500 }],
    ['does not know the key', () => keyedUrl(), { status: 401 }],
    ['refuses the call', () => keyedUrl(), { answer: refusesAll }],
  ])('keep keys in URLs out of the log when the node %s', async (_what, urlOf, trouble) => {
    Object.assign(first, trouble)
    const { readers, lines } = hostWith({ CHAIN_RPC_URL: urlOf() })
    const fault = await readers.pool().catch((error: unknown) => error)
    expect(fault).toMatchObject({ code: 'unavailable' })
    expect(inspect([fault, lines], { depth: 9, showHidden: true })).not.toMatch(/hunter/)
  })
})

describe('the balance of the product token', () => {
  it('comes from the token query when a node supports it', async () => {
    first.answer = ({ method }) => (method === 'alchemy_getTokenBalances' ? balances(123n) : undefined)
    expect(await hostWith().readers.balance(ADA)).toEqual({ amount: 123n, isKnown: true, source: 'alchemy' })
    expect(first.seen.find(({ method }) => method === 'alchemy_getTokenBalances')?.params).toEqual([
      ADA,
      [stage.deployment.contracts.token],
    ])
  })

  it.each([
    ['does not know the query', METHOD_NOT_FOUND],
    ['refuses it in words of its own', { error: { code: -1, message: 'this request method is not supported' } }],
  ])(
    'comes from the token contract when no node answers the query: one that %s is not queried again for a while',
    async (_what, refusal) => {
      for (const proxy of [first, second]) proxy.answer = ({ method }) => (method === 'alchemy_getTokenBalances' ? refusal : undefined)
      const { readers, time } = hostWith()
      await stage.pay(BOB, 5n)
      const { unstaked } = await readers.tier(BOB)
      expect(await readers.balance(BOB)).toEqual({ amount: unstaked, isKnown: true, source: 'balanceOf' })
      expect(unstaked).toBeGreaterThanOrEqual(5n)
      await readers.balance(BOB)
      expect(methods(first).filter((method) => method === 'alchemy_getTokenBalances')).toHaveLength(1)
      time.ms += 3_600_001
      await readers.balance(BOB)
      expect(methods(first).filter((method) => method === 'alchemy_getTokenBalances')).toHaveLength(2)
    },
  )

  it.each([
    ['no figure', () => balances(null)],
    ['nothing', () => ({ result: null })],
    ['another token', () => ({ result: { tokenBalances: [{ contractAddress: ADA, tokenBalance: '0x7' }] } })],
  ])('rejects an answer with %s', async (_what, answer) => {
    for (const proxy of [first, second]) proxy.answer = ({ method }) => (method === 'alchemy_getTokenBalances' ? answer() : undefined)
    expect(await hostWith().readers.balance(ADA)).toMatchObject({ source: 'balanceOf', isKnown: true })
  })

  it('is 0 and unknown, instead of an error, when nothing answers', async () => {
    first.status = 500
    second.status = 500
    expect(await hostWith().readers.balance(ADA)).toEqual({ amount: 0n, isKnown: false, source: 'none' })
  })
})

describe('readings', () => {
  const CYD = '0x0000000000000000000000000000000000000c1d'

  it('include the tier exactly at its boundary, from the balance and the vested amount', async () => {
    const { readers } = hostWith()
    const { token, vesting } = stage.deployment.contracts
    await stage.pay(CYD, GOLD - 11n)
    const approve = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [vesting, 10n] })
    await sendAsOwner(stage.node.request, { to: token, data: approve })
    const grant = encodeFunctionData({
      abi: aerieVestingAbi,
      functionName: 'grant',
      args: [CYD, 10n, 1_700_000_000n, 0n, 86_400n * 2_000n],
    })
    await sendAsOwner(stage.node.request, { to: vesting, data: grant })
    const below = await readers.tier(CYD)
    expect(below).toMatchObject({ tier: 'None', unstaked: GOLD - 11n, vested: 10n, staked: 0n, total: GOLD - 1n })
    const block = await stage.pay(CYD, 1n)
    expect(await readers.tier(CYD)).toMatchObject({ tier: 'Gold', total: GOLD, at: { number: BigInt(block) } })
  })

  it('include a position with its tickets, the pool and the plans, each at one block', async () => {
    const { readers } = hostWith()
    await stage.stake(ADA, 30n)
    expect(await readers.position(ADA)).toMatchObject({ staked: 30n, cooling: 0n, tickets: [], at: { number: BigInt(await stage.head()) } })
    expect(await readers.pool()).toMatchObject({ totalStaked: 30n, unbondingSeconds: 120n, isDepositPaused: false, epoch: { id: 1n } })
    expect((await readers.plans()).plans).toEqual([
      { name: 'claw', monthlyPrice: 19_000_000n, isOffered: true },
      { name: 'IPC', monthlyPrice: 49_000_000n, isOffered: true },
    ])
    expect((await readers.paidUntil(ADA)).paidUntil).toEqual({ claw: 0n, IPC: 0n })
  })
})

describe('the first block to read', () => {
  const never = async () => false

  it('is the block of the first contract, found by binary search', async () => {
    // The test node keeps the state of its newest 64 blocks only; the stage has fewer.
    expect((await hostWith().host.origin(never)).fromBlock).toBe(stage.deployment.block)
  })

  it('is the configured one, without querying', async () => {
    const { host } = hostWith({ CHAIN_FROM_BLOCK: '4' })
    expect((await host.origin(never)).fromBlock).toBe(4)
    expect(first.seen).toEqual([])
  })

  it('must be configured when no node keeps old state', async () => {
    for (const proxy of [first, second])
      proxy.answer = ({ method, params }) =>
        method === 'eth_getCode' && params[1] !== `0x${BigInt(head).toString(16)}`
          ? { error: { code: -32_000, message: 'missing trie node' } }
          : undefined
    const head = await stage.head()
    await expect(hostWith().host.origin(never)).rejects.toThrow('set CHAIN_FROM_BLOCK')
  })
})

it('receives contract events at once from a node that pushes them, and uses the same connection for requests', async () => {
  const { host } = hostWith({ CHAIN_RPC_URL: stage.node.url.replace('http', 'ws') })
  const news: true[] = []
  await host.start({ onNews: () => void news.push(true), onHealth: () => undefined })
  try {
    expect(await host.client.getChainId()).toBe(8_453)
    await expect
      .poll(
        async () => {
          await stage.pay(BOB, 1n)
          return news.length
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0)
  } finally {
    await host.stop()
  }
})

it('treats nothing as safe at a node without that tag, and follows the tag at others', async () => {
  const { host } = hostWith()
  for (const proxy of [first, second])
    proxy.answer = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'safe' ? { error: { code: -32_602, message: 'unknown tag' } } : undefined
  expect(await host.safeBlock()).toBeUndefined()
  for (const proxy of [first, second]) proxy.answer = () => undefined
  expect(await host.safeBlock()).toBe(0)
})

it('rejects on a chain with id 8453 what was signed for the local one', async () => {
  const { privateKeyToAccount } = await import('viem/accounts')
  const account = privateKeyToAccount(`0x${'77'.repeat(32)}`)
  await stage.node.request('anvil_setBalance', [account.address, '0x56bc75e2d63100000'])
  const fields = {
    type: 'eip1559',
    nonce: 0,
    gas: 21_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
    to: BOB,
    value: 1n,
  } as const
  const send = async (chainId: number): Promise<Hex> =>
    hostWith().host.client.request({ method: 'eth_sendRawTransaction', params: [await account.signTransaction({ ...fields, chainId })] })
  await expect(send(31_337)).rejects.toThrow(/invalid chain id/)
  expect(await send(8_453)).toMatch(/^0x/)
})
