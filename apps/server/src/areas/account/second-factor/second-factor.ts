import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import type { UserRow } from '../details/user-repository.ts'
import { accountLimits, LIMITS } from '../entitlement/limits.ts'
import { notifyOfChange } from '../mails/security-mails.ts'
import { otpRepository } from './otp-repository.ts'
import { matchingCounter, recoveryCodeHash } from './totp.ts'

type Deps = Pick<AccountDeps, 'clock' | 'keys' | 'queueMail'>
export type FactorProof = 'right' | 'wrong' | 'off'

/** Binds a sealed secret to its user's row. */
export const otpOwner = (userId: string): string => `otp ${userId}`

/** @throws AppError rule_broken if it was sealed with a secret key that was lost */
export function openOtpSecret(keys: Pick<AccountDeps['keys'], 'otp'>, userId: string, sealed: Buffer): Buffer {
  try {
    return Buffer.from(keys.otp.open(sealed, otpOwner(userId)), 'base64')
  } catch (cause) {
    throw new AppError('rule_broken', {
      reason: 'otp_unreadable',
      detail:
        'This server cannot check codes of your authenticator app: its secret key was lost. Log in with a passkey, or ask the operator to remove your second factor.',
      cause,
    })
  }
}

/** `tx` must lock the user's row. Failures are counted in `tx`: let it commit, then `throw wrongFactor()`. */
export async function proveFactor(tx: Db, deps: Deps, { user, otp }: { user: UserRow; otp: string | undefined }): Promise<FactorProof> {
  const row = await otpRepository(tx).find(user.id)
  if (row === undefined || row.confirmedAt === null) return 'off'
  if (otp === undefined) throw new AppError('otp_required')
  const limits = accountLimits({ db: tx, clock: deps.clock })
  const tries = factorTries(user.id)
  await limits.demand(...tries)
  const isRight =
    otp.length === 6 ? await isFreshCode(tx, deps, { user, otp, sealed: row.sealed }) : await isRecoveryCode(tx, deps, user, otp)
  if (!isRight) return 'wrong'
  await limits.giveBack(...tries)
  return 'right'
}

export const factorTries = (userId: string) =>
  [
    [LIMITS.otpAccount, userId],
    [LIMITS.otpDay, userId],
  ] as const

export const WRONG_OTP = 'This code is wrong or has been used. Enter the one your app shows now, or a recovery code.'

export const wrongFactor = (detail: string = WRONG_OTP): AppError => new AppError('invalid_code', { detail, errors: { otp: [detail] } })

async function isFreshCode(tx: Db, { clock, keys }: Deps, { user, otp, sealed }: { user: UserRow; otp: string; sealed: Buffer }) {
  const secret = openOtpSecret(keys, user.id, sealed)
  const counter = matchingCounter(secret, otp, clock.now())
  return counter !== undefined && (await otpRepository(tx).useCounter(user.id, counter))
}

async function isRecoveryCode(tx: Db, { clock, keys, queueMail }: Deps, user: UserRow, otp: string): Promise<boolean> {
  const isRight = await otpRepository(tx).useRecoveryCode(user.id, recoveryCodeHash(keys.recovery, user.id, otp))
  if (isRight) await notifyOfChange(queueMail, tx, { user, change: 'recoveryCodeUsed', at: new Date(clock.now()) })
  return isRight
}
