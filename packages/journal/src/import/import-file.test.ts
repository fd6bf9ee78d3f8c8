import { priceText, size, sizeText, usdcText } from '@aerie/core/numbers/units'
import { describe, expect, it } from 'vitest'
import { decimalOf } from './cells.ts'
import { dateOrderOf, instantOfText } from './dates.ts'
import { type ParsedImport, parseImport } from './import-file.ts'
import { ImportFault, MOST_ROWS, parseTable } from './table.ts'

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())

/** What a file holds, one line each. */
const said = ({ entries }: ParsedImport): string[] =>
  entries.map(({ entry }) => {
    if (entry.kind === 'funding') return `${iso(entry.at)} funding ${entry.symbol} ${usdcText(entry.amount)}`
    if (entry.kind === 'trip')
      return `${iso(entry.closedAt)} ${entry.side} ${sizeText(entry.size)} ${entry.symbol} ${priceText(entry.entry)} ${priceText(entry.exit)} ${usdcText(entry.net)}`
    if (entry.kind === 'journal') return `${iso(entry.closedAt)} journal ${entry.symbol}`
    const fee = `${sizeText(size(entry.fee.amount))} ${entry.fee.coin}`.trim()
    return `${iso(entry.at)} ${entry.side} ${sizeText(entry.size)} ${entry.symbol} at ${priceText(entry.price)} fee ${fee}`
  })

describe('files of exchanges', () => {
  it.each([
    [
      'binance-futures-trades',
      'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit\n2024-01-02 03:04:05,BTCUSDT,BUY,"42,000.5",0.01,420.005,0.168002USDT,0\n',
      '2024-01-02T03:04:05.000Z buy 0.01 BTCUSDT at 42000.5 fee 0.168002 USDT',
    ],
    [
      'binance-spot',
      '\uFEFF"Date(UTC)","Pair","Side","Price","Executed","Amount","Fee"\r\n"2024-01-02 03:04:05","SOLUSDT","SELL","100","10SOL","1000USDT","0.001BNB"\r\n',
      '2024-01-02T03:04:05.000Z sell 10 SOLUSDT at 100 fee 0.001 BNB',
    ],
    [
      'binance-spot-old',
      'Date(UTC);Market;Type;Price;Amount;Total;Fee;Fee Coin\n2018-01-02 03:04:05;ETHBTC;BUY;0.05;2;0.1;0.002;ETH\n',
      '2018-01-02T03:04:05.000Z buy 2 ETHBTC at 0.05 fee 0.002 ETH',
    ],
    [
      'binance-futures-transactions',
      'Date(UTC),type,Amount,Asset,Symbol,Transaction ID\n2024-01-02 08:00:00,FUNDING_FEE,-0.1234567,USDT,BTCUSDT,77\n2024-01-02 08:00:00,TRANSFER,5,USDT,,78\n',
      '2024-01-02T08:00:00.000Z funding BTCUSDT -0.123457',
    ],
    [
      'bybit-closed-pnl',
      'Contracts,Closing Direction,Qty,Entry Price,Exit Price,Closed P&L,Exit Type,Trade Time(UTC+0)\nBTCUSDT,Sell,0.1,40000,41000,97.5,Trade,2024-01-02 03:04:05\n',
      '2024-01-02T03:04:05.000Z long 0.1 BTCUSDT 40000 41000 97.5',
    ],
    [
      'bybit-uta',
      'Time,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Fee Rate,Trade ID,Order ID\n2024-01-02 03:04:05,USDT,BTCUSDT,TRADE,SELL,-0.1,0,41000,0,-2.255,0,0,0,0.00055,a1,b1\n',
      '2024-01-02T03:04:05.000Z sell 0.1 BTCUSDT at 41000 fee 2.255 USDT',
    ],
    [
      'hyperliquid-trades',
      'time,coin,dir,px,sz,ntl,fee,closedPnl\n9/18/2025 - 14:59:56,BTC,Long > Short,"117,000",0.02,2340,1.053,-3.2\n',
      '2025-09-18T14:59:56.000Z sell 0.02 BTC at 117000 fee 1.053 USDC',
    ],
    [
      'hyperliquid-funding',
      'time,coin,sz,side,payment,rate\n18/03/2026 - 11:00:00,ETH,1,Long,0.25,0.0001\n',
      '2026-03-18T11:00:00.000Z funding ETH 0.25',
    ],
    [
      'dydx-trades',
      'time,market,side,amount,price,total,fee,type,liquidity\n2025-01-02T03:04:05.678Z,ETH-USD,BUY,1.5,3000,4500,2.25,LIMIT,TAKER\n',
      '2025-01-02T03:04:05.678Z buy 1.5 ETH-USD at 3000 fee 2.25 USDC',
    ],
    [
      'coinbase-exchange-fills',
      'portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit\ndefault,9,BTC-USD,SELL,2024-01-02T03:04:05.678Z,0.5,BTC,42000,21,20979,USD\n',
      '2024-01-02T03:04:05.678Z sell 0.5 BTC-USD at 42000 fee 21 USD',
    ],
    [
      'coinbase-retail',
      '\nTransactions\nUser,somebody,id\nID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\nx1,2024-01-02 03:04:05 UTC,Advanced Trade Sell,BTC,-0.5,USD,"$42,000.00","$21,000.00","$20,979.00",$21.00,"Sold, at last"\nx2,2024-01-02 03:04:05 UTC,Send,BTC,-0.5,USD,1,1,1,0,\n',
      '2024-01-02T03:04:05.000Z sell 0.5 BTC-USD at 42000 fee 21 USD',
    ],
  ])('reads %s', (format, text, line) => {
    const parsed = parseImport(text)
    expect(parsed.format.id).toBe(format)
    expect(parsed.problems).toEqual([])
    expect(said(parsed)).toEqual([line])
  })

  it("reads what nobody knows by the user's own mapping", () => {
    const text = 'when,what,way,at,many\n2024-01-02 03:04,BTC,Sell,1,2\n'
    expect(() => parseImport(text)).toThrow(ImportFault)
    const mapping = { time: 'when', symbol: 'what', side: 'way', price: 'at', size: 'many' }
    expect(said(parseImport(text, { mapping }))).toEqual(['2024-01-02T03:04:00.000Z sell 2 BTC at 1 fee 0'])
  })
})

