import { copyClientId, signalName } from '@aerie/copy/follow-graph'
import { fraction, microUsdc, notional, type Price, price, type Size, size } from '@aerie/core/numbers/units'
import { deposit, onCommand, onMarket } from '@aerie/trading/engine'
import { type Instrument, tierOfLeverage } from '@aerie/trading/instrument'
import { applyBook, emptyMarket } from '@aerie/trading/matching/market'
import { emptyWorking } from '@aerie/trading/matching/working'
import { plainTerms } from '@aerie/trading/orders/order'
import { emptyAccount } from '@aerie/trading/state'
import { DEFAULT_RULES, type Turn } from '@aerie/trading/turn'
import { copyTurn } from '@aerie/trading/upkeep'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CopyRegistry } from './copy-registry.ts'
import { SharedBooks } from './shared-books.ts'

const UNIT = 10n ** 12n
const coins = (value: number): Size => size(BigInt(value) * UNIT)
const dollars = (value: number): Price => price(BigInt(value) * UNIT)
const INSTRUMENT: Instrument = {
  symbol: 'X',
  tick: dollars(1),
  lot: coins(1),
  minNotional: notional(0n),
  maxLeverage: 20n,
  tiers: tierOfLeverage(20n),
  fees: { taker: fraction(0n), maker: fraction(0n) },
}
const LATENCY_MS = 50
const LEADER = '0a1b2c3d-0000-4000-8000-000000000000'
const nameOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

function stageOf({ followers, isKnown }: { readonly followers: number; readonly isKnown: boolean }) {
  const market = emptyMarket(INSTRUMENT)
  const markets = new Map([['X', market]])
  const registry = new CopyRegistry()
  const limits = {
    perTrade: microUsdc(1n),
    dailyLoss: microUsdc(1n),
    totalLoss: microUsdc(1n),
    maxMoveBps: 1,
    lateMs: 1,
    excluded: new Set(''),
  }
  const copy = { userId: '', leaderUserId: '', leaderName: '', leaderSeq: 0, allocation: microUsdc(1n), limits }
  for (let index = 0; isKnown && index < followers; index += 1)
    registry.add({
      ...copy,
      id: nameOf(index),
      accountId: nameOf(index),
      leaderAccountId: LEADER,
      state: 'active',
      reason: null,
      day: null,
      dayResult: null,
      storedDay: null,
      storedResult: { realised: 0n, fees: 0n, fills: 0, closes: 0 },
    })
  const books = new SharedBooks({ registry: () => (isKnown ? registry : undefined), market: () => market })
  const accountOf = (id: string) => {
    const working = emptyWorking((...order) => books.of(id, ...order))
    const account = { id, state: emptyAccount(), working }
    deposit(at(account, 0), microUsdc(10n ** 15n))
    return account
  }
  type Account = { readonly id: string; readonly state: Turn['state']; readonly working: Turn['working'] }
  const at = ({ state, working }: Account, now: number): Turn => ({
    state,
    working,
    markets,
    rules: { ...DEFAULT_RULES, latencyMs: LATENCY_MS },
    now,
    events: [],
  })
  const accounts = Array.from({ length: followers }, (_, index) => accountOf(nameOf(index)))
  return { market, at, leader: accountOf(LEADER), accounts, books }
}

type Step = { readonly isNew: boolean; readonly asks: readonly number[]; readonly wants: readonly number[]; readonly leads: number }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    isNew: fc.boolean(),
    asks: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 3, maxLength: 3 }),
    wants: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 }),
    leads: fc.integer({ min: 0, max: 12 }),
  }),
  { minLength: 2, maxLength: 8 },
)

type Stage = ReturnType<typeof stageOf>

function applyAsks({ market }: Stage, asks: readonly number[], taken: Map<Price, bigint>, now: number): void {
  const before = new Map(market.asks)
  applyBook(market, { bids: [[dollars(100), coins(10)]], asks: asks.map((amount, index) => [dollars(101 + index), coins(amount)]) }, now)
  const shown = new Map(market.asks)
  for (const level of taken.keys()) if (shown.get(level) !== before.get(level)) taken.delete(level)
}

