type List<T> = { readonly length: number; readonly [index: number]: T }

const isThere = <T>(value: T): value is Exclude<T, undefined> => value !== undefined

/** The item at `index`, from the end if negative. @throws RangeError if there is none */
export function itemAt<T>(list: List<T>, index: number): Exclude<T, undefined> {
  const found: T | undefined = list[index < 0 ? list.length + index : index]
  if (!isThere(found)) throw new RangeError(`no item ${index} in a list of ${list.length}`)
  return found
}
