import { CODE_MINUTES } from '@aerie/wire/accounts'
import type { Db } from '../../db/client.ts'

export type AccountMail = { readonly to: string; readonly subject: string; readonly text: string; readonly expiresAt: Date }
/** Puts a mail into the outbox over `db`: within a transaction it is sent if, and only if, that commits. */
export type QueueMail = (db: Db, mail: AccountMail) => Promise<void>

type Recipient = { readonly to: string; readonly firstName: string; readonly expiresAt: Date }
const NOT_YOU = 'If this was not you, ignore this mail: without the code nothing happens.'

export const verifyMail = ({ to, firstName, expiresAt, code }: Recipient & { code: string }): AccountMail => ({
  to,
  expiresAt,
  subject: `${code} is your Aerie code`,
  text: [
    `Hello ${firstName},`,
    `your code to verify this e-mail address for Aerie is:`,
    code,
    `It works once, within ${CODE_MINUTES} minutes. Never tell it to anyone.`,
    NOT_YOU,
  ].join('\n\n'),
})

export const resetMail = ({ to, firstName, expiresAt, code }: Recipient & { code: string }): AccountMail => ({
  to,
  expiresAt,
  subject: `${code} is your code for a new Aerie password`,
  text: [
    `Hello ${firstName},`,
    `your code to choose a new password for Aerie is:`,
    code,
    `It works once, within ${CODE_MINUTES} minutes. Never tell it to anyone. With the new password, every other session ends.`,
    NOT_YOU,
  ].join('\n\n'),
})

/** To an address that has an account, when somebody signs up with it again: only the mailbox learns of it. */
export const alreadyRegisteredMail = ({ to, firstName, expiresAt }: Recipient): AccountMail => ({
  to,
  expiresAt,
  subject: 'You already have an Aerie account',
  text: [
    `Hello ${firstName},`,
    'somebody has just tried to sign up for Aerie with this address, which already has an account. Nothing has changed.',
    'If it was you: log in with your password, or choose a new one with "Forgot password?" on the login page.',
    'If it was not you, there is nothing to do.',
  ].join('\n\n'),
})
