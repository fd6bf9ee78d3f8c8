import { type Clock, DAY_MS } from '@aerie/core/time'
import type { Db } from '../../../platform/db/client.ts'
import { type UserRow, userRepository } from '../details/user-repository.ts'
import { LIMITS, type Limits } from '../entitlement/limits.ts'
import { changeMail, type QueueMail } from './account-mails.ts'

const CHANGES = {
  passwordChanged: [
    'Your Aerie password was changed',
    'The password of your account was changed. All other sessions and all API tokens have ended. Passkeys, wallets and the key of ApeX Omni stay as they are.',
  ],
  otpOn: ['An authenticator app was added to Aerie', 'Logging in to your account now needs a code from an authenticator app.'],
  otpOff: ['The authenticator app was removed from Aerie', 'Logging in to your account no longer needs a code from an authenticator app.'],
  recoveryCodesNew: ['New recovery codes for Aerie', 'New recovery codes were made for your account. The old ones no longer work.'],
  recoveryCodeUsed: ['A recovery code was used for Aerie', 'One of your recovery codes was used in the place of your authenticator app.'],
  passkeyAdded: ['A passkey was added to Aerie', 'A passkey was added to your account. It can be used to log in.'],
  passkeyRemoved: ['A passkey was removed from Aerie', 'A passkey was removed from your account. It can no longer be used to log in.'],
  factorRemoved: [
    'The second factor of your Aerie account was removed',
    'The operator removed the authenticator app, the recovery codes and the passkeys of your account. Your password alone logs in now.',
  ],
  walletLinked: ['A wallet was linked to your Aerie account', 'A wallet was linked to your account.'],
  mainWalletChanged: [
    'The main wallet of your Aerie account was changed',
    'Another wallet, or none, is now the main wallet of your account.',
  ],
  walletUnlinked: ['A wallet was unlinked from your Aerie account', 'A wallet was unlinked from your account.'],
  apexKeySaved: [
    'A key of ApeX Omni was saved in Aerie',
    'A key of ApeX Omni was saved in your account. It reads and cancels; it cannot place orders.',
  ],
  apexKeyRemoved: ['The key of ApeX Omni was removed from Aerie', 'The key of ApeX Omni was removed from your account.'],
  exportBegun: [
    'An export of your Aerie data was begun',
    'An export of all your account data was requested. Its link works once, for a logged-in user.',
  ],
  sessionsEnded: ['Sessions of your Aerie account were ended', 'Sessions of your account on other devices were ended.'],
} as const satisfies Record<string, readonly [subject: string, what: string]>
export type SecurityChange = keyof typeof CHANGES

/** Long enough to survive a mail server outage of days. */
const KEPT_MS = 3 * DAY_MS

type ChangeNotice = { readonly user: Pick<UserRow, 'email' | 'firstName'>; readonly change: SecurityChange; readonly at: Date }

export const notifyOfChange = (queueMail: QueueMail, tx: Db, { user, change, at }: ChangeNotice): Promise<void> => {
  const [subject, what] = CHANGES[change]
  const expiresAt = new Date(at.getTime() + KEPT_MS)
  return queueMail(tx, changeMail({ to: user.email, firstName: user.firstName, subject, what, at, expiresAt }))
}

/** Counts a change that sends a mail. Call before the transaction: takes its own connection. @throws AppError rate_limited */
export const requireChange = (limits: Limits, userId: string): Promise<void> => limits.demand([LIMITS.securityChange, userId])

export const requireChangeWithin = (limits: Limits, tx: Db, userId: string): Promise<void> =>
  limits.demandWithin(tx, [LIMITS.securityChange, userId])

export type NotifyUser = (tx: Db, userId: string, change: SecurityChange) => Promise<void>

export const userNotifier =
  (queueMail: QueueMail, clock: Clock): NotifyUser =>
  async (tx, userId, change) => {
    const found = await userRepository(tx).findById(userId)
    if (found !== undefined) await notifyOfChange(queueMail, tx, { user: found.user, change, at: new Date(clock.now()) })
  }
