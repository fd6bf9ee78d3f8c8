import { QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import type { TripRow } from '@aerie/wire/journal/journal'
import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import type { ScreenRow, Volatility } from '@aerie/wire/market/analytics'
import type { Board } from '@aerie/wire/market/board'
import type { Forecast, Scorecard } from '@aerie/wire/market/forecasts'
import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingFill, TradingPosition } from '@aerie/wire/trading/trading-positions'
import type { MarketFigureSources, OwnSources, TripQuery } from '../../areas/agent/index.ts'

/** Sunday, 22 November 2026, noon UTC: the clock of the scripted account. */
export const SCRIPTED_NOW = Date.UTC(2026, 10, 22, 12)
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const HELD_MS = 5 * HOUR_MS

type Closed = readonly [symbol: string, side: 'long' | 'short', netCents: number, feeCents: number, fundingCents: number, daysAgo: number]

/** Gross 290.50, fees 12.40, funding −9.12, net 268.98. Three of them closed in the week of `SCRIPTED_NOW`. */
const CLOSED: readonly Closed[] = [
  ['SOL', 'short', -6_132, 180, -212, 1],
  ['XRP', 'long', 1_000, 60, 0, 3],
  ['BTC', 'long', -1_500, 140, -100, 5],
  ['SOL', 'long', 7_000, 150, -150, 9],
  ['ETH', 'short', -2_000, 120, 50, 12],
  ['BTC', 'short', 5_000, 130, 100, 20],
  ['DOGE', 'long', -4_000, 90, -200, 31],
  ['ETH', 'long', 9_510, 170, -200, 45],
  ['BTC', 'long', 18_020, 200, -200, 60],
]

const ACCOUNT = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'paper',
  source: 'sim:1',
  source_kind: 'sim',
  deposit: '10000',
  cash: '9884.42',
  equity: '9850.72',
  unrealised: '-352.33',
  margin_used: '910.42',
  free_margin: '8940.3',
  maintenance: '64.11',
  funding_paid: '35.58',
  fees_paid: '51.87',
  scheduled_cancel: null,
  seq: 91,
  opened_at: '2026-09-01T08:00:00.000Z',
  closed_at: null,
} as const satisfies TradingAccount

const POSITIONS: readonly TradingPosition[] = [
  {
    account: ACCOUNT.id,
    symbol: 'BTC',
    size: '0.04705',
    entry: '66120.5',
    mark: '62891.25',
    notional: '2959.03',
    mode: 'cross',
    leverage: 5,
    margin: '591.79',
    maintenance: '29.59',
    unrealised: '-151.94',
    liquidation_price: '21450.5',
    unprotected: null,
  },
  {
    account: ACCOUNT.id,
    symbol: 'SOL',
    size: '-21.5',
    entry: '148.2',
    mark: '157.52',
    notional: '3386.68',
    mode: 'isolated',
    leverage: 10,
    margin: '318.63',
    maintenance: '34.52',
    unrealised: '-200.39',
    liquidation_price: '162.05',
    unprotected: null,
  },
]

const order = (more: Partial<TradingOrder>) =>
  ({
    role: 'order',
    price: null,
    trigger: null,
    take_profit: null,
    stop_loss: null,
    filled: '0',
    average_price: null,
    state: 'open',
    ...more,
  }) as TradingOrder
