import { expect, it } from 'vitest'
import { undocumentedExports } from './docstrings.mjs'

const names = (source: string) => undocumentedExports('planted.ts', source).map(({ name }) => name)

it('finds an export without a docstring', () => expect(names('export const price = 1\n')).toEqual(['price']))
it('reports its location', () =>
  expect(undocumentedExports('a.ts', '\n\nexport function f() {}\n')).toEqual([{ file: 'a.ts', line: 3, name: 'f' }]))
it('accepts a docstring directly above', () => expect(names('/** In dollars. */\nexport const price = 1\n')).toEqual([]))
it('does not count a plain comment as a docstring', () => expect(names('// in dollars\nexport const price = 1\n')).toEqual(['price']))
it('does not count the docstring of the previous export', () =>
  expect(names('/** In dollars. */\nexport const a = 1\nexport const b = 2\n')).toEqual(['b']))
it('checks types, classes and functions', () =>
  expect(names('export type A = { a: 1 }\nexport class B {}\nexport interface C {}\nexport async function d() {}\n')).toEqual([
    'A',
    'B',
    'C',
    'd',
  ]))
it('ignores a type that restates its value', () =>
  expect(
    names('/** One row. */\nexport const row = 1\nexport type Row = z.output<typeof row>\nexport type Key = (typeof KEYS)[number]\n'),
  ).toEqual([]))
it('takes the summary of an endpoint as its docstring', () => {
  expect(names("export const a = endpoint('GET /a', { summary: 'Lists a', returns: a })\n")).toEqual([])
  expect(names("export const a = endpoint('GET /a', { returns: a })\n")).toEqual(['a'])
})
it('counts overloads once', () =>
  expect(names('export function f(a: 1): 1\nexport function f(a: 2): 2\nexport function f(a: any) { return a }\n')).toEqual(['f']))
it('refuses to read code that does not parse', () => expect(() => names('export const = 1')).toThrow('does not parse'))
