import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ImportChoices, parseImport } from './import-file.ts'
import { linesOf, tripsOf } from './test-lines.ts'

const LOG =
  'Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Action,OrderId,TradeId,Time'

/** Rows of the unified log: `BUY OPEN 1 at 100 holds 1`. */
const log = (...rows: readonly string[]): string =>
  [
    LOG,
    ...rows.map((row, at) => {
      const [direction, action, size, , price, , position = ''] = row.split(' ')
      const day = String(at + 1).padStart(2, '0')
      return action === 'SETTLEMENT'
        ? `USDT,AAAUSDT,SETTLEMENT,${direction},0,0,0,${size},0,0,${size},0,SETTLEMENT,o${at},t${at},2026-01-${day} 10:00:00`
        : `USDT,AAAUSDT,TRADE,${direction},${size},${position},${price},0,0,0,0,0,${action},o${at},t${at},2026-01-${day} 10:00:00`
    }),
  ].join('\n')

describe('the unified log of Bybit', () => {
  const BOTH = [
    'BUY OPEN 1 at 100 holds 1',
    'SELL OPEN 2 at 110 holds 2',
    'SELL SETTLEMENT 0.5',
    'BUY SETTLEMENT -0.25',
    'BUY CLOSE 2 at 105 holds 0',
    'SELL CLOSE 1 at 120 holds 0',
  ]
  const APART = [
    'Bybit AAAUSDT short 2 closed USDT gross 10 fees 0 funding 0.5 net 10.5',
    'Bybit AAAUSDT long 1 closed USDT gross 20 fees 0 funding -0.25 net 19.75',
  ]

  it('keeps long and short apart in hedge mode, with the funding of each', () => expect(linesOf([log(...BOTH)])).toEqual(APART))

  it('keeps them apart where what was opened is half of what is held', () =>
    expect(
      linesOf([
        log('BUY OPEN 2 at 100 holds 2', 'SELL OPEN 1 at 100 holds -1', 'SELL CLOSE 2 at 110 holds 0', 'BUY CLOSE 1 at 105 holds 0'),
      ]),
    ).toEqual([
      'Bybit AAAUSDT long 2 closed USDT gross 20 fees 0 funding 0 net 20',
      'Bybit AAAUSDT short 1 closed USDT gross -5 fees 0 funding 0 net -5',
    ]))

  it('asks if it does not state the size after a fill, and follows the answer', () => {
    const file = log(...BOTH.map((row) => row.replace(/ holds .*/, '')))
    expect(parseImport(file)).toMatchObject({ isHedgeUnclear: true, entries: [] })
    expect(linesOf([file], { isHedged: true })).toEqual(APART)
    expect(linesOf([file], { isHedged: false })[0]).toBe('Bybit AAAUSDT long 1 closed USDT gross 10 fees 0 funding 0 net 10')
  })

  it('reads a fill through zero of an account with one position per market as one', () =>
    expect(linesOf([log('BUY OPEN 1 at 100 holds 1', 'SELL OPEN 3 at 110 holds 2', 'BUY CLOSE 2 at 105 holds 0')])).toEqual([
      'Bybit AAAUSDT long 1 closed USDT gross 10 fees 0 funding 0 net 10',
      'Bybit AAAUSDT short 2 closed USDT gross 10 fees 0 funding 0 net 10',
    ]))

  it('asks nothing where only one direction is open at a time', () => {
    const file = log('BUY OPEN 1 at 100', 'SELL CLOSE 1 at 110', 'SELL OPEN 1 at 110', 'BUY CLOSE 1 at 105')
    expect(linesOf([file])).toEqual([
      'Bybit AAAUSDT long 1 closed USDT gross 10 fees 0 funding 0 net 10',
      'Bybit AAAUSDT short 1 closed USDT gross 5 fees 0 funding 0 net 5',
    ])
  })

  it('opens nothing for what closes a position from before the file', () =>
    expect(linesOf([log('SELL CLOSE 1 at 100 holds 2', 'SELL CLOSE 2 at 100 holds 0', 'BUY OPEN 1 at 90 holds 1')])).toEqual([
      'Bybit AAAUSDT long 1 open USDT gross - fees 0 funding 0 net -',
    ]))
})

