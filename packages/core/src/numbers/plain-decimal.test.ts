import { expect, it } from 'vitest'
import { plainNumber } from './plain-decimal.ts'

it.each([
  ['0', 0],
  ['-1.5', -1.5],
  ['+.5', 0.5],
  ['2.', 2],
  ['1.5e3', 1_500],
  ['1E-3', 0.001],
])('parses %s', (text, value) => expect(plainNumber(text)).toBe(value))

it.each(['', ' 1', '0x10', 'Infinity', 'NaN', '1,000', '1e999', '--1', '.', '1e', '٣'])('rejects “%s”', (text) =>
  expect(plainNumber(text)).toBeUndefined(),
)