const ORDERS: readonly TradingOrder[] = [
  order({ symbol: 'BTC', side: 'sell', type: 'stop', role: 'stop_loss', size: '0.04705', trigger: '60150', state: 'untriggered' }),
  order({ symbol: 'BTC', side: 'sell', type: 'take_profit', role: 'take_profit', size: '0.04705', trigger: '71500', state: 'untriggered' }),
  order({ symbol: 'SOL', side: 'buy', type: 'stop', role: 'stop_loss', size: '21.5', trigger: '160.9', state: 'untriggered' }),
  order({ symbol: 'ETH', side: 'buy', type: 'limit', size: '0.5', price: '2955' }),
  order({ symbol: 'BTC', side: 'buy', type: 'limit', size: '0.02', price: '58200' }),
]
const DONE: readonly TradingOrder[] = [
  order({ symbol: 'SOL', side: 'buy', type: 'market', size: '4.25', filled: '4.25', average_price: '156.4', state: 'filled' }),
  order({ symbol: 'ETH', side: 'buy', type: 'limit', size: '1', price: '2800', state: 'canceled' }),
]
const FILLS = [
  { symbol: 'SOL', side: 'buy', price: '156.4', size: '4.25', fee: '0.3', realised: '-59.2', at: '2026-11-21T10:00:00.000Z' },
  { symbol: 'BTC', side: 'buy', price: '66120.5', size: '0.04705', fee: '1.4', realised: '0', at: '2026-11-20T10:00:00.000Z' },
] as unknown as readonly TradingFill[]

const usd = (cents: number): string => (cents / 100).toFixed(2)
const sum = (trips: readonly Closed[], at: 2 | 3 | 4): number => trips.reduce((total, trip) => total + trip[at], 0)
const closedAt = ([, , , , , daysAgo]: Closed): number => SCRIPTED_NOW - daysAgo * DAY_MS

const matching = ({ from, to, symbol, without, side }: TripQuery): Closed[] =>
  CLOSED.filter(
    (trip) =>
      (symbol === undefined || trip[0] === symbol) &&
      without?.includes(trip[0]) !== true &&
      (side === undefined || trip[1] === side) &&
      (from === undefined || closedAt(trip) >= Date.parse(from)) &&
      (to === undefined || closedAt(trip) < Date.parse(to)),
  )

function statisticsOf(query: TripQuery): JournalStatistics {
  const trips = matching(query)
  const n = trips.length
  const wins = trips.filter(([, , net]) => net > 0).length
  const one = (value: number | null, interval?: readonly [number, number]) => ({ value, n, formula: '', ...(interval && { interval }) })
  const [fees, funding, net] = [sum(trips, 3), sum(trips, 4), sum(trips, 2)]
  return {
    zone: 'UTC',
    trips: { counted: n, open: 2, with_risk: 0, left_out: [], simulated: n, replayed: 0 },
    totals: { gross: usd(net + fees - funding), fees: usd(fees), funding: usd(funding), net: usd(net) },
    figures: {
      win_rate: one(n === 0 ? null : wins / n, [0.25, 0.81]),
      profit_factor: one(2.94, [-0.4, 6.1]),
      expectancy: one(n === 0 ? null : net / n / 100, [-12, 71]),
      payoff: {
        ...one(2.35, [-0.3, 4.6]),
        inputs: [
          { name: 'mean win', value: '81.06 USDC' },
          { name: 'mean loss', value: '-34.08 USDC' },
        ],
      },
      max_drawdown: one(-0.0124),
      mean_hold_ms: one(21_600_000, [-3_600_000, 46_800_000]),
    },
    groups: [],
    calendar: trips
      .toReversed()
      .map((trip) => ({ day: new Date(closedAt(trip)).toISOString().slice(0, 10), trades: 1, net: usd(trip[2]) })),
  } as unknown as JournalStatistics
}

