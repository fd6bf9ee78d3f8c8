import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { MULTICALL3_ADDRESS, MULTICALL3_TRANSACTION } from '@aerie/chain/contracts'
import { hexOf } from '@aerie/chain/hex'
import { defined } from '@aerie/core/defined'
import { systemClock } from '@aerie/core/time'
import { jsonAs } from '@aerie/testkit/json-as'
import { encodeFunctionData, keccak256 } from 'viem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { startAnvil } from './anvil-process.ts'
import { seedChain } from './deploy-contracts.ts'
import { LocalChain, type LocalChainHealth } from './local-chain.ts'
import { LOCAL_OWNER, sendAsOwner } from './local-owner.ts'
import { readNote } from './node-note.ts'
import { latestBlock } from './node-requests.ts'

let dataDir: string
const chains: LocalChain[] = []
beforeEach(() => {
  dataDir = mkdtempSync('/tmp/aerie-chain-')
})
afterEach(async () => {
  for (const chain of chains.splice(0)) await chain.stop()
  vi.useRealTimers()
  rmSync(dataDir, { recursive: true })
})

/** Stops the chain's maintenance timer: on a busy machine it could mine an extra block. */
const holdTimer = (): void => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

type Stage = { readonly chain: LocalChain; readonly reported: LocalChainHealth[]; readonly lines: string[] }

async function chainUp(furnish = seedChain): Promise<Stage> {
  const reported: LocalChainHealth[] = []
  const lines: string[] = []
  const chain = new LocalChain({
    dataDir,
    chainId: 31_337,
    clock: systemClock,
    furnish,
    onHealth: (health) => void reported.push(health),
    print: (line) => void lines.push(line),
  })
  chains.push(chain)
  await chain.start()
  return { chain, reported, lines }
}

const folder = () => join(dataDir, 'chain')
const ADA = '0x00000000000000000000000000000000000ada00'
const balanceOf = async (chain: LocalChain, token: string, account = ADA): Promise<bigint> => {
  const data = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'balanceOf', args: [hexOf(account)] }) // an address
  return BigInt(String(await chain.request('eth_call', [{ to: token, data }, 'latest'])))
}
const pay = async (chain: LocalChain, amount: bigint) => {
  const token = chain.deployment?.contracts.token ?? ''
  const data = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'transfer', args: [ADA, amount] })
  return sendAsOwner(chain.request, { to: token, data })
}
/** Simulates a crash of everything at once: the server side is gone too, so nothing is saved or reported. */
const kill = (): void => {
  process.kill(-(readNote(folder())?.pid ?? 0), 'SIGKILL')
}

it('deploys Multicall3 at its address and every contract once, and finds them after a restart', async () => {
  const { chain, reported } = await chainUp()
  expect(reported.at(-1)).toMatchObject({ health: 'ok' })
  expect(keccak256(MULTICALL3_TRANSACTION)).toMatch(/^0x07471adf/)
  expect(String(await chain.request('eth_getCode', [MULTICALL3_ADDRESS, 'latest'])).length).toBe(2 + 2 * 3_808)
  const { contracts } = defined(chain.deployment)
  const head = await latestBlock(chain.request)
  await chain.stop()
  const again = (await chainUp(() => Promise.reject(new Error('furnished twice')))).chain
  expect(again.deployment?.contracts).toEqual(contracts)
  expect(again.instance).toBe(chain.instance)
  expect(await latestBlock(again.request)).toEqual(head)
  const data = encodeFunctionData({ abi: aerieStakingAbi, functionName: 'totalStaked' })
  expect(await again.request('eth_call', [{ to: contracts.staking, data }, 'latest'])).toBe(`0x${'0'.repeat(64)}`)
})

it('never uses the chain id of Base, and has no account but the owner, whose key nobody has', async () => {
  const { chain } = await chainUp()
  expect(await chain.request('eth_chainId')).toBe('0x7a69')
  expect(await chain.request('eth_accounts')).toEqual([LOCAL_OWNER])
  expect(await chain.request('eth_getBalance', ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'latest'])).toBe('0x0')
})

it('keeps the saved state when its process is killed, and restarts by itself', async () => {
  const { chain, reported } = await chainUp()
  await pay(chain, 7n)
  await chain.flush()
  const saved = await latestBlock(chain.request)
  expect(chain.durableBlock).toBe(saved.number)
  const before = reported.length
  kill()
  // The chain may be up again before the first poll, so check the whole history.
  await expect.poll(() => reported.slice(before).map(({ health }) => health), { timeout: 60_000 }).toContain('degraded')
  await expect.poll(() => reported.at(-1)?.health, { timeout: 60_000 }).toBe('ok')
  expect(await latestBlock(chain.request)).toEqual(saved)
  expect(await balanceOf(chain, chain.deployment?.contracts.token ?? '')).toBe(7n)
})

it('falls back to the previous snapshot when the newest is truncated, keeps the truncated one, and reports it', async () => {
  const { chain } = await chainUp()
  const token = chain.deployment?.contracts.token ?? ''
  await pay(chain, 1n)
  await chain.flush()
  await pay(chain, 2n)
  await chain.flush()
  await chain.stop()
  truncateSync(join(folder(), 'state.json'), 5_000)
  const { chain: again, reported, lines } = await chainUp()
  expect(await balanceOf(again, token)).toBe(1n)
  expect(reported.at(-1)).toMatchObject({ health: 'degraded', detail: expect.stringContaining('what came after it is lost') })
  expect(lines.join()).toContain('state.json.damaged-')
  expect(readdirSync(folder()).filter((name) => name.startsWith('state.json.damaged-'))).toHaveLength(1)
})

