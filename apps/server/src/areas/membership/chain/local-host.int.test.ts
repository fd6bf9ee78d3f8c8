import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { hexOf } from '@aerie/chain/hex'
import { defined } from '@aerie/core/defined'
import { systemClock } from '@aerie/core/time'
import { jsonAs } from '@aerie/testkit/json-as'
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { LOCAL_OWNER, sendAsOwner } from '../../../ops/chain-node/local-owner.ts'
import { localHost } from './local-host.ts'

const ADA = '0x00000000000000000000000000000000000ada00'
const BOB = '0x00000000000000000000000000000000000b0b00'
const ONE = 10n ** 18n

let dataDir: string
let lines: string[]
beforeEach(() => {
  dataDir = mkdtempSync('/tmp/aerie-local-host-')
  lines = []
})
afterEach(() => rmSync(dataDir, { recursive: true }))

async function hostUp() {
  const host = localHost({ dataDir, clock: systemClock, print: (line) => void lines.push(line) })
  await host.start({ onNews: () => undefined, onHealth: () => undefined })
  return host
}
type Host = Awaited<ReturnType<typeof hostUp>>

function becomeOld(change: object = {}): void {
  const path = join(dataDir, 'chain/state.json')
  const saved = jsonAs(z.looseObject({ deployment: z.looseObject({ contracts: z.looseObject({}) }) }), readFileSync(path, 'utf8'))
  const contracts = { ...saved.deployment.contracts, ...change }
  writeFileSync(path, JSON.stringify({ ...saved, deployment: { ...saved.deployment, contracts, build: 'of-last-year' } }))
}

async function stakeAs({ local }: Host, from: string, amount: bigint): Promise<void> {
  const { token, staking } = defined(local.deployment).contracts
  const pay = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'transfer', args: [hexOf(from), amount] })
  await sendAsOwner(local.request, { to: token, data: pay })
  await local.request('anvil_impersonateAccount', [from])
  await local.request('anvil_setBalance', [from, '0x56bc75e2d63100000'])
  const approve = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [staking, amount] })
  await sendAsOwner(local.request, { from, to: token, data: approve })
  await sendAsOwner(local.request, {
    from,
    to: staking,
    data: encodeFunctionData({ abi: aerieStakingAbi, functionName: 'stake', args: [amount] }),
  })
}

const balanceOf = ({ client, local }: Host, account: string) =>
  client.readContract({
    address: defined(local.deployment).contracts.token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [hexOf(account)],
  })

it('replaces an earlier build’s staking contract once: everybody is repaid, the epoch continues and nothing is lost', async () => {
  const first = await hostUp()
  await stakeAs(first, ADA, 100n * ONE)
  await stakeAs(first, BOB, 300n * ONE)
  const old = defined(first.local.deployment).contracts
  const request = encodeFunctionData({ abi: aerieStakingAbi, functionName: 'requestUnstake', args: [40n * ONE] })
  await sendAsOwner(first.local.request, { from: ADA, to: old.staking, data: request })
  const epochOf = (host: Host) =>
    host.client.readContract({ address: defined(host.local.deployment).contracts.staking, abi: aerieStakingAbi, functionName: 'epoch' })
  const [, , end] = await epochOf(first)
  await first.stop()
  becomeOld()

  const second = await hostUp()
  const { staking, utils, ...kept } = defined(second.local.deployment).contracts
  expect(kept).toEqual({ token: old.token, usdc: old.usdc, vesting: old.vesting, subscriptions: old.subscriptions })
  expect([staking === old.staking, utils === old.utils]).toEqual([false, false])
  const [ada, bob] = [await balanceOf(second, ADA), await balanceOf(second, BOB)]
  expect(ada).toBeGreaterThanOrEqual(100n * ONE)
  expect(bob).toBeGreaterThanOrEqual(300n * ONE)
  const [id, , endAfter, , left] = await epochOf(second)
  expect([id, endAfter >= end, endAfter - end <= 60n]).toEqual([1n, true, true])
  expect(await second.client.getCode({ address: old.staking })).toBeUndefined()
  expect(await balanceOf(second, old.staking)).toBe(0n)
  expect(await balanceOf(second, staking)).toBe(left)
  const total = await second.client.readContract({ address: old.token, abi: erc20Abi, functionName: 'totalSupply' })
  expect(ada + bob + left + (await balanceOf(second, LOCAL_OWNER))).toBe(total)
  expect(second.health()).toMatchObject({ health: 'degraded', detail: expect.stringContaining('2 wallets were paid back') })
  expect(lines).toEqual([expect.stringContaining('2 wallets were paid back')])
  await stakeAs(second, ADA, ONE)
  await second.stop()

  const third = await hostUp()
  expect(defined(third.local.deployment).contracts.staking).toBe(staking)
  expect(third.health().health).toBe('ok')
  expect(lines).toHaveLength(1)
  await third.stop()
})

it('leaves contracts that cannot be replaced unchanged, and reports it', async () => {
  const first = await hostUp()
  const contracts = defined(first.local.deployment).contracts
  const head = await first.client.getBlockNumber()
  await first.stop()
  becomeOld({ staking: contracts.token })
  const second = await hostUp()
  expect(second.contracts()).toEqual({ ...contracts, staking: contracts.token })
  expect(await second.client.getBlockNumber()).toBe(head)
  const supply = {
    address: contracts.token,
    abi: parseAbi(['function totalSupply() view returns (uint256)']),
    functionName: 'totalSupply',
  } as const
  expect(await second.client.readContract(supply)).toBeGreaterThan(0n)
  expect(second.health()).toMatchObject({ health: 'degraded', detail: expect.stringContaining('could not be renewed') })
  await second.stop()
})
