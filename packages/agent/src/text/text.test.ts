import { expect, it } from 'vitest'
import { foldText, MAX_QUESTION_LENGTH, numberOf, tokenize } from './text.ts'

const texts = (text: string): string[] => tokenize(text).map((token) => token.text)

it.each([
  ['Ｂｉｔｃｏｉｎ １２', ['bitcoin', '12']],
  ['𝐁𝐓𝐂?', ['btc', '?']],
  ['b\u200btc \u202eeth', ['btc', 'eth']],
  ['mañana über préço', ['manana', 'uber', 'preco']],
  ['bitcoin’s "price"', ['bitcoin', 's', 'price']],
  ['btc-kurs eth_usdt', ['btc', 'kurs', 'eth', 'usdt']],
  ['6h 1h30 spx6900', ['6', 'h', '1', 'h', '30', 'spx6900']],
  ['比特币6小时', ['比', '特', '币', '6', '小', '时']],
  ['₿ $eth', ['₿', '$', 'eth']],
])('splits %j into tokens', (text, pieces) => expect(texts(text)).toEqual(pieces))

it('parses 1,6,12 as a list, and 100,000 and 1,5 as numbers', () =>
  expect(texts('1,6,12 100,000 1,5 1.5')).toEqual(['1', ',', '6', ',', '12', '100,000', '1,5', '1.5']))

it.each([
  ['100,000', 100_000],
  ['100.000', 100_000],
  ['1.5', 1.5],
  ['1,5', 1.5],
  ['24', 24],
  ['14:30', Number.NaN],
])('parses %s as %d', (text, value) => expect(numberOf(text)).toBe(value))

it('keeps a minus before a number, and detects whether it is attached to the previous word', () => {
  const [, minus, six] = tokenize('btc -6')
  expect([minus?.text, minus?.isGlued, six?.isGlued]).toEqual(['-', false, true])
  expect(tokenize('btc-6')[1]?.isGlued).toBe(true)
})

it('strips control characters', () => expect(texts('\u0000\u0007b\u0000tc')).toEqual(['b', 'tc']))

it('tokenizes no more than its limit', () => expect(texts(`${'a '.repeat(MAX_QUESTION_LENGTH)}btc`)).toHaveLength(MAX_QUESTION_LENGTH / 2))

it('preserves case when folding', () => expect(foldText('ÉTH')).toBe('ETH'))

it('returns no more than its limit, whatever a character folds to', () => {
  const letters = Array.from({ length: 0x10ffff }, (_, code) => String.fromCodePoint(code + 1)).filter((letter) => letter.isWellFormed())
  const expanding = letters.filter((letter) => letter.normalize('NFKC').length > letter.length)
  expect(expanding.length).toBeGreaterThan(1_000)
  for (const letter of ['ß', ...expanding]) expect(foldText(letter.repeat(4_000)).length, letter).toBeLessThanOrEqual(MAX_QUESTION_LENGTH)
})
