import type { QuietHours } from '@aerie/wire/alerts/deliveries'
import { inArray } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { alertSettings } from '../../../platform/db/schema/alerts.ts'

export type DeliverySettings = {
  readonly quietHours: QuietHours | null
  readonly mailDigest: 'each' | 'hourly' | 'daily'
  readonly isMailWanted: boolean
}

export const DEFAULT_SETTINGS: DeliverySettings = { quietHours: null, mailDigest: 'each', isMailWanted: true }

type Row = typeof alertSettings.$inferSelect

const settingsOf = ({ quietFrom, quietTo, timezone, mailDigest, isMailWanted }: Row): DeliverySettings => ({
  quietHours: quietFrom === null || quietTo === null || timezone === null ? null : { from: quietFrom, to: quietTo, timezone },
  mailDigest,
  isMailWanted,
})

export const settingsRepository = (db: Db) => ({
  ofAll: async (userIds: readonly string[]): Promise<ReadonlyMap<string, DeliverySettings>> => {
    if (userIds.length === 0) return new Map()
    const rows = await db
      .select()
      .from(alertSettings)
      .where(inArray(alertSettings.userId, [...userIds]))
    return new Map(rows.map((row) => [row.userId, settingsOf(row)]))
  },
  change: async (userId: string, change: Partial<Omit<Row, 'userId' | 'isPaused'>>): Promise<void> => {
    if (Object.keys(change).length === 0) return
    await db
      .insert(alertSettings)
      .values({ userId, ...change })
      .onConflictDoUpdate({ target: alertSettings.userId, set: change })
  },
})
