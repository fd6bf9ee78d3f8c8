import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digitsIn, SPELLERS, ZEROS } from '../../../../test/spelled-numbers.ts'
import type { NumberFacts } from './number-facts.ts'
import { LONGEST_SENTENCE, NumberProof, proveNumbers } from './prove-numbers.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const HOUR = 3_600_000
/** BTC was 62,500 yesterday, is 64,012.33 now and is predicted at 65,000.5; XRP is 0.5123. */
const FACTS: NumberFacts = {
  figures: [
    { currency: 'BTC', price: 62_500, at: NOON - 24 * HOUR },
    { currency: 'BTC', price: 64_012.33, at: NOON },
    { currency: 'BTC', price: 65_000.5, at: NOON + 12 * HOUR },
    { currency: 'XRP', price: 0.5123, at: NOON },
  ],
  percents: [80],
  hours: [12, 24],
  moments: [NOON - 24 * HOUR, NOON, NOON + 12 * HOUR],
}
const prove = (text: string) => proveNumbers(text, FACTS, { isWhole: true }).text

describe('keeps what a tool said', () => {
  it.each([
    'Bitcoin is at $64,012.33.',
    'Bitcoin is at 64012.33 USD.',
    'about $64,012, or 64.0k, or 64k, or $64 thousand',
    'rund 64.012,33 $',
    'environ 64 012,33 $',
    'около 64 тыс. долларов',
    '约6.4万美元',
    'XRP trades at 0.5123 USD',
    'XRP trades at 0.512 USD',
    'up 2.4% since yesterday, +2.42 %',
    'predicted to rise by 1.5 percent in 12 hours',
    'within the next 24h, a 12-hour outlook',
    'over the last 1 day',
    'with 80 % probability',
    'at 2026-01-15 12:00 UTC, on 2026-01-15T12:00:00Z',
    'on January 15, 2026 at 12:00 pm, or 15 January, or Jan 16',
    'am 15. Januar 2026, le 15 janvier, el 15 de enero de 2026, 15 января, 1月15日, 15.01.2026, 1/15/2026',
    '1. Bitcoin\n2) XRP',
    'An ERC-20 token of Web3, traded 24/7.',
    'One of the two coins is up.',
    'sixty-four thousand dollars',
    '六万四千美元',
    'No numbers here.',
  ])('%s', (text) => expect(prove(text)).toBe(text))
})

describe('strikes what no tool said', () => {
  it.each([
    ['Bitcoin is at $70,000.', 'Bitcoin is at $~~70,000~~.'],
    ['Bitcoin is at 60k.', 'Bitcoin is at ~~60k~~.'],
    ['Bitcoin is at 64,100', 'Bitcoin is at ~~64,100~~'],
    ['$70 thousand, 70 mil', '$~~70 thousand~~, ~~70 mil~~'],
    ['XRP at 0.5', 'XRP at ~~0.5~~'],
    ['up 3.1%', 'up ~~3.1~~%'],
    ['down -2.4%', 'down -~~2.4~~%'],
    ['in 13 hours', 'in ~~13~~ hours'],
    ['on 2026-02-01 at 12:00', 'on ~~2026-02-01~~ at 12:00'],
    ['at 13:00', 'at ~~13:00~~'],
    ['on January 20', 'on ~~January 20~~'],
    ['by 2030', 'by ~~2030~~'],
    ['seventy thousand dollars', '~~seventy thousand~~ dollars'],
    ['up ten percent', 'up ~~ten~~ percent'],
    ['siebzigtausend Dollar', '~~siebzigtausend~~ Dollar'],
    ['setenta mil dólares', '~~setenta mil~~ dólares'],
    ['七万美元', '~~七万~~美元'],
    ['７０,０００', '~~70,000~~'],
    ['٧٠٠٠٠', '~~70000~~'],
    ['7\u200b0\u200b000', '~~70000~~'],
    ['BTC70000USD', 'BTC~~70000~~USD'],
    ['Ⅷ and ½', '~~Ⅷ~~ and ~~½~~'],
    ['21. Bitcoin', '~~21~~. Bitcoin'],
    ['&#55;0000', '&amp;#~~55~~;~~0000~~'],
  ])('%s', (text, struck) => expect(prove(text)).toBe(struck))
})

