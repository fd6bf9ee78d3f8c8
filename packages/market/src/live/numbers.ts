import { decimal } from '@aerie/upstream/json-values'
import * as z from 'zod/mini'

/** A price of a coin: from a millionth of a millionth of a dollar to a thousand million of them. What is beyond is no price. */
export const price = z.pipe(decimal, z.number().check(z.gte(1e-12), z.lte(1e9)))
/** A size or volume in coins: zero or more, below what any coin has ever had in all. */
export const size = z.pipe(decimal, z.number().check(z.gte(0), z.lte(1e18)))
/** `[price, size]` of a book; size 0 removes the level. */
export const level = z.tuple([price, size], z.unknown())
