import { CODE_MINUTES } from '@aerie/wire/account/account-forms'
import type { Db } from '../../../platform/db/client.ts'
import type { UserRow } from '../details/user-row.ts'

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
