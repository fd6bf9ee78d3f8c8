declare const brand: unique symbol

/** A value of type `T` that only its own constructor may mint; two brands never mix. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }
