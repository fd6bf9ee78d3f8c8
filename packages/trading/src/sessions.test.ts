import { decimalText, fraction, magnitude, microUsdc, type Size, usdcFloor } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Command } from './commands.ts'
import { deposit, type MarketChange, onClock, onCommand, onMarket } from './engine.ts'
import type { TradingEvent } from './events.ts'
import { exactEquity, initialMarginOf, markOf } from './margin/margin.ts'
import { applyBook, applyMark, applyOracle, applyTrade, emptyMarket, type Market } from './matching/market.ts'
import { emptyWorking } from './matching/working.ts'
import { isEnded, isResting, type OrderTerms, plainTerms, signOf } from './orders/order.ts'
import { type AccountState, emptyAccount, foldEvents, ledgerTotal } from './state.ts'
import { coins, dollars, INSTRUMENT } from './test/instrument.ts'
import { equityFault, namesOf, QueueModel } from './test/invariants.ts'
import { DEFAULT_RULES, type Turn } from './turn.ts'

const SESSIONS = Number(process.env.SESSIONS ?? 2_000)

/** Numbers are interpreted relative to the state after the previous step. */
type Step =
  | { readonly kind: 'book'; readonly middle: number; readonly sizes: readonly number[] }
  | { readonly kind: 'trade'; readonly offset: number; readonly amount: number; readonly isBuy: boolean | undefined }
  | { readonly kind: 'mark'; readonly middle: number }
  | { readonly kind: 'funding'; readonly premium: number }
  | {
      readonly kind: 'order'
      readonly terms: Partial<OrderTerms> & Pick<OrderTerms, 'side' | 'type'>
      readonly amount: number
      readonly offset: number
      readonly exit: number
    }
  | { readonly kind: 'cancel' | 'modify'; readonly index: number; readonly amount: number }
  | { readonly kind: 'close' | 'reverse'; readonly part: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'schedule'; readonly seconds: number | null; readonly keepsReduceOnly: boolean }

const middle = fc.integer({ min: 90, max: 110 })
const amount = fc.integer({ min: 1, max: 60 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      middle,
      sizes: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 6, maxLength: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('trade' as const),
      offset: fc.integer({ min: -4, max: 4 }),
      amount,
      isBuy: fc.option(fc.boolean(), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mark' as const), middle }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('funding' as const), premium: fc.integer({ min: -100, max: 100 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      terms: fc.record({
        side: fc.constantFrom('buy' as const, 'sell' as const),
        type: fc.constantFrom(
          'market' as const,
          'limit' as const,
          'limit' as const,
          'stop' as const,
          'take_profit' as const,
          'trailing_stop' as const,
          'twap' as const,
          'scale' as const,
        ),
        isReduceOnly: fc.boolean(),
        isPostOnly: fc.boolean(),
        timeInForce: fc.constantFrom('gtc' as const, 'gtc' as const, 'ioc' as const, 'fok' as const),
        leverage: fc.constantFrom(undefined, 1n, 10n, 20n),
        margin: fc.constantFrom(undefined, 'cross' as const, 'isolated' as const),
        triggerBy: fc.constantFrom('mark' as const, 'last' as const),
      }),
      amount,
      offset: fc.integer({ min: -8, max: 8 }),
      exit: fc.integer({ min: 0, max: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'modify' as const), index: fc.nat(30), amount }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('close' as const, 'reverse' as const), part: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('schedule' as const),
      seconds: fc.option(fc.constantFrom(1, 5, 20), { nil: null }),
      keepsReduceOnly: fc.boolean(),
    }),
  },
)
const session = fc.record({
  steps: fc.array(step, { minLength: 10, maxLength: 40 }),
  latencyMs: fc.constantFrom(0, 0, 50),
  cash: fc.integer({ min: 200, max: 5_000 }),
})

type World = {
  readonly market: Market
  turn: Turn
  now: number
  placed: number
  middle: number
  readonly all: TradingEvent[]
  readonly shown: Shown
  readonly queue: QueueModel
  /** Independent model of the dead-man switch: when it fires, and whether it keeps reduce-only orders. */
  deadMan: { readonly at: number; readonly keepsReduceOnly: boolean } | undefined
}
/** Independent model of available liquidity: displayed size by side and price, and the amount taken since it last changed. */
type Shown = Map<string, { displayed: bigint; taken: bigint }>

