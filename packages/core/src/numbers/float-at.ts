/**
 * A number of a typed array at a place where there must be one. As `itemAt`, for loops that run millions of times: it is only ever
 * given one kind of array, so that the engine reads it as fast as without the check.
 *
 * @param index from 0
 * @throws RangeError where the array has nothing at that place
 * @example floatAt(Float64Array.of(3, 1, 2), 1) // 1
 */
export function floatAt(values: Float64Array, index: number): number {
  const found = values[index]
  return found === undefined ? outOfRange(values, index) : found
}

function outOfRange(values: Float64Array, index: number): never {
  throw new RangeError(`no number ${index} in an array of ${values.length}`)
}
