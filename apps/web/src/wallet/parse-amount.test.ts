import { expect, it } from 'vitest'
import { exactAmount, parseAmount } from './parse-amount.ts'

it('keeps every digit of an amount that a float would lose', () => {
  expect(parseAmount('9007199254740993.000000000000000001')).toEqual({ units: 9007199254740993000000000000000001n })
  expect(parseAmount('0.1')).toEqual({ units: 100000000000000000n })
  expect(parseAmount(' 19.000001 ', 6)).toEqual({ units: 19000001n })
  expect(parseAmount('.5', 6)).toEqual({ units: 500000n })
})

it('never guesses what a comma or a space means', () => {
  for (const text of ['25,000', '1,5', '1 000', '1’000']) expect(parseAmount(text)).toEqual({ problem: 'separator' })
})

it('says what is wrong instead of taking a part of it', () => {
  for (const text of ['1e3', '-1', '0x10', '1.2.3', '.', 'all', 'Infinity', '9'.repeat(31)])
    expect(parseAmount(text)).toEqual({ problem: 'not-a-number' })
  expect(parseAmount('0.0000001', 6)).toEqual({ problem: 'too-many-places' })
  expect(parseAmount('0.0')).toEqual({ problem: 'zero' })
  expect(parseAmount('')).toEqual({ problem: 'empty' })
})

it('writes an amount so that it is read back to the last digit', () => {
  for (const units of [1n, 10n ** 18n, 25_000n * 10n ** 18n, 123456789012345678901n])
    expect(parseAmount(exactAmount(units))).toEqual({ units })
  expect(exactAmount(25_000n * 10n ** 18n)).toBe('25000')
})
