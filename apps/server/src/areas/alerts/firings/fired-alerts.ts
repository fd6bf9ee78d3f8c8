import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { alertFirings } from '../../../platform/db/schema/alerts.ts'

/** `at`: market clock. */
export type FiredAlert = { readonly id: string; readonly at: number; readonly text: string }

export async function firedAlert(db: Db, userId: string, id: string): Promise<FiredAlert | undefined> {
  const { id: ids, at, text, userId: users } = alertFirings
  return (
    await db
      .select({ id: ids, at, text })
      .from(alertFirings)
      .where(and(eq(ids, id), eq(users, userId)))
  )[0]
}
