import { expect, it } from 'vitest'
import { personName } from './account-forms.ts'
import { newPasskey } from './account-security.ts'
import { apiTokenForm } from './account-tokens.ts'

const names = { person: personName, token: apiTokenForm.shape.name, passkey: newPasskey.shape.name }
const takenAs = (name: string) => Object.entries(names).flatMap(([kind, schema]) => (schema.safeParse(name).success ? [kind] : []))

it.each([
  ['turns the text after it around', 'anna\u202Emoc.elpmaxe'],
  ['an isolate', '\u2067abc\u2069'],
  ['nothing that can be seen', '\u200B\u200B'],
  ['a blank letter', '\u3164'],
  ['joiners alone', '\u200D\u200C'],
  ['a control character', 'a\u0000b'],
  ['a line separator', 'a\u2028b'],
  ['a soft hyphen', 'a\u00ADb'],
  ['half of a character', 'a\uD800'],
  ['a tag', '<b>'],
])('is refused everywhere: %s', (_what, name) => expect(takenAs(name)).toEqual([]))

it.each(['Wren', 'Zoë-Anne O’Brien', '李小龍', 'مهدی‌زاده', 'Renée 👩‍💻', '=SUM(A1)', 'Ł', '7'])('is accepted everywhere: %s', (name) =>
  expect(takenAs(name)).toEqual(['person', 'token', 'passkey']),
)
