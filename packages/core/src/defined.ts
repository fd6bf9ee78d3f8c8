/** Asserts that a value exists. @throws TypeError if it is null or undefined */
export function defined<T>(value: T): NonNullable<T> {
  if (value === null || value === undefined) throw new TypeError(`a value was expected where ${String(value)} is`)
  return value
}