describe('the derivatives trades of Bybit', () => {
  const rows = ['Buy,1,100', 'Sell,2,110', 'Buy,2,105', 'Sell,1,120']
  const APART = [
    'Bybit AAAUSDT short 2 closed USDT gross 10 fees 0 funding 0 net 10',
    'Bybit AAAUSDT long 1 closed USDT gross 20 fees 0 funding 0 net 20',
  ]
  const file = (column: string, told: readonly string[], choices: ImportChoices = {}): string[] =>
    linesOf(
      [
        [
          `Contracts,Trade Type,Filled Qty,Filled Price,Fees Paid,${column},Transaction ID,Time`,
          ...rows.map((row, at) => {
            const [side = '', size = '', price = ''] = row.split(',')
            const cells = column === 'Direction' ? (told[at] ?? '') : `${side},${told[at] ?? ''}`
            return `AAAUSDT,Trade,${size},${price},0,${cells},a${at},2026-01-1${at} 10:00:00`
          }),
        ].join('\n'),
      ],
      choices,
    )

  it('are of the position that the row names', () => {
    expect(file('Direction', ['Open Long', 'Open Short', 'Close Short', 'Close Long'])).toEqual(APART)
    expect(file('Side,Position Side', ['Long', 'Short', 'Short', 'Long'])).toEqual(APART)
    expect(file('Side,positionIdx', ['1', '2', '2', '1'])).toEqual(APART)
  })

  it('are of one position per market where the index is 0', () =>
    expect(file('Side,positionIdx', ['0', '0', '0', '0'])).toEqual([
      'Bybit AAAUSDT long 1 closed USDT gross 10 fees 0 funding 0 net 10',
      'Bybit AAAUSDT short 1 closed USDT gross 5 fees 0 funding 0 net 5',
      'Bybit AAAUSDT long 1 closed USDT gross 15 fees 0 funding 0 net 15',
    ]))
})

it('takes the direction of a closed position of Bybit from its column, before its result', () => {
  const header = 'Market,Order Quantity,Entry Price,Exit Price,Opening Fee,Closing Fee,Direction,Realized P&L,Trade time'
  expect(linesOf([`${header}\nAAAUSDT,1,100,100,0.05,0.05,Close Short,-0.1,10:00 2026-01-10\n`])).toEqual([
    'Bybit AAAUSDT short 1 closed USDT gross 0 fees 0.1 funding 0 net -0.1',
  ])
})

it('closes a position without a name by a fill that names it, as of a file and a connection', () => {
  const plain = 'Contracts,Trade Type,Filled Qty,Filled Price,Fees Paid,Direction,Transaction ID,Time\n'
  expect(
    linesOf([
      `${plain}AAAUSDT,Trade,1,100,0,Buy,a1,2026-01-10 10:00:00\n`,
      `${plain}AAAUSDT,Trade,1,110,0,Close Long,a2,2026-01-11 10:00:00\n`,
    ]),
  ).toEqual(['Bybit AAAUSDT long 1 closed USDT gross 10 fees 0 funding 0 net 10'])
})

it('asks where a market of Binance realizes nothing by what would close a position at another price, if another market does', () => {
  const file = [
    'Time,Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit',
    '2026-01-02 00:00:00,AAAUSDT,SELL,75,2,150,0USDT,0',
    '2026-01-02 00:01:00,AAAUSDT,BUY,103,2,206,0USDT,0',
    '2026-01-02 00:02:00,BBBUSDT,BUY,10,1,10,0USDT,0',
    '2026-01-02 00:03:00,BBBUSDT,SELL,11,1,11,0USDT,1',
  ].join('\n')
  expect(parseImport(file)).toMatchObject({ isHedgeUnclear: true, entries: [] })
  expect(linesOf([file], { isHedged: true })).toEqual([
    'Binance AAAUSDT short 2 open USDT gross - fees 0 funding 0 net -',
    'Binance AAAUSDT long 2 open USDT gross - fees 0 funding 0 net -',
    'Binance BBBUSDT long 1 closed USDT gross 1 fees 0 funding 0 net 1',
  ])
  expect(linesOf([file], { isHedged: false })[0]).toBe('Binance AAAUSDT short 2 closed USDT gross -56 fees 0 funding 0 net -56')
})

describe('a file that begins with an open position', () => {
  const ADDED = [
    'BUY OPEN 1 at 200 holds 6',
    'SELL CLOSE 6 at 150 holds 0',
    'SELL OPEN 2 at 150 holds 2',
    'SELL OPEN 1 at 160 holds 3',
    'BUY CLOSE 3 at 140 holds 0',
  ]
  const SHORT = 'Bybit AAAUSDT short 3 closed USDT gross 40 fees 0 funding 0 net 40'

  it('has no trade of that position, whose cost is not known, until the earlier file is imported', () => {
    const file = log(...ADDED)
    expect(linesOf([file])).toEqual([SHORT])
    const earlier = log('BUY OPEN 5 at 100 holds 5')
      .replaceAll(/(o|t)0/g, '$19')
      .replace('2026-01-01', '2025-12-31')
    expect(linesOf([file, earlier])).toEqual(['Bybit AAAUSDT long 6 closed USDT gross 200 fees 0 funding 0 net 200', SHORT])
  })

  const FILLS = fc.array(
    fc.record({ isBuy: fc.boolean(), price: fc.integer({ min: 5_000, max: 20_000 }), size: fc.integer({ min: 1, max: 3 }) }),
    { minLength: 1, maxLength: 20 },
  )
  type Fill = { readonly isBuy: boolean; readonly price: number; readonly size: number }
  const sized = (fills: string): Fill[] =>
    fills.split(' ').map((fill) => ({ isBuy: fill.startsWith('b'), price: 5_000, size: Number(fill.slice(1)) }))
  type Held = Fill & { readonly before: number; readonly after: number }

  function heldBy(fills: readonly Fill[]): Held[] {
    let held = 0
    return fills.map((fill) => {
      const before = held
      held += fill.isBuy ? fill.size : -fill.size
      return { ...fill, before, after: held }
    })
  }

  const timeOf = (at: number): string => new Date(Date.UTC(2026, 0, 2, 0, at)).toISOString().slice(0, 19).replace('T', ' ')
  const bybit =
    (turn: 'OPEN' | 'CLOSE') =>
    (fills: readonly Held[], from: number): string =>
      [
        LOG,
        ...fills.map(({ isBuy, price, size, before, after }, at) => {
          const isAdding = before === 0 || before > 0 === isBuy
          const action = isAdding ? 'OPEN' : Math.abs(before) < size ? turn : 'CLOSE'
          const [direction, id] = [isBuy ? 'BUY' : 'SELL', at + from]
          return `USDT,AAAUSDT,TRADE,${direction},${size},${Math.abs(after)},${price},0,0,0,0,0,${action},o${id},t${id},${timeOf(id)}`
        }),
      ].join('\n')
  const kraken = (fills: readonly Held[], from: number): string =>
    [
      'uid,dateTime,account,type,symbol,contract,change,new balance,new average entry price,trade price,realized pnl,fee,realized funding',
      ...fills.flatMap(({ isBuy, price, size, after }, at) => [
        `p${at + from},${timeOf(at + from)},flex,futures trade,pf_aaausd,pf_aaausd,${isBuy ? size : -size},${after},1,${price},,,`,
        `c${at + from},${timeOf(at + from)},flex,futures trade,usd,pf_aaausd,0,1,,${price},1,0,`,
      ]),
    ].join('\n')

  it.each([
    ['the log of Bybit', bybit('CLOSE')],
    ['the log of Bybit, a turn being an opening', bybit('OPEN')],
    ['the log of Kraken', kraken],
  ])('has only trades of the whole history, with their figures: %s', (_title, fileOf) => {
    const closedOf = (text: string): string[] =>
      tripsOf([parseImport(text).entries]).flatMap(({ side, size, gross, openedAt, closedAt }) =>
        closedAt === null ? [] : [`${side} ${size} ${gross} ${openedAt} ${closedAt}`],
      )
    let found = 0
    fc.assert(
      fc.property(FILLS, fc.nat(10), (made, first) => {
        const fills = heldBy(made)
        const from = Math.min(first, fills.length - 1)
        const all = closedOf(fileOf(fills, 0))
        const cut = closedOf(fileOf(fills.slice(from), from))
        found += cut.length
        expect(all).toEqual(expect.arrayContaining(cut))
      }),
      { numRuns: 500, examples: [[sized('s1 b3 s2 b1 s1 b2 s3 b2 b1 s1'), 1]] },
    )
    expect(found).toBeGreaterThan(0)
  })
})
