import type { ApexOrder } from '@aerie/apex/replies'
import { epochMs } from '@aerie/core/time'
import { expect, it, vi } from 'vitest'
import type { LiveOrderRepository, LiveOrderRow } from './live-order-repository.ts'
import { liveOrderTwins } from './live-order-twin.ts'

const INTENT = {
  clientId: 'live-order-1',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  size: '0.01',
  price: '60000',
  trigger: null,
  timeInForce: 'ioc',
  isPostOnly: false,
  isReduceOnly: false,
} as LiveOrderRow['intent'] // only the fields a twin needs
const SENT = {
  userId: 'u',
  clientId: 'live-order-1',
  intent: INTENT,
  state: 'sent',
  reported: null,
  twin: null,
  sentAt: new Date(0),
} as LiveOrderRow // only the fields that are read
const orderWith = (status: ApexOrder['status']) => ({ status }) as ApexOrder // only the field that is read

async function canceledOf(change: Partial<LiveOrderRow>, now = 0): Promise<unknown[]> {
  let row = SENT
  const repository = {
    setTwin: async (_named: unknown, twin: LiveOrderRow['twin']) => {
      row = { ...row, twin }
    },
    find: async () => ({ ...row, ...change }),
  } as unknown as LiveOrderRepository // only the methods that are used
  const cancel = vi.fn(async () => undefined)
  const twins = { place: async () => ({ account: 'a', market: 'live' }) as const, cancel, facts: async () => undefined }
  await liveOrderTwins({ twins, repository, clock: { now: () => epochMs(now) } }).place(SENT)
  return cancel.mock.calls
}

it.each([
  ['was canceled', { state: 'accepted', reported: orderWith('canceled') }],
  ['has expired', { state: 'accepted', reported: orderWith('expired') }],
  ['was refused', { state: 'refused' }],
] as const)('cancels a twin whose live order %s while it was being placed', async (_what, change) => {
  expect(await canceledOf(change)).toEqual([['u', 'a', 'live-order-1']])
})

it.each([
  ['is on its way', {}],
  ['is open', { state: 'accepted', reported: orderWith('open') }],
  ['has filled', { state: 'accepted', reported: orderWith('filled') }],
  ['is not known', { state: 'unknown' }],
] as const)('keeps a twin whose live order %s', async (_what, change) => {
  expect(await canceledOf(change)).toEqual([])
})

it('cancels a twin that was placed too late', async () => {
  expect(await canceledOf({}, 60_001)).toEqual([['u', 'a', 'live-order-1']])
})
