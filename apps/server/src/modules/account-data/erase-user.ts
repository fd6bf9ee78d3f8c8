import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { mailOutbox } from '../../db/schema/mail.ts'
import type { UserRow } from '../accounts/details/user-row.ts'
import { OWNED_BY, PERSONAL_TABLES } from './personal-tables.ts'

/** What a deleted user was: a number and nothing else. No form takes the address, so nobody logs in or signs up with it. */
const nobody = (id: string, at: Date) =>
  ({
    email: `deleted:${id}`,
    passwordHash: '',
    firstName: '',
    lastName: '',
    isActive: false,
    isContested: false,
    isVip: false,
    subscription: 'claw',
    grantedSubscription: 'claw',
    ipcPaidUntil: null,
    ipcPaidBy: null,
    goldTierHolder: false,
    dashboardTier: 'none',
    vestedAmount: '0',
    telegramId: null,
    timeZone: null,
    dailyCallsOverride: null,
    deletionDueAt: null,
    deletedAt: at,
    updatedAt: at,
  }) as const

/** Deletes all rows of a user but those that must not change, which keep the user's number. Over a transaction that holds the user's row. */
export async function eraseUser(tx: Db, { id, email }: Pick<UserRow, 'id' | 'email'>, at: Date): Promise<void> {
  // The tables that others lead to come first in the list, so the last are deleted first.
  for (const [name, { belongs, staysPseudonymous }] of Object.entries(PERSONAL_TABLES).toReversed())
    if (staysPseudonymous !== true) await tx.execute(deletionOf(name, OWNED_BY[belongs], id))
  await tx.delete(mailOutbox).where(eq(mailOutbox.to, email))
  await tx.update(users).set(nobody(id, at)).where(eq(users.id, id))
}

/** @param condition with `$1` once, for the user */
function deletionOf(name: string, condition: string, userId: string) {
  const [before = '', after = ''] = condition.split('$1')
  return sql`delete from ${sql.identifier(name)} where ${sql.raw(before)}${userId}${sql.raw(after)}`
}
