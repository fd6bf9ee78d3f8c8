import { createHash, randomUUID } from 'node:crypto'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { pushDevices } from '../../../platform/db/schema/deliveries.ts'
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts'
import { PUSH_OWNER } from '../deliveries/sealed-values.ts'

type Device = Pick<typeof pushDevices.$inferSelect, 'id' | 'name' | 'createdAt' | 'sentAt'>
const shown = { id: pushDevices.id, name: pushDevices.name, createdAt: pushDevices.createdAt, sentAt: pushDevices.sentAt }

export const pushRepository = (db: Db, box: SealedBox) => ({
  /** One row per browser; subscribing again, even as another user, takes it over. */
  save: async ({
    userId,
    endpoint,
    subscription,
    name,
    at,
  }: {
    userId: string
    endpoint: string
    subscription: string
    name: string
    at: Date
  }): Promise<Device | undefined> => {
    const row = { userId, subscription: box.seal(subscription, PUSH_OWNER), name, createdAt: at }
    const endpointHash = createHash('sha256').update(endpoint).digest()
    const set = {
      ...row,
      sentAt: null,
      id: sql`case when ${pushDevices.userId} = excluded.user_id then ${pushDevices.id} else excluded.id end`,
    }
    return (
      await db
        .insert(pushDevices)
        .values({ id: randomUUID(), endpointHash, ...row })
        .onConflictDoUpdate({ target: pushDevices.endpointHash, set })
        .returning(shown)
    )[0]
  },
  count: async (userId: string): Promise<number> =>
    (await db.select({ n: count() }).from(pushDevices).where(eq(pushDevices.userId, userId)))[0]?.n ?? 0,
  list: (userId: string): Promise<Device[]> =>
    db.select(shown).from(pushDevices).where(eq(pushDevices.userId, userId)).orderBy(desc(pushDevices.createdAt)),
  remove: async (userId: string, id: string): Promise<boolean> =>
    (await db.delete(pushDevices).where(and(eq(pushDevices.userId, userId), eq(pushDevices.id, id)))).rowCount === 1,
  forget: async (id: string): Promise<void> => {
    await db.delete(pushDevices).where(eq(pushDevices.id, id))
  },
  sent: async (id: string, sentAt: Date): Promise<void> => {
    await db.update(pushDevices).set({ sentAt }).where(eq(pushDevices.id, id))
  },
  subscription: async (id: string): Promise<string | undefined> => {
    const [row] = await db.select({ sealed: pushDevices.subscription }).from(pushDevices).where(eq(pushDevices.id, id))
    return row && box.open(row.sealed, PUSH_OWNER)
  },
})
export type PushRepository = ReturnType<typeof pushRepository>
