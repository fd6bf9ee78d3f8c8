import { DAY_MS, SECOND_MS } from '@aerie/core/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp } from '../../../test/account-app.ts'
import { linkedWallets } from '../account/details/linked-wallets.ts'
import type { StoredEvent } from './indexer/event-repository.ts'
import { type SubscriptionDeps, subscriptionService } from './subscription-service.ts'

const ADA = '0x00000000000000000000000000000000000ada00'
const UNREAD = new Error('the record cannot be read')

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const settledPayment = (until: number): StoredEvent => ({
  block: 1,
  blockHash: '0xb1',
  transaction: '0x71',
  logIndex: 0,
  at: new Date(t.clock.now()),
  contract: 'subscriptions',
  name: 'Subscribed',
  accounts: [ADA],
  args: { account: ADA, planId: '2', until: String(until / SECOND_MS) },
  isSettled: true,
})

it('rechecks a payment that could not be checked when the chain reported it', async () => {
  const userId = (await t.newUser('ada@example.com')).user.user_id
  await linkedWallets(t.db).link({ userId, address: ADA, at: new Date(t.clock.now()) })
  let read: () => Promise<StoredEvent[]> = async () => []
  const errors: unknown[] = []
  const changed: string[] = []
  const chain = {
    heights: () => ({ seen: 1, settled: 1 }),
    history: { all: () => read() },
    readers: {},
  } as unknown as SubscriptionDeps['chain']
  const service = subscriptionService({
    db: t.db,
    clock: t.clock,
    chain,
    onChanged: (user) => void changed.push(user),
    onError: (error) => void errors.push(error),
  })
  await service.sweep()

  read = () => Promise.reject(UNREAD)
  await service.refresh(userId)
  await service.sweep()
  expect([errors, changed]).toEqual([[UNREAD, UNREAD], []])
  read = async () => [settledPayment(t.clock.now() + DAY_MS)]
  await service.sweep()
  expect(changed).toEqual([userId])
  expect((await t.module.administration.list())[0]?.user.subscription).toBe('IPC')

  read = () => Promise.reject(UNREAD)
  await service.sweep()
  expect(errors).toHaveLength(2)
})
