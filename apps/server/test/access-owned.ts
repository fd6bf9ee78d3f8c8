import { randomUUID } from 'node:crypto'
import type { Database } from '../src/db/client.ts'
import { accountExports } from '../src/db/schema/account-access.ts'
import { agentConversations } from '../src/db/schema/agent.ts'
import { alerts } from '../src/db/schema/alerts.ts'
import { pushDevices, webhooks } from '../src/db/schema/deliveries.ts'
import { journalImports } from '../src/db/schema/journal.ts'

type Owner = { readonly db: Database; readonly userId: string; readonly newToken: () => Promise<string> }

/** How something of a user is made behind each route that names one by its id; each gives the id. */
export const ownedBy = ({ db, userId, newToken }: Owner): Readonly<Record<string, () => Promise<string>>> => ({
  '/api/v1/account/tokens/{id}': newToken,
  '/api/v1/account/exports/{id}': async () => {
    const row = { id: randomUUID(), userId: userId, state: 'failed' as const, createdAt: new Date() }
    await db.insert(accountExports).values(row)
    return row.id
  },
  '/api/v1/agent/conversations/{id}/export': async () => {
    const row = { id: randomUUID(), userId: userId, name: 'mine', createdAt: new Date() }
    await db.insert(agentConversations).values(row)
    return row.id
  },
  '/api/v1/webhooks/{id}': async () => {
    const row = { id: randomUUID(), userId: userId, url: 'https://example.org/hook', secret: Buffer.alloc(8), createdAt: new Date() }
    await db.insert(webhooks).values(row)
    return row.id
  },
  '/api/v1/deliveries/push/{id}': async () => {
    const id = randomUUID()
    const row = { id, userId: userId, endpointHash: Buffer.from(id), subscription: Buffer.alloc(8), name: 'x', createdAt: new Date() }
    await db.insert(pushDevices).values(row)
    return id
  },
  '/api/v1/journal/imports/{id}': async () => {
    const row = { id: randomUUID(), userId: userId, state: 'ready' as const, name: 'x.csv', body: {} }
    await db.insert(journalImports).values(row)
    return row.id
  },
  '/api/v1/alerts/{id}': async () => {
    const at = new Date()
    const terms = { kind: 'order_filled', repeat: 'every', channels: ['app'] } as unknown as typeof alerts.$inferInsert.terms
    const row = {
      id: randomUUID(),
      userId: userId,
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
