import { DAY_MS } from '@aerie/core/time'
import type { UserRow } from '../details/user-row.ts'
import type { AccountMail } from './account-mails.ts'

type Recipient = Pick<UserRow, 'email' | 'firstName' | 'timeZone'>
type Notice = { readonly subject: string; readonly lines: readonly string[] }

const KEPT_MS = 3 * DAY_MS
const NOT_YOU = 'If this was not you, log in, set a new password and end your other sessions under Account.'

/** For example `22 November 2026 at 14:05 (Europe/Berlin)`. */
export function momentText(at: Date, timeZone: string | null): string {
  const zone = timeZone ?? 'UTC'
  return `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone }).format(at)} (${zone})`
}

const notice = ({ email, firstName }: Recipient, now: number, { subject, lines }: Notice): AccountMail => ({
  to: email,
  expiresAt: new Date(now + KEPT_MS),
  subject,
  text: [`Hello ${firstName},`, ...lines].join('\n\n'),
})

type MadeToken = { readonly name: string; readonly scopes: readonly string[]; readonly expiresAt: Date }

export const tokenMadeMail = (to: Recipient, { name, scopes, expiresAt }: MadeToken, now: number): AccountMail =>
  notice(to, now, {
    subject: 'A new API token for your Aerie account',
    lines: [
      `The API token "${name}" was made. It may do: ${scopes.join(', ')}. It is valid until ${momentText(expiresAt, to.timeZone)}.`,
      NOT_YOU,
    ],
  })

export const tokenRevokedMail = (to: Recipient, name: string, now: number): AccountMail =>
  notice(to, now, {
    subject: 'An API token of your Aerie account was revoked',
    lines: [`The API token "${name}" was revoked and works no more.`, NOT_YOU],
  })

export const deletionBegunMail = (to: Recipient, dueAt: Date, now: number): AccountMail =>
  notice(to, now, {
    subject: 'Your Aerie account will be deleted',
    lines: [
      `Your account will be deleted on ${momentText(dueAt, to.timeZone)}. Your other sessions and all API tokens have ended.`,
      'To keep it, log in before then, or choose "Keep my account" under Account. A login takes the deletion back.',
      'If this was not you, log in and set a new password at once.',
    ],
  })

export const deletionCanceledMail = (to: Recipient, how: 'login' | 'asked', now: number): AccountMail =>
  notice(to, now, {
    subject: 'Your Aerie account stays',
    lines: [
      how === 'login' ? 'You have logged in, so your account will not be deleted.' : 'Your account will not be deleted.',
      'Its API tokens have ended; make new ones if you need them.',
      NOT_YOU,
    ],
  })

export const deletionDoneMail = (to: Recipient, now: number): AccountMail =>
  notice(to, now, {
    subject: 'Your Aerie account was deleted',
    lines: [
      'Your account and your personal data are deleted, as you asked. The record of your simulated trading and the predictions shown to you stay without your name.',
      'You can sign up with this address again; it will be a new account.',
    ],
  })

type NewLogin = { readonly device: string; readonly place: string; readonly at: Date }

export const newLoginMail = (to: Recipient, { device, place, at }: NewLogin): AccountMail =>
  notice(to, at.getTime(), {
    subject: 'A new login to your Aerie account',
    lines: [
      `Your account was logged in to on ${momentText(at, to.timeZone)}, with ${device}, from ${place}. It was not seen there before.`,
      'If it was you, you do not need to do anything.',
      'If it was not you, set a new password at once with "Forgot password?" on the login page. That ends all sessions.',
    ],
  })
