import { type Clock, SECOND_MS } from '@aerie/core/time'
import type { AlertNotice } from '@aerie/wire/alerts/alert-notices'
import type { Notify } from '@aerie/wire/notices'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { firingAnswer, type StoredFiring } from '../alert-rows.ts'
import type { DeliveriesOf } from './firing-list.ts'

type Deps = { readonly db: Db; readonly clock: Clock; readonly notify: Notify; readonly deliveriesOf: DeliveriesOf }

/** More firings of a user within the window are summarised in one notice. */
const STORM = { count: 10, windowMs: 10 * SECOND_MS }

export function firingNotices({ db, clock, notify, deliveriesOf }: Deps) {
  const recent = new Map<string, { since: number; count: number }>()
  const countOf = (userId: string, added: number): number => {
    const now = clock.now()
    for (const [id, { since }] of recent) if (Math.abs(now - since) > STORM.windowMs) recent.delete(id)
    const seen = recent.get(userId) ?? { since: now, count: 0 }
    seen.count += added
    recent.set(userId, seen)
    return seen.count
  }
  return async (firings: readonly StoredFiring[]): Promise<void> => {
    const shown = firings.filter(({ readAt }) => readAt === null)
    const byUser = Map.groupBy(shown, ({ userId }) => userId)
    const [unread, deliveries] = await Promise.all([unreadOf(db, [...byUser.keys()]), deliveriesOf(shown.map(({ id }) => id))])
    for (const [userId, mine] of byUser) {
      const of = { unread: unread.get(userId) ?? mine.length, isStorm: countOf(userId, mine.length) > STORM.count }
      const answers = mine.map((row) => firingAnswer(row, deliveries.get(row.id) ?? []))
      for (const data of noticesOf(answers, of)) notify(userId, { kind: 'alert', data })
    }
  }
}

type Answer = ReturnType<typeof firingAnswer>

function noticesOf(answers: readonly Answer[], { unread, isStorm }: { unread: number; isStorm: boolean }): AlertNotice[] {
  const newest = answers.at(-1)
  if (isStorm && newest !== undefined) return [{ event: 'storm', count: answers.length, newest, unread }]
  return answers.map((firing) => ({ event: 'fired', firing, unread }))
}

async function unreadOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await db.execute<{ user_id: string; n: number }>(sql`
    select user_id, count(*)::int as n from alert_firings
    where read_at is null and user_id in (select jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)::uuid) group by user_id`)
  return new Map(rows.map(({ user_id, n }) => [user_id, n]))
}
