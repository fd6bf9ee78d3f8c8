import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { type OperatorParameters, operatorLog } from '../../platform/db/schema/operator-log.ts'

export type Operator = {
  /** OS user that runs the command. */
  readonly systemUser: string
  /** Self-declared name; null if not given. */
  readonly byName: string | null
  readonly command: string
}
export type OperatorLogRow = typeof operatorLog.$inferSelect

type Entry = {
  readonly at: Date
  readonly user: { readonly id: string; readonly email: string } | null
  readonly parameters: OperatorParameters
}

/** Append-only: PostgreSQL rejects updates and deletes. */
export const operatorLogRepository = (db: Db) => ({
  add: async (operator: Operator, { at, user, parameters }: Entry): Promise<void> => {
    await db.insert(operatorLog).values({ ...operator, at, userId: user?.id ?? null, userEmail: user?.email ?? null, parameters })
  },

  list: ({ email, limit }: { email: string | undefined; limit: number }): Promise<OperatorLogRow[]> =>
    db
      .select()
      .from(operatorLog)
      .where(email === undefined ? undefined : eq(operatorLog.userEmail, email))
      .orderBy(desc(operatorLog.number))
      .limit(limit),
})
