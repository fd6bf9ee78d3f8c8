import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieSubscriptionsAbi } from '@aerie/chain/abi/aerie-subscriptions'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { GOLD_THRESHOLD, SUBSCRIPTION_PLAN_IDS } from '@aerie/chain/membership'
import { defined } from '@aerie/core/defined'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { TierStatus } from '@aerie/wire/account/wallets'
import type { StakingPool, StakingPosition, SubscriptionsStatus } from '@aerie/wire/staking'
import { encodeFunctionData } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { outcome, sessionOf } from '../../../../test/account-app.ts'
import { contractWallet, shortWallet } from '../../../../test/contract-wallet.ts'
import { type HoldingsApp, holdingsApp } from '../../../../test/holdings-app.ts'

const PATIENT = { timeout: 30_000 }
const ONE = 10n ** 18n
const wallet = (index: number) => privateKeyToAccount(`0x${index.toString(16).padStart(64, 'b')}`)
const stranger = wallet(99)

type User = Awaited<ReturnType<HoldingsApp['newUser']>>
let t: HoldingsApp
beforeAll(async () => {
  t = await holdingsApp()
  await t.chain.start()
  await vi.waitFor(() => expect(t.health.parts()[0]?.health).toBe('ok'), PATIENT)
})
afterAll(() => t.close())

async function holder(email: string, by: PrivateKeyAccount): Promise<User> {
  const user = await t.newUser(email)
  expect(outcome(await t.link(user.token, by))).toBe('200')
  expect(outcome(await t.fund(user.token, by.address, `funds-of-${email}`))).toBe('200')
  const chosen = await t.put({ path: '/updateUserByEmail', token: user.token, body: { email, wallet_address: by.address } })
  expect(outcome(chosen)).toBe('200')
  return user
}
const dataOf = async <T>(path: string, token: string): Promise<T> => (await t.call('GET', path, token)).json<{ data: T }>().data
const tierOf = ({ token }: User) => dataOf<TierStatus>('/tier', token)
const claimsOf = async (user: User) => {
  const session = sessionOf(await t.post({ path: '/auth/refresh', cookie: user.cookie }))
  Object.assign(user, session)
  return session.user as unknown as { gold_tier_holder: boolean; subscription: string; vested_amount: string; daily_api_call_limit: number }
}
const noticesOf = ({ user }: User, kind: string) => t.notices.filter((notice) => notice.user === user.user_id && notice.kind === kind)

describe('on-chain proof of a wallet', () => {
  it('refuses a signature with one flipped bit, and then links with the correct one', async () => {
    const user = await t.newUser('bits@example.com')
    const by = wallet(1)
    const message = await t.challenge(user.token, by.address)
    const signature = await by.signMessage({ message })
    const flipped = `0x${(BigInt(signature) ^ (1n << 300n)).toString(16).padStart(130, '0')}`
    expect(outcome(await t.call('POST', '/wallets', user.token, { message, signature: flipped }))).toBe('422 rule_broken')
    expect(outcome(await t.call('POST', '/wallets', user.token, { message, signature }))).toBe('200')
  })

  it('accepts the signature of a contract wallet before (EIP-6492) and after (EIP-1271) its deployment, and no other', async () => {
    const user = await t.newUser('contract@example.com')
    const { address, sign, signUndeployed, deployment } = contractWallet(wallet(1))
    const submit = async (signBy: (message: string) => Promise<string>) => {
      const message = await t.challenge(user.token, address)
      return outcome(await t.call('POST', '/wallets', user.token, { message, signature: await signBy(message) }))
    }
    expect(await submit(sign)).toBe('422 rule_broken')
    expect(await submit(contractWallet(wallet(2)).signUndeployed)).toBe('422 rule_broken')
    expect(await submit(signUndeployed)).toBe('200')
    expect(outcome(await t.call('DELETE', `/wallets/${address}`, user.token))).toBe('200')
    const payer = wallet(1)
    const owner = await t.newUser('payer@example.com')
    await t.call('DELETE', `/wallets/${payer.address}`, user.token)
    const by = wallet(3)
    await t.link(owner.token, by)
    await t.fund(owner.token, by.address, 'gas-for-deployment')
    await t.sendAs(by, deployment.to, deployment.data)
    expect(await submit(contractWallet(wallet(2)).sign)).toBe('422 rule_broken')
    expect(await submit(sign)).toBe('200')
    // The contract rejects ETH: it gets none of the three assets, and each attempt reports that.
    for (const key of ['first-try', 'first-try', 'second-try']) {
      const refused = await t.fund(user.token, address, key)
      expect([outcome(refused), refused.json<{ detail: string }>().detail]).toEqual([
        '422 rule_broken',
        expect.stringMatching(/does not accept ETH.*cannot get test funds/),
      ])
    }
    expect(await dataOf<StakingPosition>(`/staking/positions/${address}`, user.token)).toMatchObject({ unstaked: '0' })
    expect(outcome(await t.fund(owner.token, by.address, 'after-a-refusal'))).toBe('200')
  })
})

