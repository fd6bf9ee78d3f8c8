import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountApp } from '../../../../test/account-app.ts'
import { linkedWallets } from '../../account/details/linked-wallets.ts'
import { chainNotices } from './holdings-module.ts'

const ADA = '0x00000000000000000000000000000000000ada00'
const BOB = '0x00000000000000000000000000000000000b0b00'
const CAT = '0x00000000000000000000000000000000000ca700'

let t: Awaited<ReturnType<typeof accountApp>>
beforeEach(async () => {
  t = await accountApp()
  const userId = (await t.newUser('ada@example.com')).user.user_id
  for (const address of [ADA, BOB]) await linkedWallets(t.db).link({ userId, address, at: new Date(t.clock.now()) })
})
afterEach(() => t.close())

function noticesEvery(retryMs: number, onFault?: () => void) {
  const notified: [string, number][] = []
  const errors: unknown[] = []
  const notices = chainNotices({
    db: t.db,
    retryMs,
    notify: ({ address }, block) => void notified.push([address, block]),
    onError: (error) => {
      errors.push(error)
      onFault?.()
    },
  })
  return { ...notices, notified, errors }
}
const takeAway = () => t.db.execute(sql`alter table wallets rename to wallets_away`)
const bringBack = () => t.db.execute(sql`alter table wallets_away rename to wallets`)

it('notifies about linked wallets, each with the newest block that concerns it', async () => {
  const { handle, notified } = noticesEvery(10)
  for (const [account, block] of [[ADA, 8] as const, [ADA, 7] as const, [CAT, 8] as const]) handle({ account, block })
  await expect.poll(() => notified).toEqual([[ADA, 8]])
})

it('loses nothing to a database error: it retries by itself, and keeps the newer block', async () => {
  // Received between two looks: a look already under way would report it separately.
  const { handle, notified, errors } = noticesEvery(10, () => handle({ account: ADA, block: 4 }))
  await takeAway()
  handle({ account: ADA, block: 9 })
  handle({ account: BOB, block: 3 })
  await expect.poll(() => errors.length).toBeGreaterThan(1)
  expect(notified).toEqual([])
  await bringBack()
  await expect.poll(() => notified.length).toBe(2)
  expect(Object.fromEntries(notified)).toEqual({ [ADA]: 9, [BOB]: 3 })
})

it('stops checking once it is stopped', async () => {
  const { handle, stop, notified, errors } = noticesEvery(0)
  await takeAway()
  handle({ account: ADA, block: 9 })
  stop()
  await expect.poll(() => errors).toHaveLength(1)
  await bringBack()
  // Much longer than an immediate look would take.
  for (let turn = 0; turn < 20; turn += 1) await t.db.execute(sql`select 1`)
  expect([notified, errors.length]).toEqual([[], 1])
})
