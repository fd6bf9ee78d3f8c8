import { DAY_MS, MINUTE_MS } from '@aerie/core/time'
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

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** Canonical name of a time zone; undefined if unknown to this machine. */
export function timezoneNamed(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const MOST_CLOCKS = 1_000
function clockOf(timezone: string): Intl.DateTimeFormat {
  const clock = clocks.get(timezone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  if (clocks.size >= MOST_CLOCKS) clocks.clear()
  clocks.set(timezone, clock)
  return clock
}

/** Epoch ms; undefined if none are in effect. Equal `from` and `to` mean none; a DST change may shift the end by an hour. */
export function quietUntil({ from, to, timezone }: QuietHours, at: number): number | undefined {
  const minute = minutesOf(clockOf(timezone).format(at))
  const [start, end] = [minutesOf(from), minutesOf(to)]
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end
  if (!isQuiet) return undefined
  const left = (end - minute) * MINUTE_MS
  const wholeMinute = Math.floor(at / MINUTE_MS) * MINUTE_MS
  return wholeMinute + (left > 0 ? left : left + DAY_MS)
}
