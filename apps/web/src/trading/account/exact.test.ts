import { expect, it } from 'vitest'
import { shortDigits } from './exact.ts'

it.each([
  ['21059.826005085614', '21059.826'],
  ['0.000009412345678912', '0.000009412'],
  ['0.012345678912', '0.01234567'],
  ['0.5700205', '0.5700205'],
  ['123456789.123456', '123456789.12'],
  ['100', '100'],
  ['0.00', '0.00'],
])('reads %s as %s: what a column has room for, with four digits that count and two decimals at least', (given, read) =>
  expect(shortDigits(given)).toBe(read),
)
