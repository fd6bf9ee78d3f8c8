import { type Context, reachable } from './reachable.ts'

/** What Trade opens with, by the ends of their paths: until these are there no order can be written. */
const TRADE = '/apps/web/src/features/trade/'
const TRADE_FIRST = ['trade-page.tsx', 'ticket/ticket-slot.tsx', 'book/book-slot.tsx', 'positions/positions-slot.tsx'].map(
  (path) => `${TRADE}${path}`,
)
const PAGE = /\/apps\/web\/src\/features\/([a-z]+)\/[a-z]+-page\.tsx$/

/**
 * Names the chunk of a module that Trade opens with. A bundler makes a file for each set of screens that share a module, some seventy for
 * Trade, and many small files compress a quarter worse than few. Here those of Trade alone are one, those that it shares with the same
 * other screens another. A module is needed wherever its importers are: so no chunk is loaded by a screen that needs nothing of it,
 * and none imports one that is needed less.
 */
export const tradeFirst = (entry: string) => {
  let names: ReadonlyMap<string, string> | undefined
  return (id: string, context: Context): string | null => {
    names ??= chunkNames(entry, context)
    return names.get(id) ?? null
  }
}

function chunkNames(entry: string, context: Context): ReadonlyMap<string, string> {
  const lazy = lazyEntries(entry, context)
  const home = reachable([entry], context)
  const trade = reachable(
    lazy.filter((id) => TRADE_FIRST.some((path) => id.endsWith(path))),
    context,
  )
  const others = lazy.filter((id) => !id.includes(TRADE)).map((id) => ({ id, needs: reachable([id], context) }))
  const names = new Map<string, string>()
  for (const id of trade) {
    if (home.has(id) || lazy.includes(id)) continue
    const by = others.filter(({ needs }) => needs.has(id)).map((one) => one.id)
    const name = nameOf(by)
    if (name !== null) names.set(id, name)
  }
  return names
}

/** Lazy parts of the workspace itself, which are loaded on its screens only. */
const WORKSPACE_PART = '/apps/web/src/workspace/'
/** The other screens that trade. */
const TRADING_PAGES = new Set(['claw', 'currencies'])

/** Of a chunk, by the screens and lazy parts beside Trade that need it. */
function nameOf(by: readonly string[]): string | null {
  const others = by.filter((id) => !id.includes(WORKSPACE_PART))
  const pages = others.map((id) => PAGE.exec(id)?.[1] ?? '')
  if (others.length === 0) return 'trade'
  if (pages.every((page) => page === 'pretrade')) return 'workspace'
  return pages.length === TRADING_PAGES.size && pages.every((page) => TRADING_PAGES.has(page)) ? 'trading' : null
}

/** Every module that is loaded by itself. */
function lazyEntries(entry: string, context: Context): readonly string[] {
  const seen = new Set([entry])
  const lazy = new Set<string>()
  for (const id of seen) {
    const info = context.getModuleInfo(id)
    for (const one of info?.dynamicallyImportedIds ?? []) lazy.add(one)
    for (const one of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) seen.add(one)
  }
  return [...lazy]
}
