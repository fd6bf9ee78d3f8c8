import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS } from '@aerie/wire/account/account-forms'
import { derivedKey, type SealedBox, sealedBox } from '../../platform/secrets/sealed-box.ts'

export type AccountKeys = {
  readonly signing: Uint8Array
  readonly codes: Uint8Array
  readonly refresh: Uint8Array
  /** Hashes recovery codes; unchanged when SECRET_KEY is replaced. */
  readonly recovery: Uint8Array
  readonly otp: SealedBox
}

/** @param recovery key that recovery codes were hashed with, if SECRET_KEY was replaced */
export function accountKeys(secretKey: Uint8Array, recovery: Uint8Array = derivedKey(secretKey, 'one-time codes')): AccountKeys {
  const keyOf = (purpose: string): Uint8Array => derivedKey(secretKey, purpose)
  return {
    signing: keyOf('access tokens'),
    codes: keyOf('one-time codes'),
    refresh: keyOf('refresh tokens'),
    recovery,
    otp: sealedBox(secretKey, 'otp secrets'),
  }
}

export const drawCode = (): string =>
  randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0')

/** Keyed, because a million codes can be brute-forced against a plain hash. Bound to user and purpose. */
export const codeHash = (key: Uint8Array, { userId, purpose, code }: { userId: string; purpose: string; code: string }): Buffer =>
  createHmac('sha256', key).update(`${purpose}\n${userId}\n${code}`).digest()

export const isSameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

const TOKEN_BYTES = 32

export const drawToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Derived, not random: concurrent refreshes, and retries after a lost response, get the same successor, so the chain never forks. */
export const nextRefreshToken = (key: Uint8Array, token: string): string => createHmac('sha256', key).update(token).digest('base64url')

/** Stored form of a refresh token or nonce. They have 256 bits of entropy, so a fast hash suffices. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
