import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../src/platform/db/client.ts'
import { accountExports } from '../src/platform/db/schema/account-access.ts'
import { passkeys } from '../src/platform/db/schema/account-security.ts'
import { users } from '../src/platform/db/schema/accounts.ts'
import { agentConversations } from '../src/platform/db/schema/agent.ts'
import { alertFirings, alerts } from '../src/platform/db/schema/alerts.ts'
import { copies } from '../src/platform/db/schema/copies.ts'
import { deliveries, pushDevices, webhooks } from '../src/platform/db/schema/deliveries.ts'
import { journalConnections, journalImports } from '../src/platform/db/schema/journal.ts'
import { ideaChains, ideaComments, ideas, ideaTexts, socialAuthors } from '../src/platform/db/schema/social.ts'
import { tradingAccounts } from '../src/platform/db/schema/trading.ts'

type Owner = {
  readonly db: Database
  readonly userId: string
  readonly newToken: () => Promise<string>
  readonly newSession: () => Promise<string>
}

async function newIdea(db: Database, userId: string): Promise<string> {
  await db.insert(socialAuthors).values({ userId, id: randomUUID(), createdAt: new Date() }).onConflictDoNothing()
  const [author] = await db.select({ id: socialAuthors.id }).from(socialAuthors).where(eq(socialAuthors.userId, userId))
  const hash = Buffer.alloc(32)
  const chain = { sourceId: `sim:${randomUUID()}`, sourceKind: 'sim', head: hash } as const
  const [made] = await db.insert(ideaChains).values(chain).returning({ number: ideaChains.number })
  const claim = { symbol: 'BTC', side: 'long', entry: 100, target: 110, stop: 95, quote: 'USD', feeRate: 0 } as const
  const times = { priceAsOf: 1, postedAt: 1, startsAt: 1, dueAt: 900_001, stepS: 60, madeAt: 1 }
  const hashes = { textHash: hash, prevHash: hash, hash }
  const id = randomUUID()
  await db.insert(ideas).values({ id, chain: made?.number ?? 0, seq: 1, author: author?.id ?? '', ...claim, ...times, ...hashes })
  await db.insert(ideaTexts).values({ idea: id, userId, text: 'Up.', salt: hash, state: 'shown' })
  return id
}

async function newDelivery(db: Database, userId: string): Promise<string> {
  const [id, firingId] = [randomUUID(), randomUUID()]
  const terms = { kind: 'order_filled', repeat: 'every', channels: ['email'] } as unknown as typeof alertFirings.$inferInsert.terms
  const firing = { alertId: randomUUID(), eventKey: 'x', terms, title: 'x', text: 'x', at: 1, seenAt: new Date(), isLate: false }
  await db.insert(alertFirings).values({ id: firingId, userId, ...firing })
  const given = { channel: 'email', receiverId: userId, target: 'x', state: 'dead', createdAt: new Date() } as const
  await db.insert(deliveries).values({ id, userId, firingId, ...given })
  return id
}

/** For each route that names a user's resource by id: creates that resource and returns its id. */
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
  '/api/v1/deliveries/{id}': () => newDelivery(db, userId),
  '/api/v1/ideas/{idea}': () => newIdea(db, userId),
  '/api/v1/ideas/comments/{comment}': async () => {
    const row = { id: randomUUID(), idea: await newIdea(db, userId), userId, text: 'Why?', state: 'shown' as const, at: new Date() }
    await db.insert(ideaComments).values(row)
    return row.id
  },
  '/api/v1/journal/imports/{id}': async () => {
    const row = { id: randomUUID(), userId, state: 'ready' as const, name: 'x.csv', body: {} }
    await db.insert(journalImports).values(row)
    return row.id
  },
  '/api/v1/journal/connections/{id}': async () => {
    const [id, importId, now] = [randomUUID(), randomUUID(), new Date()]
    await db.insert(journalImports).values({ id: importId, userId, state: 'done', name: 'x', body: {} })
    const row = { id, userId, exchange: 'binance', source: id, importId, state: 'up_to_date' as const, cursors: {}, covers: [] }
    await db.insert(journalConnections).values({ ...row, dueAt: now, createdAt: now })
    return id
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
  '/api/v1/copies/{id}': async () => {
    const account = { id: randomUUID(), userId, sourceId: 'sim:other', sourceKind: 'sim', kind: 'paper' } as const
    await db.insert(tradingAccounts).values({ ...account, deposit: 1n, seq: 0, openedAt: 0, closedAt: 1 })
    const [leader] = await db
      .insert(users)
      .values({
        id: randomUUID(),
        email: `${randomUUID()}@example.com`,
        passwordHash: '',
        firstName: '',
        lastName: '',
        createdAt: new Date(),
        updatedAt: new Date(),
      })
      .returning()
    const sides = {
      userId,
      accountId: account.id,
      leaderUserId: leader?.id ?? '',
      leaderAccountId: account.id,
      leaderId: randomUUID(),
      leaderName: 'x',
    }
    const limits = { allocation: 1n, perTradeLimit: 1n, dailyLossLimit: 1n, totalLossLimit: 1n, maxMoveBps: 50, lateS: 10, excluded: [] }
    const made = { leaderSeq: 0, realised: 0n, fees: 0n, fills: 0, createdAt: new Date(), updatedAt: new Date() }
    const row = {
      id: randomUUID(),
      ...sides,
      ...limits,
      ...made,
      sourceId: 'sim:other',
      sourceKind: 'sim' as const,
      state: 'paused' as const,
    }
    await db.insert(copies).values(row)
    return row.id
  },
})
