import { expect, it } from 'vitest'
import { nameScore } from './name-score.ts'

const ranked = (typed: string, entries: ReadonlyArray<readonly string[]>) =>
  entries
    .map((names) => [nameScore(typed, names), names[0]] as const)
    .filter(([score]) => score > 0)
    .toSorted(([a], [b]) => b - a)
    .map(([, name]) => name)

it('ranks the coin with the matching symbol above names that only contain the letters', () =>
  expect(ranked('sol', [['Claw: Social'], ['coin RSOL', 'RSOL'], ['coin SOL', 'SOL', 'Solana'], ['Console']])).toEqual([
    'coin SOL',
    'coin RSOL',
    'Console',
  ]))

it('finds a page by any of its words', () =>
  expect(ranked('trade', [['Claw: Pre-trade'], ['Trade Alerts'], ['Home']])).toEqual(['Trade Alerts', 'Claw: Pre-trade']))

it('requires every typed word to match', () =>
  expect(
    ranked('dark colour', [
      ['Dark theme', 'theme', 'colour'],
      ['Light theme', 'colour'],
    ]),
  ).toEqual(['Dark theme']))

it('keeps everything while the query is empty', () => expect(nameScore(' ', ['Home'])).toBe(1))

it('finds a coin typed in full-width characters', () =>
  expect(ranked('ｓｏｌ', [['coin SOL', 'SOL', 'Solana'], ['Home']])).toEqual(['coin SOL']))