function takesOf({ at }: Stage, account: Stage['leader'], now: number): (readonly [Price, Size])[] {
  const turn = at(account, now)
  onMarket(turn, { kind: 'book', symbol: 'X' })
  return turn.events.flatMap((event) => (event.kind === 'filled' ? event.evidence.levels : []))
}

function send({ at, accounts, leader }: Stage, { leads, wants }: Step, round: number, now: number): void {
  if (leads > 0) onCommand(at(leader, now), order(`lead${round}`, leads))
  for (const [index, account] of accounts.entries()) {
    const want = wants[index] ?? 0
    if (want > 0) onCommand(at(account, now), order(copyClientId(account.id, signalName(LEADER, round)), want))
  }
}

const note = (taken: Map<Price, bigint>, level: Price, amount: bigint): bigint => {
  const sum = (taken.get(level) ?? 0n) + amount
  taken.set(level, sum)
  return sum
}

/** @returns how much the followers took, and how many takes exceeded the displayed size */
function replay(given: readonly Step[], isKnown: boolean): readonly [taken: bigint, over: number] {
  const stage = stageOf({ followers: 6, isKnown })
  const { market, leader, accounts } = stage
  const taken = new Map<Price, bigint>()
  let [asks, all, over] = [given[0]?.asks ?? [], 0n, 0]
  for (const [round, step] of given.entries()) {
    const now = round * 30
    asks = step.isNew ? step.asks : asks
    applyAsks(stage, asks, taken, now)
    const shown = new Map<Price, bigint>(market.asks)
    const isOver = ([level, amount]: readonly [Price, Size]): boolean => note(taken, level, amount) > (shown.get(level) ?? 0n)
    // If leaders are not tracked, only the followers share the taken liquidity.
    for (const [level, amount] of takesOf(stage, leader, now)) note(taken, level, isKnown ? amount : 0n)
    const takes = accounts.flatMap((account) => takesOf(stage, account, now))
    over += takes.filter(isOver).length
    all += takes.reduce((sum, [, amount]) => sum + amount, 0n)
    send(stage, step, round, now)
  }
  return [all, over]
}

describe('the followers of a leader', () => {
  it.each([true, false])(
    'never take more of a level than it displays, in whatever order their orders arrive (copying here: %s)',
    (isKnown) => {
      let sum = 0n
      const never = fc.property(steps, (given) => {
        const [taken, over] = replay(given, isKnown)
        sum += taken
        expect(over).toBe(0)
      })
      fc.assert(never, { numRuns: 300 })
      expect(sum).toBeGreaterThan(coins(1_000))
    },
  )

  it('are counted per side: a buy from the asks does not reduce the bids at the same price', () => {
    const { market, at, leader, accounts } = stageOf({ followers: 1, isKnown: true })
    const [follower] = accounts
    if (follower === undefined) throw new Error('there is no follower')
    const now = { rules: DEFAULT_RULES }
    applyBook(market, { bids: [[dollars(99), coins(7)]], asks: [[dollars(100), coins(5)]] }, 0)
    onCommand({ ...at(leader, 0), ...now }, order('lead', 4))
    applyBook(market, { bids: [[dollars(100), coins(5)]], asks: [[dollars(101), coins(9)]] }, 1)
    const sell = order(copyClientId(follower.id, signalName(LEADER, 1)), 4)
    onCommand({ ...at(follower, 1), ...now }, { ...sell, terms: { ...sell.terms, side: 'sell' } })
    expect(follower.state.positions.get('X')?.size).toBe(coins(-4))
  })

  it('are distinguished from other accounts, and a dry run takes no liquidity', () => {
    const { market, at, leader, accounts, books } = stageOf({ followers: 2, isKnown: true })
    applyBook(market, { bids: [[dollars(100), coins(10)]], asks: [[dollars(101), coins(10)]] }, 0)
    expect(books.of(nameOf(0), 'X', 'mine')).toBeUndefined()
    const turn = copyTurn({ ...at(leader, 0), rules: DEFAULT_RULES })
    onCommand(turn, order('tried', 4))
    expect(turn.events.some(({ kind }) => kind === 'filled')).toBe(true)
    const [first] = accounts
    const shared = books.of(first?.id ?? '', 'X', copyClientId(nameOf(0), signalName(LEADER, 1)))
    expect(shared?.takenByOthers('buy', dollars(101), coins(10))).toBe(0n)
    onCommand({ ...at(leader, 0), rules: DEFAULT_RULES }, order('sent', 4))
    expect(shared?.takenByOthers('buy', dollars(101), coins(10))).toBe(0n)
    expect(books.of(nameOf(1), 'X', copyClientId(nameOf(1), signalName(LEADER, 1)))?.takenByOthers('buy', dollars(101), coins(10))).toBe(
      coins(4),
    )
  })
})

