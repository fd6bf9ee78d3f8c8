import { isIP } from 'node:net'
import * as z from 'zod/mini'

/** Each field parses the text of an environment variable. Messages complete the sentence "NAME is …". */

export const text = z.optional(z.string())

/** Not `Number` alone: `Number('')` would be 0. */
export const number = (low: number, high: number, what: string) =>
  z.pipe(
    z.string().check(z.refine((value) => /^-?\d+(\.\d+)?$/.test(value) && Number(value) >= low && Number(value) <= high, what)),
    z.transform(Number),
  )

export const wholeNumber = (low: number, high: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (value) => /^-?\d+$/.test(value) && Number(value) >= low && Number(value) <= high,
          `a whole number from ${low} to ${high}`,
        ),
      ),
    z.transform(Number),
  )

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values, `one of: ${values.join(', ')}`)

const hasProtocol = (value: string, protocols: readonly string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol)

export const urlOf = (protocols: readonly string[]) =>
  z.string().check(
    z.refine(
      (value) =>
        hasProtocol(
          value,
          protocols.map((name) => `${name}:`),
        ),
      `a URL that begins with ${protocols.map((name) => `${name}://`).join(' or ')}`,
    ),
  )

export const httpUrl = urlOf(['http', 'https'])

/** Scheme, host and port only. */
export const origin = httpUrl.check(
  z.refine(
    (value) => URL.canParse(value) && ['', '/'].includes(new URL(value).pathname + new URL(value).search),
    'an origin such as https://aerie.example.com, with no path',
  ),
)

export const urlsOf = (protocols: readonly string[]) =>
  z.pipe(
    z.string().check(
      z.refine(
        (value) =>
          value.split(',').every((each) =>
            hasProtocol(
              each.trim(),
              protocols.map((name) => `${name}:`),
            ),
          ),
        `one or several URLs, separated by commas, that begin with ${protocols.map((name) => `${name}://`).join(' or ')}`,
      ),
    ),
    z.transform((value: string) => value.split(',').map((each) => each.trim())),
  )

export const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'an address: 0x and 40 hex digits'))

/** Seconds or milliseconds since the epoch, or an ISO date; returns milliseconds. */
export const moment = z.pipe(
  z.string().check(z.refine((value) => Number.isFinite(parseMoment(value)), 'an ISO date such as 2025-01-31T00:00:00Z')),
  z.transform(parseMoment),
)

function parseMoment(value: string): number {
  if (/^\d{9,10}$/.test(value)) return Number(value) * 1_000
  return /^\d{12,13}$/.test(value) ? Number(value) : Date.parse(value)
}

const isCidr = (value: string): boolean => {
  const [ip, bits, ...rest] = value.split('/')
  return (
    isIP(ip ?? '') !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip ?? '') === 4 ? 32 : 128)))
  )
}

export const networks = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (value) => value.split(',').every((each) => isCidr(each.trim())),
        'a list of addresses or networks such as 10.0.0.0/8, separated by commas',
      ),
    ),
  z.transform((value: string) => value.split(',').map((each) => each.trim())),
)