/** One coin each, bought at 100 and sold near it. @param trips oldest first */
function sumsOf(trips: readonly Closed[]): Awaited<ReturnType<OwnSources['sums']>> {
  const runs: { readonly isWin: boolean; readonly length: number }[] = []
  for (const [, , net] of trips) {
    const last = runs.at(-1)
    if (last?.isWin === net > 0) runs.splice(-1, 1, { isWin: last.isWin, length: last.length + 1 })
    else runs.push({ isWin: net > 0, length: 1 })
  }
  const longest = (isWin: boolean) => Math.max(0, ...runs.map((run) => (run.isWin === isWin ? run.length : 0)))
  const now = (isWin: boolean) => (runs.at(-1)?.isWin === isWin ? (runs.at(-1)?.length ?? 0) : 0)
  const heldOf = (isWin: boolean) => (trips.some(([, , net]) => net > 0 === isWin) ? HELD_MS : null)
  const volume = trips.reduce((total, trip) => total + 100 + Number(rowOf(trip).exit), 0)
  return {
    wins: longest(true),
    losses: longest(false),
    current_wins: now(true),
    current_losses: now(false),
    volume: volume.toFixed(2),
    held_wins: heldOf(true),
    held_losses: heldOf(false),
  }
}

const rowOf = (trip: Closed): TripRow =>
  ({
    symbol: trip[0],
    side: trip[1],
    opened_at_ms: closedAt(trip) - HELD_MS,
    closed_at_ms: closedAt(trip),
    entry: '100',
    exit: (trip[1] === 'long') === trip[2] > 0 ? '102' : '97.5',
    gross: usd(trip[2] + trip[3] - trip[4]),
    mae: usd(Math.min(0, trip[2]) - 500),
    net: usd(trip[2]),
    fees: usd(trip[3]),
    funding: usd(trip[4]),
    r: null,
    tags: [],
    origin: 'paper',
    source_kind: 'sim',
    currency: 'USDC',
  }) as unknown as TripRow

const open = (symbol: string, side: 'long' | 'short', fees: string, funding: string) =>
  ({
    symbol,
    side,
    opened_at_ms: SCRIPTED_NOW - 4 * DAY_MS,
    closed_at_ms: null,
    net: null,
    fees,
    funding,
    origin: 'paper',
    source_kind: 'sim',
    currency: 'USDC',
  }) as unknown as TripRow

const ALERTS = [
  { kind: 'price', symbol: 'BTC', direction: 'above', level: '70000', state: 'active' },
  { kind: 'change', symbol: 'ETH', direction: 'below', percent: '5', window_s: 86_400, state: 'paused' },
] as unknown as Awaited<ReturnType<OwnSources['alerts']>>

function supposed({ symbol, percent, level }: Parameters<OwnSources['whatIf']>[1]): Awaited<ReturnType<OwnSources['whatIf']>> {
  const moved = POSITIONS.filter((position) => symbol === undefined || position.symbol === symbol)
  const markOf = ({ mark }: TradingPosition) => (level === undefined ? Number(mark) * (1 + Number(percent) / 100) : Number(level))
  const unrealisedOf = (position: TradingPosition) => Number(position.size) * (markOf(position) - Number(position.entry))
  const change = moved.reduce((total, position) => total + unrealisedOf(position) - Number(position.unrealised), 0)
  const isLiquidated = (position: TradingPosition) => (markOf(position) - Number(position.liquidation_price)) * Number(position.size) < 0
  return {
    source_kind: 'sim',
    equity: { before: ACCOUNT.equity, after: (Number(ACCOUNT.equity) + change).toFixed(2) },
    unrealised: { before: ACCOUNT.unrealised, after: (Number(ACCOUNT.unrealised) + change).toFixed(2) },
    free_margin: (Number(ACCOUNT.free_margin) + change).toFixed(2),
    maintenance: ACCOUNT.maintenance,
    liquidated: moved.filter(isLiquidated).map((position) => position.symbol),
    positions: moved.map((position) => ({
      symbol: position.symbol,
      size: position.size,
      mark: markOf(position).toFixed(2),
      unrealised: unrealisedOf(position).toFixed(2),
    })),
    waiting: 0,
  }
}

