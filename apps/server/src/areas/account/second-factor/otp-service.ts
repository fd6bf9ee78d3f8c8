import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@aerie/core/time'
import { OTP_SETUP_MINUTES, type otpStatus } from '@aerie/wire/account/account-security'
import type * as z from 'zod/mini'
import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import { lockingOwnUser, type UserRow } from '../details/user-repository.ts'
import { accountLimits } from '../entitlement/limits.ts'
import { notifyOfChange, requireChange, type SecurityChange } from '../mails/security-mails.ts'
import { otpRepository } from './otp-repository.ts'
import { factorTries, openOtpSecret, otpOwner, WRONG_OTP } from './second-factor.ts'
import { base32, drawRecoveryCodes, matchingCounter, otpUri, recoveryCodeHash } from './totp.ts'

/** RFC 4226 section 4 recommends 160 bits. */
const SECRET_BYTES = 20

type Owner = { readonly user_id: string; readonly email: string }

export const otpService = ({ db, clock, keys, limits, queueMail }: AccountDeps) => {
  const now = () => new Date(clock.now())
  const newRecoveryCodes = async (tx: Db, userId: string): Promise<string[]> => {
    const codes = drawRecoveryCodes()
    const hashes = codes.map((code) => recoveryCodeHash(keys.recovery, userId, code))
    await otpRepository(tx).replaceRecoveryCodes(userId, hashes, now())
    return codes
  }
  const notify = (tx: Db, user: UserRow, change: SecurityChange) => notifyOfChange(queueMail, tx, { user, change, at: now() })

  return {
    status: async (userId: string): Promise<z.output<typeof otpStatus>> => {
      const confirmedAt = (await otpRepository(db).find(userId))?.confirmedAt ?? null
      const left = confirmedAt === null ? 0 : await otpRepository(db).recoveryCodesLeft(userId)
      return { is_on: confirmedAt !== null, confirmed_at: confirmedAt?.toISOString() ?? null, recovery_codes_left: left }
    },

    /** Not enforced until `confirm`. @throws AppError conflict */
    begin: async ({ user_id: userId, email }: Owner): Promise<{ secret: string; uri: string }> => {
      const bytes = randomBytes(SECRET_BYTES)
      const sealed = keys.otp.seal(bytes.toString('base64'), otpOwner(userId))
      if (!(await otpRepository(db).insertWaiting(userId, sealed, now()))) throw alreadyOn()
      const secret = base32(bytes)
      return { secret, uri: otpUri(secret, email) }
    },

    confirm: async (userId: string, code: string): Promise<string[]> => {
      await requireChange(limits, userId)
      const codes = await lockingOwnUser(db, userId, async (tx, user) => {
        const counter = await firstCounter(tx, { clock, keys }, { userId, code })
        if (counter === undefined) return undefined
        await otpRepository(tx).confirm(userId, counter, now())
        await notify(tx, user, 'otpOn')
        return newRecoveryCodes(tx, userId)
      })
      if (codes === undefined) throw wrongCode()
      return codes
    },

    renewRecoveryCodes: async (userId: string): Promise<string[]> => {
      await requireChange(limits, userId)
      return lockingOwnUser(db, userId, async (tx, user) => {
        if (!(await otpRepository(tx).find(userId))?.confirmedAt) throw isOff()
        await notify(tx, user, 'recoveryCodesNew')
        return newRecoveryCodes(tx, userId)
      })
    },

    remove: async (userId: string): Promise<boolean> => {
      await requireChange(limits, userId)
      return lockingOwnUser(db, userId, async (tx, user) => {
        const wasOn = await otpRepository(tx).remove(userId)
        if (wasOn) await notify(tx, user, 'otpOff')
        return wasOn
      })
    },
  }
}

type FirstCode = { readonly userId: string; readonly code: string }

async function firstCounter(tx: Db, { clock, keys }: Pick<AccountDeps, 'clock' | 'keys'>, { userId, code }: FirstCode) {
  const row = await otpRepository(tx).find(userId)
  if (row?.confirmedAt) throw alreadyOn()
  if (row === undefined || clock.now() - row.createdAt.getTime() > OTP_SETUP_MINUTES * MINUTE_MS) throw setupEnded()
  const tries = accountLimits({ db: tx, clock })
  await tries.demand(...factorTries(userId))
  const secret = openOtpSecret(keys, userId, row.sealed)
  const counter = matchingCounter(secret, code, clock.now())
  if (counter !== undefined) await tries.giveBack(...factorTries(userId))
  return counter
}

const alreadyOn = () =>
  new AppError('conflict', { reason: 'otp_already_on', detail: 'An authenticator app is already set up. Remove it first.' })
const isOff = () => new AppError('conflict', { reason: 'otp_off', detail: 'No authenticator app is set up.' })
const setupEnded = () => new AppError('conflict', { reason: 'otp_setup_ended', detail: 'This set-up has expired. Start again.' })
const wrongCode = () => new AppError('invalid_code', { detail: WRONG_OTP, errors: { code: [WRONG_OTP] } })
