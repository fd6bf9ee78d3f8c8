import { DAY_MS, SECOND_MS, systemClock } from '@aerie/core/time'
import { BINANCE_KEY, type BinanceAccountStandIn, binanceAccountStandIn } from '@aerie/testkit/binance-account-stand-in'
import type { JournalConnection } from '@aerie/wire/journal/journal-connections'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { killedServer, stop } from '../../../../test/killed-server.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

const START = Math.floor(systemClock.now() / SECOND_MS) * SECOND_MS - 10 * DAY_MS
let binance: BinanceAccountStandIn
let server: Awaited<ReturnType<typeof killedServer>>
beforeAll(async () => {
  binance = await binanceAccountStandIn()
  server = await killedServer({ env: { BINANCE_URL: binance.http.url, BINANCE_FUTURES_URL: binance.http.url } })
})
afterAll(async () => {
  await server.close()
  await binance.close()
})

async function ask<T>(path: string, { token, body }: { readonly token: string; readonly body?: object }): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
  const response = await server.ask(path, init)
  const answer = (await response.json()) as { data: T }
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return answer.data
}

it('continues from its stored place after the server was killed, and stores each trade once', async () => {
  binance.hasFutures = false
  binance.markets.push({ symbol: 'SOLUSDT', baseAsset: 'SOL', quoteAsset: 'USDT' })
  binance.balances.push('SOL')
  const row = { symbol: 'SOLUSDT', price: '100', qty: '1', commission: '0.1', commissionAsset: 'USDT' }
  for (let id = 1; id <= 2_500; id += 1) binance.spotTrades.push({ ...row, id, time: START + id * SECOND_MS, isBuyer: id % 2 === 1 })
  const pages = (): (string | undefined)[] =>
    binance.http.seen.filter(({ path }) => path === '/api/v3/myTrades').map(({ query }) => query.fromId)
  binance.http.fault = ({ path, query }) => (path === '/api/v3/myTrades' && query.fromId === '2001' ? { kind: 'silent' } : undefined)
  const first = await server.start()
  await server.createUser('ada@example.com')
  const token = await server.logIn('ada@example.com')
  const body = { exchange: 'binance', key: BINANCE_KEY.key, secret: BINANCE_KEY.secret }
  const { id } = await ask<JournalConnection>('/journal/connections', { token, body })
  await expect.poll(pages, { timeout: 120_000, interval: 20 }).toContain('2001')
  await stop(first, 'SIGKILL')
  binance.http.fault = undefined
  binance.http.seen.length = 0

  await server.start()
  const again = await server.logIn('ada@example.com')
  const state = async (): Promise<string> => (await ask<JournalConnection>(`/journal/connections/${id}`, { token: again })).state
  await expect.poll(state, { timeout: 120_000, interval: 50 }).toBe('up_to_date')
  expect(pages()).toEqual(['2001'])
  expect(await ask<JournalConnection>(`/journal/connections/${id}`, { token: again })).toMatchObject({ entries: 2_500, trips: 1_250 })
})
