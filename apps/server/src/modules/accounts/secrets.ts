import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS } from '@aerie/wire/account/account-forms'
import { derivedKey } from '../../derived-key.ts'
import { type SealedBox, sealedBox } from '../../sealed-box.ts'

/** Keys of one purpose each, derived from SECRET_KEY. */
export type AccountKeys = {
  readonly signing: Uint8Array
  readonly codes: Uint8Array
  readonly refresh: Uint8Array
  /** Of the hashes of recovery codes: it stays when SECRET_KEY is replaced. */
  readonly recovery: Uint8Array
  /** For secrets of authenticator apps. */
  readonly otp: SealedBox
}

/** @param recovery where SECRET_KEY was replaced, the key that recovery codes were hashed with */
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

/** Six random digits. */
export const drawCode = (): string =>
  randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0')

/** A keyed hash: the million codes there are could be tried against a plain one. Bound to its user and purpose. */
export const codeHash = (key: Uint8Array, { userId, purpose, code }: { userId: string; purpose: string; code: string }): Buffer =>
  createHmac('sha256', key).update(`${purpose}\n${userId}\n${code}`).digest()

/** Whether two hashes are equal, in a time that tells nothing of where they differ. */
export const isSameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

const TOKEN_BYTES = 32

/** A refresh token, or what a browser is known by until its sign-up is confirmed: 256 random bits. */
export const drawToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/**
 * The token that follows `token`. Derived and not drawn, so that two tabs that refresh at once, and a page that was
 * closed before the answer came, are given the same one and the chain never forks.
 */
export const nextRefreshToken = (key: Uint8Array, token: string): string => createHmac('sha256', key).update(token).digest('base64url')

/** What is stored of a refresh token or a nonce. It has 256 bits of entropy, so a fast hash will do. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
