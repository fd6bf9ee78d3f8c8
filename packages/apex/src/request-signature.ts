import { createHmac } from 'node:crypto'

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
