import type { Plugin } from 'vite'

/** What a built file brings with it: what it imports at once, and its style sheets. */
export type Built = { readonly imports: readonly string[]; readonly styles: Iterable<string> }

/** Every file that is there once `file` runs. */
export function loadedWith(file: string, builtOf: (file: string) => Built | undefined): ReadonlySet<string> {
  const files = new Set([file])
  for (const one of files) {
    const built = builtOf(one)
    for (const imported of built?.imports ?? []) files.add(imported)
    for (const style of built?.styles ?? []) files.add(style)
  }
  return files
}

/**
 * Where a file loads a part later, the bundler writes into it the name of every file that the part needs. Those that came with
 * the file itself are left out: names of files do not compress, and nothing is fetched twice.
 */
export const leanPreloads = (): Plugin => {
  let builtOf: (file: string) => Built | undefined = () => undefined
  return {
    name: 'aerie-lean-preloads',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_file, needed, { hostId, hostType }) => {
            if (hostType === 'html') return needed
            const here = loadedWith(hostId, builtOf)
            return needed.filter((file) => !here.has(file))
          },
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        builtOf = (file) => {
          const chunk = bundle[file]
          return chunk?.type === 'chunk' ? { imports: chunk.imports, styles: chunk.viteMetadata?.importedCss ?? [] } : undefined
        }
      },
    },
  }
}