const HYPERLIQUID = 'time,coin,dir,px,sz,ntl,fee,closedPnl\n'
const trade = (time: string, more = 'BTC,Open Long,100,1,100,0.1,0') => `${time},${more}\n`

describe('dates', () => {
  it('are decided over the whole file: by a day above twelve, or by the order of its rows', () => {
    expect(dateOrderOf(['08/03/2026 - 11:15:00', '13/03/2026 - 11:15:00'])).toBe('day-first')
    expect(dateOrderOf(['9/8/2025 - 14:59:56', '9/18/2025 - 14:59:56'])).toBe('month-first')
    // 1 February, 2 January: back in time one way, on the other
    expect(dateOrderOf(['01/12/2026 - 10:00:00', '02/11/2026 - 10:00:00', '03/12/2026 - 10:00:00'])).toBe('month-first')
    expect(dateOrderOf(['01/02/2026 - 10:00:00', '02/03/2026 - 10:00:00'])).toBe('undecided')
    expect(dateOrderOf(['03/03/2026 - 10:00:00'])).toBe('day-first')
  })

  it('are asked for where nothing decides', () => {
    const text = `${HYPERLIQUID}${trade('01/02/2026 - 10:00:00')}${trade('02/03/2026 - 10:00:00')}`
    expect(parseImport(text)).toMatchObject({ dateOrder: 'undecided', entries: [], rows: 2 })
    expect(said(parseImport(text, { dateOrder: 'month-first' }))[0]).toContain('2026-01-02T10:00:00')
    expect(said(parseImport(text, { dateOrder: 'day-first' }))[0]).toContain('2026-02-01T10:00:00')
  })

  it.each([
    ['1700000000', '2023-11-14T22:13:20.000Z'],
    ['1700000000123', '2023-11-14T22:13:20.123Z'],
    ['24-01-02 03:04:05', '2024-01-02T03:04:05.000Z'],
    ['1/2/2024, 3:04:05 PM', '2024-02-01T15:04:05.000Z'],
    ['2024-02-30 00:00:00', undefined],
    ['31/02/2024 - 00:00:00', undefined],
    ['soon', undefined],
  ])('reads %s', (text, instant) => expect(iso(instantOfText(text, 'day-first'))).toBe(instant))
})

