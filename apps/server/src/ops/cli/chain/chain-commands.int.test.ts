import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieSubscriptionsAbi } from '@aerie/chain/abi/aerie-subscriptions'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import type { Address } from '@aerie/chain/contracts'
import { itemAt } from '@aerie/core/item-at'
import { createPublicClient, getAddress, http, parseTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type ChainStage, chainStage } from '../../../../test/chain-stage.ts'
import { type NodeProxy, nodeProxy } from '../../../../test/node-proxy.ts'
import { OperationFailure } from '../../chain-operations/operation.ts'
import type { CommandCaller } from '../commands.ts'
import { UsageError } from '../usage.ts'
import { parseChainCommand } from './chain-commands.ts'

const BASE_SEPOLIA = 84_532
const TEN_ETHER = '0x8ac7230489e80000'
const METHOD_SEND = 'eth_sendRawTransaction'

let stage: ChainStage
let proxy: NodeProxy
beforeAll(async () => {
  stage = await chainStage(BASE_SEPOLIA)
})
afterAll(() => stage.close())

let folder: string
let keyFile: string
let from: Address
let contracts: Record<string, string>
let asked: unknown[]
let lines: string[]
let answers: string[]
beforeEach(async () => {
  proxy = await nodeProxy(stage.node)
  folder = mkdtempSync('/tmp/aerie-operator-')
  const key = generatePrivateKey()
  from = privateKeyToAccount(key).address
  keyFile = join(folder, 'key')
  writeFileSync(keyFile, `${key}\n`, { mode: 0o600 })
  await stage.node.request('anvil_setBalance', [from, TEN_ETHER])
  contracts = { USDC_ADDRESS: stage.deployment.contracts.usdc }
  asked = []
  lines = []
  answers = []
})
afterEach(async () => {
  await proxy.close()
  rmSync(folder, { recursive: true })
})

const chain = () => createPublicClient({ transport: http(stage.node.url) })
const nonceOf = (address: Address) => chain().getTransactionCount({ address })

const run = (line: string, env: Record<string, string> = {}): Promise<string> =>
  parseChainCommand(line.split(' '), {
    env: { CHAIN_RPC_URL: proxy.url, CHAIN_ID: String(BASE_SEPOLIA), ...contracts, ...env },
    dataDir: folder,
    ask: async () => answers.shift(),
    pause: async () => undefined,
  })({
    warn: (text) => void lines.push(text),
    administrationFor: (caller: CommandCaller) => ({ noteAsked: async (parameters) => void asked.push([caller, parameters]) }),
  })
const signed = (line: string, env: Record<string, string> = {}) => run(`${line} --key-file ${keyFile} --yes --by Grace`, env)

async function deployed(): Promise<void> {
  const printed = await signed('deploy --unbonding-days 7')
  contracts = {
    ...contracts,
    ...Object.fromEntries([...printed.matchAll(/^(\w+_ADDRESS)=(0x\w{40})$/gm)].map(([, name, at]) => [name, at])),
  }
}
const at = (name: string) => getAddress(contracts[`${name}_ADDRESS`] ?? '')

describe('deployment', () => {
  it('shows in a dry run what it would send, without a key, and sends and stores nothing', async () => {
    const text = await run(`deploy --unbonding-days 7 --from ${from} --dry-run`)
    expect(text).toContain(`admin chain deploy on Base Sepolia (chain ${BASE_SEPOLIA}), from ${from}`)
    expect(text.match(/deploy Aerie\w+, new, at 0x/g)).toHaveLength(5)
    expect(text).toMatch(/gas \d+\n/)
    expect(text).toContain('Should it rise, no step pays more than 50 gwei.')
    expect(text).toMatch(/Dry run: nothing was sent\.\n$/)
    expect(await nonceOf(from)).toBe(0)
    expect(readdirSync(folder)).toEqual(['key'])
    expect(proxy.seen.filter(({ method }) => method.startsWith('eth_send'))).toEqual([])
  })

  it('deploys five contracts, checks them, prints the settings, and is recorded before and after', async () => {
    await deployed()
    const read = chain()
    expect(await read.readContract({ address: at('STAKING'), abi: aerieStakingAbi, functionName: 'owner' })).toBe(from)
    expect(await read.readContract({ address: at('STAKING'), abi: aerieStakingAbi, functionName: 'unbondingTime' })).toBe(7n * 86_400n)
    expect(await read.readContract({ address: at('TOKEN'), abi: aerieTokenAbi, functionName: 'balanceOf', args: [from] })).toBe(10n ** 26n)
    expect(await nonceOf(from)).toBe(5)
    const caller = { command: 'admin chain deploy', byName: 'Grace' }
    expect(asked).toEqual([
      [caller, expect.objectContaining({ state: 'begun', from, chain: BASE_SEPOLIA })],
      [caller, expect.objectContaining({ state: 'done' })],
    ])
  })

  it('does not run a second time', async () => {
    await deployed()
    await expect(signed('deploy --unbonding-days 7')).rejects.toThrow(/were deployed on this chain already/)
    expect(await nonceOf(from)).toBe(5)
  })

  it('asks for the chain name before it sends', async () => {
    const line = `deploy --unbonding-days 7 --key-file ${keyFile}`
    answers = ['Base']
    await expect(run(line)).rejects.toThrow('Nothing was sent.')
    await expect(run(line)).rejects.toThrow(/no terminal/)
    expect(await nonceOf(from)).toBe(0)
    answers = ['Base Sepolia']
    expect(await run(line)).toContain('TOKEN_ADDRESS=')
    expect(lines[0]).toContain('deploy AerieToken')
  })
})

