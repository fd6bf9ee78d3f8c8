import { expect, it } from 'vitest'
import { foldedName, isReservedName } from './public-names.ts'

it.each(['Aerie', 'Aerie Support', 'A-d-m-i-n', '0perator', 'Not Offic1al', 'Eagle.Eye', 'Trader-12ab34'])('%j is reserved', (name) =>
  expect(isReservedName(name)).toBe(true),
)

it.each(['Ada Gold', 'Aeriel', 'Trader Joe', 'Supporter'])('%j is available', (name) => expect(isReservedName(name)).toBe(false))

it('folds lookalike names into one', () =>
  expect(new Set(['Bill Gold', 'BI11-G0LD', 'b.i_l l.gold', 'BiIl Gold'].map(foldedName))).toEqual(new Set(['blllgold'])))
