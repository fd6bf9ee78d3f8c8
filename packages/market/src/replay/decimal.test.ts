import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDecimal } from './read-candles.ts'

const parse = (text: string) => {
  const bytes = Buffer.from(`,${text},`)
  return parseDecimal(bytes, 1, bytes.length - 1)
}

it('returns exactly the double that Number returns, for any number as text', () => {
  const agrees = (value: number) => Object.is(parse(String(value)), Number(String(value)))
  expect(() => fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), agrees))).not.toThrow()
})

it('returns exactly the double that Number returns, for any decimal', () => {
  const agrees = (text: string) => Object.is(parse(text), Number(text))
  expect(() => fc.assert(fc.property(fc.stringMatching(/^-?\d{1,12}(\.\d{0,12})?$/), agrees), { numRuns: 2_000 })).not.toThrow()
})

it.each(['', '-', '.', '1.2.3', 'NaN', 'Infinity', '0x10', '1 2', 'null', '1e', '--1'])('rejects "%s" as a number', (text) =>
  expect(parse(text)).toBeNaN(),
)

it.each(['"42.5"', ' 42.5', '42.5 ', '4.25e1'])('parses %s', (text) => expect(parse(text)).toBe(42.5))
