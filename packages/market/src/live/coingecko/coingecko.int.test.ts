import { type CoingeckoStandIn, coingeckoRow, coingeckoStandIn } from '@aerie/testkit/coingecko-stand-in'
import { type FakeTime, fakeTime, pass, passUntil, until } from '@aerie/testkit/fake-time'
import type { HttpFault } from '@aerie/testkit/http-stand-in'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Listing } from '../../market-source.ts'
import type { Health } from '../exchange-feed.ts'
import { Coingecko } from './coingecko.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)
const COINS = [{ symbol: 'BTC', name: 'Bitcoin', coingeckoId: 'bitcoin' }]

let time: FakeTime
let gecko: CoingeckoStandIn
let list: Coingecko
let healths: Health[]
let listings: Listing[]

const sink = {
  listings: (more: readonly Listing[]) => void listings.push(...more),
  health: (health: Health) => void healths.push(health),
  fault: () => undefined,
}
let begun: number
const counted: typeof fetch = async (...asked) => {
  const answer = await fetch(...asked)
  begun += 1
  return answer
}
const begin = (root = `${gecko.url}/api/v3`) => {
  begun = 0
  list = new Coingecko(COINS, { root: new URL(root) }, { clock: time.clock, timers: time.timers, random: () => 0.5, fetch: counted })
  list.start(sink)
}
const healthTexts = () => healths.map((health) => (health.isUp ? 'up' : health.message))

beforeEach(async () => {
  time = fakeTime(T0)
  healths = []
  listings = []
  gecko = await coingeckoStandIn([coingeckoRow('bitcoin', 99, T0)])
})
afterEach(async () => {
  list.stop()
  await gecko.close()
})

const faults: readonly (readonly [string, HttpFault, string])[] = [
  ['a web page', { kind: 'html' }, 'answers with a web page'],
  ['a web page under 503', { kind: 'html', status: 503 }, 'reports an error (503)'],
  ['JSON cut short', { kind: 'truncated' }, 'sent an incomplete response'],
  ['a hang-up', { kind: 'hang-up' }, 'cannot be reached'],
  ['an error as text under 200', { kind: 'body', body: { error: 'coin not found' } }, 'answered with an error'],
  ['a status error under 200', { kind: 'body', body: { status: { error_code: 429, error_message: 'x' } } }, 'is limiting requests (429)'],
  [
    'a nested status error',
    { kind: 'status', status: 401, body: { error: { status: { error_code: 10005 } } } },
    'does not offer this on the plan of the API key',
  ],
  [
    'a key at the wrong root',
    { kind: 'status', status: 400, body: { error_code: 10010, status: {} } },
    'says the API key is a pro key, for its pro address',
  ],
  ['an empty list', { kind: 'body', body: [] }, 'sent a list without a single coin of ours'],
  ['rows that are not rows', { kind: 'body', body: [null, 7, { id: null }] }, 'sent a list without a single coin of ours'],
  ['another shape', { kind: 'body', body: 'hello' }, 'sent a response of an unknown format'],
]
it.each(faults)('survives %s: reports it, retries later, and then has the list', async (_what, fault, expected) => {
  gecko.fault = () => fault
  begin()
  await until('the failure', () => healths.length === 1)
  expect(healthTexts()).toEqual([expected])
  expect(listings).toEqual([])
  gecko.fault = undefined
  await passUntil(time, 'the list', () => listings.length === 1, 4_000)
  expect(healthTexts().at(-1)).toBe('up')
})

it.each(['silent', 'stalled'] as const)('gives up on an answer that is %s', async (kind) => {
  gecko.fault = () => ({ kind })
  begin()
  await until('the request', () => gecko.seen.length === 1)
  if (kind === 'stalled') await until('the headers', () => begun === 1)
  await time.advance(kind === 'silent' ? 8_000 : 20_000)
  await until('the failure', () => healths.length === 1)
  expect(healthTexts()).toEqual([kind === 'silent' ? 'did not answer' : 'stopped in the middle of an answer'])
})

it.each([
  ['seconds', () => '119'],
  ['a date', () => new Date(Date.now() + 119_000).toUTCString()],
])('waits as long as a Retry-After in %s requires', async (_form, value) => {
  gecko.fault = () => ({
    kind: 'status',
    status: 429,
    headers: { 'Retry-After': value(), Date: new Date().toUTCString() },
    body: { status: { error_code: 429 } },
  })
  begin()
  await until('the refusal', () => healths.length === 1)
  gecko.fault = undefined
  await pass(time, 110_000)
  expect(gecko.seen).toHaveLength(1)
  await pass(time, 15_000)
  expect(listings).toHaveLength(1)
})

it('keeps the last valid row when a newer response has an older time or no price', async () => {
  begin()
  await until('the list', () => listings.length === 1)
  gecko.rows = [coingeckoRow('bitcoin', 50, T0 - 60_000)]
  await passUntil(time, 'a second answer', () => healths.length === 2, 4_000)
  gecko.rows = [{ ...coingeckoRow('bitcoin', 70, T0 + 500_000), current_price: null }]
  await passUntil(time, 'a third answer', () => healths.length === 3, 4_000)
  expect(listings.map((listing) => listing.price)).toEqual([99])
})

it('never exceeds the monthly quota, however often it fails', async () => {
  gecko.fault = () => ({ kind: 'status', status: 500 })
  begin()
  await pass(time, 24 * 3_600_000, { stepMs: 120_000 })
  expect(gecko.seen.length).toBeLessThanOrEqual(10_000 / 31 + 25)
  expect(gecko.seen.length).toBeGreaterThan(200)
})

it('rejects a list without any of our coins', async () => {
  gecko.fault = () => ({ kind: 'status', status: 200, body: [coingeckoRow('unheard-of', 99, T0)] })
  begin()
  await until('the answer', () => healths.length === 1)
  expect(healthTexts()).toEqual(['sent a list without a single coin of ours'])
})

it('finds the documented path when only the host is configured', async () => {
  begin(gecko.url)
  await until('the list', () => listings.length === 1)
  expect(gecko.seen[0]?.path).toBe('/api/v3/coins/markets')
})