describe('bad rows', () => {
  it('are named and left out, the others kept', () => {
    const parsed = parseImport(
      `${HYPERLIQUID}${trade('13/01/2026 - 10:00:00')}${trade('soon')}${trade('13/01/2026 - 10:00:00', 'BTC,Open Long,many,1,1,0,0')}${trade('13/01/2026 - 10:00:00', 'BTC,Gift,1,1,1,0,0')}${trade('13/01/2026 - 10:00:00', '=1+1,Open Long,1,1,1,0,0')}${trade('13/01/2026 - 10:00:00', 'BTC,Open Long,0,1,1,0,0')}`,
    )
    expect(parsed.entries).toHaveLength(1)
    expect(parsed.problems).toEqual([
      { row: 3, text: 'time is no date: soon' },
      { row: 4, text: 'px is no number: many' },
      { row: 5, text: 'neither buy nor sell: Gift' },
      { row: 6, text: 'not a symbol: =1+1' },
      { row: 7, text: 'the price is not above 0' },
    ])
  })

  it.each([
    ['', 'The file is empty.'],
    ['\n\n', 'The file is empty.'],
    ['P\u0000K', 'The file is not text in UTF-8. Save it as "CSV UTF-8" and import that.'],
    ['"a', 'The file cannot be read as CSV'],
    ['a,b\n1,2', 'No exchange that is known writes these columns.'],
  ])('refuses %j whole', (text, words) => expect(() => parseImport(text)).toThrow(words))
})

describe('keys', () => {
  it('make two equal trades two, and the same file again nothing new', () => {
    const text = `${HYPERLIQUID}${trade('13/01/2026 - 10:00:00')}${trade('13/01/2026 - 10:00:00')}`
    const keys = parseImport(text).entries.map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
    expect(parseImport(text).entries.map(({ key }) => key)).toEqual(keys)
    expect(
      parseImport(`${text}${trade('14/01/2026 - 10:00:00')}`)
        .entries.map(({ key }) => key)
        .slice(0, 2),
    ).toEqual(keys)
  })
})

describe('figures', () => {
  it.each([
    ['1.5E-7', 150_000n],
    ['1.25e3', 1_250_000_000_000_000n],
    ['(12.5)', -12_500_000_000_000n],
    ['-$1,234.5', -1_234_500_000_000_000n],
    ['.5', 500_000_000_000n],
    ['0.1234567890129', 123_456_789_012n],
  ])('reads %s exactly', (text, value) => expect(decimalOf(text, 'x')).toBe(value))

  it.each(['', 'NaN', '1e999', '0x10', '1.2.3', 'Infinity', '1'.repeat(30)])('refuses %j', (text) =>
    expect(() => decimalOf(text, 'x')).toThrow('x is no number'),
  )
})

it('takes a header and 200,000 rows, and names the limit for one more', () => {
  const file = (rows: number) => `a,b\n${'1,2\n'.repeat(rows)}`
  expect(parseTable(file(MOST_ROWS))).toHaveLength(MOST_ROWS + 1)
  expect(() => parseTable(file(MOST_ROWS + 1))).toThrow('The file has more than 200,000 rows. Split it by date.')
})
