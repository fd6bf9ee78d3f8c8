type List<T> = { readonly length: number; readonly [index: number]: T }

const isThere = <T>(value: T): value is Exclude<T, undefined> => value !== undefined

/** The item at `index`, from the end if negative. @throws RangeError if there is none */
export function itemAt<T>(list: List<T>, index: number): Exclude<T, undefined> {
  const found: T | undefined = list[index < 0 ? list.length + index : index]
  if (!isThere(found)) throw new RangeError(`no item ${index} in a list of ${list.length}`)
  return found
}

/** `itemAt` for hot loops, monomorphic so that the check costs nothing. @throws RangeError if out of range */
export function floatAt(values: Float64Array, index: number): number {
  const found = values[index]
  return found === undefined ? outOfRange(values, index) : found
}

function outOfRange(values: Float64Array, index: number): never {
  throw new RangeError(`no number ${index} in an array of ${values.length}`)
}

/** The number at `index`, or NaN (unknown) if there is none; `itemAt` throws instead. */
export const numberAt = (values: ArrayLike<number>, index: number): number => values[index] ?? Number.NaN
