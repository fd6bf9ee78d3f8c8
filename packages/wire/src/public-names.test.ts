import { expect, it } from 'vitest'
import { foldedName, isReservedName, PUBLIC_NAME_MESSAGES, publicName, publicNameOr } from './public-names.ts'

it.each(['Aerie', 'Aerie Support', 'A-d-m-i-n', '0perator', 'Not Offic1al', 'Eagle.Eye', 'Trader-12ab34'])('%j is reserved', (name) =>
  expect(isReservedName(name)).toBe(true),
)

it.each(['Ada Gold', 'Aeriel', 'Trader Joe', 'Supporter'])('%j is available', (name) => expect(isReservedName(name)).toBe(false))

it('folds lookalike names into one', () =>
  expect(new Set(['Bill Gold', 'BI11-G0LD', 'b.i_l l.gold', 'BiIl Gold'].map(foldedName))).toEqual(new Set(['blllgold'])))

const messageOf = (schema: typeof publicName, name: string) => schema.safeParse(name).error?.issues.map(({ message }) => message)

it.each(['Ada', 'Bill Gold', 'Bill-Gold_2', 'a'.repeat(24), ' Ada '])('%j can be chosen', (name) =>
  expect(publicName.parse(name)).toBe(name.trim()),
)

it.each(['ab', 'a'.repeat(25), 'A.B', 'Ada  Gold', 'Ada -Gold', '-Ada', 'Ada_', 'Аda Gold', 'Ada‐Gold', 'a\u202Eb', 'A\u0000b'])(
  '%j cannot be chosen',
  (name) => {
    expect(messageOf(publicName, name)).toEqual([PUBLIC_NAME_MESSAGES.shape])
    expect(messageOf(publicNameOr(['Other', null]), name)).toEqual([PUBLIC_NAME_MESSAGES.shape])
  },
)

it('keeps a stored name that is older than the rules, and refuses every other', () => {
  const schema = publicNameOr([undefined, 'J.R. Admin'])
  expect(schema.parse(' J.R. Admin ')).toBe('J.R. Admin')
  expect(schema.parse('Ada')).toBe('Ada')
  expect(messageOf(schema, 'Admin')).toEqual([PUBLIC_NAME_MESSAGES.reserved])
  expect(messageOf(publicName, 'Admin')).toEqual([PUBLIC_NAME_MESSAGES.reserved])
})