function openWorld({ latencyMs, cash }: { readonly latencyMs: number; readonly cash: number }): World {
  const market = emptyMarket(INSTRUMENT)
  const turn: Turn = {
    state: emptyAccount(),
    working: emptyWorking(),
    markets: new Map([['X', market]]),
    rules: { ...DEFAULT_RULES, latencyMs },
    now: 0,
    events: [],
  }
  deposit(turn, microUsdc(BigInt(cash) * 1_000_000n))
  return {
    market,
    turn,
    now: 0,
    placed: 0,
    middle: 100,
    all: [...turn.events],
    shown: new Map(),
    queue: new QueueModel(),
    deadMan: undefined,
  }
}

function exitDistance({ isReduceOnly, type }: Partial<OrderTerms>, exit: number): number | undefined {
  return exit === 0 || isReduceOnly === true || type === 'twap' || type === 'scale' ? undefined : exit
}

function extrasOf({ middle: around }: World, type: OrderTerms['type'], offset: number): Partial<OrderTerms> {
  // Steps of 0.25, so that some orders rest on displayed levels behind others.
  const at = dollars(around + offset * 0.25)
  if (type === 'limit') return { price: at }
  if (type === 'scale') return { price: at, toPrice: dollars(around + offset * 0.25 + 3), legs: 3 }
  if (type === 'twap') return { minutes: 1 }
  if (type === 'trailing_stop') return { callback: fraction(10n ** 16n) }
  return type === 'market' ? {} : { trigger: at }
}

function termsOf(world: World, { terms, amount: coinsWanted, offset, exit }: Extract<Step, { kind: 'order' }>): OrderTerms {
  world.placed += 1
  const away = signOf(terms.side) > 0n ? 1 : -1
  const exits = exitDistance(terms, exit)
  return {
    ...plainTerms({ clientId: `o${world.placed}`, symbol: 'X', side: terms.side, size: coins(coinsWanted) }),
    ...terms,
    timeInForce: terms.type === 'limit' ? (terms.timeInForce ?? 'gtc') : 'gtc',
    isPostOnly: terms.type === 'limit' && terms.timeInForce === 'gtc' && terms.isPostOnly === true,
    ...extrasOf(world, terms.type, offset),
    takeProfit:
      exits === undefined ? undefined : { trigger: dollars(world.middle + away * (8 + exits)), price: undefined, size: undefined },
    stopLoss: exits === undefined ? undefined : { trigger: dollars(world.middle - away * (8 + exits)), price: undefined, size: undefined },
  }
}

const idOf = ({ placed }: World, index: number): string => `o${placed === 0 ? 0 : (index % placed) + 1}`

function commandOf(world: World, one: Step): Command | undefined {
  if (one.kind === 'order') return { kind: 'order', terms: termsOf(world, one) }
  if (one.kind === 'cancel') return { kind: 'cancel', clientId: idOf(world, one.index) }
  if (one.kind === 'modify')
    return { kind: 'modify', clientId: idOf(world, one.index), size: coins(one.amount), price: undefined, trigger: undefined }
  if (one.kind === 'close')
    return { kind: 'close', symbol: 'X', fraction: fraction(BigInt(one.part) * 250_000_000_000_000_000n), clientId: `c${world.all.length}` }
  if (one.kind === 'schedule') {
    const { seconds, keepsReduceOnly } = one
    return { kind: 'scheduleCancel', plan: seconds === null ? null : { afterMs: seconds * 1_000, keepsReduceOnly } }
  }
  if (one.kind === 'reverse') return { kind: 'reverse', symbol: 'X', clientId: `r${world.all.length}` }
  return undefined
}

function changeOf(world: World, one: Step): MarketChange | undefined {
  const { market, now } = world
  if (one.kind === 'book') {
    world.middle = one.middle
    const levels = (sign: 1 | -1) =>
      one.sizes
        .map((amountShown, index) => [dollars(one.middle + sign * (0.25 + Math.floor(index / 2) * 0.5)), coins(amountShown)] as const)
        .filter((_, index) => index % 2 === (sign > 0 ? 0 : 1))
    applyBook(market, { bids: levels(-1), asks: levels(1) }, now)
    return { kind: 'book', symbol: 'X' }
  }
  if (one.kind === 'trade') {
    const trade = {
      price: dollars(world.middle + one.offset * 0.25),
      size: coins(one.amount),
      aggressor: one.isBuy === undefined ? undefined : one.isBuy ? ('buy' as const) : ('sell' as const),
    }
    applyTrade(market, trade, now)
    return { kind: 'trade', symbol: 'X', trade }
  }
  if (one.kind === 'mark') {
    if (market.bookSeq === 0) return undefined
    applyMark(market, dollars(one.middle), now)
    return { kind: 'mark', symbol: 'X' }
  }
  if (one.kind === 'funding') {
    applyOracle(market, dollars(world.middle), now)
    return { kind: 'funding', symbol: 'X', premium: fraction(BigInt(one.premium) * 10n ** 14n) }
  }
  return undefined
}

