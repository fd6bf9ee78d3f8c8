import { expect, it } from 'vitest'
import { shapeFault } from './http-edge.ts'

const DEEP = 'The request body is nested more than 64 levels deep.'
const MANY = 'The request body has more than 32,768 values.'
const NUL = 'A text has characters that cannot be stored.'
const lists = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const keys = (count: number): string => `{${Array.from({ length: count }, (_, key) => `"${key}":0`).join(',')}}`

it.each([
  ['the deepest that is read', lists(64), undefined],
  ['one level more', lists(65), DEEP],
  ['objects nested too deep', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, DEEP],
  ['200,000 brackets', lists(200_000), DEEP],
  ['closed and opened again', `[${'[],'.repeat(1_000)}[]]`, undefined],
  ['brackets and commas in a text', `["${'[{,'.repeat(50_000)}"]`, undefined],
  ['a quote in a text', `["\\"${'[,'.repeat(50_000)}"]`, undefined],
  ['a text that ends in a backslash', `["\\\\",${lists(65)}]`, DEEP],
  ['as many values as are read', `[${'0,'.repeat(32_767)}0]`, undefined],
  ['one value more', `[${'0,'.repeat(32_768)}0]`, MANY],
  ['340,000 empty objects', `[${'{},'.repeat(340_000)}{}]`, MANY],
  ['80,000 keys of one object', keys(80_000), MANY],
  ['an escaped zero', '{"a":"x\\u0000"}', NUL],
  ['an escaped zero in a key', '{"\\u0000":1}', NUL],
  ['a backslash before u0000', '{"a":"\\\\u0000"}', undefined],
  ['an odd number of backslashes before u0000', '{"a":"\\\\\\u0000"}', NUL],
  ['no JSON at all', 'hello, "', undefined],
  ['nothing', '', undefined],
])('checks the structure of a body: %s', (_what, text, fault) => expect(shapeFault(Buffer.from(text))).toBe(fault))
