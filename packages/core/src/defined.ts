/**
 * A value that must be there: what a search found that cannot fail, what a lookup gave for a key that was put in before.
 *
 * @throws TypeError where it is null or undefined
 * @example const [row] = rows.filter(isNewest); return defined(row)
 */
export function defined<T>(value: T): NonNullable<T> {
  if (value === null || value === undefined) throw new TypeError(`a value was expected where ${String(value)} is`)
  return value
}
