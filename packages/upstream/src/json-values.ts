import { epochMs } from '@aerie/core/time'
import * as z from 'zod/mini'

/** A decimal as upstreams write it in text. */
export const DECIMAL = /^-?\d{1,24}(\.\d{1,24})?([eE][+-]?\d{1,3})?$/

/** A number as upstreams send it: a decimal in text, or a JSON number. Never infinite, never NaN. */
export const decimal = z.pipe(z.union([z.pipe(z.string().check(z.regex(DECIMAL)), z.transform(Number)), z.number()]), z.number())
/** Milliseconds since the epoch by the upstream's clock: between 2009 and 2100, so that seconds and microseconds are refused. */
export const stampMs = z.pipe(z.int().check(z.gte(1.2e12), z.lte(4.1e12)), z.transform(epochMs))
/** An ISO time as upstreams write it, to milliseconds. */
export const stampIso = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((text) => Math.floor(Date.parse(text))),
  ),
  stampMs,
)