describe('an interrupted operation', () => {
  /** Lets the node accept a number of transactions; the response to the next is lost before or after the node accepts it. */
  function loseAnswer({ after, isTaken }: { after: number; isTaken: boolean }): void {
    let sent = 0
    proxy.answer = ({ method, params }) => {
      if (method !== METHOD_SEND) return undefined
      sent += 1
      if (sent !== after + 1) return undefined
      const lost = { error: { code: -32_000, message: 'the line went dead' } }
      return isTaken ? stage.node.ask(method, params).then(() => lost) : lost
    }
  }

  it.each([
    { name: 'before the node had it', isTaken: false },
    { name: 'after the node had it', isTaken: true },
  ])('resumes after the answer was lost $name', async ({ isTaken }) => {
    loseAnswer({ after: 2, isTaken })
    await expect(signed('deploy --unbonding-days 7')).rejects.toThrow(/has not taken "deploy AerieSubscriptions"/)
    proxy.answer = () => undefined
    await deployed()
    expect(await nonceOf(from)).toBe(5)
    expect(asked.map((row) => (row as [unknown, { state: string }])[1].state)).toEqual(['begun', 'continued', 'done'])
  })

  it('resends the exact bytes that it signed', async () => {
    loseAnswer({ after: 0, isTaken: false })
    await expect(signed('deploy --unbonding-days 7')).rejects.toThrow(OperationFailure)
    proxy.answer = () => undefined
    await deployed()
    const [first, second] = proxy.seen.filter(({ method }) => method === METHOD_SEND).map(({ params }) => params[0])
    expect(second).toBe(first)
  })

  it('raises both fees by a tenth when gas has become more expensive, as nodes require for a replacement', async () => {
    loseAnswer({ after: 0, isTaken: false })
    await expect(signed('deploy --unbonding-days 7')).rejects.toThrow(OperationFailure)
    proxy.answer = ({ method, params }) => (method === 'eth_getBlockByNumber' ? stage.node.ask(method, params).then(dearer) : undefined)
    await deployed()
    const sent = proxy.seen
      .filter(({ method }) => method === METHOD_SEND)
      .map(({ params }) => parseTransaction(z.parse(rawBytes, params[0])))
    const [first, second] = [itemAt(sent, 0), itemAt(sent, 1)]
    expect(second.nonce).toBe(first.nonce)
    expect(Number(second.maxFeePerGas)).toBeGreaterThanOrEqual(Number(first.maxFeePerGas) * 1.1)
    expect(Number(second.maxPriorityFeePerGas)).toBeGreaterThanOrEqual(Number(first.maxPriorityFeePerGas) * 1.1)
  })

  it('blocks any other operation until it is completed or abandoned', async () => {
    loseAnswer({ after: 1, isTaken: false })
    await expect(signed('deploy --unbonding-days 7')).rejects.toThrow(OperationFailure)
    proxy.answer = () => undefined
    await expect(signed('deploy --unbonding-days 8')).rejects.toThrow(/was begun and is not over/)
    expect(await run(`deploy --unbonding-days 7 --from ${from} --abandon`)).toMatch(/given up; what was sent of it stays sent/)
    await deployed()
    expect(await nonceOf(from)).toBe(6)
  })

  it('stops when somebody else has used the nonce', async () => {
    await deployed()
    loseAnswer({ after: 0, isTaken: false })
    await expect(signed('plan claw 19')).rejects.toThrow(OperationFailure)
    proxy.answer = () => undefined
    await stage.sendAs(from, from, '0x')
    await expect(signed('plan claw 19')).rejects.toThrow(/Nonce 5 of .* was used by a transaction that this command has no record of/)
  })

  it('rejects a record that it cannot read', async () => {
    writeFileSync(join(folder, `chain-operation-${BASE_SEPOLIA}.json`), '{"format":1,')
    await expect(signed('deploy --unbonding-days 7')).rejects.toThrow(/is no record of an operation/)
  })

  it('stores no key in its record', async () => {
    loseAnswer({ after: 0, isTaken: false })
    await expect(signed('deploy --unbonding-days 7')).rejects.toThrow(OperationFailure)
    const record = readFileSync(join(folder, `chain-operation-${BASE_SEPOLIA}.json`), 'utf8')
    expect(record).not.toContain(readFileSync(keyFile, 'utf8').trim().slice(2))
  })
})

