import { expect, it } from 'vitest'
import { visibleName } from './visible-name.ts'

it.each([
  ['plain', ' Ada Lovelace ', 'Ada Lovelace'],
  ['turned around', 'evil\u202egpj.exe\u202c', 'evilgpj.exe'],
  ['isolated', '\u2066Ada\u2069\u200f', 'Ada'],
  ['of no width', 'A\u200bd\ufeffa\u2060', 'Ada'],
  ['with line ends and zero bytes', 'A\nd\u0000a\u2028', 'Ada'],
  ['with half a character', 'Ada\ud800', 'Ada'],
  ['Persian, with its joiner', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['a joined emoji', '👩\u200d🚀', '👩\u200d🚀'],
  ['a flag', '🇩🇪', '🇩🇪'],
  ['with nothing to be seen', '\u202e\u3164\u00a0\u0301', ''],
])('keeps only the visible characters of a name: %s', (_what, given, seen) => expect(visibleName(given)).toBe(seen))
