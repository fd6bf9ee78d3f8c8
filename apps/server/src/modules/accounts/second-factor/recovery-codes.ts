import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@aerie/wire/account/account-security'
import { codeHash } from '../secrets.ts'
import { base32 } from './totp.ts'

/** 80 bits: sixteen characters of base32. */
const BYTES = 10

/** New recovery codes as they are shown, in groups of four. */
export const drawRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(BYTES))
      .toLowerCase()
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  )

/** What is stored of one, with or without its dashes and in any case. Bound to its user. */
export const recoveryCodeHash = (key: Uint8Array, userId: string, code: string): Buffer =>
  codeHash(key, { userId, purpose: 'recovery', code: code.replaceAll('-', '').toLowerCase() })
