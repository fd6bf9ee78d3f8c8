import { expect, it } from 'vitest'
import { passwordFault } from './password-rules.ts'

const ada = { email: 'ada.lovelaceby@engine.example', firstName: 'Ada', lastName: 'Lovelaceby' }

it.each([
  'password1234',
  'Password1234!',
  'passwordpassword',
  'P@ssw0rd2024!',
  'qwertyuiop123',
  '123456789012',
  '1111111111111',
  'abcabcabcabc',
  'abcdefghijklm',
  'administrator',
  'letmein letmein',
  'iloveyou2026',
  '1qaz2wsx3edc',
  'zaq1xsw2cde3',
  'bitcoin-2026',
])('rejects %s as too common', (password) => expect(passwordFault(password, ada)).toBe('common'))

it.each(['ada.lovelaceby@engine.example', 'AdaLovelaceby12', 'lovelaceby1815!', 'ada.lovelaceby99', 'lovelacebylovelaceby'])(
  'rejects %s, which consists of the address and the name',
  (password) => expect(passwordFault(password, ada)).toBe('personal'),
)

it.each([
  'correct horse battery staple',
  'correct-horse-battery-1',
  'Str0ng-Passw0rd-For-Tests',
  'a-long-test-password-1',
  'tangerine-otter-88-lamp',
  'Xk9#vQ2!mLp7',
  'Zeppelin über Gräfelfing',
  '密码安全的鹦鹉在树上唱歌呢',
  'ein Satz, den ich mir merke',
])('accepts %s', (password) => expect(passwordFault(password, ada)).toBeUndefined())

it('does not apply the names of one person to another', () =>
  expect(passwordFault('lovelaceby1815!', { email: 'grace@navy.example', firstName: 'Grace', lastName: 'Hopper' })).toBeUndefined())
