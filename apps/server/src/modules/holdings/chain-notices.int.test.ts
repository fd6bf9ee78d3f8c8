import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountApp } from '../../../test/account-app.ts'
import { linkedWallets } from '../accounts/details/linked-wallets.ts'
import { chainNotices } from './chain-notices.ts'

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
  const told: [string, number][] = []
  const errors: unknown[] = []
  const notices = chainNotices({
    db: t.db,
    retryMs,
    tell: ({ address }, block) => void told.push([address, block]),
    onError: (error) => {
      errors.push(error)
      onFault?.()
    },
  })
  return { ...notices, told, errors }
}
const takeAway = () => t.db.execute(sql`alter table wallets rename to wallets_away`)
const bringBack = () => t.db.execute(sql`alter table wallets_away rename to wallets`)

it('notifies about linked wallets, each with the newest block that concerns it', async () => {
  const { hear, told } = noticesEvery(10)
  for (const [account, block] of [[ADA, 8] as const, [ADA, 7] as const, [CAT, 8] as const]) hear({ account, block })
  await expect.poll(() => told).toEqual([[ADA, 8]])
})

it('loses nothing to a database error: it retries by itself, and keeps the newer block', async () => {
  // Received between two looks: a look already under way would report it separately.
  const { hear, told, errors } = noticesEvery(10, () => hear({ account: ADA, block: 4 }))
  await takeAway()
  hear({ account: ADA, block: 9 })
  hear({ account: BOB, block: 3 })
  await expect.poll(() => errors.length).toBeGreaterThan(1)
  expect(told).toEqual([])
  await bringBack()
  await expect.poll(() => told.length).toBe(2)
  expect(Object.fromEntries(told)).toEqual({ [ADA]: 9, [BOB]: 3 })
})

it('stops checking once it is stopped', async () => {
  const { hear, stop, told, errors } = noticesEvery(0)
  await takeAway()
  hear({ account: ADA, block: 9 })
  stop()
  await expect.poll(() => errors).toHaveLength(1)
  await bringBack()
  // Much longer than an immediate look would take.
  for (let turn = 0; turn < 20; turn += 1) await t.db.execute(sql`select 1`)
  expect([told, errors.length]).toEqual([[], 1])
})
