import { aerieSubscriptionsAbi } from '@aerie/chain/abi/aerie-subscriptions'
import { testUsdcAbi } from '@aerie/chain/abi/test-usdc'
import { SUBSCRIPTION_PLAN_IDS } from '@aerie/chain/membership'
import { SECOND_MS } from '@aerie/core/time'
import type { TierStatus } from '@aerie/wire/account/wallets'
import type { SubscriptionsStatus } from '@aerie/wire/staking'
import { encodeFunctionData, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { outcome } from '../../../../test/account-app.ts'
import { type ChainStage, chainStage } from '../../../../test/chain-stage.ts'
import { type HoldingsApp, holdingsApp } from '../../../../test/holdings-app.ts'
import { type NodeProxy, nodeProxy } from '../../../../test/node-proxy.ts'
import { sendAsOwner } from '../../../ops/chain-node/local-owner.ts'

const PATIENT = { timeout: 30_000 }
const by = privateKeyToAccount(`0x${'c1'.repeat(32)}`)

let stage: ChainStage
let node: NodeProxy
let t: HoldingsApp
let user: Awaited<ReturnType<HoldingsApp['newUser']>>
/** The block that the node reports as `safe`. */
let safe = 0
beforeAll(async () => {
  stage = await chainStage(8_453)
  node = await nodeProxy(stage.node)
  safe = await stage.head()
  node.answer = ({ method, params }) =>
    method === 'eth_getBlockByNumber' && params[0] === 'safe'
      ? stage.node.ask('eth_getBlockByNumber', [`0x${safe.toString(16)}`, false])
      : undefined
  const { token, utils, staking, vesting, subscriptions, usdc } = stage.deployment.contracts
  t = await holdingsApp({
    CHAIN_RPC_URL: node.url,
    TOKEN_ADDRESS: token,
    UTILS_ADDRESS: utils,
    STAKING_ADDRESS: staking,
    VESTING_ADDRESS: vesting,
    SUBSCRIPTIONS_ADDRESS: subscriptions,
    USDC_ADDRESS: usdc,
  })
  await t.chain.start()
  await vi.waitFor(() => expect(t.health.parts()[0]?.health).toBe('ok'), PATIENT)
  user = await t.newUser('ada@example.com')
  expect(outcome(await t.link(user.token, by))).toBe('200')
})
afterAll(async () => {
  await t.close()
  await node.close()
  await stage.close()
})

/** Advances the clock for each poll: reads per user are rate-limited, and the test clock does not run by itself. */
const own = async () => {
  t.clock.advance(SECOND_MS)
  const { data } = (await t.call('GET', '/subscriptions', user.token)).json<{ data: SubscriptionsStatus }>()
  return data.own.map(({ name, active, final }) => ({ name, active, final }))
}
const inRow = async () => (await t.module.administration.list())[0]?.user.subscription

async function pay(): Promise<void> {
  const { usdc, subscriptions } = stage.deployment.contracts
  const most = 10n ** 9n
  const mint = encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [by.address, most] })
  await sendAsOwner(stage.node.request, { to: usdc, data: mint })
  await stage.sendAs(by.address, usdc, encodeFunctionData({ abi: testUsdcAbi, functionName: 'approve', args: [subscriptions, most] }))
  const args = [SUBSCRIPTION_PLAN_IDS.IPC, 1n, most] as const
  await stage.sendAs(by.address, subscriptions, encodeFunctionData({ abi: aerieSubscriptionsAbi, functionName: 'subscribe', args }))
}

it('accepts a payment once its block is safe, and reverts it with the block, settled or not', async () => {
  await pay()
  await expect.poll(own, PATIENT).toEqual([{ name: 'IPC', active: false, final: false }])
  expect(await inRow()).toBe('claw')
  await stage.fork(2)
  await expect.poll(own, PATIENT).toEqual([])

  await pay()
  await expect.poll(own, PATIENT).toEqual([{ name: 'IPC', active: false, final: false }])
  expect(await inRow()).toBe('claw')
  safe = await stage.head()
  await stage.mine()
  await expect.poll(inRow, PATIENT).toBe('IPC')
  expect(await own()).toEqual([{ name: 'IPC', active: true, final: true }])

  safe -= 3
  await stage.fork(3)
  await expect.poll(inRow, PATIENT).toBe('claw')
  expect(await own()).toEqual([])
})

it('reads the balance from the token query of the node, and grants no tier where the balance is unknown', async () => {
  const balance = (hex: Hex) => ({ result: { tokenBalances: [{ contractAddress: stage.deployment.contracts.token, tokenBalance: hex }] } })
  let known: Hex | undefined = `0x${(10_000n * 10n ** 18n).toString(16)}`
  const before = node.answer
  node.answer = (call) => {
    const isBalanceOf = call.method === 'eth_call' && JSON.stringify(call.params).includes('0x70a08231')
    if (isBalanceOf && known === undefined) return { error: { code: -32_000, message: 'no' } }
    if (call.method !== 'alchemy_getTokenBalances') return before(call)
    return known === undefined ? { error: { code: -32_000, message: 'no' } } : balance(known)
  }
  const body = { email: 'ada@example.com', wallet_address: by.address }
  expect((await t.put({ path: '/updateUserByEmail', token: user.token, body })).json()).toMatchObject({ data: { gold_tier_holder: true } })
  known = undefined
  const tier = (await t.call('GET', '/tier', user.token)).json<{ data: TierStatus }>().data
  expect(tier).toMatchObject({ state: 'kept', gold: true, have: String(10_000n * 10n ** 18n) })
  known = '0x00'
  const fresh = (await t.call('GET', '/tier', user.token)).json<{ data: TierStatus }>().data
  expect(fresh).toMatchObject({ state: 'fresh', gold: false, have: '0' })
})
