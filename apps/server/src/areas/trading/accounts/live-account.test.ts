import { DECIMALS, parseDecimal, price, size } from '@aerie/core/numbers/units'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { TradingEvent } from '@aerie/trading/events'
import { FEE_SCHEDULES } from '@aerie/trading/matching/fill'
import { applyBook, applyOracle, emptyMarket, type Market } from '@aerie/trading/matching/market'
import { isEnded } from '@aerie/trading/orders/order'
import { termsOf } from '@aerie/trading/orders/terms'
import { type AccountState, emptyAccount } from '@aerie/trading/state'
import { storedForm, storedState } from '@aerie/trading/stored/stored'
import { DEFAULT_RULES } from '@aerie/trading/turn'
import { beforeEach, describe, expect, it } from 'vitest'
import { instrumentOf } from '../markets/instruments.ts'
import { LiveAccount } from './live-account.ts'
import { NO_TRIPS } from './trip-keeper.ts'
import { UsedIds } from './used-ids.ts'

const NOON = Date.parse('2026-11-01T12:00:00Z')
const BTC = instrumentOf('BTC', { tick: '0.1', lot: '0.001', minNotional: '1', book: 'real' }, FEE_SCHEDULES['hyperliquid-0'])

const exact = (value: number, decimals: number): bigint => {
  const parsed = parseDecimal(String(value), decimals)
  if (!parsed.ok) throw new Error(String(value))
  return parsed.value
}
const at = (value: number) => price(exact(value, DECIMALS.price))
const coins = (value: number) => size(exact(value, DECIMALS.size))

let now: number
let markets: Map<string, Market>
let account: LiveAccount
let hasPrices: (symbol: string, at: number) => boolean
beforeEach(() => {
  now = NOON + 20 * MINUTE_MS
  hasPrices = () => true
  markets = new Map([['BTC', emptyMarket(BTC!)]])
  account = accountOf(emptyAccount(), undefined)
  account.open()
  show(50_000)
})

const accountOf = (state: AccountState, fundedAt: number | undefined): LiveAccount =>
  new LiveAccount(
    {
      id: 'a',
      userId: 'u',
      sourceId: 'sim:test',
      sourceKind: 'sim',
      kind: 'paper',
      seq: 0,
      deposit: 100_000_000_000n,
      openedAt: NOON,
      closedAt: null,
      createdAt: new Date(NOON),
    },
    state,
    {
      slot: 0,
      venue: { rules: DEFAULT_RULES, markets, now: () => now, premium: () => undefined, hasPrices: (...when) => hasPrices(...when) },
      newestAt: fundedAt,
      fundedAt,
      usedIds: new UsedIds([]),
      trips: NO_TRIPS,
      sharedBook: undefined,
    },
  )

/** A book of 50 coins per dollar from `mid` on each side; `mid` is also the index. */
function show(mid: number): void {
  const market = markets.get('BTC')!
  applyOracle(market, at(mid), now)
  applyBook(market, { bids: [[at(mid - 1), coins(50)]], asks: [[at(mid + 1), coins(50)]] }, now)
}
const handleMid = (mid: number) => {
  show(mid)
  return account.handle({ kind: 'book', symbol: 'BTC' })
}
const restart = (): void => {
  const fundedAt = now
  const state = storedState(JSON.parse(JSON.stringify(storedForm(account.state))))
  markets.set('BTC', emptyMarket(BTC!))
  account = accountOf(state, fundedAt)
}
const order = (clientId: string, more: object) =>
  account.command({
    kind: 'order',
    terms: termsOf({ client_id: clientId, symbol: 'BTC', side: 'buy', type: 'market', size: '1', ...more }),
  })
const cancel = (clientId: string) => account.command({ kind: 'cancel', clientId })

const clockOf = (t: number): string => new Date(t).toISOString().slice(11, 19)
const summarize = (events: readonly TradingEvent[] = []) =>
  events.map((event) =>
    [clockOf(event.t), event.kind, ...('reason' in event && event.reason !== undefined ? [event.reason] : [])].join(' '),
  )
const HOURS = ['13:00:00 funded', '14:00:00 funded', '15:00:00 funded', '16:00:00 funded']

