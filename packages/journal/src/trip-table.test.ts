import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectTrips, type TableTrip, type TripFilter, type TripOrder, tripTable } from './trip-table.ts'

const T0 = Date.UTC(2026, 10, 2, 12)
const trip = (over: Partial<TableTrip> = {}): TableTrip => ({
  symbol: 'BTC',
  side: 'long',
  openedAt: T0,
  closedAt: T0 + 60_000,
  net: 1_000_000,
  fees: 0,
  funding: 0,
  r: 1,
  mae: -1,
  mfe: 1,
  slippage: null,
  arrivalSlippage: null,
  triggerSlippage: null,
  rating: null,
  tags: [],
  isImported: false,
  ...over,
})
const NEWEST: TripOrder = { figure: 'closed', isDescending: true }
const rowsOf = (trips: readonly TableTrip[], filter: TripFilter = {}, order: TripOrder = NEWEST) => [
  ...selectTrips(tripTable(trips), filter, order),
]

function plainRows(trips: readonly TableTrip[], isWanted: (trip: TableTrip) => boolean, isDescending: boolean): number[] {
  const way = isDescending ? -1 : 1
  const rows = [...trips.keys()].filter((row) => isWanted(trips[row]!))
  return rows.toSorted((a, b) => {
    const [x, y] = [trips[a]?.r ?? Number.POSITIVE_INFINITY, trips[b]?.r ?? Number.POSITIVE_INFINITY]
    if (x === y) return 0
    return Number.isFinite(x) && Number.isFinite(y) ? way * (x - y) : x - y
  })
}

describe('the sort order', () => {
  it('is the same whether few rows match or many, and whether it was requested before', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ r: fc.option(fc.integer({ min: -3, max: 3 })), isShort: fc.boolean() }), { maxLength: 60 }),
        fc.boolean(),
        (given, isDescending) => {
          const trips = given.map(({ r, isShort }) => trip({ r, side: isShort ? 'short' : 'long' }))
          const table = tripTable(trips)
          const order = { figure: 'r', isDescending } as const
          const select = (filter: TripFilter) => [...selectTrips(table, filter, order)]
          const shorts = plainRows(trips, ({ side }) => side === 'short', isDescending)
          expect(select({ side: 'short' })).toEqual(shorts)
          expect(select({})).toEqual(plainRows(trips, () => true, isDescending))
          expect(select({ side: 'short' })).toEqual(shorts)
        },
      ),
    ))

  it('places trips without the figure last, in both directions', () => {
    const trips = [trip({ r: null }), trip({ r: 2 }), trip({ r: -1 })]
    expect(rowsOf(trips, {}, { figure: 'r', isDescending: true })).toEqual([1, 2, 0])
    expect(rowsOf(trips, {}, { figure: 'r', isDescending: false })).toEqual([2, 1, 0])
  })

  it('keeps the order of the list for equal figures', () => {
    expect(rowsOf([trip(), trip(), trip()], {}, { figure: 'net', isDescending: true })).toEqual([0, 1, 2])
  })

  it('is alphabetical for coins', () => {
    expect(rowsOf([trip({ symbol: 'SOL' }), trip({ symbol: 'BTC' })], {}, { figure: 'symbol', isDescending: false })).toEqual([1, 0])
  })
})

describe('the filter', () => {
  const trips = [
    trip({ symbol: 'BTC', tags: ['breakout'], net: 5 }),
    trip({ symbol: 'ETH', side: 'short', tags: ['fade', 'news'], net: -5 }),
    trip({ symbol: 'SOL', net: 0, r: null, isImported: true }),
  ]
  it.each<[string, TripFilter, number[]]>([
    ['coins', { symbols: ['ETH', 'SOL'] }, [1, 2]],
    ['a coin that is not there', { symbols: ['DOGE'] }, []],
    ['a side', { side: 'short' }, [1]],
    ['a tag among several', { tags: ['news'] }, [1]],
    ['any of two tags', { tags: ['news', 'breakout'] }, [0, 1]],
    ['a tag that is not there', { tags: ['none'] }, []],
    ['wins', { result: 'win' }, [0]],
    ['losses', { result: 'loss' }, [1]],
    ['break-even, which is neither', { result: 'even' }, [2]],
    ['open', { result: 'open' }, []],
    ['imported', { origin: 'import' }, [2]],
    ['a range, which a trip without the figure does not pass', { ranges: { r: { min: -100 } } }, [0, 1]],
    ['both ends of a range', { ranges: { net: { min: -5, max: 0 } } }, [1, 2]],
    ['several parts at once', { symbols: ['BTC', 'ETH'], result: 'win', side: 'long' }, [0]],
  ])('selects by %s', (_what, filter, wanted) => expect(rowsOf(trips, filter)).toEqual(wanted))

  it('matches hour and weekday of opening in the time zone of the machine', () => {
    const at = new Date(2026, 10, 2, 9, 30).getTime()
    expect(
      rowsOf([trip({ openedAt: at }), trip({ openedAt: at + 3_600_000 }), trip({ openedAt: null })], { hours: [9], weekdays: [1] }),
    ).toEqual([0])
  })
})

it('agrees with filtering and sorting the plain list, for any trips', () => {
  const some = fc.record({
    symbol: fc.constantFrom('BTC', 'ETH', 'SOL'),
    side: fc.constantFrom<'long' | 'short'>('long', 'short'),
    net: fc.integer({ min: -5, max: 5 }),
    r: fc.option(fc.integer({ min: -3, max: 3 })),
    tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  })
  fc.assert(
    fc.property(fc.array(some), fc.boolean(), (parts, isDescending) => {
      const trips = parts.map((part) => trip(part))
      const wanted = trips
        .map((_, row) => row)
        .filter(
          (row) =>
            trips[row]!.symbol !== 'SOL' && trips[row]!.tags.some((tag) => tag === 'a' || tag === 'c') && (trips[row]!.net ?? 0) >= -2,
        )
        .toSorted((a, b) => {
          const [x, y] = [trips[a]!.r, trips[b]!.r]
          if (x === null || y === null) return Number(x === null) - Number(y === null)
          return isDescending ? y - x : x - y
        })
      const filter: TripFilter = { symbols: ['BTC', 'ETH'], tags: ['a', 'c'], ranges: { net: { min: -2 } } }
      expect(rowsOf(trips, filter, { figure: 'r', isDescending })).toEqual(wanted)
    }),
  )
})
