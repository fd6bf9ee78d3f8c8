import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { aerieUtilsAbi } from '@aerie/chain/abi/aerie-utils'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import { aerieStakingBytecode } from '@aerie/chain/bytecode/aerie-staking'
import { aerieTokenBytecode } from '@aerie/chain/bytecode/aerie-token'
import { aerieUtilsBytecode } from '@aerie/chain/bytecode/aerie-utils'
import { aerieVestingBytecode } from '@aerie/chain/bytecode/aerie-vesting'
import { GOLD_THRESHOLD, goldOf } from '@aerie/chain/membership'
import { earnedAt, poolAt, rewardRateAt } from '@aerie/chain/rewards'
import { type Abi, createTestClient, type Hex, http, publicActions, walletActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, describe, expect, it } from 'vitest'
import { startAnvil } from './anvil.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'
const [owner, ann, bob] = [0, 1, 2].map((addressIndex) => mnemonicToAccount(MNEMONIC, { addressIndex }))
if (!owner || !ann || !bob) throw new Error('three accounts are needed')
const TOKEN = 10n ** 18n
const DAY = 86_400n

const anvil = await startAnvil()
afterAll(() => anvil.stop())
const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(anvil.url), pollingInterval: 20 })
  .extend(publicActions)
  .extend(walletActions)

async function deploy(abi: Abi, bytecode: Hex, args: readonly unknown[]) {
  const hash = await client.deployContract({ account: owner!, abi, bytecode, args })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('nothing was deployed')
  return contractAddress
}

const token = { address: await deploy(aerieTokenAbi, aerieTokenBytecode, [owner.address]), abi: aerieTokenAbi }
const staking = {
  address: await deploy(aerieStakingAbi, aerieStakingBytecode, [token.address, owner.address, 7n * DAY]),
  abi: aerieStakingAbi,
}
const vesting = { address: await deploy(aerieVestingAbi, aerieVestingBytecode, [token.address, owner.address]), abi: aerieVestingAbi }
const utils = { address: await deploy(aerieUtilsAbi, aerieUtilsBytecode, [staking.address, vesting.address]), abi: aerieUtilsAbi }

type Account = typeof owner
const send = async (hash: Promise<Hex>) => expect((await client.waitForTransactionReceipt({ hash: await hash })).status).toBe('success')
const chain = null
for (const account of [owner, ann, bob]) {
  await send(client.writeContract({ ...token, chain, account, functionName: 'approve', args: [staking.address, 2n ** 256n - 1n] }))
  await send(client.writeContract({ ...token, chain, account: owner, functionName: 'transfer', args: [account.address, 100_000n * TOKEN] }))
}

const stake = (account: Account, amount: bigint) =>
  send(client.writeContract({ ...staking, chain, account, functionName: 'stake', args: [amount] }))
const unstake = (account: Account, amount: bigint) =>
  send(client.writeContract({ ...staking, chain, account, functionName: 'requestUnstake', args: [amount] }))
const claim = (account: Account) => send(client.writeContract({ ...staking, chain, account, functionName: 'claim' }))
const fund = (amount: bigint, duration: bigint) =>
  send(client.writeContract({ ...staking, chain, account: owner!, functionName: 'fund', args: [amount, duration] }))

/** The contract's results at a later second of the same state, and ours computed from one reading. */
async function bothAt(ahead: bigint) {
  const { timestamp } = await client.getBlock()
  const at = timestamp + ahead
  const blockOverrides = { time: at }
  const pool = await client.readContract({ ...staking, functionName: 'pool' })
  const [, , end, rate, left] = await client.readContract({ ...staking, functionName: 'epoch', blockOverrides })
  const ours = [poolAt(pool, at).epochEnd, rewardRateAt(pool, at), poolAt(pool, at).rewardsLeft]
  const theirs = [end, rate, left]
  for (const { address } of [ann!, bob!]) {
    const account = await client.readContract({ ...staking, functionName: 'accountOf', args: [address] })
    ours.push(earnedAt(pool, account, at))
    theirs.push(await client.readContract({ ...staking, functionName: 'earned', args: [address], blockOverrides }))
  }
  return { ours, theirs }
}

/** Odd amounts and times, so that every division has a remainder; begins and ends with no stakers. */
const HISTORY: readonly (readonly [title: string, act: () => Promise<void>])[] = [
  ['before the first epoch', async () => undefined],
  ['an epoch nobody stakes in', () => fund(1_000n * TOKEN + 7n, 10n * DAY + 13n)],
  ['a first stake of one unit', () => stake(ann, 1n)],
  ['a larger one', () => stake(ann, 333n * TOKEN + 1n)],
  ['a second staker', () => stake(bob, 7_777n * TOKEN + 3n)],
  ['part of a stake cooling', () => unstake(ann, 111n * TOKEN)],
  ['a claim', () => claim(ann)],
  ['a second epoch on top of the first', () => fund(5_000n * TOKEN + 11n, 9n * DAY + 1n)],
  ['one staker gone', () => unstake(bob, 7_777n * TOKEN + 3n)],
  ['nobody left', () => unstake(ann, 222n * TOKEN + 2n)],
  ['somebody again', () => stake(bob, 5n)],
]

describe('rewards.ts against the contract, to the unit', () => {
  for (const [index, [title, act]] of HISTORY.entries()) {
    it(`matches after ${title}`, async () => {
      await client.increaseTime({ seconds: 3_601 + 7_919 * index })
      await act()
      for (const ahead of [0n, 1n, 59n, 86_399n, 5n * DAY + 3n, 40n * DAY]) {
        const { ours, theirs } = await bothAt(ahead)
        expect(ours).toEqual(theirs)
      }
    })
  }
})

describe('tier.ts against the contract', () => {
  const tierOf = async (address: Hex) => {
    const [name, balance, , vested] = await client.readContract({ ...utils, functionName: 'getTier', args: [address] })
    return { name, isGold: goldOf({ balance, vested }).isGold, have: balance + vested }
  }
  const holder = '0x00000000000000000000000000000000000a11ce'

  it('agrees on the gold threshold', async () =>
    expect(await client.readContract({ ...utils, functionName: 'goldThreshold' })).toBe(GOLD_THRESHOLD))

  it('agrees one unit below the threshold and exactly at it', async () => {
    const give = (amount: bigint) =>
      send(client.writeContract({ ...token, chain, account: owner!, functionName: 'transfer', args: [holder, amount] }))
    await give(GOLD_THRESHOLD - 1n)
    expect(await tierOf(holder)).toEqual({ name: 'None', isGold: false, have: GOLD_THRESHOLD - 1n })
    await give(1n)
    expect(await tierOf(holder)).toEqual({ name: 'Gold', isGold: true, have: GOLD_THRESHOLD })
  })
})
