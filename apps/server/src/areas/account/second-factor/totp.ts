import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@aerie/wire/account/account-security'
import { Secret, TOTP } from 'otpauth'
import { codeHash } from '../secrets.ts'

const PERIOD_S = 30
/** Tolerated clock skew of a phone in time steps, either way. */
const WINDOW = 1

const totp = (secret: Secret | string, email = ''): TOTP =>
  new TOTP({ issuer: 'Aerie', label: email, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S })

/** `bytes` in base32 (RFC 4648) without padding, as authenticator apps expect. */
export const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32

/** The library takes an ArrayBuffer; that of a small Buffer is shared with others. */
const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer })

export const otpCounter = (ms: number): number => TOTP.counter({ timestamp: ms, period: PERIOD_S })

export const otpAt = (secret: Uint8Array, counter: number): string =>
  totp(secretOf(secret)).generate({ timestamp: counter * PERIOD_S * 1000 })

/** The time step `code` belongs to: the current, previous or next one. */
export function matchingCounter(secret: Uint8Array, code: string, ms: number): number | undefined {
  // The library throws for six characters of more than one byte each.
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totp(secretOf(secret)).validate({ token: code, timestamp: ms, window: WINDOW })
  return delta === null ? undefined : otpCounter(ms) + delta
}

/** QR code content: the key URI format of Google Authenticator. `secret` in base32. */
export const otpUri = (secret: string, email: string): string => totp(secret, email).toString()

/** 80 bits: sixteen base32 characters. */
const BYTES = 10

export const drawRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(BYTES))
      .toLowerCase()
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  )

/** Hash bound to the user; ignores dashes and case. */
export const recoveryCodeHash = (key: Uint8Array, userId: string, code: string): Buffer =>
  codeHash(key, { userId, purpose: 'recovery', code: code.replaceAll('-', '').toLowerCase() })
