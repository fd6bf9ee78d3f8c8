import { randomUUID } from 'node:crypto'
import type { Database } from '../src/db/client.ts'
import { accountExports } from '../src/db/schema/account-access.ts'
import { passkeys } from '../src/db/schema/account-security.ts'
import { agentConversations } from '../src/db/schema/agent.ts'
import { alerts } from '../src/db/schema/alerts.ts'
import { pushDevices, webhooks } from '../src/db/schema/deliveries.ts'
import { journalImports } from '../src/db/schema/journal.ts'

type Owner = {
  readonly db: Database
  readonly userId: string
  readonly newToken: () => Promise<string>
  readonly newSession: () => Promise<string>
}

/** How something of a user is made behind each route that names one by its id; each gives the id. */
export const ownedBy = ({ db, userId, newToken, newSession }: Owner): Readonly<Record<string, () => Promise<string>>> => ({
  '/api/v1/account/tokens/{id}': newToken,
  '/api/v1/account/sessions/{id}': newSession,
  '/api/v1/account/passkeys/{id}': async () => {
    const id = randomUUID()
    const key = { credentialId: id, publicKey: Buffer.alloc(8), counter: 0, transports: [], host: 'localhost', isBackedUp: false }
    await db.insert(passkeys).values({ id, userId, name: 'x', ...key, createdAt: new Date() })
    return id
  },
  '/api/v1/account/exports/{id}': async () => {
    const row = { id: randomUUID(), userId, state: 'failed' as const, createdAt: new Date() }
    await db.insert(accountExports).values(row)
    return row.id
  },
  '/api/v1/agent/conversations/{id}/export': async () => {
    const row = { id: randomUUID(), userId, name: 'mine', createdAt: new Date() }
    await db.insert(agentConversations).values(row)
    return row.id
  },
  '/api/v1/webhooks/{id}': async () => {
    const row = { id: randomUUID(), userId, url: 'https://example.org/hook', secret: Buffer.alloc(8), createdAt: new Date() }
    await db.insert(webhooks).values(row)
    return row.id
  },
  '/api/v1/deliveries/push/{id}': async () => {
    const id = randomUUID()
    const row = { id, userId, endpointHash: Buffer.from(id), subscription: Buffer.alloc(8), name: 'x', createdAt: new Date() }
    await db.insert(pushDevices).values(row)
    return id
  },
  '/api/v1/journal/imports/{id}': async () => {
    const row = { id: randomUUID(), userId, state: 'ready' as const, name: 'x.csv', body: {} }
    await db.insert(journalImports).values(row)
    return row.id
  },
  '/api/v1/alerts/{id}': async () => {
    const at = new Date()
    const terms = { kind: 'order_filled', repeat: 'every', channels: ['app'] } as unknown as typeof alerts.$inferInsert.terms
    const row = {
      id: randomUUID(),
      userId,
      kind: 'order_filled',
      terms,
      state: 'active' as const,
      phase: 'idle',
      createdAt: at,
      updatedAt: at,
    }
    await db.insert(alerts).values(row)
    return row.id
  },
})
