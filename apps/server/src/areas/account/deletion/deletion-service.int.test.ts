import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { accountApp } from '../../../../test/account-app.ts'
import { openDatabase } from '../../../platform/db/client.ts'
import { accountLimits, LIMITS } from '../entitlement/limits.ts'
import type { Caller } from '../sessions/session-service.ts'
import { deletionService } from './deletion-service.ts'

let t: Awaited<ReturnType<typeof accountApp>>
let users = 0
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())
beforeEach(() => {
  users += 1
})

async function newCaller(name: string): Promise<Caller> {
  const { token } = await t.newUser(`${name}${users}@example.org`)
  const caller = await t.module.sessions.authenticate(token)
  if (caller === null) throw new Error('a new session is not known')
  return caller
}

async function narrowed<T>(
  maxConnections: number,
  work: (deletions: ReturnType<typeof deletionService>, limits: ReturnType<typeof accountLimits>) => Promise<T>,
): Promise<T> {
  const { db, close } = await openDatabase(t.url, { maxConnections })
  const { clock, module } = t
  const limits = accountLimits({ db, clock })
  try {
    return await work(
      deletionService({ db, clock, limits, queueMail: async () => undefined, sessions: module.sessions, holds: [] }),
      limits,
    )
  } finally {
    await close()
  }
}

it('needs no second connection while it holds one: more deletions start at once than the pool has connections', async () => {
  const callers = await Promise.all(['ada', 'bob', 'cleo', 'dan', 'eve'].map(newCaller))
  const begun = await narrowed(2, ({ begin }) => Promise.allSettled(callers.map((caller) => begin(caller))))
  expect(begun.map(({ status }) => status)).toEqual(callers.map(() => 'fulfilled'))
})

it('counts as a security change that sends a mail, and changes nothing once the limit is reached', async () => {
  const caller = await newCaller('often')
  const { user_id: userId } = caller.user
  await narrowed(2, async ({ begin, status, takeBack }, limits) => {
    for (let used = 1; used < LIMITS.securityChange.max; used += 1) await limits.demand([LIMITS.securityChange, userId])
    expect((await begin(caller)).ends_at).not.toBeNull()
    await takeBack(userId)
    await expect(begin(caller)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await status(userId)).toEqual({ ends_at: null })
  })
})
