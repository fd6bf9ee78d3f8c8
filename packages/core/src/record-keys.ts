/**
 * The keys of a record that is written out, by its type: `Object.keys` only knows that they are text. Not for what came from
 * elsewhere, which may have more keys than its type says.
 *
 * @example recordKeys({ '1h': 1, '4h': 2 }) // ['1h', '4h'], of the type '1h' | '4h'
 */
export const recordKeys = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => Object.keys(record) as K[] // the record is written out: no more keys than its type has
