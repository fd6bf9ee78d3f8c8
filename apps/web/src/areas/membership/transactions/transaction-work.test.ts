import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { encodeErrorResult, RpcRequestError, TransactionReceiptNotFoundError } from 'viem'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useWalletState } from '../wallet-state.ts'
import type { TrackedTransaction } from './transaction-state.ts'
import { failureOf, sendAndWatch } from './transaction-work.ts'

const ME = `0x${'a'.repeat(40)}` as const
const HASH = `0x${'1'.repeat(64)}` as const

const chain = vi.hoisted(() => ({
  estimateGas: vi.fn<() => Promise<bigint>>(),
  estimateFeesPerGas: vi.fn<() => Promise<{ maxFeePerGas: bigint }>>(),
  getCode: vi.fn<() => Promise<string | undefined>>(),
  getTransaction: vi.fn<() => Promise<{ gas: bigint; nonce: number }>>(),
  getTransactionReceipt: vi.fn<() => Promise<{ status: string; blockNumber: bigint; gasUsed: bigint }>>(),
  call: vi.fn<() => Promise<unknown>>(),
}))
const send = vi.hoisted(() => vi.fn<(call: { gas?: bigint }) => Promise<string>>())
vi.mock('../wallet.ts', () => ({
  loadWallet: async () => ({
    publicClient: chain,
    chain: { id: 31_337 },
    walletClient: async () => ({ chain: null, sendTransaction: send }),
  }),
}))

const stake: TrackedTransaction = {
  id: '1',
  kind: 'stake',
  title: 'Stake 1 AERIE',
  state: 'estimating',
  from: ME,
  to: '0x02',
  data: '0x',
  value: '0',
  chainId: 31_337,
  startedAt: 0,
  estimate: null,
  hash: null,
  nonce: null,
  block: null,
  replacement: null,
  failure: null,
  isChainAway: false,
}
const update = (transaction: TrackedTransaction, change: Partial<TrackedTransaction>) => ({ ...transaction, ...change })
const mined = (status: 'success' | 'reverted', gasUsed: bigint) =>
  chain.getTransactionReceipt.mockResolvedValue({ status, blockNumber: 7n, gasUsed })
const sent = () => sendAndWatch(stake, update, () => true)

beforeEach(() => {
  vi.resetAllMocks()
  useWalletState.setState({ address: ME, chainId: 31_337, status: 'connected' })
  chain.estimateGas.mockResolvedValue(71_000n)
  chain.estimateFeesPerGas.mockResolvedValue({ maxFeePerGas: 1n })
  chain.getCode.mockResolvedValue(undefined)
  chain.getTransaction.mockResolvedValue({ gas: 108_750n, nonce: 1 })
  chain.call.mockResolvedValue({})
  send.mockResolvedValue(HASH)
  mined('success', 80_608n)
})

describe('the gas limit', () => {
  it('is above the estimate, as the same call may need more a second later', async () => {
    expect(await sent()).toMatchObject({ state: 'confirmed', estimate: { gas: '71000' } })
    expect(send.mock.calls[0]?.[0].gas).toBe(108_750n)
  })

  it('is also sent for an account with delegated code', async () => {
    chain.getCode.mockResolvedValue(`0xef0100${'c'.repeat(40)}`)
    await sent()
    expect(send.mock.calls[0]?.[0].gas).toBe(108_750n)
  })

  it('is left to a contract wallet, where it would have another meaning', async () => {
    chain.getCode.mockResolvedValue('0x6001')
    await sent()
    expect(send.mock.calls[0]?.[0]).not.toHaveProperty('gas')
  })

  it('is left to the wallet when there is no estimate', async () => {
    chain.estimateGas.mockRejectedValue(new Error('no answer'))
    await sent()
    expect(send.mock.calls[0]?.[0]).not.toHaveProperty('gas')
  })
})

describe('a transaction that failed in its block', () => {
  it.each([
    ['has used up its gas', 108_750n],
    ['ran out inside another contract, which leaves a little', 108_000n],
  ])('is reported as out of gas when it %s', async (_, gasUsed) => {
    mined('reverted', gasUsed)
    expect(await sent()).toMatchObject({ state: 'failed', failure: { kind: 'gas', text: expect.stringMatching(/^It ran out of gas/) } })
  })

  it("shows the contract's reason when it reverted with gas to spare, or just before the end", async () => {
    const data = encodeErrorResult({ abi: aerieStakingAbi, errorName: 'AerieStaking_NothingToClaim' })
    chain.call.mockRejectedValue(Object.assign(new Error('reverted'), { data }))
    mined('reverted', 50_000n)
    expect(await sent()).toMatchObject({ failure: { kind: 'reverted', error: 'AerieStaking_NothingToClaim' } })
    mined('reverted', 108_000n)
    expect(await sent()).toMatchObject({ failure: { kind: 'reverted', error: 'AerieStaking_NothingToClaim' } })
  })
})

it.each(['Out of gas: gas required exceeds allowance: 30000', 'intrinsic gas too low'])("recognises a node's gas error: %s", (message) => {
  const error = new RpcRequestError({ body: {}, error: { code: -32_003, message }, url: 'http://node' })
  expect(failureOf(error).kind).toBe('gas')
})

it('does not mistake a missing receipt for a failure', () =>
  expect(failureOf(new TransactionReceiptNotFoundError({ hash: HASH })).kind).toBe('wallet'))