it('lets a contract wallet verify signatures of any length, even empty, and rejects them without a contract', async () => {
  const user = await t.newUser('short@example.com')
  const by = wallet(4)
  await t.link(user.token, by)
  await t.fund(user.token, by.address, 'gas-for-short-wallets')
  const submit = async (address: string, signature: string) => {
    const message = await t.challenge(user.token, address)
    return outcome(await t.call('POST', '/wallets', user.token, { message, signature }))
  }
  for (const [bytes, right, wrong] of [
    [0, '0x', '0x01'],
    [5, '0x0102030405', '0x'],
    [31, `0x${'ab'.repeat(31)}`, `0x${'ab'.repeat(30)}`],
  ] as const) {
    const { address, deployment } = shortWallet(bytes)
    expect(await submit(address, right)).toBe('422 rule_broken')
    await t.sendAs(by, deployment.to, deployment.data)
    expect(await submit(address, wrong)).toBe('422 rule_broken')
    expect(await submit(address, right)).toBe('200')
  }
  for (const signature of ['0x', '0x00', `0x${'00'.repeat(31)}`, `0x${'00'.repeat(32)}`])
    expect(await submit(wallet(5).address, signature)).toBe('422 rule_broken')
})

describe('the tier', () => {
  it('is gold at exactly 10,000 tokens, and the claims, the limit and the sockets follow', async () => {
    const by = wallet(10)
    const user = await holder('gold@example.com', by)
    expect(await tierOf(user)).toMatchObject({ state: 'fresh', gold: true, have: String(25_000n * ONE), tier: 'Gold' })
    await t.transfer(by, stranger.address, 15_000n * ONE)
    expect(await tierOf(user)).toMatchObject({ gold: true, have: String(GOLD_THRESHOLD), need: String(GOLD_THRESHOLD) })
    expect(await claimsOf(user)).toMatchObject({ gold_tier_holder: true, daily_api_call_limit: 2_000 })
    const before = noticesOf(user, 'entitlements').length
    await t.transfer(by, stranger.address, 1n)
    await expect.poll(() => noticesOf(user, 'entitlements').length, PATIENT).toBeGreaterThan(before)
    expect(await claimsOf(user)).toMatchObject({ gold_tier_holder: false, daily_api_call_limit: 200 })
    expect(await tierOf(user)).toMatchObject({ state: 'fresh', gold: false, have: String(GOLD_THRESHOLD - 1n), tier: 'None' })
    expect(noticesOf(user, 'wallet')).toContainEqual(
      expect.objectContaining({ wallet: by.address.toLowerCase(), block: expect.any(Number) }),
    )
  })

  it('does not count staked tokens', async () => {
    const by = wallet(11)
    const user = await holder('staker@example.com', by)
    await stake(by, 15_001n * ONE)
    const tier = await tierOf(user)
    expect(tier).toMatchObject({ gold: false, have: String(9_999n * ONE) })
    expect(tier.amounts).toEqual({
      unstaked: String(9_999n * ONE),
      staked: String(15_001n * ONE),
      vested: '0',
      total: String(25_000n * ONE),
    })
  })

  it('is none without a main wallet', async () => {
    const user = await t.newUser('none@example.com')
    expect(await tierOf(user)).toMatchObject({ state: 'none', wallet: null, gold: false, amounts: null, have: null })
  })

  it('ends when another wallet or none is chosen as the main one', async () => {
    const user = await holder('choice@example.com', wallet(12))
    await t.link(user.token, wallet(13))
    const choose = (address: string) =>
      t.put({ path: '/updateUserByEmail', token: user.token, body: { email: 'choice@example.com', wallet_address: address } })
    const golds = []
    for (const address of [wallet(12).address, wallet(13).address, wallet(12).address, 'null'])
      golds.push((await choose(address)).json<{ data: { gold_tier_holder: boolean } }>().data.gold_tier_holder)
    expect(golds).toEqual([true, false, true, false])
  })
})