function play(world: World, one: Step): TradingEvent[] {
  world.now += one.kind === 'wait' ? one.ms : 100
  const turn: Turn = { ...world.turn, now: world.now, events: [] }
  const command = commandOf(world, one)
  const change = command === undefined ? changeOf(world, one) : undefined
  if (one.kind === 'book') refreshShown(world)
  if (command !== undefined) onCommand(turn, command)
  else if (change !== undefined) onMarket(turn, change)
  else onClock(turn)
  world.all.push(...turn.events)
  world.queue.handle({ market: world.market, orders: turn.state.orders, events: turn.events, change })
  return turn.events
}

function refreshShown({ market, shown }: World): void {
  const now = new Map<string, bigint>([
    ...market.bids.map(([at, displayed]) => [`sell ${at}`, displayed] as const),
    ...market.asks.map(([at, displayed]) => [`buy ${at}`, displayed] as const),
  ])
  for (const [at, one] of shown) if (now.get(at) !== one.displayed) shown.delete(at)
  for (const [at, displayed] of now) if (!shown.has(at)) shown.set(at, { displayed, taken: 0n })
}

type Fill = Extract<TradingEvent, { kind: 'filled' }>

function checkFill(world: World, before: AccountState, fill: Fill): void {
  const order = world.turn.state.orders.get(fill.clientId)
  expect(order !== undefined && order.filled <= order.size).toBe(true)
  if (fill.liquidity === 'taker') {
    expectNotMet(world, before, fill)
    for (const [at, taken] of fill.evidence.levels) takeShown(world, `${fill.side} ${at}`, taken)
  } else if (fill.evidence.isInferred !== true) expect(fill.size <= (fill.evidence.trade ?? 0n)).toBe(true)
  if (order?.terms.isReduceOnly) expectReduced(before.positions.get('X')?.size ?? 0n, fill.position?.size ?? 0n)
}

/** Right after a fill, the account covers what it opened, apart from rounding of its parts. */
function checkCarried({ turn: { markets } }: World, after: AccountState, heldBefore: bigint): void {
  const position = after.positions.get('X')
  if (position === undefined || (position.size * heldBefore >= 0n && magnitude(position.size) <= magnitude(heldBefore))) return
  const needed = position.mode === 'cross' ? initialMarginOf(position, markOf(markets, 'X')) : 0n
  expect(usdcFloor(exactEquity(after, markets, null)) - needed).toBeGreaterThanOrEqual(-3n)
}

function expectReduced(before: bigint, after: bigint): void {
  expect(magnitude(after) < magnitude(before) && after * before >= 0n).toBe(true)
}

/** No own order rests at a better price than the taker's last, or at that price unless the queue ahead of it took all the volume. */
function expectNotMet({ turn, shown }: World, before: AccountState, { side, evidence }: Fill): void {
  const [lastPrice, lastAmount] = evidence.levels.at(-1) ?? []
  if (lastPrice === undefined || lastAmount === undefined) throw new Error('a taker without levels')
  const met = [...before.orders.values()].filter((own) => {
    if (own.terms.side === side || !isResting(own) || own.price === undefined) return false
    const beyond = signOf(side) * (lastPrice - own.price)
    // Without a place in the queue, the order must have ended by the end of this turn.
    const place = turn.working.queuePositions.get(own.terms.clientId)
    const ahead = (place?.ahead ?? lastAmount) - (place === undefined ? 0n : (shown.get(`${side} ${lastPrice}`)?.taken ?? 0n))
    return beyond > 0n || (beyond === 0n && lastAmount > ahead)
  })
  expect(met.map(({ terms }) => terms.clientId)).toEqual([])
}

function takeShown({ shown }: World, at: string, taken: Size): void {
  const one = shown.get(at)
  if (one === undefined) throw new Error(`${at} is not displayed`)
  one.taken += taken
  expect(one.taken <= one.displayed).toBe(true)
}

/** Once the dead-man switch is due, no earlier order remains except kept reduce-only ones; otherwise none ends for this reason. */
function checkDeadMan(world: World, before: AccountState, one: Step, events: readonly TradingEvent[]): void {
  const { deadMan, now, turn } = world
  const due = deadMan !== undefined && now >= deadMan.at ? deadMan : undefined
  const mustEnd = [...before.orders].filter(([, order]) => due !== undefined && !(due.keepsReduceOnly && order.terms.isReduceOnly))
  expect(mustEnd.filter(([id, order]) => !isEnded(turn.state.orders.get(id) ?? order)).map(([id]) => id)).toEqual([])
  const ended = events.filter((event) => event.kind === 'ended' && event.reason === 'scheduledCancel')
  expect(due === undefined ? ended : []).toEqual([])
  world.deadMan = deadManAfter(one, now, due === undefined ? deadMan : undefined)
  expect(turn.state.scheduled?.at).toBe(world.deadMan?.at)
}

