import { parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { admitCall } from './rpc-methods.ts'

const CHAIN = { chainId: 31_337, head: 20_000 }
const admit = (method: string, ...params: unknown[]) => admitCall({ method, params }, CHAIN)
const account = privateKeyToAccount(`0x${'a1'.repeat(32)}`)

it('defaults a call without gas to ten million, and rejects a higher value', () => {
  expect(admit('eth_call', { data: '0x' })).toMatchObject({ params: [{ data: '0x', gas: '0x989680' }, 'pending'], gas: 10_000_000 })
  expect(admit('eth_call', { gas: '0x5208' }, '0x1')).toMatchObject({ params: [{ gas: '0x5208' }, '0x1'], gas: 21_000 })
  expect(admit('eth_call', { gas: '0x989681' })).toEqual({ code: -32_602, message: 'at most 10000000 gas' })
  expect(admit('eth_estimateGas', {})).toMatchObject({ params: [{ gas: '0x989680' }, 'pending'], gas: 30_000_000 })
})

it('rejects a transaction that may use more gas than a call', async () => {
  const signed = (gas: bigint) =>
    account.signTransaction({ type: 'eip1559', chainId: 31_337, gas, maxFeePerGas: parseGwei('1'), to: account.address })
  expect(admit('eth_sendRawTransaction', await signed(10_000_000n))).toMatchObject({ gas: 10_000_000 })
  expect(admit('eth_sendRawTransaction', await signed(10_000_001n))).toEqual({ code: -32_003, message: 'at most 10000000 gas' })
})

it.each([
  [{ fromBlock: '0x0', toBlock: '0x2711' }],
  [{ fromBlock: 'earliest', toBlock: 'latest' }],
  [{ fromBlock: 'earliest' }],
  [{ fromBlock: '0x0', toBlock: 'pending' }],
])('rejects a log search over more than 10,000 blocks, in any notation: %o', (filter) => {
  expect(admit('eth_getLogs', filter)).toEqual({ code: -32_602, message: 'at most 10000 blocks' })
})

it.each([[{}], [{ fromBlock: '0x4000' }], [{ fromBlock: 'latest', toBlock: 'latest' }], [{ blockHash: `0x${'1'.repeat(64)}` }]])(
  'queues a log search over a narrower range: %o',
  (filter) => expect(admit('eth_getLogs', filter)).toMatchObject({ method: 'eth_getLogs', gas: 2_000_000 }),
)

it('computes at most a hundred fee percentiles', () => {
  const percentiles = (count: number) => Array.from({ length: count }, (_, index) => index / 1_000)
  expect(admit('eth_feeHistory', '0x4', 'latest', percentiles(100))).toMatchObject({ gas: 2_000_000 })
  expect(admit('eth_feeHistory', '0x4', 'latest', percentiles(101))).toEqual({ code: -32_602, message: 'at most 100 percentiles' })
  expect(admit('eth_feeHistory', '0x4', 'latest')).toMatchObject({ gas: 2_000_000 })
})

it('passes plain lookups through unchanged', () =>
  expect(admit('eth_getBalance', account.address, 'latest')).toEqual({
    method: 'eth_getBalance',
    params: [account.address, 'latest'],
    gas: 0,
  }))
