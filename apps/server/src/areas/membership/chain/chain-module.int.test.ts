import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { testUsdcAbi } from '@aerie/chain/abi/test-usdc'
import { defined } from '@aerie/core/defined'
import { DAY_MS } from '@aerie/core/time'
import { encodeFunctionData, type Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { outcome } from '../../../../test/account-app.ts'
import { testApp } from '../../../../test/app.ts'
import { chainApp } from '../../../../test/chain-app.ts'

/** Only a hang reaches this timeout. */
const PATIENT = { timeout: 30_000 }
const RPC = '/api/v1/chain/rpc'
const account = privateKeyToAccount(`0x${'a1'.repeat(32)}`)
const other = privateKeyToAccount(`0x${'a2'.repeat(32)}`)

type Stage = Awaited<ReturnType<typeof chainApp>>
let stage: Stage
let app: Stage['app']
let chain: Stage['chain']
beforeAll(async () => {
  stage = await chainApp(account.address)
  ;({ app, chain } = stage)
})
afterAll(() => stage.close())

const rpc = (method: string, params: readonly unknown[] = []) =>
  app.inject({ method: 'POST', url: RPC, payload: { jsonrpc: '2.0', id: 1, method, params } })
const resultOf = async (method: string, params: readonly unknown[] = []) => {
  const { result, error } = (await rpc(method, params)).json<{ result?: unknown; error?: { code: number; message: string } }>()
  return error ?? result
}
const funds = (key: string, address: string = account.address) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/chain/test-funds',
    headers: { authorization: stage.token, 'idempotency-key': key },
    payload: { address },
  })
const contracts = () => chain.facts().contracts
const read = async (to: Hex | undefined, data: Hex): Promise<bigint> => BigInt(String(await resultOf('eth_call', [{ to, data }, 'latest'])))
const holdings = async (of: Hex) => ({
  eth: BigInt(String(await resultOf('eth_getBalance', [of, 'latest']))),
  token: await read(contracts().token, encodeFunctionData({ abi: aerieTokenAbi, functionName: 'balanceOf', args: [of] })),
  usdc: await read(contracts().usdc, encodeFunctionData({ abi: testUsdcAbi, functionName: 'balanceOf', args: [of] })),
})
const signed = async (by: PrivateKeyAccount, to: Hex | undefined, data: Hex, chainId = 31_337): Promise<Hex> => {
  const nonce = Number(await resultOf('eth_getTransactionCount', [by.address, 'latest']))
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n, gas: 500_000n }
  return by.signTransaction({ type: 'eip1559', chainId, nonce, to: to ?? null, data, ...fees })
}

describe('before the chain is up', () => {
  it('answers 503 with Retry-After wherever the chain is needed, and returns no contracts', async () => {
    const answer = await rpc('eth_chainId')
    expect([outcome(answer), answer.headers['retry-after']]).toEqual(['503 unavailable', '5'])
    expect(outcome(await funds('before-it-is-up'))).toBe('503 unavailable')
    await expect(chain.readers.pool()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await chain.readers.balance(account.address)).toMatchObject({ amount: 0n, isKnown: false })
    expect(contracts()).toEqual({})
    expect(stage.health()).toBe('starting')
  })
})

