/** The second key of `g h` must follow within this time. */
export const SEQUENCE_MS = 1200

type Read = (names: readonly string[], atMs: number, shortcuts: ReadonlySet<string>) => string | null

export function shortcutReader(): Read {
  let first: { readonly names: readonly string[]; readonly atMs: number } | null = null
  return (names, atMs, shortcuts) => {
    const before = first !== null && atMs - first.atMs <= SEQUENCE_MS ? first.names : []
    first = null
    const sequences = before.flatMap((one) => names.map((name) => `${one} ${name}`))
    const found = [...sequences, ...names].find((keys) => shortcuts.has(keys))
    if (found !== undefined) return found
    if (names.some((name) => [...shortcuts].some((keys) => keys.startsWith(`${name} `)))) first = { names, atMs }
    return null
  }
}