it('does not let the model strike out or unstrike by itself', () => {
  expect(prove('~~64,012.33~~ ~~~70,000~~~')).toBe('≈≈64,012.33≈≈ ≈≈≈~~70,000~~≈≈≈')
})

it('counts what it struck', () => expect(proveNumbers('1,000 and 2,000 and 64,012', FACTS, { isWhole: true }).struck).toBe(2))

describe('while streaming', () => {
  const partial = (text: string) => proveNumbers(text, FACTS, { isWhole: false }).text
  it('shows words at once and holds back a number that may go on', () => {
    expect(partial('Bitcoin')).toBe('Bitcoin')
    expect(partial('Bitcoin is at $')).toBe('Bitcoin is at $')
    expect(partial('Bitcoin is at $64')).toBe('Bitcoin is at $')
    expect(partial('Bitcoin is at $64,0')).toBe('Bitcoin is at $')
    expect(partial('Bitcoin is at $64,012 right now, and it')).toBe('Bitcoin is at $')
    expect(partial('Bitcoin is at $64,012 right now, and it rises')).toBe('Bitcoin is at $64,012 right now, and it rises')
    expect(partial('Bitcoin is at sev')).toBe('Bitcoin is at ')
  })
  it('never shows a number that the whole text strikes out', () => {
    const text = 'BTC is at $70,000 now, up 3.1% in 13 hours, by January 20, seventy thousand in all; XRP 0.5123 at 12:00 UTC &#55;5 ok.'
    const whole = proveNumbers(text, FACTS, { isWhole: true }).text
    for (let length = 0; length <= text.length; length += 1)
      expect(whole.startsWith(partial(text.slice(0, length)).replace(/ ?January $/, ''))).toBe(true)
  })
})

it('never throws, whatever the text, and gives text that can be stored', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.boolean(), (text, isWhole) => {
      const { text: proven } = proveNumbers(text, FACTS, { isWhole })
      expect(proven.isWellFormed()).toBe(true)
    }),
  )
})

describe('strikes numbers however they are written', () => {
  it.each([
    '80% chance that Bitcoin rises',
    'there is an eighty percent chance of a rise',
    'Bitcoin kostet fünfhundertdreißig Dollar',
    '比特币现在七一二三四美元',
    'Bitcoin is at two and a half dollars',
    'Bitcoin costs ERC-7123 dollars',
    'The price is ERC-20 dollars',
    'The price:\n7. dollars',
    'le bitcoin vaut quatre-vingt-dix mille dollars',
    'cuesta setenta y cinco mil dólares',
    'cuesta once',
    'custa dois dólares',
    'costa settantamila dollari',
    'упадёт на двадцать процентов',
    'вырастет вдвое',
    'the price doubled',
    'up by a third',
    'half a million dollars',
    'a chance of nine in ten',
    '有七成的概率会上涨',
    '百分之九十',
    'seven zero zero dollars',
    's-e-v-e-n-t-y thousand dollars',
    's e v e n t y dollars',
    'sev**en**ty dollars',
    'ѕеventy dollars',
    '𝐬𝐞𝐯𝐞𝐧𝐭𝐲 dollars',
    'ꜱᴇᴠᴇɴᴛʏ dollars',
    '🆂🅴🆅🅴🅽 dollars',
    'ⓢⓔⓥⓔⓝ dollars',
    '7️⃣0️⃣ dollars',
    '🔟 dollars',
    '💯 percent',
    '$7O,OOO',
    '$IOO,OOO',
    'lOO dollars',
    'price: LXX dollars',
    '7͏0͏0 dollars',
    '7̶0̶ dollars',
    '٧٠٬٠٠٠ dollars',
    'seventyish dollars',
    'a tenfold rise',
    'anderthalb Dollar',
    'полтора доллара',
    'a price in the eighties',
    'between six and nine hours',
    'in 30 minutes',
    'up 240 basis points',
    '64,012 hundred dollars',
    '10⁵ dollars',
    'a couple of dollars',
    'une douzaine de dollars',
    'una decina di dollari',
    'at half past eight',
  ])('%s', (text) => expect(proveNumbers(text, FACTS, { isWhole: true }).struck).toBeGreaterThan(0))

  const invented = fc
    .integer({ min: 2, max: 999_999 })
    // 63,000 is 62,500 to the nearest thousand.
    .filter((value) => !/^(6[25]|64|80$)/.test(String(value)) && ![12, 24, 63_000].includes(value))
  const UNITS = { en: 'dollars', de: 'Dollar', fr: 'dollars', es: 'dólares', pt: 'dólares', it: 'dollari', ru: 'долларов', zh: '美元' }
  /** What is left of a text when everything that is struck out is taken away. */
  const left = (text: string) => prove(text).replaceAll(/~~[^~]*~~/g, '')

  it.each(Object.entries(UNITS))('in words: %s', (language, unit) => {
    fc.assert(
      fc.property(invented, (value) => {
        const spelled = SPELLERS[language]?.(value) ?? ''
        expect(left(`BTC ${spelled} ${unit}`).trim()).toBe(`BTC  ${unit}`)
      }),
    )
  })

  it('in digits of every script, with invisible characters and marks between them', () => {
    const between = fc.constantFrom('', '\u200b', '\u2060', '\u00ad', '\ufe0f', '\u034f', '\u0301', '\u3164', '\u{e0020}', '\u20e3')
    fc.assert(
      fc.property(invented, fc.constantFrom(...ZEROS), between, (value, zero, mark) => {
        const written = [...digitsIn(zero, value)].join(mark)
        expect(left(`Bitcoin costs ${written} dollars`)).toBe('Bitcoin costs  dollars')
      }),
    )
  })
})

