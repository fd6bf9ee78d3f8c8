import { expect, it } from 'vitest'
import { nameScore } from './name-score.ts'

const ranked = (typed: string, entries: ReadonlyArray<readonly string[]>) =>
  entries
    .map((names) => [nameScore(typed, names), names[0]] as const)
    .filter(([score]) => score > 0)
    .toSorted(([a], [b]) => b - a)
    .map(([, name]) => name)

it('finds the coin by its symbol before what only contains the letters', () =>
  expect(ranked('sol', [['Claw: Social'], ['coin RSOL', 'RSOL'], ['coin SOL', 'SOL', 'Solana'], ['Console']])).toEqual([
    'coin SOL',
    'coin RSOL',
    'Console',
  ]))

it('finds a place by any of its words', () =>
  expect(ranked('trade', [['Claw: Pre-trade'], ['Trade Alerts'], ['Home']])).toEqual(['Trade Alerts', 'Claw: Pre-trade']))

it('wants every word that was typed', () =>
  expect(
    ranked('dark colour', [
      ['Dark theme', 'theme', 'colour'],
      ['Light theme', 'colour'],
    ]),
  ).toEqual(['Dark theme']))

it('keeps everything while nothing is typed', () => expect(nameScore(' ', ['Home'])).toBe(1))

it('finds a coin that was typed in full width', () =>
  expect(ranked('ｓｏｌ', [['coin SOL', 'SOL', 'Solana'], ['Home']])).toEqual(['coin SOL']))