describe('commands on deployed contracts', () => {
  beforeEach(deployed)

  it('fund rewards, set and end a plan, and grant tokens', async () => {
    expect(await signed('fund 365000 365')).toContain('365000 tokens are streamed')
    const epoch = await chain().readContract({ address: at('STAKING'), abi: aerieStakingAbi, functionName: 'epoch' })
    expect(epoch[0]).toBe(1n)
    await signed('plan ipc 49.5')
    const planOf = () =>
      chain().readContract({ address: at('SUBSCRIPTIONS'), abi: aerieSubscriptionsAbi, functionName: 'planOf', args: [2n] })
    expect(await planOf()).toEqual([49_500_000n, true])
    await signed('plan ipc off')
    expect(await planOf()).toEqual([0n, false])
    const beneficiary = privateKeyToAccount(generatePrivateKey()).address
    await signed(`grant ${beneficiary} 1000 730 --start 2026-12-01T00:00:00Z --cliff-days 90`)
    const grants = await chain().readContract({
      address: at('VESTING'),
      abi: aerieVestingAbi,
      functionName: 'grantsOf',
      args: [beneficiary],
    })
    expect(grants).toEqual([{ amount: 10n ** 21n, released: 0n, start: 1_796_083_200n, cliff: 90n * 86_400n, duration: 730n * 86_400n }])
  })

  it('fail before sending when the caller is not the owner or has too few tokens or too little ether', async () => {
    const owner = from
    const key = generatePrivateKey()
    writeFileSync(keyFile, key)
    from = privateKeyToAccount(key).address
    await stage.node.request('anvil_setBalance', [from, TEN_ETHER])
    await expect(signed('plan claw 19')).rejects.toThrow(new RegExp(`belongs to ${owner}`))
    await expect(signed('fund 1 30')).rejects.toThrow(/neither owns .* nor is one of its funders/)
    expect(await nonceOf(from)).toBe(0)
  })

  it('show the name of the error with which a contract reverts', async () => {
    await signed('fund 1000 365')
    await expect(signed('fund 1 1')).rejects.toThrow(/"begin an epoch of rewards" would be refused: AerieStaking_EndWouldMoveEarlier\(/)
  })
})

describe('an external signer', () => {
  let signer: NodeProxy
  beforeEach(async () => {
    signer = await nodeProxy(stage.node)
    await stage.node.request('anvil_impersonateAccount', [from])
    signer.answer = ({ method }) => (method === 'eth_accounts' ? { result: [from.toLowerCase()] } : undefined)
  })
  afterEach(() => signer.close())
  const bySigner = (line: string) => run(`${line} --signer-url ${signer.url} --from ${from} --yes`)

  it('signs and sends every step with the given nonce', async () => {
    expect(await bySigner('deploy --unbonding-days 7')).toContain('TOKEN_ADDRESS=')
    const sent = signer.seen.filter(({ method }) => method === 'eth_sendTransaction')
    expect(sent.map(({ params }) => Number((params[0] as { nonce: string }).nonce))).toEqual([0, 1, 2, 3, 4])
    expect(proxy.seen.some(({ method }) => method === METHOD_SEND)).toBe(false)
  })

  it('is not asked again for a transaction that it has sent, although its answer was lost', async () => {
    signer.answer = ({ method, params }) => {
      if (method === 'eth_accounts') return { result: [from] }
      if (method !== 'eth_sendTransaction') return undefined
      return stage.node.ask(method, params).then(() => ({ error: { code: -32_000, message: 'the device was unplugged' } }))
    }
    await expect(bySigner('deploy --unbonding-days 7')).rejects.toThrow(/The signer has not sent "deploy AerieToken": .*unplugged/)
    signer.answer = ({ method }) => (method === 'eth_accounts' ? { result: [from] } : undefined)
    expect(await bySigner('deploy --unbonding-days 7')).toContain('TOKEN_ADDRESS=')
    expect(await nonceOf(from)).toBe(5)
  })

  it('must have the account', async () => {
    signer.answer = () => ({ result: ['0x000000000000000000000000000000000000dEaD'] })
    await expect(bySigner('deploy --unbonding-days 7')).rejects.toThrow(/has no account/)
    signer.answer = () => ({ result: { evil: true } })
    await expect(bySigner('deploy --unbonding-days 7')).rejects.toThrow(/does not name its accounts/)
  })
})

describe('an untrusted node', () => {
  it('is not used for another chain', async () => {
    await expect(signed('deploy --unbonding-days 7', { CHAIN_ID: '8453' })).rejects.toThrow(/is of chain 84532, and CHAIN_ID says 8453/)
  })

  it('cannot make anybody pay more for gas than they allow', async () => {
    const dear = { result: `0x${(10n ** 15n).toString(16)}` }
    proxy.answer = ({ method }) => (/eth_(maxPriorityFeePerGas|gasPrice)/.test(method) ? dear : undefined)
    await expect(signed('deploy --unbonding-days 7')).rejects.toThrow(/gwei a unit of gas, and --max-fee-gwei allows 50/)
    expect(await nonceOf(from)).toBe(0)
  })

  it('cannot exhaust the memory or return nonsense', async () => {
    proxy.answer = () => ({ result: `0x${'0'.repeat(9_000_000)}` })
    await expect(signed('deploy --unbonding-days 7')).rejects.toThrow(/does not answer as a node does/)
    proxy.answer = () => ({ result: '0xzz' })
    await expect(signed('deploy --unbonding-days 7')).rejects.toThrow(OperationFailure)
  })

  it('cannot pass off another contract as the deployed one', async () => {
    proxy.answer = ({ method }) => (method === 'eth_getCode' ? { result: '0x6001' } : undefined)
    await expect(signed('deploy --unbonding-days 7')).rejects.toThrow(/the code of token .* is not as it should be/)
  })
})

describe('invalid arguments', () => {
  it.each([
    ['launch', /no command "admin chain launch"/],
    ['fund 1', /takes 2 arguments, not 1/],
    ['fund 0 30', /not an amount of tokens/],
    ['fund 1e30 30', /not an amount of tokens/],
    ['fund 1 0', /not a number of days from 1 to 1461/],
    ['fund 1 1462', /not a number of days from 1 to 1461/],
    ['deploy --unbonding-days 0', /not a number of days from 1 to 30/],
    ['deploy --unbonding-days 31', /not a number of days from 1 to 30/],
    ['grant 0x52908400098527886E0F7030069857D2E4169EE7 1 3654 --start 2027-01-01', /not a number of days from 1 to 3653/],
    ['plan gold 5', /not a plan/],
    ['plan claw 1.1234567', /not a price/],
    ['grant 0x52908400098527886E0F7030069857D2E4169ee7 1 1 --start 2027-01-01', /not an address/],
    ['grant 0x52908400098527886E0F7030069857D2E4169EE7 1 1', /When does it begin/],
    ['grant 0x52908400098527886E0F7030069857D2E4169EE7 1 1 --start 2027-01-01 --cliff-days 2', /cliff is longer/],
    ['fund 1 30 --owner 0x52908400098527886E0F7030069857D2E4169EE7', /has no --owner/],
    ['deploy', /How long does a stake take/],
  ])('rejects "%s" before sending any request', async (line, message) => {
    contracts = { ...stageContracts() }
    const attempt = async () => await signed(line)
    await expect(attempt()).rejects.toThrow(message)
    await expect(attempt()).rejects.toBeInstanceOf(UsageError)
    expect(proxy.seen).toEqual([])
  })

  it('requires one signer, and a chain that is not the local one', async () => {
    contracts = { ...stageContracts() }
    const attempt = async (line: string, env = {}) => await run(line, env)
    await expect(attempt('plan claw 1')).rejects.toThrow(/Who signs/)
    await expect(attempt(`plan claw 1 --from ${from}`)).rejects.toThrow(/dry-run only/)
    await expect(attempt(`plan claw 1 --key-file ${keyFile} --from ${from}`)).rejects.toThrow(/of one address/)
    await expect(attempt(`plan claw 1 --key-file ${keyFile}`, { CHAIN_ID: '31337' })).rejects.toThrow(/local chain/)
    await expect(attempt(`plan claw 1 --key-file ${keyFile}`, { CHAIN_RPC_URL: '' })).rejects.toThrow(/CHAIN_RPC_URL is missing/)
  })

  it('requires a key file that nobody else can read', async () => {
    chmodSync(keyFile, 0o644)
    await expect(signed('deploy --unbonding-days 7')).rejects.toThrow(/Others on this machine may read/)
  })
})

const rawBytes = z.templateLiteral(['0x', z.string()])
const blockAnswer = z.object({ result: z.looseObject({ baseFeePerGas: z.string() }) })

function dearer(answer: unknown) {
  const { result } = z.parse(blockAnswer, answer)
  return { result: { ...result, baseFeePerGas: `0x${(BigInt(result.baseFeePerGas) * 100n).toString(16)}` } }
}

const stageContracts = () =>
  Object.fromEntries(Object.entries(stage.deployment.contracts).map(([name, address]) => [`${name.toUpperCase()}_ADDRESS`, address]))
