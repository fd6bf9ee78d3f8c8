import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  dayOf,
  type JournalFilter,
  NO_FILTER,
  parseFilter,
  parseOrder,
  partsSet,
  printFilter,
  printOrder,
  spanOf,
  tripFilterOf,
} from './journal-filter.ts'

const read = (query: string) => parseFilter(new URLSearchParams(query))

it('parses every part of an address', () => {
  expect(
    read(
      'symbol=btc,ETH&side=short&tag=fade&from=2026-11-01&to=2026-11-30&result=loss&origin=import&hour=9,23&day=mon,fri&r=-1..2&net=..-5.5&rating=4',
    ),
  ).toEqual({
    symbols: ['BTC', 'ETH'],
    side: 'short',
    tags: ['fade'],
    from: '2026-11-01',
    to: '2026-11-30',
    result: 'loss',
    origin: 'import',
    hours: [9, 23],
    weekdays: [1, 5],
    r: { min: -1, max: 2 },
    net: { max: -5.5 },
    rating: 4,
  })
})

it.each([
  '',
  'side=up&result=x&origin=&rating=9&rating=0',
  'from=2026-02-30&to=yesterday',
  'hour=24,-1,1e1&day=today',
  'r=1&net=a..b&r=..',
  `symbol=${','.repeat(500)}`,
])('ignores what cannot be parsed: %s', (query) => expect(read(query)).toEqual(NO_FILTER))

it('parses no more names than a user would choose', () => {
  const many = Array.from({ length: 5000 }, (_, at) => `C${at}`).join(',')
  expect(read(`symbol=${many}`).symbols).toHaveLength(50)
})

it('serialises what it parses, including tags with commas and percent signs', () => {
  const tag = fc.string({ minLength: 1, maxLength: 40 })
  const bound = fc.option(fc.integer({ min: -99, max: 99 }), { nil: undefined })
  const range = fc
    .record({ min: bound, max: bound })
    .map(({ min, max }) => ({ ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }))
  const some = fc.record({
    symbols: fc.uniqueArray(fc.constantFrom('BTC', 'ETH', 'SOL')),
    side: fc.constantFrom('long', 'short', null),
    tags: fc.uniqueArray(tag, { maxLength: 5 }),
    from: fc.constantFrom('2026-01-01', null),
    to: fc.constantFrom('2026-12-31', null),
    result: fc.constantFrom('win', 'loss', 'even', 'open', null),
    origin: fc.constantFrom('paper', 'import', null),
    hours: fc.uniqueArray(fc.integer({ min: 0, max: 23 })),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
    r: range,
    net: range,
    rating: fc.constantFrom(1, 5, null),
  }) as fc.Arbitrary<JournalFilter>
  fc.assert(
    fc.property(some, (filter) => {
      expect(read(String(printFilter(filter, new URLSearchParams())))).toEqual(filter)
    }),
  )
})

it('keeps the other parts of the address, and writes nothing for an empty filter', () => {
  expect(String(printFilter(NO_FILTER, new URLSearchParams('trip=7&side=long')))).toBe('trip=7')
  expect(partsSet({ ...NO_FILTER, side: 'long', tags: ['a', 'b'] })).toBe(2)
})

it('keeps the sort order in the address, except the default of newest first', () => {
  expect(parseOrder(new URLSearchParams('sort=-net'))).toEqual({ figure: 'net', isDescending: true })
  expect(parseOrder(new URLSearchParams('sort=drop table'))).toEqual({ figure: 'closed', isDescending: true })
  expect(printOrder({ figure: 'r', isDescending: false })).toBe('r')
  expect(printOrder({ figure: 'closed', isDescending: true })).toBeNull()
})

it('includes both days in full, even when the clocks change', () => {
  const { min = 0, max = 0 } = spanOf({ from: '2026-03-29', to: '2026-03-29' }) ?? {}
  expect(new Date(min)).toEqual(new Date(2026, 2, 29))
  expect(new Date(max + 1)).toEqual(new Date(2026, 2, 30))
  expect(dayOf('2026-13-01')).toBeNull()
})

it('converts amounts to the unit of the table', () => {
  expect(tripFilterOf({ ...NO_FILTER, net: { min: 1.5 }, rating: 3 }).ranges).toEqual({
    net: { min: 1_500_000, max: undefined },
    rating: { min: 3 },
  })
  expect(tripFilterOf(NO_FILTER)).toEqual({ ranges: {} })
})
