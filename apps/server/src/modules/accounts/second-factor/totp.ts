import { createHmac, timingSafeEqual } from 'node:crypto'

/** Length of a time step, RFC 6238 section 4.1. */
export const OTP_STEP_SECONDS = 30
/** Steps that a phone's clock may be off, either way. */
const WINDOW = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const FIVE_BITS = 0x1f

/** The time step at `ms` since 1970. */
export const otpCounter = (ms: number): number => Math.floor(ms / 1000 / OTP_STEP_SECONDS)

/**
 * The code of one time step: HMAC-SHA-1, cut as RFC 4226 section 5.3 says.
 *
 * @param digits 6 in the product; RFC 6238's own examples have 8
 */
export function otpAt(secret: Uint8Array, counter: number, digits = 6): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac('sha1', secret).update(message).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step that a code is of: now, or one before or after. Every one is compared, found or not. @returns undefined where it is of none */
export function matchingCounter(secret: Uint8Array, code: string, ms: number): number | undefined {
  const now = otpCounter(ms)
  const counters = Array.from({ length: 2 * WINDOW + 1 }, (_, index) => now - WINDOW + index).filter((counter) => counter >= 0)
  const given = Buffer.from(code)
  const [match] = counters.filter((counter) => {
    const right = Buffer.from(otpAt(secret, counter))
    return right.length === given.length && timingSafeEqual(right, given)
  })
  return match
}

/** RFC 4648 base32 without padding, as authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2) & FIVE_BITS)).join('')
}

/** What a QR code holds for an authenticator app: the key URI format of Google Authenticator. */
export const otpUri = (secret: string, email: string): string =>
  `otpauth://totp/Aerie:${encodeURIComponent(email)}?secret=${secret}&issuer=Aerie&algorithm=SHA1&digits=6&period=${OTP_STEP_SECONDS}`
