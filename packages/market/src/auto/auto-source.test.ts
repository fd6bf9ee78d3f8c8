import { type EpochMs, epochMs } from '@aerie/core/time'
import { type FakeTime, fakeTime } from '@aerie/testkit/fake-time'
import { beforeEach, expect, it } from 'vitest'
import type { LiveSource } from '../live/live-source.ts'
import { type MarketListener, type MarketSource, MarketSourceError, type SourceState } from '../market-source.ts'
import { autoSource } from './auto-source.ts'

let time: FakeTime
let states: SourceState[]
let log: string[]
const listener: MarketListener = {
  ticks: () => undefined,
  candles: () => undefined,
  listings: () => undefined,
  state: (state) => void states.push(state),
}

const source = (kind: 'live' | 'sim', id: string, start: (to: MarketListener) => Promise<void>): MarketSource => ({
  kind,
  id,
  staleAfterMs: 1,
  now: (): EpochMs => epochMs(0),
  speed: () => 1,
  start: (to) => {
    log.push(`start ${id}`)
    return start(to)
  },
  stop: async () => void log.push(`stop ${id}`),
  history: async () => [],
  book: async () => undefined,
  trades: () => [],
})
const sim = () => source('sim', 'sim:1', async (to) => to.state({ state: 'running', detail: 'Simulated market, seed 1.' }))
const no = (message: string) => Promise.reject(new MarketSourceError('unreachable', message))
const live = (
  exchange: () => Promise<void>,
  start: (to: MarketListener) => Promise<void> = async (to) => to.state({ state: 'running', detail: 'Live.' }),
): LiveSource => ({
  follow: () => () => undefined,
  rules: () => undefined,
  ...source('live', 'live:binance', start),
  probe: () => ({ exchange: exchange(), list: no('CoinGecko cannot be reached') }),
  probeExchange: () => exchange(),
})

beforeEach(() => {
  time = fakeTime(0)
  states = []
  log = []
})

it('selects the live market when a provider responds', async () => {
  const auto = autoSource({ live: live(async () => undefined), sim: sim(), timers: time.timers })
  await auto.start(listener)
  expect([auto.kind, auto.id, states.at(-1)?.detail, log]).toEqual(['live', 'live:binance', 'Live.', ['start live:binance']])
  await auto.stop()
  expect(log.at(-1)).toBe('stop live:binance')
})

it('falls back to the simulation when no provider responds, and reports why', async () => {
  const refused = () => no('Binance does not serve this region (451)')
  const auto = autoSource({ live: live(refused), sim: sim(), timers: time.timers })
  await auto.start(listener)
  expect([auto.kind, auto.id, log]).toEqual(['sim', 'sim:1', ['start sim:1']])
  expect(states.at(-1)?.detail).toBe(
    'Simulated market, seed 1. The live market cannot be reached: Binance does not serve this region (451), CoinGecko cannot be reached.',
  )
})

it('waits for silent providers no longer than the probe timeout', async () => {
  const auto = autoSource({ live: live(() => new Promise(() => undefined)), sim: sim(), timers: time.timers })
  const start = auto.start(listener)
  await time.advance(2_499)
  expect(log).toEqual([])
  await time.advance(1)
  await start
  expect(auto.kind).toBe('sim')
  expect(states.at(-1)?.detail).toContain('no answer within 2.5 s, CoinGecko cannot be reached')
})

it('falls back when the live market responds but cannot start, and suppresses its final state', async () => {
  const broken = live(
    async () => undefined,
    async (to) => {
      to.state({ state: 'starting', detail: 'Connecting.' })
      to.state({ state: 'ended', detail: 'over' })
      throw new MarketSourceError('unreachable', 'Binance reports an error (500)')
    },
  )
  const auto = autoSource({ live: broken, sim: sim(), timers: time.timers })
  await auto.start(listener)
  expect(auto.id).toBe('sim:1')
  expect(states.map((state) => state.state)).toEqual(['starting', 'running'])
})

it('tries a second exchange before the simulation', async () => {
  const blocked: LiveSource = { ...live(() => no('blocked')), probe: () => ({ exchange: no('blocked'), list: Promise.resolve() }) }
  const second: LiveSource = { ...live(async () => undefined), id: 'live:coinbase' }
  const auto = autoSource({ live: [blocked, second], sim: sim(), timers: time.timers })
  await auto.start(listener)
  expect(auto.id).toBe('live:coinbase')
})

it('prefers the CoinGecko list to the simulation when no exchange responds', async () => {
  const listed: LiveSource = { ...live(() => no('blocked')), probe: () => ({ exchange: no('blocked'), list: Promise.resolve() }) }
  const auto = autoSource({ live: [listed], sim: sim(), timers: time.timers })
  await auto.start(listener)
  expect(auto.id).toBe('live:binance')
})

it('keeps polling in simulation, and reports when the live market becomes reachable and unreachable', async () => {
  let isThere = false
  const exchange = () => (isThere ? Promise.resolve() : no('Binance cannot be reached'))
  const auto = autoSource({ live: live(exchange), sim: sim(), timers: time.timers })
  await auto.start(listener)
  expect(await auto.isLiveInReach?.()).toBe(false)
  isThere = true
  await time.advance(31_000)
  expect([auto.kind, states.at(-1)?.detail]).toEqual([
    'sim',
    'Simulated market, seed 1. Live prices are available now: `npm run aerie -- admin market live` on the server switches to them.',
  ])
  expect(await auto.isLiveInReach?.()).toBe(true)
  isThere = false
  await time.advance(31_000)
  expect(states.at(-1)?.detail).toContain('The live market cannot be reached: Binance cannot be reached')
  await auto.stop()
  expect(time.planned()).toBe(0)
})