async function stake(by: PrivateKeyAccount, amount: bigint): Promise<void> {
  const { token, staking } = t.chain.facts().contracts
  await t.sendAs(by, token, encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [defined(staking), amount] }))
  await t.sendAs(by, staking, encodeFunctionData({ abi: aerieStakingAbi, functionName: 'stake', args: [amount] }))
}

describe('staking', () => {
  it('reads position, pool, epochs and history, only for the owner of the wallet', async () => {
    const by = wallet(20)
    const address = by.address.toLowerCase()
    const user = await holder('stake@example.com', by)
    await stake(by, 100n * ONE)
    const { staking } = t.chain.facts().contracts
    const data = encodeFunctionData({ abi: aerieStakingAbi, functionName: 'requestUnstake', args: [40n * ONE] })
    await t.sendAs(by, staking, data)
    const position = await dataOf<StakingPosition>(`/staking/positions/${by.address}`, user.token)
    expect(position).toMatchObject({ wallet: address, unstaked: String(24_900n * ONE), staked: String(60n * ONE) })
    expect(position.tickets).toEqual([{ id: '0', amount: String(40n * ONE), ready_at: expect.any(Number) }])

    const pool = await dataOf<StakingPool>('/staking/pool', user.token)
    expect(pool.epoch).toMatchObject({ id: 1, amount: String(2_000_000n * ONE), funder: expect.stringMatching(/^0x/) })
    expect(BigInt(pool.total_staked)).toBeGreaterThanOrEqual(60n * ONE)
    expect(pool.apr).toBeGreaterThan(0)
    expect(await dataOf<unknown[]>('/staking/epochs', user.token)).toMatchObject([{ id: 1, transaction: pool.epoch?.transaction }])

    const history = () => dataOf<{ events: object[]; total: number }>(`/staking/history/${by.address}`, user.token)
    await expect.poll(history, PATIENT).toMatchObject({
      total: 2,
      events: [
        { kind: 'unstake_requested', amount: String(40n * ONE), final: true },
        { kind: 'staked', amount: String(100n * ONE), final: true },
      ],
    })
    const csv = await t.call('GET', `/staking/history/${by.address}?format=csv`, user.token)
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="staking-${address}.csv"`,
    })
    const lines = csv.body.trimEnd().split('\r\n')
    expect(lines.map((line) => line.split(',').slice(1, 3))).toEqual([
      ['kind', 'amount'],
      ['unstake_requested', '40'],
      ['staked', '100'],
    ])

    expect(position).toMatchObject({ ticket_count: 1, as_of: expect.any(Number), block_time: expect.any(Number) })
    expect(await dataOf(`/staking/positions/${by.address}?tickets_page=2`, user.token)).toMatchObject({ tickets: [], ticket_count: 1 })
    expect(await dataOf(`/staking/vesting/${by.address}`, user.token)).toMatchObject({ wallet: address, grants: [] })

    const other = await t.newUser('nosy@example.com')
    for (const path of ['positions', 'history', 'vesting'])
      expect(outcome(await t.call('GET', `/staking/${path}/${by.address}`, other.token))).toBe('404 not_found')
  })
})

async function subscribe(by: PrivateKeyAccount, plan: keyof typeof SUBSCRIPTION_PLAN_IDS, months = 1n): Promise<void> {
  const { usdc, subscriptions } = t.chain.facts().contracts
  const most = 10n ** 9n
  await t.sendAs(by, usdc, encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [defined(subscriptions), most] }))
  const args = [SUBSCRIPTION_PLAN_IDS[plan], months, most] as const
  await t.sendAs(by, subscriptions, encodeFunctionData({ abi: aerieSubscriptionsAbi, functionName: 'subscribe', args }))
}
const subscriptionsOf = ({ token }: User) => dataOf<SubscriptionsStatus>('/subscriptions', token)
/** Advances the clock for each poll: reads per user are rate-limited, and the test clock does not run by itself. */
const countOfOwn = async (user: User): Promise<number> => {
  t.clock.advance(SECOND_MS)
  return (await subscriptionsOf(user)).own.length
}

describe('subscriptions', () => {
  it('become IPC by a payment from a linked wallet, reach the claims on refresh, and expire by themselves', async () => {
    const by = wallet(30)
    const user = await holder('pays@example.com', by)
    const { plans, own } = await subscriptionsOf(user)
    expect(own).toEqual([])
    expect(plans?.map(({ id, name, included }) => [id, name, included])).toEqual([
      [1, 'claw', 'account'],
      [2, 'IPC', null],
    ])
    await subscribe(by, 'claw')
    await subscribe(by, 'IPC')
    await expect.poll(async () => (await claimsOf(user)).subscription, PATIENT).toBe('IPC')
    const paid = (await subscriptionsOf(user)).own.toSorted((a, b) => a.name.localeCompare(b.name))
    expect(paid).toMatchObject([
      { name: 'claw', origin: 'chain', active: true, final: true },
      { name: 'IPC', origin: 'chain', active: true, final: true, wallet: by.address.toLowerCase() },
    ])
    expect(await claimsOf(user)).toMatchObject({ daily_api_call_limit: 5_000 })
    // Based on the paid-until times: chain time went on while the test clock did not.
    const start = t.clock.now()
    const end = Math.max(...paid.map(({ paid_until }) => paid_until ?? Number.NaN))
    t.clock.advance(end - DAY_MS - start)
    await t.holdings.subscriptions.sweep()
    expect(await subscriptionInRow(user)).toBe('IPC')
    t.clock.advance(DAY_MS + MINUTE_MS)
    const before = noticesOf(user, 'entitlements').length
    await t.holdings.subscriptions.sweep()
    expect(await subscriptionInRow(user)).toBe('claw')
    expect(noticesOf(user, 'entitlements').length).toBe(before + 1)
    t.clock.advance(start - t.clock.now())
  })

  it('count payments from before a wallet was linked, for one user only', async () => {
    const [by, funder] = [wallet(31), wallet(32)]
    const one = await t.newUser('one@example.com')
    const two = await t.newUser('two@example.com')
    await t.link(one.token, by)
    await t.link(one.token, funder)
    await t.fund(one.token, by.address, 'one-of-two')
    await t.call('DELETE', `/wallets/${by.address}`, one.token)
    await subscribe(by, 'IPC', 2n)
    expect(await subscriptionInRow(one)).toBe('claw')
    await t.link(two.token, by)
    await expect.poll(() => subscriptionInRow(two), PATIENT).toBe('IPC')
    expect(await subscriptionInRow(one)).toBe('claw')
    expect(outcome(await t.link(one.token, by))).toBe('409 conflict')
    await t.call('DELETE', `/wallets/${by.address}`, two.token)
    expect(await subscriptionInRow(two)).toBe('claw')
    await t.link(one.token, by)
    await expect.poll(() => subscriptionInRow(one), PATIENT).toBe('IPC')
    expect(await subscriptionInRow(two)).toBe('claw')
  })

  it('are IPC while granted or paid for: ending one does not end the other', async () => {
    const by = wallet(33)
    const user = await holder('both@example.com', by)
    const { setSubscription } = t.module.administration
    expect(await setSubscription('both@example.com', 'IPC')).toBe('IPC')
    await subscribe(by, 'IPC')
    await expect.poll(() => countOfOwn(user), PATIENT).toBe(2)
    const granted = await subscriptionsOf(user)
    expect(granted.own[0]).toMatchObject({ origin: 'operator', paid_until: null, active: true })
    expect(granted.plans?.map(({ name, included }) => [name, included])).toEqual([
      ['claw', 'account'],
      ['IPC', 'grant'],
    ])
    await expect.poll(async () => setSubscription('both@example.com', 'claw'), PATIENT).toBe('IPC')
    await t.call('DELETE', `/wallets/${by.address}`, user.token)
    expect(await subscriptionInRow(user)).toBe('claw')
    expect(await setSubscription('both@example.com', 'IPC')).toBe('IPC')
    expect(await setSubscription('both@example.com', 'claw')).toBe('claw')
  })
})

const subscriptionInRow = async ({ user }: User) =>
  (await t.module.administration.list()).find(({ user: { id } }) => id === user.user_id)?.user.subscription

describe('when the chain is unreachable', () => {
  it('keeps the last proof for a day, then revokes gold and reports the tier as unknown', async () => {
    const user = await holder('kept@example.com', wallet(40))
    const proven = await tierOf(user)
    await t.chain.stop()
    const id = user.user.user_id
    const goldInRow = async () => (await t.module.administration.list()).find(({ user: row }) => row.id === id)?.user.goldTierHolder
    t.clock.advance(DAY_MS - HOUR_MS)
    await t.holdings.tier.sweep()
    const { state: _, ...figures } = proven
    expect(await t.holdings.tier.status(id)).toEqual({ ...figures, state: 'kept' })
    expect(await goldInRow()).toBe(true)
    t.clock.advance(2 * HOUR_MS)
    await t.holdings.tier.sweep()
    expect(await goldInRow()).toBe(false)
    expect(await t.holdings.tier.status(id)).toMatchObject({
      state: 'unknown',
      wallet: proven.wallet,
      gold: false,
      have: null,
      amounts: null,
    })
  })
})
