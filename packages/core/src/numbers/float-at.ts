/** `itemAt` for hot loops, monomorphic so that the check costs nothing. @throws RangeError if out of range */
export function floatAt(values: Float64Array, index: number): number {
  const found = values[index]
  return found === undefined ? outOfRange(values, index) : found
}

function outOfRange(values: Float64Array, index: number): never {
  throw new RangeError(`no number ${index} in an array of ${values.length}`)
}
