import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import type { Address } from '@aerie/chain/contracts'
import { itemAt } from '@aerie/core/item-at'
import { createPublicClient, http, parseTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type ChainStage, chainStage } from '../../../../test/chain-stage.ts'
import { type NodeProxy, nodeProxy } from '../../../../test/node-proxy.ts'
import { parseChainCommand } from './chain-commands.ts'

const BASE_SEPOLIA = 84_532
const DAY_S = 86_400n
const BENEFICIARY = '0x000000000000000000000000000000000000bEEF'

let stage: ChainStage
let proxy: NodeProxy
let folder: string
let from: Address
let contracts: Record<string, string>
beforeAll(async () => {
  stage = await chainStage(BASE_SEPOLIA)
})
afterAll(() => stage.close())
beforeEach(async () => {
  proxy = await nodeProxy(stage.node)
  folder = mkdtempSync('/tmp/aerie-dry-run-')
  const key = generatePrivateKey()
  from = privateKeyToAccount(key).address
  writeFileSync(join(folder, 'key'), key, { mode: 0o600 })
  await stage.node.request('anvil_setBalance', [from, '0x8ac7230489e80000'])
  contracts = { USDC_ADDRESS: stage.deployment.contracts.usdc }
})
afterEach(async () => {
  await proxy.close()
  rmSync(folder, { recursive: true })
})

const read = () => createPublicClient({ transport: http(stage.node.url) })
const run = (line: string): Promise<string> =>
  parseChainCommand([...line.split(' '), '--key-file', join(folder, 'key')], {
    env: { CHAIN_RPC_URL: proxy.url, CHAIN_ID: String(BASE_SEPOLIA), ...contracts },
    dataDir: folder,
    ask: async () => undefined,
    pause: async () => undefined,
  })({ warn: () => undefined, administrationFor: () => ({ noteAsked: async () => undefined }) })
async function deployed(): Promise<void> {
  const printed = await run('deploy --unbonding-days 7 --yes')
  contracts = Object.fromEntries([...printed.matchAll(/^(\w+_ADDRESS)=(0x\w{40})$/gm)].map(([, name, at]) => [name, at]))
}

const sent = z.templateLiteral(['0x', z.string()])
const signedGas = () =>
  proxy.seen
    .filter(({ method }) => method === 'eth_sendRawTransaction')
    .map(({ params }) => Number(parseTransaction(z.parse(sent, params[0])).gas))
const shownGas = (text: string) => [...text.matchAll(/^ {4}gas (?:about )?(\d+)/gm)].map(([, gas]) => Number(gas))
const hasNoTrial = () => {
  proxy.answer = ({ method }) => (method === 'eth_simulateV1' ? { error: { code: -32_601, message: 'Method not found' } } : undefined)
}

describe('a step that would fail after others', () => {
  beforeEach(deployed)
  const LATE_GRANT = `grant ${BENEFICIARY} 10 30 --start 2099-01-01T00:00:00Z`

  it('is found before the first is sent, with and without a dry run', async () => {
    const message = /"grant" would be refused: AerieVesting_BadSchedule\(\)/
    await expect(run(`${LATE_GRANT} --dry-run`)).rejects.toThrow(message)
    await expect(run(`${LATE_GRANT} --yes`)).rejects.toThrow(message)
    expect(await read().getTransactionCount({ address: from })).toBe(5)
  })

  it('is reported as unknown when the node cannot simulate it', async () => {
    hasNoTrial()
    const text = await run(`${LATE_GRANT} --dry-run`)
    expect(text).toContain('This node cannot try a step before the one before it is mined: a later step may still be refused.')
    expect(text).toContain('as on the local chain')
  })

  it('is not reported when all steps succeed', async () => {
    const text = await run('fund 1000 365 --dry-run')
    expect(text).toContain('Tried one after the other on the present state: no step is refused.')
    await run('fund 1000 365 --yes')
    const signed = signedGas().slice(5)
    expect(signed).toHaveLength(2)
    for (const [index, gas] of shownGas(text).entries()) expect(gas / itemAt(signed, index)).toBeCloseTo(1, 1)
  })
})

describe('the cost shown by a dry run', () => {
  it('covers the gas limits that are then signed, even when the node cannot simulate them', async () => {
    hasNoTrial()
    const text = await run('deploy --unbonding-days 7 --dry-run')
    await run('deploy --unbonding-days 7 --yes')
    const signed = signedGas()
    expect(signed).toHaveLength(5)
    for (const [index, gas] of shownGas(text).entries()) expect(gas).toBeGreaterThanOrEqual(itemAt(signed, index))
  })

  it('covers only the remaining steps of an interrupted operation', async () => {
    let taken = 0
    proxy.answer = ({ method }) => {
      if (method !== 'eth_sendRawTransaction') return undefined
      taken += 1
      return taken === 3 ? { error: { code: -32_000, message: 'the line went dead' } } : undefined
    }
    await expect(run('deploy --unbonding-days 7 --yes')).rejects.toThrow(/has not taken "deploy AerieSubscriptions"/)
    const text = await run('deploy --unbonding-days 7 --dry-run')
    expect(text.match(/its nonce is used already/g)).toHaveLength(2)
    expect(shownGas(text)).toHaveLength(3)
  })
})

it('uses the limits of the contracts', async () => {
  const { staking: address, vesting } = stage.deployment.contracts
  const limit = (functionName: 'MAX_EPOCH' | 'MAX_UNBONDING_TIME') => read().readContract({ address, abi: aerieStakingAbi, functionName })
  expect(await limit('MAX_EPOCH')).toBe(1_461n * DAY_S)
  expect(await limit('MAX_UNBONDING_TIME')).toBe(30n * DAY_S)
  expect(await read().readContract({ address: vesting, abi: aerieVestingAbi, functionName: 'MAX_DURATION' })).toBe(3_653n * DAY_S)
})
