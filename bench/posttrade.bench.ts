import { itemAt } from '@aerie/core/item-at'
import { selectTrips, type TableTrip, type TripFilter, type TripOrder, tripTable } from '@aerie/journal/trip-table'
import { type Benchmark, median } from './benchmark.ts'

const TRIPS = 100_000
const ROUNDS = 15
const WARM_UP = 3
const FILTER: TripFilter = { symbols: ['BTC', 'ETH'], tags: ['fade', 'news'], ranges: { net: { min: -5_000_000 } } }
const SYMBOLS = ['BTC', 'ETH', 'SOL', 'XRP'] as const
const TAGS = ['breakout', 'fade', 'news', 'overnight'] as const

function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

function tripsOf(count: number): TableTrip[] {
  const random = numbers(7)
  const next = () => random.next().value
  return Array.from({ length: count }, (_, at) => ({
    symbol: itemAt(SYMBOLS, Math.floor(next() * SYMBOLS.length)),
    side: next() < 0.5 ? ('long' as const) : ('short' as const),
    openedAt: at * 60_000,
    closedAt: at * 60_000 + Math.floor(next() * 3_600_000),
    net: Math.round((next() - 0.5) * 1e8),
    fees: 1_000_000,
    funding: 0,
    r: next() < 0.3 ? null : (next() - 0.5) * 6,
    mae: -1,
    mfe: 1,
    slippage: null,
    arrivalSlippage: null,
    triggerSlippage: null,
    rating: null,
    tags: next() < 0.5 ? [] : [itemAt(TAGS, Math.floor(next() * TAGS.length))],
    isImported: false,
  }))
}

const bare = (trips: readonly TableTrip[]): TableTrip[] =>
  trips
    .filter(
      ({ symbol, tags, net }) =>
        (symbol === 'BTC' || symbol === 'ETH') && tags.some((tag) => tag === 'fade' || tag === 'news') && net !== null && net >= -5_000_000,
    )
    .toSorted((a, b) => (b.net ?? 0) - (a.net ?? 0))

function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** @param isNew whether the sort order is computed in the measured call or cached from an earlier one */
async function measure(isNew: boolean) {
  const trips = tripsOf(TRIPS)
  const order: TripOrder = { figure: 'net', isDescending: true }
  const kept = tripTable(trips)
  const wanted = bare(trips)
  const found = Array.from(selectTrips(kept, FILTER, order), (row) => trips[row])
  if (found.length !== wanted.length || found.some((trip, at) => trip !== wanted[at])) throw new Error('the two orders differ')
  const times = Array.from({ length: ROUNDS }, () => {
    const table = isNew ? tripTable(trips) : kept
    return { product: timeOf(() => selectTrips(table, FILTER, order)), bare: timeOf(() => bare(trips)) }
  }).slice(WARM_UP)
  return { value: median(times.map((time) => time.product)), unit: 'ms cpu', limit: median(times.map((time) => time.bare)) }
}

export const benchmarks: readonly Benchmark[] = [
  { name: 'journal: filter 100,000 sorted trips, compared with a bare array', run: () => measure(false) },
  { name: 'journal: filter and sort 100,000 trips, compared with a bare array', run: () => measure(true) },
]
