import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { answerAs } from '@aerie/testkit/json-as'
import { sql } from 'drizzle-orm'
import { encodeFunctionData, type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { programEnv, programFlags } from '../../../../test/program-env.ts'
import { sendAsOwner } from '../../../ops/chain-node/local-owner.ts'
import { readNote } from '../../../ops/chain-node/node-note.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const MAIN = fileURLToPath(new URL('../../../main.ts', import.meta.url))
const PATIENT = { timeout: 240_000 }
const account = privateKeyToAccount(`0x${'b1'.repeat(32)}`)
const dataDir = mkdtempSync('/tmp/aerie-chain-kill-')
let database: TestDatabase
let server: ChildProcess
let url: string
let contracts: Record<'token' | 'staking', Hex>

async function start(): Promise<void> {
  const env = { ...programEnv(), PORT: '0', DATA_DIR: dataDir, MARKET_SOURCE: 'sim', DATABASE_URL: database.url }
  server = spawn(process.execPath, [...programFlags(), MAIN], { cwd: dataDir, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  server.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  url = await vi.waitFor(() => z.parse(z.url(), /"address":"(http[^"]+)"/.exec(out)?.[1]), PATIENT)
  contracts = await vi.waitFor(async () => z.parse(named, await (await fetch(`${url}/api/v1/config`)).json()).data.contracts, PATIENT)
}

const address = z.templateLiteral(['0x', z.string()])
const named = z.object({ data: z.object({ contracts: z.object({ token: address, staking: address }) }) })

async function killEverything(): Promise<void> {
  const chain = readNote(join(dataDir, 'chain'))?.pid ?? 0
  server.kill('SIGKILL')
  process.kill(-chain, 'SIGKILL')
  await once(server, 'exit')
}

const BLOCK = z.object({ number: z.string(), hash: z.string() })
const RPC_ANSWER = z.object({ result: z.optional(z.unknown()) })
const rpc = async (method: string, params: readonly unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(`${url}/api/v1/chain/rpc`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await answerAs(RPC_ANSWER, answer)).result
}
/** Bypasses the RPC gate, as only a local process can: the test has no other source of funds. */
const direct = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
  const port = readNote(join(dataDir, 'chain'))?.port
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await answerAs(RPC_ANSWER, answer)).result
}
const sign = async (nonce: number, to: Hex, data: Hex): Promise<Hex> => {
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n, gas: 300_000n }
  return account.signTransaction({ type: 'eip1559', chainId: 31_337, nonce, to, data, ...fees })
}
const stakeOf = (amount: bigint) => encodeFunctionData({ abi: aerieStakingAbi, functionName: 'stake', args: [amount] })
const staked = async (): Promise<bigint> => {
  const data = encodeFunctionData({ abi: aerieStakingAbi, functionName: 'stakedOf', args: [account.address] })
  return BigInt(String(await rpc('eth_call', [{ to: contracts.staking, data }, 'latest'])))
}
const stakesOnRecord = async (): Promise<number> => {
  const { rows } = await database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from chain_events where name = 'Staked' and is_settled`,
  )
  return rows[0]?.n ?? -1
}

beforeAll(async () => {
  database = await testDatabase()
  await start()
  await direct('anvil_setBalance', [account.address, '0x8ac7230489e80000'])
  const transfer = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'transfer', args: [account.address, 1_000n] })
  await sendAsOwner(direct, { to: contracts.token, data: transfer })
  const approve = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [contracts.staking, 1_000n] })
  await rpc('eth_sendRawTransaction', [await sign(0, contracts.token, approve)])
})
afterAll(async () => {
  server.kill('SIGTERM')
  await once(server, 'exit')
  await database.close()
  rmSync(dataDir, { recursive: true })
})

it('has a stake that was shown as confirmed, exactly once, after server and chain were killed together', async () => {
  const signed = await sign(1, contracts.staking, stakeOf(10n))
  await rpc('eth_sendRawTransaction', [signed])
  expect(await rpc('eth_getTransactionReceipt', [keccak256(signed)])).toMatchObject({ status: '0x1' })
  await killEverything()
  await start()
  expect(await staked()).toBe(10n)
  expect(await rpc('eth_getTransactionReceipt', [keccak256(signed)])).toMatchObject({ status: '0x1' })
  await expect.poll(stakesOnRecord, PATIENT).toBe(1)
})

it('has a stake interrupted by a kill at most once, and exactly once when it is resent', async () => {
  const signed = await sign(2, contracts.staking, stakeOf(20n))
  const sent = rpc('eth_sendRawTransaction', [signed]).catch(() => undefined)
  await expect.poll(() => direct('eth_getTransactionCount', [account.address, 'latest']), PATIENT).toBe('0x3')
  await killEverything()
  await sent
  await start()
  expect([10n, 30n]).toContain(await staked())
  await rpc('eth_sendRawTransaction', [signed])
  expect(await staked()).toBe(30n)
  await expect.poll(stakesOnRecord, PATIENT).toBe(2)
})

it('recovers by itself with all its data when only the chain is killed', async () => {
  const port = readNote(join(dataDir, 'chain'))?.port
  const before = z.parse(BLOCK, await rpc('eth_getBlockByNumber', ['latest', false]))
  process.kill(-(readNote(join(dataDir, 'chain'))?.pid ?? 0), 'SIGKILL')
  await expect.poll(() => readNote(join(dataDir, 'chain'))?.port, PATIENT).not.toBe(port)
  // The restarted chain may have mined further blocks, so compare by number.
  await expect.poll(() => rpc('eth_getBlockByNumber', [before.number, false]), PATIENT).toMatchObject(before)
  expect(await staked()).toBe(30n)
  await expect.poll(stakesOnRecord, PATIENT).toBe(2)
})
