import { epochMs } from '@aerie/core/time'
import * as z from 'zod/mini'

/** Decimal text from upstreams. */
export const DECIMAL = /^-?\d{1,24}(\.\d{1,24})?([eE][+-]?\d{1,3})?$/

/** Decimal text or JSON number; finite. */
export const decimal = z.pipe(z.union([z.pipe(z.string().check(z.regex(DECIMAL)), z.transform(Number)), z.number()]), z.number())
/** Upstream clock, epoch milliseconds between 2009 and 2100; rejects seconds and microseconds. */
export const stampMs = z.pipe(z.int().check(z.gte(1.2e12), z.lte(4.1e12)), z.transform(epochMs))
/** ISO time from upstreams, to milliseconds. */
export const stampIso = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((text) => Math.floor(Date.parse(text))),
  ),
  stampMs,
)