describe('missed funding hours', () => {
  const miss = (mid: number) => {
    restart()
    now = NOON + 4 * HOUR_MS + 5 * SECOND_MS
    return summarize(handleMid(mid)?.events)
  }

  it('are all paid before a stop is evaluated, at the time of the price that triggers it', () => {
    order('b', { stop_loss: { trigger: '49000' } })
    expect(miss(45_000)).toEqual([...HOURS, '16:00:05 triggered', '16:00:05 filled'])
  })

  it('cost nothing where the market had no prices up to their end', () => {
    order('b', {})
    const resumed = NOON + 3 * HOUR_MS
    hasPrices = (symbol, ms) => symbol === 'BTC' && ms >= resumed
    expect(miss(50_000)).toEqual(HOURS.slice(3))
  })

  it('are all paid before the account is liquidated, at the time of the price that causes it', () => {
    account.command({ kind: 'leverage', symbol: 'BTC', leverage: 40n, mode: 'cross' })
    order('b', { size: '20' })
    const events = miss(45_500)
    expect(events.slice(0, 4)).toEqual(HOURS)
    expect(events.slice(4)).toContain('16:00:05 liquidating')
    expect(events.slice(4).filter((event) => !event.startsWith('16:00:05'))).toEqual([])
  })

  it('execute no slice of a TWAP: an expired one ends, a running one continues from now', () => {
    order('b', { size: '0.2' })
    order('over', { type: 'twap', minutes: 60, size: '0.12' })
    order('runs', { type: 'twap', minutes: 300, size: '0.6' })
    expect(miss(50_000)).toEqual([...HOURS, '16:00:05 ended windowEnded', '16:00:05 slotPassed', '16:00:05 filled'])
  })

  it('expire a good-till order and trigger a dead-man switch that were due during them', () => {
    order('b', { size: '0.2' })
    order('g', {
      type: 'limit',
      price: '40000',
      size: '0.2',
      time_in_force: 'gtd',
      expires_at: new Date(NOON + 2.5 * HOUR_MS).toISOString(),
    })
    order('l', { type: 'limit', price: '40000', size: '0.2' })
    account.command({ kind: 'scheduleCancel', plan: { afterMs: 3 * HOUR_MS, keepsReduceOnly: false } })
    expect(miss(50_000)).toEqual([
      '13:00:00 funded',
      '14:00:00 funded',
      '15:00:00 ended',
      '15:00:00 funded',
      '16:00:00 scheduledCancelFired',
      '16:00:00 ended scheduledCancel',
      '16:00:00 funded',
    ])
  })
})

describe('a snapshot', () => {
  it('omits old ended orders, which stay in memory until the command behind it is answered', () => {
    let before = 0
    const note = ({ batch }: ReturnType<typeof cancel>): void => {
      if (batch?.snapshot !== undefined) before = account.state.seq
    }
    note(order('old', { type: 'limit', price: '40000' }))
    for (let n = 0; n < 220; n += 1) {
      note(order(`o${n}`, { type: 'limit', price: '40000' }))
      note(cancel(`o${n}`))
    }
    while (account.state.seq < before + 499) cancel('nobody')
    const { batch } = cancel('old')
    expect(account.state.orders.get('old')).toMatchObject({ state: 'canceled' })
    expect(batch?.snapshot).toBeDefined()
    const kept = [...storedState(JSON.parse(JSON.stringify(batch?.snapshot))).orders.keys()]
    expect([kept.length, kept.includes('old')]).toEqual([200, false])
    account.catchUp()
    expect([...account.state.orders.keys()]).toEqual(kept)
  })

  it('keeps all orders of one cancel until they are reported', () => {
    for (let n = 0; n < 240; n += 1) order(`o${n}`, { type: 'limit', price: '40000', size: '0.001' })
    const { batch } = account.command({ kind: 'cancelAll', symbol: undefined })
    expect(batch?.snapshot).toBeDefined()
    expect([...account.state.orders.values()].filter(isEnded)).toHaveLength(240)
    now += SECOND_MS
    order('next', { type: 'limit', price: '40000' })
    handleMid(50_000)
    expect(account.state.orders.size).toBe(201)
  })
})
