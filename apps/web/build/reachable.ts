type ModuleInfo = {
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
  readonly code?: string | null
}
/** What the bundler knows of its modules. */
export type Context = { readonly getModuleInfo: (id: string) => ModuleInfo | null }

/** An icon's own file; all of them stand behind one index, so that being imported says nothing of being used. */
const ICON = /\/lucide-react\/.*\/icons\/([a-z0-9-]+)\.m?js$/
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g

/** The modules that are loaded with any of `entries`, icons that nobody among them uses left out. */
export function reachable(entries: readonly string[], graph: Context): ReadonlySet<string> {
  const found = new Set(entries)
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
