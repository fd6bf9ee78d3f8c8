/** The number at `index`, or NaN (unknown) if there is none; `itemAt` throws instead. */
export const numberAt = (values: ArrayLike<number>, index: number): number => values[index] ?? Number.NaN
