import { DAY_MS } from '@aerie/core/time'
import { CODE_MINUTES } from '@aerie/wire/account/account-forms'
import type { Db } from '../../../platform/db/client.ts'
import type { UserRow } from '../details/user-repository.ts'
import { LIMITS, type Limits } from '../entitlement/limits.ts'

export type AccountMail = { readonly to: string; readonly subject: string; readonly text: string; readonly expiresAt: Date }
/** Adds a mail to the outbox within `db`: sent if and only if the transaction commits. */
export type QueueMail = (db: Db, mail: AccountMail) => Promise<void>

type Recipient = { readonly to: string; readonly firstName: string; readonly expiresAt: Date }
type Owned = { readonly user: Pick<UserRow, 'email' | 'firstName' | 'isConfirmed'>; readonly expiresAt: Date }
const NOT_YOU = 'If you did not request this, ignore this e-mail. Nothing happens without the code.'

/** Names of an unconfirmed account are untrusted text: do not mail them to an address that may belong to someone else. */
const greeting = ({ firstName, isConfirmed }: Owned['user']): string => (isConfirmed ? `Hello ${firstName},` : 'Hello,')

export const verifyMail = ({ to, expiresAt, code }: Omit<Recipient, 'firstName'> & { code: string }): AccountMail => ({
  to,
  expiresAt,
  subject: `${code} is your Aerie code`,
  text: [
    'Hello,',
    'Use this code to verify your e-mail address for Aerie:',
    code,
    `It is valid once, for ${CODE_MINUTES} minutes. Never share it.`,
    NOT_YOU,
  ].join('\n\n'),
})

export const resetMail = ({ user, expiresAt, code }: Owned & { code: string }): AccountMail => ({
  to: user.email,
  expiresAt,
  subject: `${code} is your code for a new Aerie password`,
  text: [
    greeting(user),
    'Use this code to set a new password for Aerie:',
    code,
    `It is valid once, for ${CODE_MINUTES} minutes. Never share it. Setting a new password logs you out on all other devices.`,
    NOT_YOU,
  ].join('\n\n'),
})

export const alreadyRegisteredMail = ({ user, expiresAt }: Owned): AccountMail => ({
  to: user.email,
  expiresAt,
  subject: 'You already have an Aerie account',
  text: [
    greeting(user),
    'Someone tried to sign up for Aerie with this address, which already has an account. Nothing has changed.',
    'If it was you, log in with your password, or use "Forgot password?" on the login page to set a new one.',
    'If it was not you, you do not need to do anything.',
  ].join('\n\n'),
})

type Change = Recipient & { readonly at: Date; readonly what: string; readonly subject: string }

export const changeMail = ({ to, firstName, expiresAt, at, subject, what }: Change): AccountMail => ({
  to,
  expiresAt,
  subject,
  text: [
    `Hello ${firstName},`,
    `${what} This was on ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC.`,
    'If it was you, you do not need to do anything.',
    'If it was not you, set a new password at once with "Forgot password?" on the login page, then end all other sessions under Account.',
  ].join('\n\n'),
})

type NoticeRecipient = Pick<UserRow, 'email' | 'firstName' | 'timeZone'>
type Notice = { readonly subject: string; readonly lines: readonly string[] }

const KEPT_MS = 3 * DAY_MS
const NOT_YOU_NOTICE = 'If this was not you, log in, set a new password and end your other sessions under Account.'

/** For example `22 November 2026 at 14:05 (Europe/Berlin)`. */
function momentText(at: Date, timeZone: string | null): string {
  const zone = timeZone ?? 'UTC'
  return `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone }).format(at)} (${zone})`
}

const notice = ({ email, firstName }: NoticeRecipient, now: number, { subject, lines }: Notice): AccountMail => ({
  to: email,
  expiresAt: new Date(now + KEPT_MS),
  subject,
  text: [`Hello ${firstName},`, ...lines].join('\n\n'),
})

type MadeToken = { readonly name: string; readonly scopes: readonly string[]; readonly expiresAt: Date }

export const tokenMadeMail = (to: NoticeRecipient, { name, scopes, expiresAt }: MadeToken, now: number): AccountMail =>
  notice(to, now, {
    subject: 'A new API token for your Aerie account',
    lines: [
      `The API token "${name}" was made. It may do: ${scopes.join(', ')}. It is valid until ${momentText(expiresAt, to.timeZone)}.`,
      NOT_YOU_NOTICE,
    ],
  })

export const tokenRevokedMail = (to: NoticeRecipient, name: string, now: number): AccountMail =>
  notice(to, now, {
    subject: 'An API token of your Aerie account was revoked',
    lines: [`The API token "${name}" was revoked and works no more.`, NOT_YOU_NOTICE],
  })

export const deletionBegunMail = (to: NoticeRecipient, dueAt: Date, now: number): AccountMail =>
  notice(to, now, {
    subject: 'Your Aerie account will be deleted',
    lines: [
      `Your account will be deleted on ${momentText(dueAt, to.timeZone)}. Your other sessions and all API tokens have ended.`,
      'To keep it, log in before then, or choose "Keep my account" under Account. A login takes the deletion back.',
      'If this was not you, log in and set a new password at once.',
    ],
  })

export const deletionCanceledMail = (to: NoticeRecipient, how: 'login' | 'asked', now: number): AccountMail =>
  notice(to, now, {
    subject: 'Your Aerie account stays',
    lines: [
      how === 'login' ? 'You have logged in, so your account will not be deleted.' : 'Your account will not be deleted.',
      'Its API tokens have ended; make new ones if you need them.',
      NOT_YOU_NOTICE,
    ],
  })

export const deletionDoneMail = (to: NoticeRecipient, now: number): AccountMail =>
  notice(to, now, {
    subject: 'Your Aerie account was deleted',
    lines: [
      'Your account and your personal data are deleted, as you asked. The record of your simulated trading and the predictions shown to you stay without your name.',
      'You can sign up with this address again; it will be a new account.',
    ],
  })

type NewLogin = { readonly device: string; readonly place: string; readonly at: Date }

export const newLoginMail = (to: NoticeRecipient, { device, place, at }: NewLogin): AccountMail =>
  notice(to, at.getTime(), {
    subject: 'A new login to your Aerie account',
    lines: [
      `Your account was logged in to on ${momentText(at, to.timeZone)}, with ${device}, from ${place}. It was not seen there before.`,
      'If it was you, you do not need to do anything.',
      'If it was not you, set a new password at once with "Forgot password?" on the login page. That ends all sessions.',
    ],
  })

/** Counts a mail to this mailbox. Call it for known and unknown addresses alike. */
export async function takeMailBudget(limits: Limits, email: string, address: string): Promise<boolean> {
  // Sequential: an attempt rejected for one address must not use up the mailbox's budget.
  if ((await limits.take([LIMITS.mailPair, `${email} ${address}`])) !== undefined) return false
  return (await limits.take([LIMITS.mailAccount, email])) === undefined
}
