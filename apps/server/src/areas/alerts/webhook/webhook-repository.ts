import type { Webhook } from '@aerie/wire/alerts/deliveries'
import { and, count, desc, eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { webhooks } from '../../../platform/db/schema/deliveries.ts'
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts'
import { webhookOwner } from '../deliveries/sealed-values.ts'

export type StoredWebhook = typeof webhooks.$inferSelect
const one = (userId: string, id: string) => and(eq(webhooks.userId, userId), eq(webhooks.id, id))

/** Secrets are sealed at rest and opened only for signing. */
export const webhookRepository = (db: Db, box: SealedBox) => ({
  insert: async (
    row: Omit<typeof webhooks.$inferInsert, 'secret'> & { readonly id: string },
    secret: string,
  ): Promise<StoredWebhook | undefined> =>
    (
      await db
        .insert(webhooks)
        .values({ ...row, secret: box.seal(secret, webhookOwner(row.id)) })
        .returning()
    )[0],
  count: async (userId: string): Promise<number> =>
    (await db.select({ n: count() }).from(webhooks).where(eq(webhooks.userId, userId)))[0]?.n ?? 0,
  list: (userId: string): Promise<StoredWebhook[]> =>
    db.select().from(webhooks).where(eq(webhooks.userId, userId)).orderBy(desc(webhooks.createdAt)),
  find: async (userId: string, id: string): Promise<StoredWebhook | undefined> =>
    (await db.select().from(webhooks).where(one(userId, id)))[0],
  remove: async (userId: string, id: string): Promise<boolean> => (await db.delete(webhooks).where(one(userId, id))).rowCount === 1,
  enable: async (userId: string, id: string, isEnabled: boolean): Promise<StoredWebhook | undefined> =>
    (await db.update(webhooks).set({ isEnabled, problem: null }).where(one(userId, id)).returning())[0],
  disable: async (id: string, problem: string): Promise<void> => {
    await db.update(webhooks).set({ isEnabled: false, problem }).where(eq(webhooks.id, id))
  },
  sent: async (id: string, sentAt: Date): Promise<void> => {
    await db.update(webhooks).set({ sentAt, problem: null }).where(eq(webhooks.id, id))
  },
  /** Old and new secret both sign until `rotatesUntil`. */
  rotate: async (
    userId: string,
    id: string,
    { secret, rotatesUntil }: { secret: string; rotatesUntil: Date },
  ): Promise<StoredWebhook | undefined> =>
    (
      await db
        .update(webhooks)
        .set({ oldSecret: webhooks.secret, secret: box.seal(secret, webhookOwner(id)), rotatesUntil })
        .where(one(userId, id))
        .returning()
    )[0],
  withSecrets: async (id: string, now: Date): Promise<(StoredWebhook & { readonly secrets: readonly string[] }) | undefined> => {
    const row = (await db.select().from(webhooks).where(eq(webhooks.id, id)))[0]
    if (row === undefined) return undefined
    const isRotating = row.oldSecret !== null && row.rotatesUntil !== null && row.rotatesUntil > now
    const sealed = [row.secret, ...(isRotating && row.oldSecret !== null ? [row.oldSecret] : [])]
    return { ...row, secrets: sealed.map((each) => box.open(each, webhookOwner(id))) }
  },
})
export type WebhookRepository = ReturnType<typeof webhookRepository>

export const webhookAnswer = (row: StoredWebhook, now: number): Webhook => ({
  id: row.id,
  url: row.url,
  name: row.name,
  enabled: row.isEnabled,
  problem: row.problem,
  created_at: row.createdAt.toISOString(),
  rotates_until: row.rotatesUntil !== null && row.rotatesUntil.getTime() > now ? row.rotatesUntil.toISOString() : null,
  sent_at: row.sentAt?.toISOString() ?? null,
})
