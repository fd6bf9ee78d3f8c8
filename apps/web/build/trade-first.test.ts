import { expect, it } from 'vitest'
import { tradeFirst } from './trade-first.ts'

const SRC = '/work/apps/web/src'
const TRADE = `${SRC}/features/trade`
const PAGE = { trade: `${TRADE}/trade-page.tsx`, ticket: `${TRADE}/ticket/ticket-slot.tsx` }
const MENU = `${SRC}/ui/overlays/menu.tsx`
const TABS = `${SRC}/ui/tabs.tsx`
const CLIENT = '/node_modules/@tanstack/query-core/build/modern/queryClient.js'
const INFINITE = '/node_modules/@tanstack/react-query/build/modern/useInfiniteQuery.js'
/** Imports of each module; those after the bar are lazy. */
const GRAPH: Readonly<Record<string, readonly [now: readonly string[], later: readonly string[]]>> = {
  '/main': [
    ['/home'],
    [
      PAGE.trade,
      `${SRC}/features/pretrade/pretrade-page.tsx`,
      `${SRC}/features/claw/claw-page.tsx`,
      `${SRC}/features/currencies/currencies-page.tsx`,
      '/palette',
      '/agent',
    ],
  ],
  '/home': [[], []],
  [PAGE.trade]: [['/bar', '/workspace', '/account', '/linked', '/shared', '/home', MENU, TABS, CLIENT, INFINITE], [PAGE.ticket]],
  [PAGE.ticket]: [['/ticket', '/account', '/ladder'], [`${TRADE}/ticket/dialog.tsx`]],
  [`${TRADE}/ticket/dialog.tsx`]: [['/ticket', '/form'], []],
  [`${SRC}/features/pretrade/pretrade-page.tsx`]: [
    ['/workspace', '/linked', TABS, CLIENT, INFINITE],
    [`${SRC}/features/pretrade/slots/depth.tsx`],
  ],
  [`${SRC}/features/pretrade/slots/depth.tsx`]: [['/ladder'], []],
  [`${SRC}/features/claw/claw-page.tsx`]: [['/account', CLIENT, '/shared'], []],
  [`${SRC}/features/currencies/currencies-page.tsx`]: [['/account', '/ladder', CLIENT], []],
  '/palette': [['/linked', MENU], []],
  '/agent': [['/shared', CLIENT], []],
}
const info = (id: string) => {
  const [importedIds, dynamicallyImportedIds] = GRAPH[id] ?? [[], []]
  return { importedIds, dynamicallyImportedIds, code: null }
}
const chunkOf = tradeFirst('/main')
const chunks = (...ids: readonly string[]) => ids.map((id) => chunkOf(id, { getModuleInfo: info }))

it('puts what Trade alone opens with into one file, its page and slots included', () =>
  expect(chunks('/bar', '/ticket', PAGE.trade, PAGE.ticket)).toEqual(['trade', 'trade', 'trade', 'trade']))

it('puts what it shares with the same other screens into one file each, also where a slot of Pre-trade needs it', () =>
  expect(chunks('/workspace', '/account', '/ladder')).toEqual(['workspace', 'trading', 'depth']))

it('puts what others share into a file of its kind, or beside the queries where nobody needs it without these', () =>
  expect(chunks(CLIENT, MENU, '/shared')).toEqual(['queries', 'ui', 'screens']))

it('leaves alone what small parts need, what Home has, what comes later, and queries that Trade does not make', () =>
  expect(chunks('/linked', '/home', `${TRADE}/ticket/dialog.tsx`, '/form', INFINITE)).toEqual([null, null, null, null, null]))
