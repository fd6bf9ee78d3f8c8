import { expect, it } from 'vitest'
import { bodyOf, parseBody, termsOf } from './alert-terms.ts'

const NOW = Date.parse('2026-11-23T00:00:00Z')
const BTC = { isCoin: () => true, unavailable: () => undefined }
const stored = (fields: object) => termsOf(parseBody({ symbol: 'BTC', kind: 'price', level: 1, ...fields }), NOW, BTC)

it.each([1e-18, '0.000000000000000001', 1.25e-7, '99999999999999.9', 999_999_999_999_999])(
  'stores the level %s so that it can be read again',
  (level) => expect(bodyOf(stored({ level })).level).toBe(Number(level)),
)

it.each([1e-300, '0.000000000000000000000001', '999999999999999999', 1e15])('rejects the level %s, which cannot be stored', (level) =>
  expect(() => stored({ level })).toThrow(expect.objectContaining({ detail: expect.stringMatching(/^This alert is not valid: level: /) })),
)

it('stores a note without lone surrogates or invisible characters', () => {
  expect(stored({ note: 'a\ud800b\udc00 🦅\u0000' }).note).toBe('ab 🦅')
  expect(stored({ note: '\ud800' })).not.toHaveProperty('note')
})
