import { type Context, reachable } from './reachable.ts'

/** What Trade opens with, by the ends of their paths: until these are there no order can be written. */
const TRADE = '/apps/web/src/features/trade/'
const TRADE_FIRST = ['trade-page.tsx', 'ticket/ticket-slot.tsx', 'book/book-slot.tsx', 'positions/positions-slot.tsx'].map(
  (path) => `${TRADE}${path}`,
)
const PAGE = /\/apps\/web\/src\/features\/([a-z]+)\/[a-z]+-page\.tsx$/

/**
 * Names the chunk of a module that Trade opens with. A bundler makes a file for each set of screens that share a module, some seventy for
 * Trade, and many small files compress a quarter worse than few. Here the screens that need a module decide: those of Trade alone are one
 * file, its slots included; those that it shares with one or two screens that need them all, one file each; what screens share otherwise
 * comes with their queries, or without where small parts need it too. A module is needed wherever its importers are: so no chunk imports one that is needed less.
 */
export const tradeFirst = (entry: string) => {
  let names: ReadonlyMap<string, string> | undefined
  return (id: string, context: Context): string | null => {
    names ??= chunkNames(entry, context)
    return names.get(id) ?? null
  }
}

type Part = { readonly id: string; readonly needs: ReadonlySet<string> }

function chunkNames(entry: string, context: Context): ReadonlyMap<string, string> {
  const lazy = lazyEntries(entry, context)
  const first = lazy.filter((id) => TRADE_FIRST.some((path) => id.endsWith(path)))
  const home = reachable([entry], context)
  const others: readonly Part[] = lazy.filter((id) => !id.includes(TRADE)).map((id) => ({ id, needs: reachable([id], context) }))
  const names = new Map<string, string>()
  for (const id of reachable(first, context)) {
    if (home.has(id) || OTHER_QUERIES.test(id) || (lazy.includes(id) && !first.includes(id))) continue
    const name = nameOf(
      id,
      others.filter(({ needs }) => needs.has(id)),
    )
    if (name !== null) names.set(id, name)
  }
  return names
}

/** Lazy parts of screens with a workspace, and of the book, which are loaded beside those only. */
const WORKSPACE_PART = /\/apps\/web\/src\/(workspace|features\/pretrade|market-views\/depth)\//
/** Chunks of what Trade shares with exactly these screens. */
const CHUNKS: Readonly<Record<string, string>> = {
  '': 'trade',
  pretrade: 'workspace',
  currencies: 'depth',
  'claw currencies': 'trading',
  'claw present pretrade': 'documents',
}
/** What small parts need on any screen, by what it is for: who needs one of a kind soon needs the others. */
const KITS: ReadonlyArray<readonly [name: string, paths: RegExp]> = [
  ['queries', /\/node_modules\/@tanstack\/|\/apps\/web\/src\/lib\/http\/query-client\.ts/],
  ['ui', /\/apps\/web\/src\/ui\/|\/lucide-react\//],
  ['documents', /\/apps\/web\/src\/(documents\/|lib\/storage\/unsent)/],
  ['mirror', /\/apps\/web\/src\/mirror\//],
  ['messages', /\/apps\/web\/src\/live\/(notices|messages\/)|\/packages\/wire\/src\/(field-words|guide|notices|market\/|workspace\/)/],
]
/** Queries of the library that Trade does not make: one index names them all, so that being imported says nothing of being used. */
const OTHER_QUERIES =
  /\/@tanstack\/.*\/(useQueries|useMutation|useInfiniteQuery|infiniteQueryOptions|queriesObserver|infiniteQueryObserver|mutationObserver)\.js$/
const QUERIES = '/query-core/build/modern/queryClient.js'

/** Of a chunk, by the screens and lazy parts beside Trade that need the module. */
function nameOf(module: string, by: readonly Part[]): string | null {
  const pages = by.flatMap(({ id }) => PAGE.exec(id)?.[1] ?? [])
  const parts = by.filter(({ id }) => !PAGE.test(id) && !WORKSPACE_PART.test(id))
  const chunk = CHUNKS[pages.toSorted().join(' ')]
  if (chunk !== undefined && parts.length === 0) return chunk
  const kit = KITS.find(([, paths]) => paths.test(module))
  if (kit !== undefined) return kit[0]
  if (parts.every(({ needs }) => [...needs].some((id) => id.endsWith(QUERIES)))) return 'screens'
  return pages.length > 1 ? 'common' : null
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
