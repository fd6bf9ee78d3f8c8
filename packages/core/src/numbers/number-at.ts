/**
 * The number of a list at a place; NaN, which is unknown, where the list has none. For sums over many numbers: `itemAt` throws.
 *
 * @param index from 0
 * @throws never
 */
export const numberAt = (values: ArrayLike<number>, index: number): number => values[index] ?? Number.NaN
