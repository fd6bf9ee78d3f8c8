import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { users } from '../../../platform/db/schema/accounts.ts'
import { mailOutbox } from '../../../platform/db/schema/mail.ts'
import type { UserRow } from '../details/user-row.ts'
import { OWNED_BY, PERSONAL_TABLES } from './personal-tables.ts'

/** Pseudonymized row of a deleted user. No form accepts this address, so nobody can log in or sign up with it. */
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

/** Deletes a user's rows, except immutable ones, which keep the user ID. Requires a transaction that locks the user's row. */
export async function eraseUser(tx: Db, { id, email }: Pick<UserRow, 'id' | 'email'>, at: Date): Promise<void> {
  // Reverse order: tables that others reference come first in the list.
  for (const [name, { belongs, staysPseudonymous }] of Object.entries(PERSONAL_TABLES).toReversed())
    if (staysPseudonymous !== true) await tx.execute(deletionOf(name, OWNED_BY[belongs], id))
  await tx.delete(mailOutbox).where(eq(mailOutbox.to, email))
  await tx.update(users).set(nobody(id, at)).where(eq(users.id, id))
}

function deletionOf(name: string, condition: string, userId: string) {
  const [before = '', after = ''] = condition.split('$1')
  return sql`delete from ${sql.identifier(name)} where ${sql.raw(before)}${userId}${sql.raw(after)}`
}
