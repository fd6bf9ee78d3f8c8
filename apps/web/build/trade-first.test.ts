import { expect, it } from 'vitest'
import { tradeFirst } from './trade-first.ts'

const SRC = '/work/apps/web/src'
const TRADE = `${SRC}/features/trade`
/** Imports of each module; those after the bar are lazy. */
const GRAPH: Readonly<Record<string, readonly [now: readonly string[], later: readonly string[]]>> = {
  '/main': [
    ['/home'],
    [
      `${TRADE}/trade-page.tsx`,
      `${SRC}/features/pretrade/pretrade-page.tsx`,
      `${SRC}/features/claw/claw-page.tsx`,
      `${SRC}/features/currencies/currencies-page.tsx`,
      '/palette',
    ],
  ],
  '/home': [[], []],
  [`${TRADE}/trade-page.tsx`]: [['/bar', '/workspace', '/account', '/linked', '/home'], [`${TRADE}/ticket/ticket-slot.tsx`]],
  [`${TRADE}/ticket/ticket-slot.tsx`]: [['/ticket', '/account'], []],
  [`${SRC}/features/pretrade/pretrade-page.tsx`]: [['/workspace', '/linked'], []],
  [`${SRC}/features/claw/claw-page.tsx`]: [['/account'], []],
  [`${SRC}/features/currencies/currencies-page.tsx`]: [['/account'], []],
  '/palette': [['/linked'], []],
}
const info = (id: string) => {
  const [importedIds, dynamicallyImportedIds] = GRAPH[id] ?? [[], []]
  return { importedIds, dynamicallyImportedIds, code: null }
}
const chunkOf = tradeFirst('/main')
const chunk = (id: string) => chunkOf(id, { getModuleInfo: info })

it('puts what Trade alone opens with into one file', () => expect([chunk('/bar'), chunk('/ticket')]).toEqual(['trade', 'trade']))

it('puts what it shares with the same other screens into one file each', () =>
  expect([chunk('/workspace'), chunk('/account')]).toEqual(['workspace', 'trading']))

it('leaves alone what others need without these, what Home has, and what is loaded by itself', () =>
  expect([chunk('/linked'), chunk('/home'), chunk(`${TRADE}/trade-page.tsx`)]).toEqual([null, null, null]))
