/** How much a cache may hold. Each has a count, and bytes where values are of different sizes. */
export type CacheCaps = {
  readonly maxEntries: number
  /** Of keys and values together, as told to `set`. */
  readonly maxBytes?: number
  /** What was set longer ago than this is gone. */
  readonly maxAgeMs: number
  readonly now: () => number
}

type Entry<V> = { readonly value: V; readonly bytes: number; readonly setAt: number }

export type BoundedCache<V> = ReturnType<typeof boundedCache<V>>

/** What an entry costs beside its key and its value. */
const ENTRY_BYTES = 200

/**
 * The one cache of this server: whatever is asked of it, it never holds more than its caps. What was set first goes first, at each
 * call that finds it too old or the cache too full; so no timer is needed, and what is left of a busy hour is within the caps.
 */
export function boundedCache<V>({ maxEntries, maxBytes = Number.POSITIVE_INFINITY, maxAgeMs, now }: CacheCaps) {
  /** In the order in which they were set: the oldest is the first. */
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
      evict()
      const entry = entries.get(key)
      // A clock that was set back leaves young entries behind old ones.
      return entry === undefined || isOld(entry) ? undefined : entry.value
    },
    /** @param valueBytes what the value holds in memory, roughly; a value that is larger than the cache is not kept */
    set: (key: string, value: V, valueBytes = 0): void => {
      drop(key)
      const entry = { value, bytes: ENTRY_BYTES + 2 * key.length + valueBytes, setAt: now() }
      if (entry.bytes > maxBytes) return
      entries.set(key, entry)
      bytes += entry.bytes
      evict()
    },
    delete: drop,
    /** Drops all whose value `isUnwanted`. */
    deleteWhere: (isUnwanted: (value: V) => boolean): void => {
      for (const [key, { value }] of entries) if (isUnwanted(value)) drop(key)
    },
    clear: (): void => {
      entries.clear()
      bytes = 0
    },
    /** For who sweeps by a timer: drops what is too old. */
    sweep: evict,
    size: (): number => entries.size,
    bytes: (): number => bytes,
  }
}
