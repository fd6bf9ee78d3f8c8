import { fraction, type MicroUsdc, microUsdc, notional, price, size } from '@aerie/core/numbers/units'
import { deposit, onCommand } from '@aerie/trading/engine'
import type { TradingEvent } from '@aerie/trading/events'
import { tierOfLeverage } from '@aerie/trading/instrument'
import type { Position } from '@aerie/trading/matching/fill'
import { applyBook, emptyMarket } from '@aerie/trading/matching/market'
import { emptyWorking } from '@aerie/trading/matching/working'
import { plainTerms } from '@aerie/trading/orders/order'
import { emptyAccount } from '@aerie/trading/state'
import { storedForm } from '@aerie/trading/stored/stored'
import { DEFAULT_RULES } from '@aerie/trading/turn'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pastFills } from './past-fills.ts'

const UNIT = 10n ** 12n
const marketOf = (symbol: string) =>
  emptyMarket({
    symbol,
    tick: price(UNIT / 100n),
    lot: size(UNIT / 1_000n),
    minNotional: notional(0n),
    maxLeverage: 20n,
    tiers: tierOfLeverage(20n),
    fees: { taker: fraction(450_000_000_000_000n), maker: fraction(0n) },
  })

const row = {
  id: 'a',
  userId: '',
  sourceId: '',
  sourceKind: 'sim',
  kind: 'paper',
  deposit: 0n,
  seq: 0,
  openedAt: 0,
  closedAt: null,
} as const
type Trade = {
  readonly symbol: 'X' | 'Y'
  readonly isBuy: boolean
  readonly thousandths: number
  readonly cents: number
  readonly isIsolated: boolean
}
const trades: fc.Arbitrary<Trade[]> = fc.array(
  fc.record({
    symbol: fc.constantFrom<'X' | 'Y'>('X', 'Y'),
    isBuy: fc.boolean(),
    thousandths: fc.integer({ min: 1, max: 9_000 }),
    cents: fc.integer({ min: 9_000, max: 11_000 }),
    isIsolated: fc.boolean(),
  }),
  { maxLength: 25 },
)

type Seen = { readonly money: MicroUsdc; readonly open: ReadonlyMap<string, Position> }

const moneyIn = (ledger: ReadonlyMap<string, bigint>): bigint =>
  [...ledger].reduce((sum, [name, amount]) => (name.startsWith('user:') ? sum + amount : sum), 0n)

function traded(given: readonly Trade[]) {
  const state = emptyAccount()
  const markets = new Map([marketOf('X'), marketOf('Y')].map((market) => [market.instrument.symbol, market]))
  const turn = { state, working: emptyWorking(), markets, rules: DEFAULT_RULES, now: 1, events: [] as TradingEvent[] } // filled by the engine
  const seen = new Map<number, Seen>()
  deposit(turn, microUsdc(10n ** 11n))
  for (const [index, { symbol, isBuy, thousandths, cents, isIsolated }] of given.entries()) {
    const market = markets.get(symbol)
    const at = price((BigInt(cents) * UNIT) / 100n)
    const deep = size(1_000_000n * UNIT)
    if (market !== undefined) applyBook(market, { bids: [[at, deep]], asks: [[at, deep]] }, 1)
    const terms = plainTerms({
      clientId: `o${index}`,
      symbol,
      side: isBuy ? 'buy' : 'sell',
      size: size((BigInt(thousandths) * UNIT) / 1_000n),
    })
    const margin = isIsolated ? ('isolated' as const) : ('cross' as const)
    onCommand(turn, { kind: 'order', terms: state.positions.has(symbol) ? terms : { ...terms, leverage: 5n, margin } })
    const money = moneyIn(state.ledger)
    seen.set(state.seq, { money: microUsdc(money), open: new Map(state.positions) })
  }
  return { state, events: turn.events, seen }
}

it('reconstructs the money and positions after each fill', async () => {
  let count = 0
  const property = fc.asyncProperty(trades, async (given) => {
    const { state, events, seen } = traded(given)
    const rows = events
      .toReversed()
      .map(({ seq, kind, t, ...payload }) => ({ accountId: 'a', seq, kind, at: t, version: 1, payload: storedForm(payload) }))
    const { fills } = await pastFills(
      {
        account: async () => ({ state, stored: Promise.resolve() }),
        repository: { postings: async () => rows.map((one) => ({ ...one, storedAt: new Date() })) },
      },
      { ...row, createdAt: new Date() },
      0,
    )
    const filled = events.filter(({ kind }) => kind === 'filled')
    expect(fills).toHaveLength(filled.length)
    count += fills.length
    for (const [index, { money, open, symbol, position }] of fills.entries()) {
      const expected = seen.get(filled[index]?.seq ?? 0)
      expect([money, position, new Set(open.keys())]).toEqual([
        expected?.money,
        open.get(symbol)?.size ?? 0n,
        new Set(expected?.open.keys()),
      ])
      for (const [name, one] of open) {
        const was = expected?.open.get(name)
        expect(one.size).toBe(was?.size)
        // Profits are stored to a millionth of a dollar.
        expect(Math.abs(Number(one.cost - (was?.cost ?? 0n)))).toBeLessThan(26 * 1e18)
      }
    }
  })
  await fc.assert(property, { numRuns: 100 })
  expect(count).toBeGreaterThan(100)
})
