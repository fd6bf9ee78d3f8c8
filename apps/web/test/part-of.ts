type PartOf<T> = { readonly [K in keyof T]?: Partial<T[K]> }

/** The part of a large object that the code under test uses. A missing member fails when used. */
export const partOf = <T extends object>(part: PartOf<T>): T => part as T // the purpose of this function