describe('the chain of this server', () => {
  beforeAll(() => chain.start())

  it('starts with its contracts deployed and its events read', async () => {
    await expect.poll(stage.health, PATIENT).toBe('ok')
    expect(chain.facts()).toMatchObject({ id: 31_337, isLocal: true, contracts: { token: expect.stringMatching(/^0x/) } })
    expect(await chain.history.all({ contract: 'staking', names: ['EpochFunded'] })).toHaveLength(1)
  })

  it('sends the same test funds for the same key once, and reports what they are', async () => {
    const [one, two] = await Promise.all([funds('first-time'), funds('first-time')])
    expect([one.statusCode, two.statusCode]).toEqual([200, 200])
    expect(one.json()).toEqual(two.json())
    expect(one.json<{ data: { transactions: string[] } }>().data.transactions).toHaveLength(3)
    expect(await holdings(account.address)).toEqual({ eth: 10n ** 19n, token: 25_000n * 10n ** 18n, usdc: 1_000_000_000n })
    expect(outcome(await funds('first-time', other.address))).toBe('422 wallet_not_linked')
  })

  it('sends test funds to linked wallets of logged-in users only, with a key, up to a limit', async () => {
    expect(outcome(await funds('other-wallet', other.address))).toBe('422 wallet_not_linked')
    expect(outcome(await funds('short'))).toBe('400 bad_input')
    const { url, method } = { url: '/api/v1/chain/test-funds', method: 'POST' } as const
    expect(outcome(await app.inject({ method, url, payload: { address: account.address } }))).toBe('401 unauthenticated')
    for (let time = 2; time <= 5; time += 1) expect((await funds(`time-no-${time}`)).statusCode).toBe(200)
    const refused = await funds('time-no-6')
    expect(outcome(refused)).toBe('429 rate_limited')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000)
    stage.time.offset = DAY_MS
    expect((await funds('time-no-6')).statusCode).toBe(200)
    stage.time.offset = 0
  })

  it('reports a stake as soon as it is final, and reads it back', async () => {
    const { token, staking } = contracts()
    const before = (await chain.readers.position(account.address)).unstaked
    const approve = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [defined(staking), 9n] })
    await resultOf('eth_sendRawTransaction', [await signed(account, token, approve)])
    const stake = encodeFunctionData({ abi: aerieStakingAbi, functionName: 'stake', args: [9n] })
    const hash = await resultOf('eth_sendRawTransaction', [await signed(account, staking, stake)])
    const receipt = z.parse(z.object({ status: z.string(), blockNumber: z.string() }), await resultOf('eth_getTransactionReceipt', [hash]))
    expect(receipt.status).toBe('0x1')
    const change = { account: account.address.toLowerCase(), block: Number(receipt.blockNumber), kind: 'settled' }
    await expect.poll(() => stage.changes, PATIENT).toContainEqual(change)
    const { events } = await chain.history.page({ contract: 'staking', names: ['Staked'] }, { limit: 5, offset: 0 })
    expect(events).toMatchObject([{ transaction: hash, args: { amount: '9' }, isSettled: true }])
    expect(await chain.readers.position(account.address)).toMatchObject({ unstaked: before - 9n, staked: 9n })
  })

  it.each([
    ['anvil_setBalance', [account.address, '0x1']],
    ['evm_mine', []],
    ['evm_increaseTime', [1]],
    ['hardhat_setCode', [account.address, '0x']],
    ['debug_traceTransaction', [`0x${'0'.repeat(64)}`]],
    ['txpool_content', []],
    ['eth_sendTransaction', [{}]],
    ['eth_accounts', []],
    ['eth_newFilter', [{}]],
    ['constructor', []],
    ['__proto__', []],
  ])('does not support the method %s', async (method, params) => {
    expect(await resultOf(method, params)).toMatchObject({ code: -32_601 })
  })

  it('rejects a transaction for another chain or without a chain id', async () => {
    const transfer = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'transfer', args: [other.address, 1n] })
    expect(await resultOf('eth_sendRawTransaction', [await signed(account, contracts().token, transfer, 8_453)])).toMatchObject({
      code: -32_003,
      message: expect.stringContaining('for chain 8453'),
    })
    const anyChain = await account.signTransaction({ type: 'legacy', nonce: 9, gas: 21_000n, gasPrice: 10n ** 10n, to: other.address })
    expect(await resultOf('eth_sendRawTransaction', [anyChain])).toMatchObject({ message: expect.stringContaining('for any chain') })
    expect(await resultOf('eth_sendRawTransaction', ['0x1234'])).toMatchObject({ code: -32_602 })
  })

  it('runs calls as of now, and rejects those that overload the node or change its state', async () => {
    const timeOf = '0x425f5260205ff3'
    const before = Date.now() / 1_000
    const now = Number(await resultOf('eth_call', [{ data: timeOf }, 'latest']))
    expect(now).toBeGreaterThan(before - 5)
    expect(now).toBeLessThan(Date.now() / 1_000 + 5)
    expect(await resultOf('eth_call', [{ data: timeOf, gas: '0xffffffff' }, 'latest'])).toMatchObject({ code: -32_602 })
    expect(await resultOf('eth_call', [{ data: timeOf }, 'latest', { [account.address]: { balance: '0x1' } }])).toMatchObject({
      code: -32_602,
    })
    // An endless loop stops at 10 million gas, not at the block limit of 30 million.
    const endless = { data: '0x5b5f56' }
    expect(await resultOf('eth_call', [{ ...endless, gas: '0x989681' }])).toMatchObject({ code: -32_602 })
    expect(await resultOf('eth_call', [endless, 'latest'])).toMatchObject({ message: expect.stringContaining('OutOfGas') })
    expect(await resultOf('eth_estimateGas', [endless])).toMatchObject({ code: expect.any(Number) })
    expect(await resultOf('eth_getLogs', [{ fromBlock: '0x0', toBlock: '0xffffff' }])).toMatchObject({ code: -32_602 })
  })

  it('answers a batch in order, and rejects one that is not JSON-RPC', async () => {
    const call = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: [] })
    const batch = await app.inject({
      method: 'POST',
      url: RPC,
      payload: [call(1, 'eth_chainId'), call(2, 'anvil_reset'), call(3, 'net_version')],
    })
    expect(batch.json()).toMatchObject([
      { id: 1, result: '0x7a69' },
      { id: 2, error: { code: -32_601 } },
      { id: 3, result: '31337' },
    ])
    for (const payload of [
      {},
      [],
      { jsonrpc: '1.0', id: 1, method: 'eth_chainId' },
      Array.from({ length: 51 }, () => call(1, 'eth_chainId')),
    ])
      expect(outcome(await app.inject({ method: 'POST', url: RPC, payload }))).toBe('400 bad_input')
  })

  it('rate-limits a flood from one caller with Retry-After, and serves another meanwhile', async () => {
    const batch = Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'net_version', params: [] }))
    const send = (remoteAddress: string) => app.inject({ method: 'POST', url: RPC, payload: batch, remoteAddress })
    // Freezes time: on a slow machine, spread-out requests would not hit the rate limit.
    stage.time.frozenAt = Date.now()
    const answers = await Promise.all(Array.from({ length: 12 }, () => send('198.51.100.9')))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers['retry-after']).toBe('1')
    expect((await send('198.51.100.10')).statusCode).toBe(200)
    stage.time.frozenAt = undefined
  })

  it('shows nothing that is not on disk: a chain killed right after a response still has it', async () => {
    const { token } = contracts()
    const before = (await holdings(other.address)).token
    const transfer = encodeFunctionData({ abi: aerieTokenAbi, functionName: 'transfer', args: [other.address, 3n] })
    const hash = await resultOf('eth_sendRawTransaction', [await signed(account, token, transfer)])
    stage.killChain()
    await expect.poll(stage.health, PATIENT).toBe('degraded')
    await expect.poll(stage.health, PATIENT).toBe('ok')
    expect(await resultOf('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
    expect((await holdings(other.address)).token).toBe(before + 3n)
    expect((await funds('after-the-kill')).statusCode).toBe(429)
  })
})

it('admits a wallet extension, and no page of another origin', async () => {
  const aerie = await testApp()
  try {
    const send = (origin: string, url = RPC) =>
      aerie.app.inject({
        method: 'POST',
        url,
        headers: { origin, host: 'localhost:4800' },
        payload: { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      })
    expect(outcome(await send('chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn'))).toBe('503 unavailable')
    expect(outcome(await send('moz-extension://5c9bd7a4-0000-4000-8000-000000000000'))).toBe('503 unavailable')
    expect(outcome(await send('https://evil.example'))).toBe('403 forbidden')
    expect(outcome(await send('chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn', '/api/v1/auth/login'))).toBe('403 forbidden')
  } finally {
    await aerie.close()
  }
})
