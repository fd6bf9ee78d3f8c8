import { createHash } from 'node:crypto'
import type { OpenCredentials } from '@aerie/apex/apex-calls'
import type { Clock } from '@aerie/core/time'
import type { ApexKeysBody } from '@aerie/wire/apex'
import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { apexKeys } from '../../platform/db/schema/apex.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { derivedKey, sealedBox } from '../../platform/secrets/sealed-box.ts'
import type { NotifyUser } from '../account/index.ts'
import { APEX_MESSAGES } from './messages.ts'

export const APEX_PURPOSE = 'apex'
export const APEX_FIELDS = ['apiKey', 'secret', 'passphrase'] as const
export const apexFieldOwner = (userId: string, field: (typeof APEX_FIELDS)[number]): string => `apex ${userId} ${field}`
export const apexKeyId = (secretKey: Uint8Array): string =>
  createHash('sha256').update(derivedKey(secretKey, APEX_PURPOSE)).digest('hex').slice(0, 16)

export type OpenedKey = { readonly credentials: OpenCredentials; readonly owner: string; readonly savedAt: number }
export type KeyFacts = Omit<typeof apexKeys.$inferSelect, 'apiKey' | 'secret' | 'passphrase'>
export type CheckedKey = { readonly account: string; readonly address: string; readonly rights: 'stated' | 'confirmed' }

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly secretKey: Uint8Array
  readonly notifyUser: NotifyUser
}

/** ApeX Omni keys at rest: AES-256-GCM, bound to user and field. */
export function apexKeyStore({ db, clock, secretKey, notifyUser }: Deps) {
  const box = sealedBox(secretKey, APEX_PURPOSE)
  const keyId = apexKeyId(secretKey)
  const find = async (userId: string) => (await db.select().from(apexKeys).where(eq(apexKeys.userId, userId)))[0]
  return {
    facts: async (userId: string): Promise<KeyFacts | undefined> => await find(userId),
    accountOf: async (tx: Db, userId: string): Promise<string | undefined> =>
      (await tx.select({ account: apexKeys.account }).from(apexKeys).where(eq(apexKeys.userId, userId)))[0]?.account,
    savedAmong: async (userIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      const { userId, createdAt } = apexKeys
      const rows = await db
        .select({ userId, createdAt })
        .from(apexKeys)
        .where(inArray(userId, [...userIds]))
      return new Map(rows.map((row) => [row.userId, row.createdAt.getTime()]))
    },
    save: async (userId: string, body: ApexKeysBody, checked: CheckedKey): Promise<void> => {
      const at = new Date(clock.now())
      const sealed = {
        keyId,
        apiKey: box.seal(body.api_key, apexFieldOwner(userId, 'apiKey')),
        secret: box.seal(body.secret, apexFieldOwner(userId, 'secret')),
        passphrase: box.seal(body.passphrase, apexFieldOwner(userId, 'passphrase')),
        keyEnds: body.api_key.slice(-4),
        ...checked,
        checkedAt: at,
        createdAt: at,
      }
      await lockingUser(db, userId, async (tx) => {
        await tx
          .insert(apexKeys)
          .values({ userId, ...sealed })
          .onConflictDoUpdate({ target: apexKeys.userId, set: sealed })
        await notifyUser(tx, userId, 'apexKeySaved')
      })
    },
    /** Opened per call and sealed in between. @throws AppError rule_broken if SECRET_KEY has changed since it was saved */
    open: async (userId: string): Promise<OpenedKey | undefined> => {
      const row = await find(userId)
      if (row === undefined) return undefined
      if (row.keyId !== keyId) throw new AppError('rule_broken', { reason: 'apex_key_unreadable', detail: APEX_MESSAGES.unreadable })
      const opened = (field: (typeof APEX_FIELDS)[number]): string => box.open(row[field], apexFieldOwner(userId, field))
      const credentials = () => ({ key: opened('apiKey'), secret: opened('secret'), passphrase: opened('passphrase') })
      return { credentials, owner: row.account, savedAt: row.createdAt.getTime() }
    },
    remove: (userId: string): Promise<boolean> =>
      lockingUser(db, userId, async (tx) => {
        const isRemoved = (await tx.delete(apexKeys).where(eq(apexKeys.userId, userId))).rowCount === 1
        if (isRemoved) await notifyUser(tx, userId, 'apexKeyRemoved')
        return isRemoved
      }),
  }
}
