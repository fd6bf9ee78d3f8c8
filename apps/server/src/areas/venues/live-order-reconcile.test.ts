import { epochMs } from '@aerie/core/time'
import { expect, it, vi } from 'vitest'
import { liveOrderReconcile } from './live-order-reconcile.ts'
import type { LiveOrderRepository, LiveOrderRow } from './live-order-repository.ts'

const rowOf = (userId: string) => ({ userId, clientId: 'live-order-1', account: '1', state: 'unknown', askedAt: null }) as LiveOrderRow // only the fields that are read

it('does not wait for a user whose ApeX is slow: others are queried meanwhile, and that user not twice', async () => {
  const slow = Promise.withResolvers<never>()
  const opened: string[] = []
  const without: string[][] = []
  const repository = {
    due: async (looking: { readonly without: Iterable<string> }) => {
      without.push([...looking.without])
      return [rowOf('slow'), rowOf('other')]
    },
    takeAsking: async () => true,
    advance: async () => undefined,
  } as unknown as LiveOrderRepository // only the methods that are used
  const accountOf = async (userId: string) => {
    opened.push(userId)
    return userId === 'slow' ? await slow.promise : ({ owner: '2' } as never) // another account: ApeX is not queried
  }
  const onError = vi.fn<(error: unknown) => void>()
  const deps = { repository, accounts: { accountOf }, twins: { end: async () => undefined }, clock: { now: () => epochMs(0) }, onError }
  const reconcile = liveOrderReconcile(deps)
  await reconcile.begin()
  await vi.waitFor(() => expect(opened).toEqual(['slow', 'other']))
  await vi.waitFor(async () => {
    await reconcile.begin()
    expect(without.at(-1)).toEqual(['slow'])
  })
  await vi.waitFor(() => expect(opened.filter((userId) => userId === 'other').length).toBeGreaterThan(1))
  expect(opened.filter((userId) => userId === 'slow')).toHaveLength(1)
  slow.reject(new Error('gone'))
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
})
