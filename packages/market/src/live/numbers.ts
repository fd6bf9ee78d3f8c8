import { epochMs } from '@aerie/core/time'
import * as z from 'zod/mini'

const DECIMAL = /^-?\d{1,24}(\.\d{1,24})?([eE][+-]?\d{1,3})?$/

/** A number as providers send it: a decimal in text, or a JSON number. Never infinite, never NaN. */
export const decimal = z.pipe(z.union([z.pipe(z.string().check(z.regex(DECIMAL)), z.transform(Number)), z.number()]), z.number())
/** A price of a coin: from a millionth of a millionth of a dollar to a thousand million of them. What is beyond is no price. */
export const price = z.pipe(decimal, z.number().check(z.gte(1e-12), z.lte(1e9)))
/** A size or volume in coins: zero or more, below what any coin has ever had in all. */
export const size = z.pipe(decimal, z.number().check(z.gte(0), z.lte(1e18)))
/** Milliseconds since the epoch by the provider's clock: between 2009 and 2100, so that seconds and microseconds are refused. */
export const stampMs = z.pipe(z.int().check(z.gte(1.2e12), z.lte(4.1e12)), z.transform(epochMs))
/** An ISO time as the providers write it, to milliseconds. */
export const stampIso = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((text) => Math.floor(Date.parse(text))),
  ),
  stampMs,
)
/** `[price, size]` of a book; size 0 removes the level. */
export const level = z.tuple([price, size], z.unknown())
