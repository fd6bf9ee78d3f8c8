import { describe, expect, it } from 'vitest'
import { instantOfText } from './dates.ts'
import { parseImport } from './import-file.ts'
import { zoneOf } from './zones.ts'

const iso = (at: number | undefined): string | undefined => (at === undefined ? undefined : new Date(at).toISOString())
const local = (text: string): number => Date.parse(`${text}Z`)

describe('zones', () => {
  it.each([
    ['UTC', '2026-01-02T10:00:00.000Z'],
    ['UTC+8', '2026-01-02T02:00:00.000Z'],
    ['GMT-03:30', '2026-01-02T13:30:00.000Z'],
    ['+05:30', '2026-01-02T04:30:00.000Z'],
    ['Europe/Zurich', '2026-01-02T09:00:00.000Z'],
    ['America/New_York', '2026-01-02T15:00:00.000Z'],
  ])('reads 10:00 in %s', (name, expected) => {
    const at = local('2026-01-02T10:00:00')
    expect(iso(at - (zoneOf(name)?.offsetAt(at) ?? Number.NaN))).toBe(expected)
  })

  it.each(['', 'UTC+15', 'CST', 'Local Time', 'Europe/Nowhere', '8', 'x'.repeat(90_000)])('knows no zone named %j', (name) =>
    expect(zoneOf(name)).toBeUndefined(),
  )

  it('follows daylight saving on both sides of a change', () => {
    const zone = zoneOf('Europe/Zurich')
    const offsetHours = (text: string): number => (zone?.offsetAt(local(text)) ?? Number.NaN) / 3_600_000
    expect(['2026-03-29T01:59:00', '2026-03-29T03:00:00', '2026-10-25T01:59:00', '2026-10-25T03:00:00'].map(offsetHours)).toEqual([
      1, 2, 2, 1,
    ])
  })
})

const ROW = 'BTCUSDT,BUY,100,1BTC,100USDT,0.1USDT'
const timesOf = (text: string, zone?: string): (string | undefined)[] =>
  parseImport(text, zone === undefined ? {} : { zone }).entries.map(({ entry }) => iso('at' in entry ? entry.at : undefined))

describe('the zone of a file', () => {
  it('comes from the name of the time column', () => {
    const text = `Date(UTC+02:00),Pair,Side,Price,Executed,Amount,Fee\n2026-01-02 10:00:00,${ROW}\n`
    expect(timesOf(text)).toEqual(['2026-01-02T08:00:00.000Z'])
    expect(parseImport(text).zone).toEqual({ name: 'UTC+2', from: 'file' })
  })

  it('comes from the name of another time column where the own one has none', () => {
    const header = 'Futures,Open Time(UTC+02:00),Close Time,Avg Entry Price,Avg Close Price,Direction,Closing Qty (Cont.),Fee,Realized PNL'
    const { entries, zone } = parseImport(`${header}\nBTCUSDT,2026-01-02 09:00:00,2026-01-02 10:00:00,60000,61000,Long,100,0.6,9.4\n`)
    expect(entries.map(({ entry }) => iso('closedAt' in entry ? entry.closedAt : undefined))).toEqual(['2026-01-02T08:00:00.000Z'])
    expect(zone).toEqual({ name: 'UTC+2', from: 'file' })
  })

  it('comes from a line above the header', () => {
    const text = `Account:Main,Time Zone:UTC-5\nTime,Pair,Side,Price,Executed,Amount,Fee\n2026-01-02 10:00:00,${ROW}\n`
    expect(timesOf(text)).toEqual(['2026-01-02T15:00:00.000Z'])
  })

  it.each([
    // Names in the tests of public parsers
    ['Binance-Futures-Trade-History-202608302008(UTC+3)-part1-of1.csv', '2026-01-02T07:00:00.000Z', 'UTC+3'],
    ['Binance-Spot-Trade-History-202603230406(UTC--6)_abcd.csv', '2026-01-02T16:00:00.000Z', 'UTC-6'],
    ['trades(UTC+5_30).csv', '2026-01-02T04:30:00.000Z', 'UTC+5:30'],
    ['trades(UTC+0).csv', '2026-01-02T10:00:00.000Z', 'UTC'],
  ])('comes from the name of the file: %s', (fileName, at, name) => {
    const { entries, zone } = parseImport(`Time,Pair,Side,Price,Executed,Amount,Fee\n2026-01-02 10:00:00,${ROW}\n`, { fileName })
    expect(entries.map(({ entry }) => iso('at' in entry ? entry.at : undefined))).toEqual([at])
    expect(zone).toEqual({ name, from: 'file' })
  })

  it('is that of the time column where the name of the file has another, and the user’s before both', () => {
    const text = `Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n2026-01-02 10:00:00,${ROW}\n`
    const fileName = 'trades(UTC+3).csv'
    expect(parseImport(text, { fileName }).zone).toEqual({ name: 'UTC', from: 'file' })
    expect(parseImport(text, { fileName, zone: 'UTC+8' }).zone).toEqual({ name: 'UTC+8', from: 'user' })
  })

  it('is asked where the file names one that is not known, and taken from the answer', () => {
    const text = `Filled Time (Local Time),Spot Pairs,Direction,Filled Price,Filled Quantity,Fees\n10:00 2026-01-02,BTCUSDT,BUY,100,1,0.001\n`
    expect(parseImport(text)).toMatchObject({ zone: 'unclear', entries: [] })
    expect(timesOf(text, 'Asia/Singapore')).toEqual(['2026-01-02T02:00:00.000Z'])
  })

  it.each(['CET', 'EST', 'MSK'])('is asked where the column is in %s, which leaves summer time open', (name) => {
    const mapping = { time: `Date (${name})`, symbol: 'Pair', side: 'Side', price: 'Price', size: 'Size' }
    const text = `Date (${name}),Pair,Side,Price,Size\n2026-01-02 10:00:00,BTC-USDT,Buy,100,1\n`
    expect(parseImport(text, { mapping })).toMatchObject({ zone: 'unclear', entries: [] })
  })

  it('is UTC where nothing states one, unless the user chooses another; a time with its own zone keeps it', () => {
    const file = (time: string) => `Time,Pair,Side,Price,Executed,Amount,Fee\n${time},${ROW}\n`
    expect(parseImport(file('2026-01-02 10:00:00')).zone).toEqual({ name: 'UTC', from: 'assumed' })
    expect(timesOf(file('2026-01-02 10:00:00'), 'UTC+8')).toEqual(['2026-01-02T02:00:00.000Z'])
    expect(timesOf(file('2026-01-02T10:00:00Z'), 'UTC+8')).toEqual(['2026-01-02T10:00:00.000Z'])
    expect(timesOf(file('2026-01-02T10:00:00+01:00'), 'UTC+8')).toEqual(['2026-01-02T09:00:00.000Z'])
  })

  it('is refused where the answer is no zone', () =>
    expect(() => parseImport(`Time,Pair,Side,Price,Executed,Amount,Fee\n2026-01-02 10:00:00,${ROW}\n`, { zone: 'Moon/Base' })).toThrow(
      'Not a time zone: Moon/Base.',
    ))
})

