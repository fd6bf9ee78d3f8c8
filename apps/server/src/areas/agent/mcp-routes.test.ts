import { systemClock } from '@aerie/core/time'
import type { OwnResult } from '@aerie/wire/agent/agent-own'
import type { SourceKind } from '@aerie/wire/market/market'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { testApp } from '../../../test/test-app.ts'
import { type McpDeps, mcpRoutes } from './mcp-routes.ts'

const NOW = Date.UTC(2026, 0, 15, 12, 30)
const own: OwnResult = {
  tool: 'get_own_positions',
  asked: {},
  span: null,
  zone: 'UTC',
  at: NOW,
  source: 'sim',
  made_of: null,
  values: [{ key: 'unrealised', value: null, unit: 'usdc', reason: 'no price' }],
  rows: [],
  more: 0,
  title: 'Your open positions',
  lines: [],
  notes: ['No open positions.'],
}

type Market = { readonly source?: SourceKind; readonly ageMs?: number; readonly isStale?: boolean }
const marketOf = ({ isStale = false }: Market) =>
  ({
    hub: {
      now: () => NOW,
      state: (symbol: string) => (symbol === 'BTC' ? {} : undefined),
      details: () => ({ stale: isStale }),
      status: () => ({ badge: isStale ? 'STALE' : 'SIMULATED' }),
    },
  }) as unknown as McpDeps['market']

