import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 6238 section 4.1. */
export const OTP_STEP_SECONDS = 30
/** Tolerated clock skew of a phone in time steps, either way. */
const WINDOW = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const FIVE_BITS = 0x1f

export const otpCounter = (ms: number): number => Math.floor(ms / 1000 / OTP_STEP_SECONDS)

/** HMAC-SHA-1 with the truncation of RFC 4226 section 5.3. The test vectors of RFC 6238 have 8 digits. */
export function otpAt(secret: Uint8Array, counter: number, digits = 6): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac('sha1', secret).update(message).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Accepts the current, previous and next step. Always compares all of them. */
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

/** RFC 4648 base32 without padding, as authenticator apps expect. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2) & FIVE_BITS)).join('')
}

/** QR code content: the key URI format of Google Authenticator. */
export const otpUri = (secret: string, email: string): string =>
  `otpauth://totp/Aerie:${encodeURIComponent(email)}?secret=${secret}&issuer=Aerie&algorithm=SHA1&digits=6&period=${OTP_STEP_SECONDS}`