function deadManAfter(one: Step, now: number, before: World['deadMan']): World['deadMan'] {
  if (one.kind !== 'schedule') return before
  return one.seconds === null ? undefined : { at: now + one.seconds * 1_000, keepsReduceOnly: one.keepsReduceOnly }
}

const asText = (state: AccountState): string =>
  JSON.stringify(state, (_, value: unknown) =>
    value instanceof Map ? [...value] : value instanceof Set ? [...value] : typeof value === 'bigint' ? `${value}n` : value,
  )

function cashOf(events: readonly TradingEvent[]): bigint {
  return events.reduce((sum, event) => {
    if (event.kind === 'filled') return sum + event.realised - event.fee
    return event.kind === 'deposited' || event.kind === 'funded' || event.kind === 'insured' ? sum + event.amount : sum
  }, 0n)
}

function playSession(given: { readonly steps: readonly Step[]; readonly latencyMs: number; readonly cash: number }, check: boolean): World {
  const world = openWorld(given)
  for (const one of given.steps) {
    const from = world.all.length
    const folded = check ? foldEvents(world.all) : undefined
    const events = play(world, one)
    if (folded === undefined) continue
    checkDeadMan(world, folded, one, events)
    for (const event of world.all.slice(from)) {
      if (event.kind === 'filled') checkFill(world, folded, event)
      const heldBefore = folded.positions.get('X')?.size ?? 0n
      foldEvents([event], folded)
      if (event.kind === 'filled') checkCarried(world, folded, heldBefore)
    }
    expect(asText(folded)).toBe(asText(world.turn.state))
    expectLikelyPositions(world)
  }
  return world
}

/** The likely queue place is never worse than the conservative one used for fills. */
function expectLikelyPositions({ turn }: World): void {
  for (const { ahead, likely } of turn.working.queuePositions.values()) expect(likely >= 0n && likely <= ahead).toBe(true)
}

describe('sessions of random orders on a random market', () => {
  it(`${SESSIONS} of them: the ledger sums to zero, events alone reproduce the state, no fill is double, beyond the display or ahead of the queue`, () =>
    fc.assert(
      fc.property(session, (given) => {
        const { turn, all } = playSession(given, true)
        const { state } = turn
        expect(ledgerTotal(state)).toBe(0n)
        const own = [...state.ledger].filter(([account]) => account.startsWith('user:')).reduce((sum, [, held]) => sum + held, 0n)
        expect(own).toBe(cashOf(all))
        const held = all.reduce((sum, event) => (event.kind === 'filled' ? sum + signOf(event.side) * event.size : sum), 0n)
        expect(state.positions.get('X')?.size ?? 0n).toBe(held)
        expect(equityFault(turn, all)).toBeUndefined()
        const margin = state.positions.get('X')?.margin ?? 0n
        expect(state.ledger.get('user:isolated:X') ?? 0n).toBe(margin)
      }),
      { numRuns: SESSIONS },
    ))

  it('reach every kind of event, so that the properties were checked on each', () => {
    const seen = new Map<string, number>()
    for (const given of fc.sample(session, { numRuns: 300, seed: 7 })) {
      for (const event of playSession(given, false).all) for (const name of namesOf(event)) seen.set(name, (seen.get(name) ?? 0) + 1)
    }
    const wanted = [
      'taker',
      'maker',
      'inferred',
      'queued',
      'waited',
      'triggered',
      'trailed',
      'resized',
      'funded',
      'insured',
      'liquidating',
      'leverageSet',
      'slotPassed',
      'modified',
    ]
    expect(wanted.filter((name) => (seen.get(name) ?? 0) < 3)).toEqual([])
    const reasons = [
      'selfTradeCanceled',
      'siblingFilledCanceled',
      'scheduledCancel',
      'reduceOnlyCanceled',
      'liquidatedCanceled',
      'perpMarginRejected',
      'staleBookRejected',
      'badAloPxRejected',
      'iocCancelRejected',
    ]
    expect(reasons.filter((name) => !seen.has(name))).toEqual([])
  })

  it('produce the same events when played twice', () =>
    fc.assert(
      fc.property(session, (given) => {
        const asLines = (world: World) =>
          JSON.stringify(world.all, (_, value: unknown) => (typeof value === 'bigint' ? decimalText(value, 0) : value))
        expect(asLines(playSession(given, false))).toBe(asLines(playSession(given, false)))
      }),
      { numRuns: 100 },
    ))
})
