import { expect, it } from 'vitest'
import { base32, matchingCounter, otpAt, otpCounter, otpUri } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('returns the last six of the eight digits of RFC 6238 appendix B at %i s', (seconds, code) => {
  expect(otpAt(SECRET, otpCounter(seconds * 1000))).toBe(code)
})

it('recognises only the codes of the current, previous and next step', () => {
  const at = 1_234_567_890_000
  const now = otpCounter(at)
  const found = [-2, -1, 0, 1, 2].map((step) => matchingCounter(SECRET, otpAt(SECRET, now + step), at))
  expect(found).toEqual([undefined, now - 1, now, now + 1, undefined])
})

it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('rejects %j as a code', (code) => {
  expect(matchingCounter(SECRET, code, 59_000)).toBeUndefined()
})

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes %j in base32 as in RFC 4648 section 10, without padding', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written)
})

it('names the account and the issuer for the app, whatever characters the address contains', () => {
  const uri = new URL(otpUri('MZXW6', 'a+b&c?d@example.org'))
  expect([uri.protocol, decodeURIComponent(uri.pathname), uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    '/Aerie:a+b&c?d@example.org',
    'MZXW6',
    'Aerie',
  ])
})
