import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { otpOwner } from '../../areas/account/index.ts'
import { DELIVERIES_PURPOSE, PUSH_OWNER, VAPID_KEY, webhookOwner } from '../../areas/alerts/index.ts'
import { CONNECTIONS_PURPOSE, connectionOwner } from '../../areas/journal/index.ts'
import { APEX_FIELDS, APEX_PURPOSE, apexFieldOwner, apexKeyId } from '../../areas/venues/index.ts'
import type { Db } from '../../platform/db/client.ts'
import { otpSecrets } from '../../platform/db/schema/account-security.ts'
import { apexKeys } from '../../platform/db/schema/apex.ts'
import { deliveryValues, pushDevices, webhooks } from '../../platform/db/schema/deliveries.ts'
import { journalConnections } from '../../platform/db/schema/journal.ts'
import { sealedKeys } from '../../platform/db/schema/sealed-keys.ts'
import { sealedBox } from '../../platform/secrets/sealed-box.ts'

type SealedTable = {
  readonly table: PgTable
  readonly id: AnyPgColumn
  readonly purpose: string
  readonly columns: ReadonlyArray<{ readonly name: string; readonly column: AnyPgColumn; readonly owner: (id: string) => string }>
  readonly where?: SQL
  readonly alsoSet?: (secretKey: Uint8Array) => Readonly<Record<string, unknown>>
}

export const SEALED_KEYS_PURPOSE = 'kept keys'
const asIs = (id: string): string => id

/** All data sealed with SECRET_KEY. */
export const SEALED_TABLES: readonly SealedTable[] = [
  {
    table: otpSecrets,
    id: otpSecrets.userId,
    purpose: 'otp secrets',
    columns: [{ name: 'sealed', column: otpSecrets.sealed, owner: otpOwner }],
  },
  {
    table: apexKeys,
    id: apexKeys.userId,
    purpose: APEX_PURPOSE,
    columns: APEX_FIELDS.map((name) => ({ name, column: apexKeys[name], owner: (userId) => apexFieldOwner(userId, name) })),
    alsoSet: (secretKey) => ({ keyId: apexKeyId(secretKey) }),
  },
  {
    table: journalConnections,
    id: journalConnections.id,
    purpose: CONNECTIONS_PURPOSE,
    columns: [{ name: 'sealed', column: journalConnections.sealed, owner: connectionOwner }],
  },
  {
    table: webhooks,
    id: webhooks.id,
    purpose: DELIVERIES_PURPOSE,
    columns: [
      { name: 'secret', column: webhooks.secret, owner: webhookOwner },
      { name: 'oldSecret', column: webhooks.oldSecret, owner: webhookOwner },
    ],
  },
  {
    table: pushDevices,
    id: pushDevices.id,
    purpose: DELIVERIES_PURPOSE,
    columns: [{ name: 'subscription', column: pushDevices.subscription, owner: () => PUSH_OWNER }],
  },
  {
    table: deliveryValues,
    id: deliveryValues.name,
    purpose: DELIVERIES_PURPOSE,
    columns: [{ name: 'value', column: deliveryValues.value, owner: asIs }],
    where: eq(deliveryValues.name, VAPID_KEY),
  },
  {
    table: sealedKeys,
    id: sealedKeys.name,
    purpose: SEALED_KEYS_PURPOSE,
    columns: [{ name: 'sealed', column: sealedKeys.sealed, owner: asIs }],
  },
]

export type SealedCount = { readonly opened: number; readonly unreadable: number }

export const countSealed = (db: Db, secretKey: Uint8Array): Promise<SealedCount> => eachSealedRow(db, secretKey, async () => undefined)

/** Re-seals everything in one transaction. Rows the old key cannot open are left unchanged. */
export const resealAll = (tx: Db, { from, to }: { readonly from: Uint8Array; readonly to: Uint8Array }): Promise<SealedCount> =>
  eachSealedRow(tx, from, async ({ table, id: idColumn, purpose, columns, alsoSet }, id, plain) => {
    const box = sealedBox(to, purpose)
    const sealed = columns.flatMap(({ name, owner }) => {
      const text = plain.get(name)
      return text === undefined ? [] : [[name, box.seal(text, owner(id))] as const]
    })
    await tx
      .update(table)
      .set({ ...Object.fromEntries(sealed), ...alsoSet?.(to) })
      .where(eq(idColumn, id))
  })

const BATCH = 500

async function eachSealedRow(
  db: Db,
  key: Uint8Array,
  work: (table: SealedTable, id: string, plain: ReadonlyMap<string, string>) => Promise<void>,
): Promise<SealedCount> {
  const count = { opened: 0, unreadable: 0 }
  for (const sealed of SEALED_TABLES) {
    const box = sealedBox(key, sealed.purpose)
    for await (const { id, values } of sealedRows(db, sealed)) {
      const plain = new Map<string, string>()
      try {
        for (const { name, owner } of sealed.columns) {
          const value = values[name]
          if (Buffer.isBuffer(value)) plain.set(name, box.open(value, owner(id)))
        }
      } catch {
        count.unreadable += 1
        continue
      }
      count.opened += 1
      await work(sealed, id, plain)
    }
  }
  return count
}

async function* sealedRows(db: Db, { table, id, columns, where = sql`true` }: SealedTable) {
  const selection = Object.fromEntries(columns.map(({ name, column }) => [name, column]))
  let after: string | undefined
  for (;;) {
    const rows: Record<string, unknown>[] = await db
      .select({ ...selection, sealedRowId: id })
      .from(table)
      .where(sql`${where} and ${after === undefined ? sql`true` : sql`${id} > ${after}`}`)
      .orderBy(id)
      .limit(BATCH)
    for (const { sealedRowId, ...values } of rows) {
      after = String(sealedRowId)
      yield { id: after, values }
    }
    if (rows.length < BATCH) return
  }
}
