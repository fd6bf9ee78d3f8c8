/**
 * The keys of a record that is written out, by its type: `Object.keys` only knows that they are text. Not for what came from
 * elsewhere, which may have more keys than its type says.
 *
 * @example recordKeys({ '1h': 1, '4h': 2 }) // ['1h', '4h'], of the type '1h' | '4h'
 */
export const recordKeys = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] => Object.keys(record) as K[] // the record is written out: no more keys than its type has

/**
 * A record with a value for each key: `Object.fromEntries` forgets which keys there are.
 *
 * @example recordOf(['a', 'b'], (key) => key.length) // { a: 1, b: 1 }
 */
export const recordOf = <K extends string, V>(keys: readonly K[], valueFor: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<K, V> // one for each key
