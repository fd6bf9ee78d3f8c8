import { randomUUID } from 'node:crypto'
import type { Db } from '../src/db/client.ts'
import { passkeys } from '../src/db/schema/account-security.ts'
import { pushDevices, webhooks } from '../src/db/schema/deliveries.ts'
import { journalImports } from '../src/db/schema/journal.ts'

/** A passkey of a user that signs nothing. @returns its id */
export async function ownPasskey(db: Db, userId: string): Promise<string> {
  const id = randomUUID()
  const key = { credentialId: id, publicKey: Buffer.alloc(8), counter: 0, transports: [], host: 'localhost', isBackedUp: false }
  await db.insert(passkeys).values({ id, userId, name: 'x', ...key, createdAt: new Date() })
  return id
}

/** @returns the id of a webhook of a user */
export async function ownWebhook(db: Db, userId: string): Promise<string> {
  const id = randomUUID()
  await db.insert(webhooks).values({ id, userId, url: 'https://example.org/hook', secret: Buffer.alloc(8), createdAt: new Date() })
  return id
}

/** @returns the id of a browser of a user that hears of alerts */
export async function ownPushDevice(db: Db, userId: string): Promise<string> {
  const id = randomUUID()
  const row = { id, userId, endpointHash: Buffer.from(id), subscription: Buffer.alloc(8), name: 'x', createdAt: new Date() }
  await db.insert(pushDevices).values(row)
  return id
}

/** @returns the id of an import of a user that waits for its word */
export async function ownImport(db: Db, userId: string): Promise<string> {
  const id = randomUUID()
  await db.insert(journalImports).values({ id, userId, state: 'ready', name: 'x.csv', body: {} })
  return id
}
