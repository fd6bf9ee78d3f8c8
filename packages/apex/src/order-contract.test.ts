import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contractAccount, contractDecimal, contractFee, contractSlot, contractText, limitFee } from './order-contract.ts'

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

const slotOf = (clientId: string) => contractSlot(createHash('sha256').update(clientId).digest())

it('derives slot and nonce from the client id alone, within 32 bits', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 64 }), (clientId) => {
      const { slot, nonce } = slotOf(clientId)
      expect(slotOf(clientId)).toEqual({ slot, nonce })
      // The quotient of 2^64 - 2 by 2^32 - 1 is 2^32.
      expect(slot).toBeLessThanOrEqual(2 ** 32)
      expect(nonce).toBeLessThan(2 ** 32 - 1)
    }),
  )
})

it('reduces the digest as the connector does', () => {
  const digest = createHash('sha256').update('apexomni-1-2-3').digest()
  const value = BigInt(`0x${digest.toString('hex')}`)
  expect(contractSlot(digest)).toEqual({
    slot: Number((value % 18_446_744_073_709_551_615n) / 4_294_967_295n),
    nonce: Number(value % 4_294_967_295n),
  })
  expect(() => contractSlot(digest.subarray(1))).toThrow(RangeError)
})

it('writes contract numbers as integers', () => {
  expect(contractAccount('586213648326721628')).toBe(Number(586_213_648_326_721_628n % 4_294_967_295n))
  expect(contractDecimal('0.01')).toBe('10000000000000000')
  expect(contractDecimal('100000')).toBe('100000000000000000000000')
  expect(contractFee('0.0005')).toBe(5)
  expect(contractFee('0.00025')).toBe(3)
})

it('rounds the maximum fee up', () => {
  expect(limitFee({ price: '100000', size: '0.01', rate: '0.0005' })).toBe('0.500000')
  expect(limitFee({ price: '3', size: '0.001', rate: '0.00025' })).toBe('0.000001')
  expect(() => limitFee({ price: '1e3', size: '1', rate: '0' })).toThrow(RangeError)
})
