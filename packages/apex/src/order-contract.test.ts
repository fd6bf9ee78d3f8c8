import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { contractText } from './order-contract.ts'

const PARTS = {
  account: '17',
  pair: '50001',
  side: 'buy',
  size: '0.01',
  price: '60000',
  takerFeeRate: '0.0005',
  makerFeeRate: '0.0002',
} as const
const digest = createHash('sha256').update('a-1').digest()

it('serialises the signed fields in a fixed order, with layer-2 numbers as integers', () => {
  expect(contractText(PARTS, digest)).toMatch(
    /^\{"accountId":17,"subAccountId":0,"slotId":\d+,"nonce":\d+,"pairId":50001,"size":"10000000000000000","price":"60000000000000000000000","direction":true,"takerFeeRate":5,"makerFeeRate":2,"hasSubsidy":false\}$/,
  )
})

it.each([
  { account: '18' },
  { pair: '50002' },
  { side: 'sell' as const },
  { size: '0.02' },
  { price: '60001' },
  { takerFeeRate: '0.0006' },
  { makerFeeRate: '0' },
])('produces a different text with %j', (change) => {
  expect(contractText({ ...PARTS, ...change }, digest)).not.toBe(contractText(PARTS, digest))
})

it('produces a different text for another client id, and throws on an invalid number', () => {
  expect(contractText(PARTS, createHash('sha256').update('a-2').digest())).not.toBe(contractText(PARTS, digest))
  expect(() => contractText({ ...PARTS, size: '1e3' }, digest)).toThrow(RangeError)
  expect(() => contractText({ ...PARTS, account: 'x' }, digest)).toThrow(SyntaxError)
})
