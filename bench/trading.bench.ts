import { fraction, microUsdc, notional, price, size } from '@aerie/core/numbers/units'
import { deposit, onCommand } from '@aerie/trading/engine'
import { type Instrument, tierOfLeverage } from '@aerie/trading/instrument'
import { type LedgerAccount, posting, splitFee, splitProfit } from '@aerie/trading/ledger'
import { applyBook, applyMark, emptyMarket } from '@aerie/trading/matching/market'
import { emptyWorking } from '@aerie/trading/matching/working'
import { plainTerms, type Side } from '@aerie/trading/orders/order'
import { emptyAccount } from '@aerie/trading/state'
import { DEFAULT_RULES, type Turn } from '@aerie/trading/turn'
import { type Benchmark, median } from './benchmark.ts'

const UNIT = 10n ** 12n
const ORDERS = 20_000
const ACCOUNTS = 100
const ROUNDS = 5

const instrument: Instrument = {
  symbol: 'X',
  tick: price(UNIT / 100n),
  lot: size(UNIT),
  minNotional: notional(0n),
  maxLeverage: 20n,
  tiers: tierOfLeverage(20n),
  fees: { taker: fraction(450_000_000_000_000n), maker: fraction(150_000_000_000_000n) },
}

const levels = (sign: bigint) =>
  Array.from(
    { length: 40 },
    (_, index) => [price((10_000n + sign * BigInt(index + 1)) * (UNIT / 100n)), size(1_000_000_000n * UNIT)] as const,
  )

function openTurns(): Turn[] {
  const market = emptyMarket(instrument)
  applyBook(market, { bids: levels(-1n), asks: levels(1n) }, 0)
  applyMark(market, price(100n * UNIT), 0)
  const markets = new Map([['X', market]])
  return Array.from({ length: ACCOUNTS }, () => {
    const turn: Turn = { state: emptyAccount(), working: emptyWorking(), markets, rules: DEFAULT_RULES, now: 1, events: [] }
    deposit(turn, microUsdc(1_000_000_000_000n))
    return turn
  })
}

const sideOf = (order: number): Side => (order % 2 === 0 ? 'buy' : 'sell')

/** CPU seconds for the orders: each is validated, matched against the book, posted to the ledger and applied to the account. */
function engineSeconds(): number {
  const turns = openTurns()
  const before = process.cpuUsage()
  for (let order = 0; order < ORDERS; order += 1) {
    const turn = turns[order % ACCOUNTS]
    if (turn === undefined) continue
    const side = sideOf(Math.floor(order / ACCOUNTS))
    onCommand(turn, { kind: 'order', terms: plainTerms({ clientId: `o${order}`, symbol: 'X', side, size: size(UNIT) }) })
    turn.events.length = 0
  }
  return process.cpuUsage(before).user / 1e6
}

/** CPU seconds of the ledger alone for as many orders: each posting is created, checked and added to its accounts. */
function ledgerSeconds(): number {
  const ledger = new Map<LedgerAccount, bigint>()
  const before = process.cpuUsage()
  for (let order = 0; order < ORDERS; order += 1) {
    const { received } = splitProfit(notional(BigInt(order) * UNIT))
    const { charged, booked, rounding } = splitFee(notional(BigInt(order) * UNIT))
    const lines = posting({
      'user:cash': received - charged,
      'venue:counterparty': -received,
      'venue:fees': booked,
      'venue:rounding': rounding,
    })
    for (const { account, amount } of lines) ledger.set(account, (ledger.get(account) ?? 0n) + amount)
  }
  return process.cpuUsage(before).user / 1e6
}

const times = (run: () => number): number => {
  run()
  return median(Array.from({ length: ROUNDS }, run))
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'trading: orders a second in the pure engine',
    run: async () => ({ value: ORDERS / times(engineSeconds), unit: 'orders/s', limit: 200_000 }),
  },
  {
    name: 'trading: an order with the ledger, at most three times one without',
    run: async () => {
      const each = (seconds: number): number => (seconds / ORDERS) * 1e6
      const whole = each(times(engineSeconds))
      return { value: whole, unit: 'us', limit: 3 * (whole - each(times(ledgerSeconds))) }
    },
  },
]
