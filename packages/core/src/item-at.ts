type List<T> = { readonly length: number; readonly [index: number]: T }

const isThere = <T>(value: T): value is Exclude<T, undefined> => value !== undefined

/**
 * The item of a list at a place where there must be one.
 *
 * @param index from 0; from the end where it is negative: -1 is the last
 * @throws RangeError where the list has nothing at that place
 * @example itemAt([3, 1, 2], -1) // 2
 */
export function itemAt<T>(list: List<T>, index: number): Exclude<T, undefined> {
  const found: T | undefined = list[index < 0 ? list.length + index : index]
  if (!isThere(found)) throw new RangeError(`no item ${index} in a list of ${list.length}`)
  return found
}
