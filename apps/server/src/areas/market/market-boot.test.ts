import { expect, it } from 'vitest'
import { scriptedSource, tickOf } from '../../../test/scripted-source.ts'
import { marketBoot } from './market-boot.ts'
import { MarketHub } from './market-hub.ts'

function hubOf() {
  const coin = { symbol: 'BTC', name: 'BTC', logo: '/coins/btc.svg', color: '#123456', industries: [] }
  const hub = new MarketHub({ source: scriptedSource().source, coins: [coin] })
  hub.listener.state({ state: 'running', detail: 'running' })
  return hub
}

it.each([
  ['says nothing', {}],
  ['says what is so anyway', { page: '1', industry: 'ALL', order: 'desc' }],
  ['has what chooses nothing', { utm: 'a', size: '20' }],
  ['is not well-formed', { page: '1.5' }],
  ['is not well-formed in another way', { sort: 'x'.repeat(1_000) }],
  ['repeats itself', { page: ['1', '2'] }],
])('requests the same first page when the query %s', (_what, query) => {
  const hub = hubOf()
  expect(marketBoot(hub, query).key).toBe(marketBoot(hub, { page: '1' }).key)
})

it('requests a different list for each parameter that selects one', () => {
  const hub = hubOf()
  const queries = [{}, { page: '2' }, { industry: 'MEME' }, { sort: 'name' }, { order: 'asc' }]
  expect(new Set(queries.map((query) => marketBoot(hub, query).key)).size).toBe(queries.length)
})

it('has no list before there are coins, and then the current one', () => {
  const hub = hubOf()
  const { make } = marketBoot(hub, {})
  expect(make()).toMatchObject({ assets: null, status: expect.anything() })
  hub.listener.ticks([tickOf('BTC', 100)])
  expect(make().assets?.data).toMatchObject([{ symbol: 'BTC', price: 100 }])
})
