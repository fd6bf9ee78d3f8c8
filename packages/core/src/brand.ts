declare const brand: unique symbol

/** A nominal type: only its own constructor creates values of it, and two brands are not assignable to each other. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }
