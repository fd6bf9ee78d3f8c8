import { expect, it } from 'vitest'
import { percentText, shortNumberText } from './short-number-text.ts'

it.each([
  [1_243_512_000_000, '1.24T'],
  [32_140_000_000, '32.14B'],
  [999_999, '1.00M'],
  [1_000, '1.00K'],
  [999.994, '999.99'],
  [0.5, '0.5000'],
])('shortens %d to %s', (value, text) => expect(shortNumberText(value)).toBe(text))

it.each([
  [1.234, '+1.23%'],
  [-1.236, '−1.24%'],
  [0, '0.00%'],
  [-0.001, '0.00%'],
  [999.99, '+999.99%'],
  [999.996, '+1.00K%'],
  [-1234.5, '−1.23K%'],
])('formats a change of %d as %s', (value, text) => expect(percentText(value)).toBe(text))
