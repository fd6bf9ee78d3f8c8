type PartOf<T> = { readonly [K in keyof T]?: Partial<T[K]> }

/** For tests: as much of a large object as the code under test uses. What is missing fails when it is used. */
export const partOf = <T extends object>(part: PartOf<T>): T => part as T // for this the function is there
