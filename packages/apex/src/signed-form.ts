import { createHmac } from 'node:crypto'

/** Fields of a private call; undefined ones are omitted. */
export type FormFields = Readonly<Record<string, string | number | boolean | undefined>>

/** RFC 3986: also escapes the five characters `encodeURIComponent` leaves. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signed form: `name=value` sorted by name, joined by `&`; '' if empty. @throws URIError for a lone surrogate */
export const formText = (fields: FormFields): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${escaped(name)}=${escaped(String(value))}`]))
    .toSorted()
    .join('&')

/** Signed parts of a private call. */
export type SignedParts = {
  /** ApeX's clock, epoch milliseconds. */
  readonly timestamp: number
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** POST body from `formText`; '' for GET. */
  readonly form: string
}

/** Base64 HMAC-SHA256. The key is the base64 encoding of the secret, not the secret. Source: ApeX Omni API v3, "Authentication". */
export const requestSignature = (secret: string, { timestamp, method, path, form }: SignedParts): string =>
  createHmac('sha256', Buffer.from(secret).toString('base64')).update(`${timestamp}${method}${path}${form}`).digest('base64')
