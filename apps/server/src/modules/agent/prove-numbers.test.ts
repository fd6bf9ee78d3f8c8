import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumberFacts } from './number-facts.ts'
import { proveNumbers } from './prove-numbers.ts'

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
