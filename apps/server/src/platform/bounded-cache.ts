export type CacheCaps = {
  readonly maxEntries: number
  /** Keys and values together, as passed to `set`. */
  readonly maxBytes?: number
  readonly maxAgeMs: number
  readonly now: () => number
}

type Entry<V> = { readonly value: V; readonly bytes: number; readonly setAt: number }

export type BoundedCache<V> = ReturnType<typeof boundedCache<V>>

const ENTRY_BYTES = 200

/** Cache with fixed caps, evicted in insertion order when an entry is set or found too old; no timer needed. */
export function boundedCache<V>({ maxEntries, maxBytes = Number.POSITIVE_INFINITY, maxAgeMs, now }: CacheCaps) {
  const entries = new Map<string, Entry<V>>()
  let bytes = 0

  const drop = (key: string): boolean => {
    const entry = entries.get(key)
    if (entry === undefined) return false
    bytes -= entry.bytes
    return entries.delete(key)
  }
  const isOld = ({ setAt }: Entry<V>): boolean => now() - setAt >= maxAgeMs
  const evict = (): void => {
    for (const [key, entry] of entries) {
      if (entries.size <= maxEntries && bytes <= maxBytes && !isOld(entry)) return
      drop(key)
    }
  }

  return {
    get: (key: string): V | undefined => {
      const entry = entries.get(key)
      if (entry === undefined || !isOld(entry)) return entry?.value
      evict()
      return undefined
    },
    /** @param valueBytes approximate memory size; a value larger than the cache is not stored */
    set: (key: string, value: V, valueBytes = 0): void => {
      drop(key)
      const entry = { value, bytes: ENTRY_BYTES + 2 * key.length + valueBytes, setAt: now() }
      if (entry.bytes > maxBytes) return
      entries.set(key, entry)
      bytes += entry.bytes
      evict()
    },
    delete: drop,
    deleteWhere: (isUnwanted: (value: V) => boolean): void => {
      for (const [key, { value }] of entries) if (isUnwanted(value)) drop(key)
    },
    clear: (): void => {
      entries.clear()
      bytes = 0
    },
    sweep: evict,
    size: (): number => entries.size,
    bytes: (): number => bytes,
  }
}