it('starts no new chain when snapshots exist but none is usable', async () => {
  const { chain } = await chainUp()
  await pay(chain, 1n)
  await chain.flush()
  await chain.stop()
  for (const name of ['state.json', 'state.previous.json']) writeFileSync(join(folder(), name), '{"format":1')
  const { chain: again, reported } = await chainUp()
  expect(again.deployment).toBeUndefined()
  expect(reported.at(-1)).toMatchObject({
    health: 'degraded',
    detail: expect.stringContaining('no saved copy of the local chain can be used'),
  })
  expect(readFileSync(join(folder(), 'state.json'), 'utf8')).toBe('{"format":1')
})

it('detects a snapshot that changed on disk', async () => {
  const { chain } = await chainUp()
  await pay(chain, 1n)
  await chain.flush()
  await chain.stop()
  const path = join(folder(), 'state.json')
  const saved = jsonAs(z.looseObject({ state: z.string() }), readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...saved, state: saved.state.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) }))
  expect((await chainUp()).reported.at(-1)?.health).toBe('degraded')
})

it('combines concurrent save requests into one save, and misses no change', async () => {
  const { chain } = await chainUp()
  const receipts = []
  const waits = []
  for (let n = 1n; n <= 20n; n += 1n) {
    receipts.push(await pay(chain, n))
    waits.push(chain.flush().then(() => chain.durableBlock))
  }
  const durable = await Promise.all(waits)
  for (const [index, { blockNumber }] of receipts.entries()) expect(durable[index]).toBeGreaterThanOrEqual(blockNumber)
})

it('never moves time backwards across a restart', async () => {
  const { chain } = await chainUp()
  await chain.request('evm_increaseTime', [86_400])
  await chain.request('evm_mine')
  await chain.flush()
  const before = await latestBlock(chain.request)
  expect(before.timestamp).toBeGreaterThan(systemClock.now() / 1_000 + 80_000)
  await chain.stop()
  const { chain: again } = await chainUp()
  await again.request('evm_mine')
  expect((await latestBlock(again.request)).timestamp).toBeGreaterThan(before.timestamp)
})

it('mines only while somebody is watching', async () => {
  holdTimer()
  const { chain } = await chainUp()
  const { number } = await latestBlock(chain.request)
  await chain.tend()
  expect((await latestBlock(chain.request)).number).toBe(number)
  chain.noteUse()
  await chain.tend()
  expect((await latestBlock(chain.request)).number).toBe(number + 1)
  expect(chain.durableBlock).toBe(number + 1)
})

it('mines no block while the machine owner holds mining, until it is released', async () => {
  holdTimer()
  const { chain } = await chainUp()
  await chain.request('evm_setAutomine', [false])
  const { number } = await latestBlock(chain.request)
  chain.noteUse()
  await chain.tend()
  expect((await latestBlock(chain.request)).number).toBe(number)
  await chain.request('evm_setAutomine', [true])
  await chain.tend()
  expect((await latestBlock(chain.request)).number).toBe(number + 1)
})

it('leaves no process behind when it stops, and then reports that it is down', async () => {
  const { chain } = await chainUp()
  const pid = readNote(folder())?.pid ?? 0
  await chain.stop()
  const group = () => execFileSync('sh', ['-c', `kill -0 -${pid} 2>/dev/null && echo alive || echo gone`], { encoding: 'utf8' })
  // A process that has ended is in its group until init reaps it.
  await expect.poll(group, { timeout: 20_000 }).toBe('gone\n')
  expect(chain.deployment).toBeUndefined()
  expect(() => chain.request('eth_chainId')).toThrow('the local chain is not up')
})

it('is not Base: a chain with id 8453 rejects transactions signed for this one', async () => {
  const { privateKeyToAccount } = await import('viem/accounts')
  const account = privateKeyToAccount(`0x${'51'.repeat(32)}`)
  const { chain } = await chainUp()
  const base = await startAnvil({ folder: mkdtempSync(join(dataDir, 'base-')), chainId: 8_453 })
  try {
    const balance = '0x56bc75e2d63100000'
    await base.request('anvil_setBalance', [account.address, balance])
    await chain.request('anvil_setBalance', [account.address, balance])
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n, gas: 21_000n, nonce: 0, value: 1n, to: LOCAL_OWNER } as const
    const signed = await account.signTransaction({ ...fees, type: 'eip1559', chainId: 31_337 })
    await expect(base.request('eth_sendRawTransaction', [signed])).rejects.toThrow(/chain id/i)
    expect(await chain.request('eth_sendRawTransaction', [signed])).toBe(keccak256(signed))
    const forBase = await account.signTransaction({ ...fees, type: 'eip1559', chainId: 8_453 })
    await expect(chain.request('eth_sendRawTransaction', [forBase])).rejects.toThrow(/chain id/i)
  } finally {
    await base.stop()
  }
})
