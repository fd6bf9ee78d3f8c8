import { expect, it } from 'vitest'
import { passwordChecks } from './password-field.tsx'

const ada = { email: 'ada.byron@example.org', names: ['Ada', 'Lovelace'] }
const states = (password: string) => passwordChecks(password, ada).map(({ state }) => state)

it.each([
  ['', ['open', 'open', 'open']],
  ['short one', ['unmet', 'met', 'open']],
  ['tangerine otter', ['met', 'met', 'open']],
  ['x'.repeat(129), ['unmet', 'met', 'open']],
  ['😀'.repeat(11), ['unmet', 'met', 'open']],
  ['😀'.repeat(12), ['met', 'met', 'open']],
  ['Ada Lovelace 1815', ['met', 'unmet', 'open']],
  ['ada.byron@example.org', ['met', 'unmet', 'open']],
])('evaluates the rules for %j', (password, expected) => expect(states(password)).toEqual(expected))

it('never claims that a password is not a common one', () => expect(states('password1234')[2]).toBe('open'))
