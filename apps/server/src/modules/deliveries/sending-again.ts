import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { deliveries } from '../../db/schema/deliveries.ts'

/** Why a message of a channel with receivers of its own goes to none. */
export const NO_RECEIVER = { push: 'No browser is set up for push.', webhook: 'No webhook is switched on.' } as const

/** What a webhook `w` is called. */
export const WEBHOOK_TARGET = sql`coalesce(w.name, substring(w.url from '^https?://([^/?#]+)'), 'Webhook')`

/** `none`: the user has no such delivery that was given up or skipped. `nowhere`: its channel has no receiver now either. */
export type SentAgain =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'none' }
  | { readonly kind: 'nowhere'; readonly problem: (typeof NO_RECEIVER)[keyof typeof NO_RECEIVER] }

type Which = { readonly userId: string; readonly id: string; readonly now: Date }
type Receiver = { readonly id: string; readonly target: string }

/**
 * Puts a delivery that was given up, or skipped, at the head of the queue again. One that had no receiver goes to each that its channel has
 * by now: itself to the first, a delivery of its own to each of the others.
 */
export const sendAgain = (db: Db, { userId, id, now }: Which): Promise<SentAgain> =>
  db.transaction(async (tx) => {
    const isIt = and(eq(deliveries.userId, userId), eq(deliveries.id, id), inArray(deliveries.state, ['dead', 'skipped']))
    const [row] = await tx.select().from(deliveries).where(isIt).for('update')
    if (row === undefined) return { kind: 'none' }
    const { channel, firingId, createdAt } = row
    const change = { state: 'waiting', attempts: 0, nextAt: now, problem: null, isBegun: false } as const
    const isNobodys = row.receiverId === userId
    if ((channel !== 'webhook' && channel !== 'push') || !isNobodys) {
      await tx.update(deliveries).set(change).where(isIt)
      return { kind: 'waiting' }
    }
    const [first, ...others] = await receiversOf(tx, userId, channel)
    if (first === undefined) return { kind: 'nowhere', problem: NO_RECEIVER[channel] }
    const to = ({ id: receiverId, target }: Receiver) => ({ ...change, receiverId, target })
    await tx.update(deliveries).set(to(first)).where(isIt)
    const rows = others.map((other) => ({ id: randomUUID(), userId, firingId, channel, createdAt, ...to(other) }))
    if (rows.length > 0) await tx.insert(deliveries).values(rows)
    return { kind: 'waiting' }
  })

async function receiversOf(tx: Db, userId: string, channel: keyof typeof NO_RECEIVER): Promise<Receiver[]> {
  const query =
    channel === 'webhook'
      ? sql`select w.id, ${WEBHOOK_TARGET} as target from webhooks w where w.user_id = ${userId} and w.is_enabled order by w.created_at`
      : sql`select p.id, p.name as target from push_devices p where p.user_id = ${userId} order by p.created_at`
  return (await tx.execute<Receiver>(query)).rows
}