it('refuses dates in which a spreadsheet has exchanged day and year, but not those of one day of each month', () => {
  const file = (...days: readonly string[]) =>
    ['Time;Pair;Side;Price;Executed;Amount;Fee', ...days.map((day) => `${day} 10:00;${ROW.replaceAll(',', ';')}`)].join('\n')
  expect(() => parseImport(file('26.03.2017', '26.03.2018', '26.04.2002'))).toThrow('day and year exchanged')
  expect(() => parseImport(file('26.04.2002', '26.03.2018', '26.03.2017'))).toThrow('day and year exchanged')
  expect(timesOf(file('26.11.2024', '26.12.2024', '26.01.2025'))).toHaveLength(3)
  expect(timesOf(file('26.03.2026', '26.03.2026', '26.03.2026'))).toHaveLength(3)
})

it('reads days before months behind the year where one is above twelve, in all rows of the file', () => {
  const file = (...days: readonly string[]) =>
    ['time,coin,dir,px,sz,ntl,fee,closedPnl', ...days.map((day) => `${day} - 10:00:00,BTC,Open Long,100,1,100,0,0`)].join('\n')
  expect(timesOf(file('2026-18-09', '2026-03-10'))).toEqual(['2026-09-18T10:00:00.000Z', '2026-10-03T10:00:00.000Z'])
  expect(timesOf(file('2026-09-18', '2026-03-10'))).toEqual(['2026-03-10T10:00:00.000Z', '2026-09-18T10:00:00.000Z'])
})

it.each([
  ['18.9.2025 - 14:59:56'],
  ['18. 9. 2025 - 14:59:56'],
  ['18-9-2025 - 14:59:56'],
  ['18/09/2025 - 14:59:56'],
  ['2025. 9. 18. - 14:59:56'],
  ['2025/9/18 - 14:59:56'],
  ['2025-09-18 - 14:59:56'],
  ['18.09.2025 г. - 14:59:56'],
  ['18/9/2568 - 14:59:56'],
  ['١٨‏/٩‏/٢٠٢٥ - ١٤:٥٩:٥٦'],
  ['14:59:56 2025-09-18'],
  ['25-09-18 14:59:56'],
])('reads the date %s', (text) => expect(iso(instantOfText(text, 'day-first'))).toBe('2025-09-18T14:59:56.000Z'))