describe('leaves alone what is no claim', () => {
  it.each([
    'I can help with three kinds of questions.',
    'Once again, the price is $64,012',
    'Je peux prédire le prix dans une heure.',
    'two coins, one tool',
    'in the next 12 to 24 hours',
    'zwischen 12 und 24 Stunden',
    '60 minutes, one day',
    'with 80% probability between 62,500 and 65,000.5',
    'sesenta y cuatro mil dólares',
    'vierundsechzigtausend Dollar',
    'soixante-quatre mille dollars',
    'sessantaquattromila dollari',
    'шестьдесят четыре тысячи долларов',
    '我只能预测一到二十四小时',
    'This one is fine; no one knows.',
    '1. BTC: 64,012.33\n2. XRP: 0.5123\n',
  ])('%s', (text) => expect(proveNumbers(text, { ...FACTS, hours: [1, 12, 24] }, { isWhole: true })).toEqual({ text, struck: 0 }))
})

describe('costs the same for each character', () => {
  const PIECES = [
    'Bitcoin is at $70,000 now. ',
    '1 ',
    '12:00 ',
    'January 20 ',
    'siebzig',
    'a ',
    '。',
    '七',
    'ﷺ',
    '2020-01-01T',
    '64,012 ',
    'x',
    '\n',
  ]
  it.each(PIECES)('where a text repeats %j', (piece) => {
    const judgedOf = (length: number) => {
      const proof = new NumberProof()
      proof.add(piece.repeat(length / piece.length), FACTS)
      proof.end(FACTS)
      return proof.judged
    }
    expect(judgedOf(60_000)).toBeLessThanOrEqual(60_000)
  })
  it('looks again at no more than the open sentence when a piece comes', () => {
    const proof = new NumberProof()
    for (let index = 0; index < 6_000; index += 1) {
      const before = proof.judged
      proof.add('1 and more', FACTS)
      proof.shown(FACTS)
      expect(proof.judged - before).toBeLessThanOrEqual(2 * LONGEST_SENTENCE + 10)
    }
  })
})

it('shows while it streams what it shows in the end, wherever the pieces are cut', () => {
  const text =
    'BTC is at $70,000. Up three percent, half a million! Vale setenta y cinco mil dólares.\nERC-7123 dollars or six and a half, s-e-v-e-n.'
  const whole = prove(text)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 20, maxLength: 60 }), (sizes) => {
      const proof = new NumberProof()
      let place = 0
      for (const size of sizes) {
        proof.add(text.slice(place, place + size), FACTS)
        place += size
        expect(whole.startsWith(proof.shown(FACTS).text)).toBe(true)
      }
    }),
  )
})