async function stage(market: Market = {}, more: Partial<McpDeps> = {}) {
  const { app, requireUser } = testApp()
  const logged: unknown[] = []
  const { source = 'sim', ageMs = 1_000 } = market
  const asOf = NOW - ageMs
  const figure = { tool: 'get_crypto_price', currency: 'BTC', price: 64_000, quote: 'USD', source, at: asOf, as_of: asOf } as const
  const use = { isTaken: true, limit: 200, remaining: 1, resetSeconds: 1 }
  await app.register(
    mcpRoutes({
      requireUser,
      clock: systemClock,
      address: { publicUrl: undefined, host: '127.0.0.1' },
      market: marketOf(market),
      limit: { take: async () => use },
      logger: { error: (...line: unknown[]) => void logged.push(line) } as McpDeps['logger'],
      run: async () => ({ output: { currency: 'BTC', price: 64_000, source }, figures: [figure] }),
      runOwn: async () => own,
      ...more,
    }),
  )
  onTestFinished(() => app.close())
  const answer = z.object({
    result: z.object({
      content: z.array(z.object({ text: z.string() })),
      isError: z.optional(z.boolean()),
      structuredContent: z.optional(z.unknown()),
    }),
  })
  const send = (payload: object, user = 'ada') =>
    app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer good.${user}.s`, accept: 'application/json, text/event-stream', host: 'localhost' },
      payload,
    })
  const call = async (name: string, args: object = {}, user = 'ada') => {
    const response = await send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, user)
    const { result } = z.parse(answer, JSON.parse(/^data: (.*)$/m.exec(response.body)?.[1] ?? response.body))
    return { isError: result.isError === true, text: result.content[0]?.text ?? '', data: result.structuredContent }
  }
  return { call, send, logged }
}
const price = { ticker: 'BTC' }

describe('a result', () => {
  it.each([
    ['live', false, []],
    ['sim', false, ['Simulated prices, not those of a real market.']],
    ['replay', false, ['Recorded prices of the past, played back: not those of today.']],
    ['live', true, ['Stale: the server receives no new prices at present.']],
  ] as const)('of a %s market (stale: %s) says so in fields and in words', async (source, isStale, notes) => {
    const { call } = await stage({ source, isStale, ageMs: 601_000 })
    expect((await call('get_crypto_price', price)).data).toEqual({
      currency: 'BTC',
      price: 64_000,
      source,
      as_of: '2026-01-15T12:19:59.000Z',
      age_seconds: 601,
      is_stale: isStale,
      notes,
    })
  })

  it('keeps an unknown value null, with its reason', async () => {
    const { call } = await stage({ isStale: true })
    expect((await call('get_own_positions')).data).toMatchObject({
      values: [{ key: 'unrealised', value: null, reason: 'no price' }],
      source: 'sim',
      is_stale: true,
      notes: [
        'No open positions.',
        'Simulated prices, not those of a real market.',
        'Stale: the server receives no new prices at present.',
      ],
    })
  })

  it('of a journal names the trades at simulated and replayed prices', async () => {
    const made_of = { live: 1, sim: 2, replay: 3, imported: 0 }
    const { call } = await stage({}, { runOwn: async () => ({ ...own, source: null, made_of, notes: [] }) })
    expect((await call('get_own_trades')).data).toMatchObject({
      made_of,
      notes: ['2 of these trades were made at simulated prices.', '3 of these trades were made at replayed prices.'],
    })
  })
})

describe('a call', () => {
  it('reads a ticker as models write it', async () => {
    const asked: unknown[] = []
    const { call } = await stage(
      {},
      {
        runOwn: async (each) => {
          asked.push(each.arguments)
          return own
        },
      },
    )
    for (const ticker of ['btc', '$Btc', ' BTC ']) await call('get_own_positions', { ticker })
    expect(asked).toEqual([{ ticker: 'BTC' }, { ticker: 'BTC' }, { ticker: 'BTC' }])
    expect((await call('get_crypto_price', { ticker: '$btc' })).isError).toBe(false)
  })

  it('reads the user of the token, in English and in the zone that it names', async () => {
    const askers: unknown[] = []
    const { call } = await stage(
      {},
      {
        runOwn: async (_call, asker) => {
          askers.push(asker)
          return own
        },
      },
    )
    await call('get_own_positions', {}, 'bob')
    await call('get_own_positions', { zone: 'Asia/Tokyo' }, 'ada')
    expect(askers).toEqual([
      { userId: 'bob', zone: undefined, language: 'en' },
      { userId: 'ada', zone: 'Asia/Tokyo', language: 'en' },
    ])
  })

  it('that takes too long ends with a reason', async () => {
    const { call } = await stage({}, { run: () => new Promise(() => undefined), callMs: 20 })
    expect(await call('get_crypto_price', price)).toMatchObject({ isError: true, text: 'This took too long. Try again.' })
  })

  it('that fails is logged, and exposes no internals', async () => {
    const { call, logged } = await stage({}, { runOwn: async () => Promise.reject(new Error('password of /srv/aerie')) })
    expect(await call('get_own_positions')).toMatchObject({ isError: true, text: 'Something went wrong on our side. Try again.' })
    expect(logged).toHaveLength(1)
  })

  it('waits while four calls of the same user run, abandoned ones included, but not for other users', async () => {
    let running = 0
    let most = 0
    const ends: (() => void)[] = []
    const { call } = await stage(
      {},
      {
        callMs: 300,
        runOwn: async (_call, { userId }) => {
          if (userId === 'bob') return own
          running += 1
          most = Math.max(most, running)
          await new Promise<void>((resolve) => void ends.push(resolve))
          running -= 1
          return own
        },
      },
    )
    const slow = await Promise.all(Array.from({ length: 4 }, () => call('get_own_positions')))
    expect(slow.map(({ isError }) => isError)).toEqual([true, true, true, true])
    const waiting = call('get_own_positions')
    expect((await call('get_own_positions', {}, 'bob')).isError).toBe(false)
    expect(most).toBe(4)
    ends.splice(0, 1)[0]?.()
    await expect.poll(() => ends.length, { interval: 5 }).toBe(4)
    for (const end of ends) end()
    expect((await waiting).isError).toBe(false)
    expect(most).toBe(4)
  })
})

it('refuses batches: one that cancels its own call would never be answered', async () => {
  const { send } = await stage()
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_crypto_price', arguments: price } }
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  for (const batch of [[call, cancel], [call], []]) expect((await send(batch)).statusCode).toBe(400)
  expect((await send(call)).statusCode).toBe(200)
})
