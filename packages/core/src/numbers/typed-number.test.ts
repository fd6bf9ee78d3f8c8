import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiText, DOLLARS, type NumberRules, parseTypedNumber } from './typed-number.ts'

const textOf = (typed: string, rules?: NumberRules): string | undefined => {
  const read = parseTypedNumber(typed, rules)
  return read.kind === 'number' ? read.text : undefined
}
const problemOf = (typed: string, rules?: NumberRules): string | undefined => {
  const read = parseTypedNumber(typed, rules)
  return read.kind === 'wrong' ? read.problem : undefined
}

describe('a typed number with one interpretation', () => {
  it.each([
    ['1', '1'],
    [' 0.50 ', '0.50'],
    ['.5', '0.5'],
    ['7.', '7'],
    ['007', '7'],
    ['+5', '5'],
    ['1.234', '1.234'],
    ['1,234.56', '1234.56'],
    ['63.500,10', '63500.10'],
    ['12,345,678', '12345678'],
    ['1.234.567', '1234567'],
    ['12,34,567.8', '1234567.8'],
    ['1 234', '1234'],
    ['63\u202f500,10', '63500.10'],
    ["63'500.10", '63500.10'],
    ['63’500,100', '63500.100'],
    ['1_000_000', '1000000'],
    ['1,5', '1.5'],
    ['63500,10', '63500.10'],
    ['0,123', '0.123'],
    [',5', '0.5'],
    ['6.35e4', '63500'],
    ['6.35E+4', '63500'],
    ['1e-8', '0.00000001'],
    ['12.5e-1', '1.25'],
    ['0e500', '0'],
    ['９，９９９．５', '9999.5'],
    ['６３５００。１０', '63500.10'],
    ['٦٣٬٥٠٠٫١٠', '63500.10'],
    ['۶۳۵۰۰', '63500'],
    ['६३५००.१०', '63500.10'],
    ['\u200e63,500.10\u200f', '63500.10'],
  ])('%j is parsed as %s', (typed, text) => expect(textOf(typed)).toBe(text))

  it('may have a unit of its field at either end, but no other', () => {
    for (const typed of ['$63,500.10', '63,500.10 USDC', 'usd 63500.10', '$63,500.10 USDT', '＄６３５００.10'])
      expect(textOf(typed, { units: DOLLARS })).toBe('63500.10')
    expect(problemOf('€63,500.10', { units: DOLLARS })).toBe('Enter the number alone, such as 1234.5, without “€”.')
    expect(problemOf('$5', { units: ['BTC'] })).toContain('without “$”')
    expect(textOf('5 %', { units: ['%'] })).toBe('5')
    expect(textOf('20x', { units: ['x', '×'] })).toBe('20')
  })

  it('is kept separate from the digits of a unit', () => {
    expect(textOf('5 1INCH', { units: ['1INCH'] })).toBe('5')
    expect(textOf('51INCH', { units: ['1INCH'] })).toBeUndefined()
    expect(textOf('C98 5', { units: ['C98'] })).toBe('5')
    expect(textOf('C985', { units: ['C98'] })).toBeUndefined()
  })

  it('may have a minus sign if its field allows one', () => {
    for (const typed of ['-2.5%', '−2.5', '- 2.5', '－２．５']) expect(textOf(typed, { isSigned: true, units: ['%'] })).toBe('-2.5')
    for (const typed of ['-$5', '$-5']) expect(textOf(typed, { isSigned: true, units: ['$'] })).toBe('-5')
    expect(textOf('-0.0', { isSigned: true })).toBe('0.0')
    expect(problemOf('-1')).toBe('Enter a number without a minus sign.')
  })

  it('may have a magnitude suffix if its field allows one', () => {
    const rules = { hasMagnitudes: true }
    expect(['1.5M', '10b', '2 k', '1T'].map((typed) => textOf(typed, rules))).toEqual(['1500000', '10000000000', '2000', '1000000000000'])
    expect(problemOf('1.5M')).toContain('without “M”')
  })
})

describe('a typed number with two interpretations', () => {
  it.each([
    ['1,234', '“1,234” can mean 1234 or 1.234. Enter one of the two.'],
    ['63,500', '“63,500” can mean 63500 or 63.500. Enter one of the two.'],
    ['1234,567', '“1234,567” can mean 1234567 or 1234.567. Enter one of the two.'],
    ['１，２３４', '“1,234” can mean 1234 or 1.234. Enter one of the two.'],
  ])('%j is rejected with both offered', (typed, problem) => expect(problemOf(typed)).toBe(problem))
})

describe('invalid input', () => {
  it.each(['1,23,45', '1.2.3', '12 34', '1 2', '1,2,3', "1'23", '0,123,456', '1 234’567', '1,234,', '1..5'])(
    '%j is rejected as badly grouped',
    (typed) => expect(problemOf(typed)).toBe('Enter the number without separators, such as 1234.5.'),
  )
  it.each(['.', 'all', 'Infinity', 'NaN', '$', '-', '１²', '①'])('%j is rejected', (typed) => expect(problemOf(typed)).toContain('Enter'))
  it.each(['0x10', '1e', '(5)', '5-', '5€', '10²', '1/2', '½', '1 to 2', '--5'])('%j is rejected, not parsed in part', (typed) =>
    expect(problemOf(typed)).toContain('Enter'),
  )
  it('is reported as empty when blank', () => {
    for (const typed of ['', '  ', '\u3000\u200b']) expect(parseTypedNumber(typed)).toEqual({ kind: 'empty' })
  })
  it('is reported as too long when it exceeds the supported length or size', () => {
    for (const typed of ['9'.repeat(41), '1e99', '1e-99', '1e9999', '1e-9999', ' '.repeat(300), '1,'.repeat(100_000)])
      expect(problemOf(typed)).toBe('This number is too long.')
  })
})

it('parses every decimal in every notation that produces it', () => {
  const locales = ['en-US', 'de-DE', 'de-CH', 'fr-FR', 'ar-EG', 'fa-IR', 'ja-JP', 'pl-PL']
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.constantFrom(...locales), (cents, locale) => {
      const typed = (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2 })
      expect(Number(textOf(typed))).toBe(cents / 100)
    }),
  )
})

it('never throws, and returns plain digits or an error message', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(..."0123456789.,' -+eEk$٣３²\u200f"), maxLength: 60 }),
      fc.boolean(),
      (typed, isSigned) => {
        const read = parseTypedNumber(typed, { isSigned, hasMagnitudes: isSigned, units: ['$'] })
        const result = read.kind === 'number' ? read.text : read.kind === 'empty' ? '0' : `problem ${read.problem}`
        expect(result).toMatch(/^(-?(0|[1-9]\d*)(\.\d+)?|problem .+)$/)
      },
    ),
  )
})

describe('asciiText', () => {
  it('converts digits of any script and full-width letters', () => {
    expect(asciiText('１２３ ٤٥٦ ۷۸۹ ०१२ 𝟡𝟘')).toBe('123 456 789 012 90')
    expect(asciiText('ＡＢ－２')).toBe('AB-2')
    expect(asciiText('1\u200b2\u202e3\ufeff')).toBe('123')
  })
  it('does not convert characters that are not digits', () => expect(asciiText('10² ① ½')).toBe('10² ① ½'))
})
