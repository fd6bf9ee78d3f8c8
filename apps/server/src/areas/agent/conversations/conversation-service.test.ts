import { expect, it } from 'vitest'
import { cleanText, conversationName, typedName } from './conversation-service.ts'

it.each([
  ['a\r\nb\rc', 'a\nb\nc'],
  ['\u0000\u0007BTC\u009f \t?', 'BTC \t?'],
  ['\u202eabc\u2066\ufeff\u200b', 'abc'],
  ['\ud800', '\ufffd'],
  ['cafe\u0301', 'caf\u00e9'],
  ['👩\u200d👩\u200d👧', '👩\u200d👩\u200d👧'],
  ['<b>x</b> & {{y}}', '<b>x</b> & {{y}}'],
  [' \n ', ''],
])('keeps the visible characters of %j', (text, clean) => expect(cleanText(text)).toBe(clean))

it.each([
  ['BTC?', 'BTC?'],
  ['  what   is\tBTC ', 'what is BTC'],
  ['***\nreal question\nmore', 'real question'],
  ['???', '???'],
])('names a conversation that starts with %j', (text, name) => expect(conversationName(text)).toBe(name))

it('cuts a long name at a word boundary, and a long word without splitting an emoji', () => {
  const result = conversationName('what will the price of bitcoin be in twelve hours from now, and then')
  expect(result).toBe('what will the price of bitcoin be in twelve hours from…')
  const family = '👩\u200d👩\u200d👧'
  const name = conversationName(family.repeat(20))
  expect(name.replaceAll(family, '')).toBe('…')
  expect(name.length).toBeLessThanOrEqual(60)
})

it('keeps a typed name on one line', () => expect(typedName(' a\n b ')).toBe('a b'))
