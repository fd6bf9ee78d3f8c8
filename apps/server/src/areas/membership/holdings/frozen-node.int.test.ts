import type { TierStatus } from '@aerie/wire/account/wallets'
import type { StakingPool, StakingPosition, SubscriptionsStatus, VestingPosition } from '@aerie/wire/staking'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { outcome } from '../../../../test/account-app.ts'
import { type ChainStage, chainStage } from '../../../../test/chain-stage.ts'
import { type HoldingsApp, holdingsApp } from '../../../../test/holdings-app.ts'
import { type NodeProxy, nodeProxy } from '../../../../test/node-proxy.ts'
import { ANSWER_DEADLINE_MS } from './stale-while-revalidate.ts'

const ONE = 10n ** 18n
const by = privateKeyToAccount(`0x${'c4'.repeat(32)}`)

let stage: ChainStage
let proxy: NodeProxy
let t: HoldingsApp
let user: Awaited<ReturnType<HoldingsApp['newUser']>>
let held: Array<() => void>
let isFrozen = false

beforeAll(async () => {
  stage = await chainStage(8_453)
  proxy = await nodeProxy(stage.node)
  proxy.answer = () => (isFrozen ? new Promise((resolve) => held.push(() => resolve({ result: null }))) : undefined)
  const { token, utils, staking, vesting, subscriptions, usdc } = stage.deployment.contracts
  const contracts = { TOKEN_ADDRESS: token, UTILS_ADDRESS: utils, STAKING_ADDRESS: staking, VESTING_ADDRESS: vesting }
  const env = { ...contracts, SUBSCRIPTIONS_ADDRESS: subscriptions, USDC_ADDRESS: usdc, CHAIN_RPC_URL: proxy.url }
  t = await holdingsApp(env, ANSWER_DEADLINE_MS)
  await stage.pay(by.address, 12_000n * ONE)
  user = await t.newUser('frozen@example.com')
  expect(outcome(await t.link(user.token, by))).toBe('200')
  const body = { email: 'frozen@example.com', wallet_address: by.address }
  expect(outcome(await t.put({ path: '/updateUserByEmail', token: user.token, body }))).toBe('200')
})
afterAll(async () => {
  for (const answer of held) answer()
  await proxy.close()
  await t.close()
  await stage.close()
})
beforeEach(() => {
  held = []
})

const get = (path: string) => t.call('GET', path, user.token)
const dataOf = async <T>(path: string): Promise<T> => (await get(path)).json<{ data: T }>().data
/** Responses must arrive while the node still withholds its own, that is, without waiting for the timeout. */
async function whileFrozen<T>(ask: () => Promise<T>): Promise<T> {
  isFrozen = true
  try {
    const answer = await ask()
    expect([held.length > 0, proxy.abandoned]).toEqual([true, 0])
    return answer
  } finally {
    isFrozen = false
    for (const answer of held.splice(0)) answer()
  }
}
const READINGS = [`/staking/pool`, `/staking/positions/${by.address}`, `/staking/vesting/${by.address}`]

describe('a node that never responds', () => {
  it('leaves values that were never read unknown', async () => {
    const answers = await whileFrozen(() => Promise.all(READINGS.map(get)))
    expect(answers.map(outcome)).toEqual(READINGS.map(() => '503 unavailable'))
  })

  it('leaves plans that were never read unknown, but still reports payments and grants', async () => {
    expect(await whileFrozen(() => dataOf<SubscriptionsStatus>('/subscriptions'))).toEqual({ plans: null, plans_as_of: null, own: [] })
  })

  it('returns the last known values after that, with their own age', async () => {
    const patient = { timeout: 30_000 }
    await expect.poll(async () => (await dataOf<TierStatus>('/tier')).state, patient).toBe('fresh')
    await expect.poll(async () => (await dataOf<SubscriptionsStatus>('/subscriptions')).plans, patient).toHaveLength(2)
    for (const path of READINGS) await expect.poll(async () => (await get(path)).statusCode, patient).toBe(200)
    const head = await stage.head()
    await stage.mine(3)
    const [poolPath = '', positionPath = '', vestingPath = ''] = READINGS
    const pool = await whileFrozen(() => dataOf<StakingPool>(poolPath))
    expect(pool).toMatchObject({ total_staked: '0', reward_rate: expect.stringMatching(/^[1-9]/) })
    expect(pool.block).toBeLessThanOrEqual(head)
    const position = await whileFrozen(() => dataOf<StakingPosition>(positionPath))
    expect(position).toMatchObject({ unstaked: String(12_000n * ONE), as_of: expect.any(Number), block_time: expect.any(Number) })
    expect(position.block).toBeLessThanOrEqual(head)
    expect(await whileFrozen(() => dataOf<VestingPosition>(vestingPath))).toMatchObject({ grants: [] })
    expect(await whileFrozen(() => dataOf<SubscriptionsStatus>('/subscriptions'))).toMatchObject({
      plans: [
        { name: 'claw', included: 'account' },
        { name: 'IPC', included: null },
      ],
      plans_as_of: expect.any(Number),
    })
    const kept = await whileFrozen(() => dataOf<TierStatus>('/tier'))
    expect(kept).toMatchObject({ state: 'kept', gold: true, have: String(12_000n * ONE) })
    expect(kept.proven_at).toBeGreaterThan(0)
  })
})