describe('after a restart', () => {
  const followed = (books: SharedBooks, index: number) => books.of(nameOf(index), 'X', copyClientId(nameOf(index), signalName(LEADER, 1)))
  const before = (at: number, ...levels: readonly (readonly [number, number])[]) => ({
    leader: LEADER,
    symbol: 'X',
    side: 'buy' as const,
    at,
    levels: levels.map(([level, amount]) => [dollars(level), coins(amount)] as const),
  })
  const bookOf = (asks: readonly (readonly [number, number])[]) => ({
    bids: [[dollars(100), coins(10)] as const],
    asks: asks.map(([level, amount]) => [dollars(level), coins(amount)] as const),
  })

  it('liquidity taken from a level stays taken, also for its taker, until the level displays a new size', () => {
    const { market, at, accounts, books } = stageOf({ followers: 2, isKnown: true })
    books.begin([before(0, [101, 7], [102, 3]), before(10, [101, 2])])
    applyBook(
      market,
      bookOf([
        [101, 10],
        [103, 5],
      ]),
      1_000,
    )
    expect(followed(books, 0)?.takenByOthers('buy', dollars(101), coins(10))).toBe(coins(9))
    expect(followed(books, 1)?.takenByOthers('buy', dollars(102), coins(4))).toBe(0n)
    const [one] = accounts
    if (one === undefined) throw new Error('there is no follower')
    onCommand({ ...at(one, 1_000), rules: DEFAULT_RULES }, order(copyClientId(nameOf(0), signalName(LEADER, 1)), 4))
    expect(one.state.positions.get('X')?.size).toBe(coins(4))
    expect(followed(books, 1)?.takenByOthers('buy', dollars(101), coins(10))).toBe(coins(10))
    applyBook(market, bookOf([[101, 9]]), 1_250)
    expect(followed(books, 1)?.takenByOthers('buy', dollars(101), coins(9))).toBe(0n)
  })

  it('counts liquidity taken within a minute before the first book received, and nothing older', () => {
    const { market, books } = stageOf({ followers: 1, isKnown: true })
    books.begin([before(0, [101, 7]), before(30_000, [101, 1])])
    applyBook(market, bookOf([[101, 10]]), 60_001)
    expect(followed(books, 0)?.takenByOthers('buy', dollars(101), coins(10))).toBe(coins(1))
  })

  it('ignores liquidity taken before it was restarted', () => {
    const { market, books } = stageOf({ followers: 1, isKnown: true })
    books.begin([before(0, [101, 7])])
    books.begin([])
    applyBook(market, bookOf([[101, 10]]), 0)
    expect(followed(books, 0)?.takenByOthers('buy', dollars(101), coins(10))).toBe(0n)
  })
})

const order = (clientId: string, amount: number) =>
  ({ kind: 'order', terms: plainTerms({ clientId, symbol: 'X', side: 'buy', size: coins(amount) }) }) as const
