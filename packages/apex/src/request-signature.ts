import { createHmac } from 'node:crypto'

/** What a private call signs. */
export type SignedParts = {
  /** Milliseconds since the epoch by ApeX's clock. */
  readonly timestamp: number
  readonly method: 'GET' | 'POST'
  /** Path with its query. */
  readonly path: string
  /** Body of a POST, by `formText`; '' for a GET. */
  readonly form: string
}

/**
 * Signature of a private call: HMAC-SHA256 of timestamp, method, path and form, in base64. The key is the base64 text of the
 * secret, not the secret.
 *
 * @throws never
 * Source: ApeX Omni API v3, "Authentication"
 */
export const requestSignature = (secret: string, { timestamp, method, path, form }: SignedParts): string =>
  createHmac('sha256', Buffer.from(secret).toString('base64')).update(`${timestamp}${method}${path}${form}`).digest('base64')
