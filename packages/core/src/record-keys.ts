/** Typed `Object.keys` for a literal record; not for external data, which may have more keys than its type. */
export const recordKeys = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] => Object.keys(record) as K[] // a literal record has no keys beyond its type

/** Typed `Object.fromEntries`: a value for each key. */
export const recordOf = <K extends string, V>(keys: readonly K[], valueFor: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<K, V>
