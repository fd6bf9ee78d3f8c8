import { type ApexOrder, apexOrder } from '@aerie/apex/replies'
import { expect, it } from 'vitest'
import { MOST_WAITING, orderNews } from './live-order-reconcile.ts'

const T0 = 1_700_000_000_000
const order = (id: string, status: string, updatedAt?: number): ApexOrder =>
  apexOrder.parse({
    id,
    symbol: 'BTC-USDT',
    side: 'BUY',
    type: 'LIMIT',
    status,
    size: '1',
    ...(updatedAt !== undefined && { updatedAt: T0 + updatedAt }),
  })

function slowStore() {
  const stored: string[] = []
  const passes: (() => void)[] = []
  const handle = orderNews(async (userId, { id, status }) => {
    await new Promise<void>((resolve) => passes.push(resolve))
    stored.push(`${userId} ${id} ${status}`)
  })
  const passAll = async (): Promise<void> => {
    while (passes.length > 0) {
      passes.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { stored, passes, handle, passAll }
}

it('stores only the newest of many pushes of an order, and a final state permanently', async () => {
  const { stored, handle, passAll } = slowStore()
  const done = handle('a', [order('1', 'PENDING', 1)])
  for (let at = 2; at < 50; at += 1) await handle('a', [order('2', 'OPEN', at)])
  await handle('a', [order('2', 'FILLED', 60), order('2', 'OPEN', 55), order('3', 'CANCELED'), order('3', 'OPEN')])
  await passAll()
  await done
  expect(stored).toEqual(['a 1 pending', 'a 2 filled', 'a 3 canceled'])
})

it('queues a limited number of pushes per user, and never blocks one user behind another', async () => {
  const { stored, passes, handle, passAll } = slowStore()
  const flood = Array.from({ length: 5_000 }, (_, at) => order(String(at), 'OPEN', at))
  const [one, other] = [handle('a', flood), handle('b', [order('1', 'OPEN', 1)])]
  expect(passes).toHaveLength(2)
  await passAll()
  await Promise.all([one, other])
  expect(stored.filter((line) => line.startsWith('a'))).toHaveLength(MOST_WAITING)
  expect(stored).toContain('b 1 open')
})

it('accepts pushes again after a failure', async () => {
  let isBroken = true
  const stored: string[] = []
  const handle = orderNews(async (_user, { id }) => {
    if (isBroken) throw new Error('no database')
    stored.push(id)
  })
  await expect(handle('a', [order('1', 'OPEN', 1), order('2', 'OPEN', 1)])).rejects.toThrow('no database')
  isBroken = false
  await handle('a', [order('3', 'OPEN', 1)])
  expect(stored).toEqual(['3'])
})
