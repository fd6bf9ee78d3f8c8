import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contractAccount, contractDecimal, contractFee, contractSlot, limitFee } from './contract-numbers.ts'

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