/** Account with nine closed trades, two open positions, five orders, and fees and funding of its own; for evaluations only. */
export const scriptedAccount: OwnSources = {
  account: async () => ACCOUNT,
  positions: async () => POSITIONS,
  orders: async (_, { state, symbol }) =>
    (state === 'open' ? ORDERS : DONE).filter((each) => symbol === undefined || each.symbol === symbol),
  fills: async (_, symbol) => FILLS.filter((each) => symbol === undefined || each.symbol === symbol),
  openTrips: async (_, symbol) =>
    [open('BTC', 'long', '14.21', '-11.06'), open('SOL', 'short', '25.26', '-15.4')].filter(
      (each) => symbol === undefined || each.symbol === symbol,
    ),
  alerts: async () => ALERTS,
  whatIf: async (_, move) => supposed(move),
  statistics: async (_, query) => statisticsOf(query),
  sums: async (_, query) => sumsOf(matching(query).toReversed()),
  coinSums: async (_, query) =>
    [...Map.groupBy(matching(query), ([symbol]) => symbol)].map(([symbol, trips]) => ({
      symbol,
      trades: trips.length,
      fees: usd(sum(trips, 3)),
      funding: usd(sum(trips, 4)),
      volume: sumsOf(trips).volume,
    })),
  imported: async () => 0,
  trips: async (_, query, { order: by, result, limit }) => {
    const found = matching(query).filter(([, , net]) => result === undefined || net > 0 === (result === 'win'))
    const sorted = by === 'newest' ? found : found.toSorted((a, b) => (by === 'best' ? b[2] - a[2] : a[2] - b[2]))
    return { rows: sorted.slice(0, limit).map(rowOf), total: found.length }
  },
}

const coin = (symbol: string, rank: number, price: number, dayAgo: number) => ({
  symbol,
  rank,
  price,
  marketCap: price * 1_000_000,
  volume: price * 10_000,
  closes: { '1h': price, '24h': dayAgo, '7d': null },
  quote: 'USD',
})

/** Percent. */
const ROW = [
  ['return_24h', -1.73],
  ['return_7d', 4.2],
  ['return_30d', 11],
  ['volatility_7d', 48.5],
  ['volatility_30d', 52.25],
] as const

/** Three coins, and a forecast whose quantiles are 1 % apart around 62,891.25. */
export const scriptedMarket: MarketFigureSources = {
  board: () => ({
    data: [coin('BTC', 1, 62_891.25, 64_000), coin('ETH', 2, 3_010, 3_000), coin('SOL', 5, 157.52, 150)] as unknown as Board['data'],
    source: 'sim',
    as_of: SCRIPTED_NOW,
  }),
  scorecard: async (symbol, hours) =>
    ({
      symbol,
      hours,
      source: 'sim',
      scored: 2_400,
      independent: 100,
      days: 100,
      ratio_is_claimed: true,
      crps: { ours: 0.00912, random_walk: 0.0098, ratio: 0.931 },
      coverage: [{ percent: 80, share: 0.79, low: 0.7, high: 0.86 }],
    }) as unknown as Scorecard,
  closes: async () => [],
  volatility: async () => ({ regime: { name: 'high' } }) as unknown as Volatility,
  row: (symbol) => ({ symbol, ...Object.fromEntries(ROW.map(([key, value]) => [key, { value, reason: null }])) }) as unknown as ScreenRow,
  instrument: async (symbol) =>
    ({
      market: { symbol, mark: '62891.25', index: '62890', funding: { rate: '0.0000125', at: '2026-11-22T13:00:00.000Z' }, is_stale: false },
      terms: { symbol, lot: '0.00001', taker_fee: '0.00045' },
    }) as unknown as Awaited<ReturnType<MarketFigureSources['instrument']>>,
  newestForecast: async (symbol, hours) =>
    ({
      symbol,
      hours,
      issued_at: SCRIPTED_NOW,
      anchor: 62_891.25,
      quote: 'USD',
      source: 'sim',
      quantiles: QUANTILE_LEVELS.map((level, at) => [level, 62_891.25 * (1 + (at - (QUANTILE_LEVELS.length - 1) / 2) / 100)]),
    }) as unknown as Forecast,
}
