type ModuleInfo = { readonly importedIds: readonly string[]; readonly code?: string | null }
type Context = { readonly getModuleInfo: (id: string) => ModuleInfo | null }

/** An icon's own file; all of them stand behind one index, so that being imported says nothing of being used. */
const ICON = /\/lucide-react\/.*\/icons\/([a-z0-9-]+)\.m?js$/
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g

/** Small parts that the live connection and lazy screens share: files of their own would cost more than they hold. */
const SHARED_SOON = /\/apps\/web\/src\/live\/(market\/watched|socket\/report-fault)\.ts$|\/packages\/wire\/src\/hear\.ts$/

/**
 * Names the chunk of a module: all that Home needs at once travels in one file, which compresses 4 kB better than the
 * nine that a bundler would make of it. What is imported lazily keeps its own chunks, and so do the icons of lazy parts.
 */
export const firstLoad = (entry: string) => {
  let needed: ReadonlySet<string> | undefined
  return (id: string, context: Context): string | null => {
    needed ??= reachable(entry, context)
    return needed.has(id) || SHARED_SOON.test(id) ? 'home' : null
  }
}

function reachable(entry: string, graph: Context): ReadonlySet<string> {
  const found = new Set([entry])
  const icons = new Set<string>()
  for (const id of found) {
    const info = graph.getModuleInfo(id)
    for (const name of iconNames(info?.code ?? '')) icons.add(name)
    for (const imported of info?.importedIds ?? []) found.add(imported)
  }
  return new Set([...found].filter((id) => icons.has(ICON.exec(id)?.[1] ?? '') || !ICON.test(id)))
}

/** Files of the icons that `code` imports: `ArrowUpDown` is `arrow-up-down`, `Table2` is `table-2`. */
const iconNames = (code: string): string[] =>
  [...code.matchAll(ICON_IMPORT)].flatMap(([, names = '']) => names.split(',').map((name) => kebab(name.trim().split(' ')[0] ?? '')))

const kebab = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-zA-Z])(?=\d)/g, '-').toLowerCase()
