import { expect, it } from 'vitest'
import { amountText } from './amount-text.ts'

it('is exact to four decimals, truncated and never rounded up to a threshold', () => {
  expect(amountText('9999999999999999999999')).toBe('9,999.9999')
  expect(amountText('10000000000000000000000')).toBe('10,000')
  expect(amountText(1_500_000n, 6)).toBe('1.5')
  expect(amountText(0n)).toBe('0')
})

it('never shows a non-zero amount as zero', () => expect(amountText(1n)).toBe('<0.0001'))
