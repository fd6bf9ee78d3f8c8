import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { type OperatorParameters, operatorLog } from '../../db/schema/operator-log.ts'

/** Who changes something, and by which command. */
export type Operator = {
  /** The operating system's name of who runs it. */
  readonly systemUser: string
  /** Who it is by their own word; null where they do not say. */
  readonly byName: string | null
  /** Its words, such as `admin vip grant`. */
  readonly command: string
}
/** One change by the operator. */
export type OperatorLogRow = typeof operatorLog.$inferSelect

type Entry = {
  readonly at: Date
  readonly user: { readonly id: string; readonly email: string } | null
  readonly parameters: OperatorParameters
}

/** What the operator has changed: rows are added and read, and PostgreSQL refuses anything else. */
export const operatorLogRepository = (db: Db) => ({
  add: async (operator: Operator, { at, user, parameters }: Entry): Promise<void> => {
    await db.insert(operatorLog).values({ ...operator, at, userId: user?.id ?? null, userEmail: user?.email ?? null, parameters })
  },

  /** Newest first. @param email of the user they are about; undefined for all */
  list: ({ email, limit }: { email: string | undefined; limit: number }): Promise<OperatorLogRow[]> =>
    db
      .select()
      .from(operatorLog)
      .where(email === undefined ? undefined : eq(operatorLog.userEmail, email))
      .orderBy(desc(operatorLog.number))
      .limit(limit),
})
