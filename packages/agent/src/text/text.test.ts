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
])('cuts %j into its pieces', (text, pieces) => expect(texts(text)).toEqual(pieces))

it('takes 1,6,12 for a list, 100,000 and 1,5 for numbers', () =>
  expect(texts('1,6,12 100,000 1,5 1.5')).toEqual(['1', ',', '6', ',', '12', '100,000', '1,5', '1.5']))

it.each([
  ['100,000', 100_000],
  ['100.000', 100_000],
  ['1.5', 1.5],
  ['1,5', 1.5],
  ['24', 24],
  ['14:30', Number.NaN],
])('reads %s as %d', (text, value) => expect(numberOf(text)).toBe(value))

it('keeps a minus before a number, and tells whether it is glued to the word before', () => {
  const [, minus, six] = tokenize('btc -6')
  expect([minus?.text, minus?.isGlued, six?.isGlued]).toEqual(['-', false, true])
  expect(tokenize('btc-6')[1]?.isGlued).toBe(true)
})

it('leaves nothing of control characters', () => expect(texts('\u0000\u0007b\u0000tc')).toEqual(['b', 'tc']))

it('reads no more than its limit', () => expect(texts(`${'a '.repeat(MAX_QUESTION_LENGTH)}btc`)).toHaveLength(MAX_QUESTION_LENGTH / 2))

it('keeps the case of what it folds', () => expect(foldText('ÉTH')).toBe('ETH'))

it('gives no more than its limit, whatever one character folds to', () => {
  const letters = Array.from({ length: 0x10ffff }, (_, code) => String.fromCodePoint(code + 1)).filter((letter) => letter.isWellFormed())
  const expanding = letters.filter((letter) => letter.normalize('NFKC').length > letter.length)
  expect(expanding.length).toBeGreaterThan(1_000)
  for (const letter of ['ß', ...expanding]) expect(foldText(letter.repeat(4_000)).length, letter).toBeLessThanOrEqual(MAX_QUESTION_LENGTH)
})
