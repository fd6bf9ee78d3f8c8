import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderPreview, TradingOrder } from '@aerie/wire/trading/trading-orders'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { killedServer, stop } from '../../../test/killed-server.ts'
import { rebuildAll } from './accounts/rebuild.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

const USERS = 20
const ORDERS_EACH = 50
let server: Awaited<ReturnType<typeof killedServer>>
beforeAll(async () => {
  server = await killedServer()
})
afterAll(() => server.close())

/** Retries while trading is not open, as a client does: a server that stalls gives up its duty and takes it again. */
const ask = async <T>(path: string, token: string, body?: object): Promise<{ status: number; data: T }> => {
  const response = await server.ask(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.status === 503) {
    await sleep(200)
    return ask(path, token, body)
  }
  return { status: response.status, ...((await response.json()) as { data: T }) }
}

async function traders(): Promise<string[]> {
  const emails = Array.from({ length: USERS }, (_, index) => `trader${index}@example.com`)
  for (const email of emails) await server.createUser(email)
  const tokens: string[] = []
  for (const email of emails) tokens.push(await server.logIn(email))
  return tokens
}

const orderOf = (index: number) => ({
  client_id: `burst-${index}`,
  symbol: index % 2 === 0 ? 'BTC' : 'ETH',
  side: index % 4 < 2 ? 'buy' : 'sell',
  type: 'market',
  size: index % 2 === 0 ? '0.0005' : '0.01',
  leverage: 5,
})

/** Waits for both books: an order refused for lack of a book stays refused. */
async function hasBooks(token: string): Promise<void> {
  for (const index of [0, 1]) {
    const refusal = async () => (await ask<OrderPreview>('/orders/preview', token, orderOf(index))).data?.refusal
    await expect.poll(refusal, { timeout: 120_000 }).toBeNull()
  }
}

it('has each acknowledged order once and a complete ledger after kill -9 in a burst of 1,000 orders of 20 users', async () => {
  const child = await server.start()
  const tokens = await traders()
  for (const token of tokens) expect((await ask('/trading/account', token)).status).toBe(200)
  await hasBooks(tokens[0] ?? '')
  const acknowledged = tokens.map(() => new Set<string>())
  let count = 0
  const reached = Promise.withResolvers<void>()
  const bursts = tokens.map(async (token, user) => {
    const sent = Array.from({ length: ORDERS_EACH }, async (_, index) => {
      const { status } = await ask('/orders', token, orderOf(index))
      if (status !== 201) return
      acknowledged[user]?.add(`burst-${index}`)
      count += 1
      if (count === 300) reached.resolve()
    })
    await Promise.allSettled(sent)
  })
  await reached.promise
  await stop(child, 'SIGKILL')
  await Promise.all(bursts)

  expect(await rebuildAll(server.db)).toMatchObject({ accounts: USERS, differences: [] })
  await server.start()
  await hasBooks(tokens[0] ?? '')
  for (const [user, token] of tokens.entries()) {
    const orders = (await ask<TradingOrder[]>('/orders?limit=200', token)).data
    const ids = orders.map(({ client_id }) => client_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...(acknowledged[user] ?? [])].filter((id) => !ids.includes(id))).toEqual([])
    const again = await Promise.all(Array.from({ length: ORDERS_EACH }, (_, index) => ask('/orders', token, orderOf(index))))
    expect(again.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual([])
    expect(again.filter(({ status }) => status === 200).length).toBe(ids.length)
  }
  expect(await rebuildAll(server.db)).toMatchObject({ accounts: USERS, differences: [] })
})
