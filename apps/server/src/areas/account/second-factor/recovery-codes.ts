import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@aerie/wire/account/account-security'
import { codeHash } from '../secrets.ts'
import { base32 } from './totp.ts'

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
