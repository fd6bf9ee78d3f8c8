import { itemAt } from '@aerie/core/item-at'
import { priceText, size, sizeText, usdcText } from '@aerie/core/numbers/units'
import { describe, expect, it } from 'vitest'
import { decimalOf } from './cells.ts'
import { dateOrderOf, instantOfText } from './dates.ts'
import { type ParsedImport, parseImport } from './import-file.ts'
import { ImportFault, MOST_ROWS, parseTable } from './table.ts'

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())

const entryTexts = ({ entries }: ParsedImport): string[] =>
  entries.map(({ entry }) => {
    if (entry.kind === 'funding') return `${iso(entry.at)} funding ${entry.symbol} ${usdcText(entry.amount)}`
    if (entry.kind === 'trip')
      return `${iso(entry.closedAt)} ${entry.side} ${sizeText(entry.size)} ${entry.symbol} ${priceText(entry.entry)} ${priceText(entry.exit)} ${usdcText(entry.net)}`
    if (entry.kind === 'journal') return `${iso(entry.closedAt)} journal ${entry.symbol}`
    const fee = `${sizeText(size(entry.fee.amount))} ${entry.fee.coin}`.trim()
    return `${iso(entry.at)} ${entry.side} ${sizeText(entry.size)} ${entry.symbol} at ${priceText(entry.price)} fee ${fee}`
  })

describe('exchange files', () => {
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
    [
      'coinbase-retail-spot',
      'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\n2022-09-27T18:36:58Z,Buy,BTC,0.03,EUR,9287.38,278.62,283.02,4.40,Bought\n',
      '2022-09-27T18:36:58.000Z buy 0.03 BTC-EUR at 9287.38 fee 4.4 EUR',
    ],
    [
      'coinbase-retail-fees',
      'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes\n2021-04-14T09:00:00Z,Sell,ETH,0.5,USD,1800.00,900.00,887.50,12.50,Sold\n',
      '2021-04-14T09:00:00.000Z sell 0.5 ETH-USD at 1800 fee 12.5 USD',
    ],
    [
      'coinbase-retail-named',
      'Transactions\nUser,somebody,id\n\nTimestamp,Transaction Type,Asset,Quantity Transacted,EUR Spot Price at Transaction,EUR Subtotal,EUR Total (inclusive of fees),EUR Fees,Notes\n2020-03-09T05:17:11Z,Sell,BTC,0.03517833,6831.48,240.32,236.74,3.58,Sold\n',
      '2020-03-09T05:17:11.000Z sell 0.03517833 BTC-EUR at 6831.48 fee 3.58 EUR',
    ],
    [
      'coinbase-retail',
      'Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\n2023-12-01 05:17:11 UTC,Advance Trade Buy,BTC,0.5,USD,40000,20000,20010,10,\n',
      '2023-12-01T05:17:11.000Z buy 0.5 BTC-USD at 40000 fee 10 USD',
    ],
    [
      'coinbase-exchange-fills',
      'trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit\n9,BTC-USD,BUY,2019-01-02T03:04:05.678Z,0.5,BTC,42000,21,-21021,USD\n',
      '2019-01-02T03:04:05.678Z buy 0.5 BTC-USD at 42000 fee 21 USD',
    ],
    [
      'coinbase-exchange-account',
      'portfolio,type,time,amount,balance,amount/balance unit,transfer id,trade id,order id\ndefault,deposit,2024-01-01T00:00:00Z,30000,30000,USD,t,,\ndefault,match,2024-01-02T03:04:05.678Z,0.5,0.5,BTC,,9,o\ndefault,match,2024-01-02T03:04:05.678Z,-21000,9000,USD,,9,o\ndefault,fee,2024-01-02T03:04:05.678Z,-21,8979,USD,,9,o\n',
      '2024-01-02T03:04:05.678Z buy 0.5 BTC-USD at 42000 fee 21 USD',
    ],
    [
      'dydx-trades',
      'Zeit;Markt;Seite;Betrag;Preis;Gesamt;Gebühr;Typ;Liquidität\n22.01.25, 15:04;ETH-USD;Verkauf;1,5;3.000,25;4.500,38 $;2,25 $;Limit;Nehmer\n',
      '2025-01-22T15:04:00.000Z sell 1.5 ETH-USD at 3000.25 fee 2.25 USDC',
    ],
    [
      'dydx-trades',
      '"時間","市場","サイド","数量","価格","合計","手数料","種類","流動性"\n"2025/1/2 15:04","ETH-USD","買い","1.5","$3,000.5","$4,500.75","-$0.25","指値","メイカー"\n',
      '2025-01-02T15:04:00.000Z buy 1.5 ETH-USD at 3000.5 fee -0.25 USDC',
    ],
    [
      'dydx-trades',
      'Time,Market,Side,Amount,Price,Total,Fee,Type,Liquidity\n"1/22/25, 3:04\u202fPM",ETH-USD,Buy,1.5,"$3,000.00","$4,500.00",$2.25,Limit,Taker\n',
      '2025-01-22T15:04:00.000Z buy 1.5 ETH-USD at 3000 fee 2.25 USDC',
    ],
    [
      'dydx-funding',
      'Heure,Marché,Côté,Prix,Taille,Paiement,Taux\n13/01/2025 15:04,BTC-USD,Long,100000,0.5,-0.75,0.0000125\n',
      '2025-01-13T15:04:00.000Z funding BTC-USD -0.75',
    ],
    [
      'binance-spot',
      'Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n2024-01-02 03:04:05,1INCHUSDT,BUY,0.4,101INCH,4USDT,0.011INCH\n',
      '2024-01-02T03:04:05.000Z buy 10 1INCHUSDT at 0.4 fee 0.01 1INCH',
    ],
    [
      'bybit-uta',
      'Time,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Fee Rate,Trade ID,Order ID\n2024-01-02 03:04:05,USDT,BTCUSDT,trade,Close Long,0.1,0,41000,0,2.255,100,97.745,0,0.00055,a1,b1\n',
      '2024-01-02T03:04:05.000Z sell 0.1 BTCUSDT at 41000 fee 2.255 USDT',
    ],
    [
      'bybit-uta',
      'Time,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Fee Rate,Trade ID,Order ID\n2024-01-02 03:04:05,USDT,BTCUSDT,TRADE,BUY,0.1,0.1,41000,0,-0.4,0,0.4,0,-0.0001,a1,b1\n',
      '2024-01-02T03:04:05.000Z buy 0.1 BTCUSDT at 41000 fee -0.4 USDT',
    ],
    [
      'bybit-uta',
      'Time,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Fee Rate,Trade ID,Order ID\n2024-01-02 08:00:00,USDT,BTCUSDT,funding,,0.1,0.1,41000,0.5,0,0,-0.5,0,0.0001,a2,\n',
      '2024-01-02T08:00:00.000Z funding BTCUSDT -0.5',
    ],
    [
      'hyperliquid-trades',
      'time,coin,dir,px,sz,ntl,fee,closedPnl\n9/18/2025 - 14:59:56,BTC,Liquidated Isolated Long,117000,0.02,2340,1.053,-3.2\n',
      '2025-09-18T14:59:56.000Z sell 0.02 BTC at 117000 fee 1.053 USDC',
    ],
  ])('reads %s', (format, text, line) => {
    const parsed = parseImport(text)
    expect(parsed.format.id).toBe(format)
    expect(parsed.problems).toEqual([])
    expect(entryTexts(parsed)).toEqual([line])
  })

  it('reads an unrecognised format with a mapping supplied by the user', () => {
    const text = 'when,what,way,at,many\n2024-01-02 03:04,BTC,Sell,1,2\n'
    expect(() => parseImport(text)).toThrow(ImportFault)
    const mapping = { time: 'when', symbol: 'what', side: 'way', price: 'at', size: 'many' }
    expect(entryTexts(parseImport(text, { mapping }))).toEqual(['2024-01-02T03:04:00.000Z sell 2 BTC at 1 fee 0'])
  })
})

describe('tricky files', () => {
  it('reverses rows that are sorted newest first, even when two rows share a time', () => {
    const rows = ['2024-01-02 03:04:05,Close Long,0.1,b2', '2024-01-02 03:04:05,Open Long,0.1,b1'].map((row) => {
      const [time, direction, quantity, id] = row.split(',')
      return `${time},USDT,BTCUSDT,trade,${direction},${quantity},0,41000,0,0,0,0,0,0,${id},o`
    })
    const header =
      'Time,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Fee Rate,Trade ID,Order ID'
    const sides = (text: string) => parseImport(text).entries.map(({ entry }) => 'side' in entry && entry.side)
    expect(sides([header, ...rows].join('\n'))).toEqual(['buy', 'sell'])
    const plain = 'time,coin,dir,px,sz,ntl,fee,closedPnl\n'
    const [early, late] = ['2026-01-13 10:00:00', '2026-01-14 10:00:00']
    const line = (time: string, dir: string) => `${time},BTC,${dir},100,1,100,0.1,0\n`
    expect(sides(`${plain}${line(late, 'Close Long')}${line(late, 'Open Long')}${line(early, 'Open Short')}`)).toEqual([
      'sell',
      'buy',
      'sell',
    ])
    expect(sides(`${plain}${line(early, 'Open Short')}${line(late, 'Open Long')}${line(late, 'Close Long')}`)).toEqual([
      'sell',
      'buy',
      'sell',
    ])
  })

  it('reads a decimal comma where the whole file uses it, and never a tenth as a unit', () => {
    const file = (rows: string) => `time;coin;dir;px;sz;ntl;fee;closedPnl\n${rows}`
    expect(entryTexts(parseImport(file('2026-01-13 10:00:00;BTC;Open Long;1.234,5;0,5;617,25;0,002;0\n')))).toEqual([
      '2026-01-13T10:00:00.000Z buy 0.5 BTC at 1234.5 fee 0.002 USDC',
    ])
    expect(entryTexts(parseImport(file('2026-01-13 10:00:00;BTC;Open Long;1,234;2;2;1;0\n')))).toEqual([
      '2026-01-13T10:00:00.000Z buy 2 BTC at 1.234 fee 1 USDC',
    ])
    const plain = 'when,what,way,at,many,tags\n2026-01-13 10:00:00,BTC,buy,100,1.234,"1,2"\n'
    const mapping = { time: 'when', symbol: 'what', side: 'way', price: 'at', size: 'many' }
    expect(entryTexts(parseImport(plain, { mapping }))).toEqual(['2026-01-13T10:00:00.000Z buy 1.234 BTC at 100 fee 0'])
    const thousands = file('2026-01-13 10:00:00;BTC;Open Long;1,234,567;2;2,469,134;1;0\n')
    expect(entryTexts(parseImport(thousands))).toEqual(['2026-01-13T10:00:00.000Z buy 2 BTC at 1234567 fee 1 USDC'])
    const mixed = parseImport(file('2026-01-13 10:00:00;BTC;Open Long;100.25;0,5;50;0;0\n'))
    expect(mixed.problems).toEqual([{ row: 2, text: 'sz is no number: 0,5' }])
  })

  it('decides whether 60,000 is sixty thousand by the other figures of its column and row, or refuses the file', () => {
    const header = 'time,coin,dir,px,sz,ntl,fee,closedPnl'
    const read = (separator: string, ...rows: readonly string[]) =>
      entryTexts(parseImport([header, ...rows].join('\n').replaceAll(',', separator).replaceAll('_', ',')))
    const row = (px: string, sz: string, ntl: string, day = 13): string =>
      `2026-01-${day} 10:00:00,BTC,Open Long,"${px}","${sz}","${ntl}",0,0`
    const bought = (price: number, size: number, day = 13): string => `2026-01-${day}T10:00:00.000Z buy ${size} BTC at ${price} fee 0 USDC`
    for (const separator of [',', ';', '\t']) {
      // The total
      expect(read(separator, row('60_000', '2', '120000'))).toEqual([bought(60_000, 2)])
      expect(read(separator, row('60_125', '2', '120'))).toEqual([bought(60.125, 2)])
      // Another price of the column
      expect(read(separator, row('60_000', '2', '120_000'), row('950', '1', '950', 14))).toEqual([bought(60_000, 2), bought(950, 1, 14)])
      expect(read(separator, row('60_125', '1', '60_125'), row('10000', '1', '10000', 14))).toEqual([
        bought(60.125, 1),
        bought(10_000, 1, 14),
      ])
      expect(() => read(separator, row('60_000', '2', '120_000'))).toThrow(
        'Nothing in the file shows whether 60,000 is 60000 or 60.000. Write its figures without a separator of thousands and with a decimal point.',
      )
    }
  })

  it('reads 60,000 in an exchange’s own file as sixty thousand, and refuses it in a spreadsheet’s copy with semicolons', () => {
    const file =
      'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit\n2026-01-13 10:00:00,BTCUSDT,BUY,"60_000",1,"60_000",30USDT,0\n'
    expect(entryTexts(parseImport(file.replaceAll('_', ',')))).toEqual(['2026-01-13T10:00:00.000Z buy 1 BTCUSDT at 60000 fee 30 USDT'])
    expect(() => parseImport(file.replaceAll(',', ';').replaceAll('_', ','))).toThrow(
      /^Nothing in the file shows whether 60,000 is 60000 or 60\.000\./,
    )
  })

  it('refuses dates in mixed orders, and names the rows', () => {
    const text = `${HYPERLIQUID}${trade('25/12/2025 - 10:00:00')}${trade('01/02/2026 - 10:00:00')}${trade('12/26/2025 - 10:00:00')}`
    expect(() => parseImport(text)).toThrow(
      'The dates are in two orders: row 2 has 25/12/2025 - 10:00:00, row 4 has 12/26/2025 - 10:00:00. Import the rows of each order as a file of their own.',
    )
  })

  it('identifies a trade from an account statement by the same key as the fills file', () => {
    const fills =
      'portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit\ndefault,9,BTC-USD,BUY,2024-01-02T03:04:05Z,0.5,BTC,42000,21,-21021,USD\n'
    const account =
      'type,time,amount,balance,amount/balance unit,transfer id,trade id,order id\nmatch,2024-01-02T03:04:05Z,-21000,0,USD,,9,o\nfee,2024-01-02T03:04:05Z,-21,0,USD,,9,o\nmatch,2024-01-02T03:04:05Z,0.5,0,BTC,,9,o\nmatch,2024-01-02T03:04:06Z,0.5,0,BTC,,10,o\ndeposit,2024-01-02T03:04:05Z,1,0,USD,x,,\n'
    const read = parseImport(account)
    expect(read.entries.map(({ key }) => key)).toEqual(parseImport(fills).entries.map(({ key }) => key))
    expect(entryTexts(read)).toEqual(entryTexts(parseImport(fills)))
    expect(read.others).toBe(1)
    expect(read.problems).toEqual([
      { row: 5, text: 'a trade of an account statement has one row of what was given, one of what was got and at most one fee' },
    ])
  })

  it('reports what a statement lacks, and which file contains it', () => {
    const read = parseImport(
      'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n1,2024-01-02 08:00:00,USD-M Futures,Funding Fee,USDT,-0.5,\n1,2024-01-02 08:00:01,Spot,Deposit,USDT,5,\n1,2024-01-02 08:00:02,Spot,Transaction Fee,BNB,-0.1,\n',
    )
    expect([read.format.id, read.entries, read.others]).toEqual(['binance-statement', [], 1])
    expect(read.problems).toEqual([
      { row: 2, text: 'a statement does not name the market of a funding fee. Import the futures transaction history, which does.' },
      { row: 4, text: 'a statement does not tell the trade of a fee. Import the trade history, which has the fee of each trade.' },
    ])
  })
})

const HYPERLIQUID = 'time,coin,dir,px,sz,ntl,fee,closedPnl\n'
const trade = (time: string, more = 'BTC,Open Long,100,1,100,0.1,0') => `${time},${more}\n`

describe('dates', () => {
  it('are resolved over the whole file: by a day above twelve, or by the order of its rows', () => {
    expect(dateOrderOf(['08/03/2026 - 11:15:00', '13/03/2026 - 11:15:00'])).toBe('day-first')
    expect(dateOrderOf(['9/8/2025 - 14:59:56', '9/18/2025 - 14:59:56'])).toBe('month-first')
    // 1 February, 2 January: back in time one way, on the other
    expect(dateOrderOf(['01/12/2026 - 10:00:00', '02/11/2026 - 10:00:00', '03/12/2026 - 10:00:00'])).toBe('month-first')
    expect(dateOrderOf(['01/02/2026 - 10:00:00', '02/03/2026 - 10:00:00'])).toBe('undecided')
    expect(dateOrderOf(['03/03/2026 - 10:00:00'])).toBe('day-first')
  })

  it('require a choice by the user when nothing resolves them', () => {
    const text = `${HYPERLIQUID}${trade('01/02/2026 - 10:00:00')}${trade('02/03/2026 - 10:00:00')}`
    expect(parseImport(text)).toMatchObject({ dateOrder: 'undecided', entries: [], rows: 2 })
    expect(entryTexts(parseImport(text, { dateOrder: 'month-first' }))[0]).toContain('2026-01-02T10:00:00')
    expect(entryTexts(parseImport(text, { dateOrder: 'day-first' }))[0]).toContain('2026-02-01T10:00:00')
  })

  it.each([
    ['1700000000', '2023-11-14T22:13:20.000Z'],
    ['1700000000123', '2023-11-14T22:13:20.123Z'],
    ['24-01-02 03:04:05', '2024-01-02T03:04:05.000Z'],
    ['1/2/2024, 3:04:05 PM', '2024-02-01T15:04:05.000Z'],
    ['2024-02-30 00:00:00', undefined],
    ['31/02/2024 - 00:00:00', undefined],
    ['soon', undefined],
    ['1700000000.5', '2023-11-14T22:13:20.500Z'],
    ['1700000000123.456', '2023-11-14T22:13:20.123Z'],
    ['1700000000123456', '2023-11-14T22:13:20.123Z'],
    ['1700000000123456789', '2023-11-14T22:13:20.123Z'],
    ['7-Aug-26 21:50:45', '2026-08-07T21:50:45.000Z'],
    ['2026-08-07 21:50:45 +0200 UTC', '2026-08-07T19:50:45.000Z'],
    ['2026-08-07T21:50:45.162Z[UTC]', '2026-08-07T21:50:45.162Z'],
    ['Fri Aug 07 2026 21:50:45 GMT+0200 (Central European Summer Time)', '2026-08-07T19:50:45.000Z'],
    ['7-Aug-2026 EST', undefined],
    ['7 Aug 2026 21:50:45.162', '2026-08-07T21:50:45.162Z'],
    ['07-Aug-2026 21:50', '2026-08-07T21:50:00.000Z'],
    ['Aug 7, 2026, 9:50:00 PM', '2026-08-07T21:50:00.000Z'],
    ['15 ene 2026 10:00', '2026-01-15T10:00:00.000Z'],
    ['3. März 2026 10:00', '2026-03-03T10:00:00.000Z'],
    ['31 Feb 2026', undefined],
    ['２０２６－０１－０２　０３：０４：０５', '2026-01-02T03:04:05.000Z'],
  ])('reads %s', (text, instant) => expect(iso(instantOfText(text, 'day-first'))).toBe(instant))
})

describe('bad rows', () => {
  it('are reported and skipped, and the others are kept', () => {
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
  ])('refuses the entire file %j', (text, message) => expect(() => parseImport(text)).toThrow(message))
})

describe('keys', () => {
  it('include the market where each market numbers its own trades', () => {
    const header = 'trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit'
    const trade = (product: string) => `9,${product},BUY,2024-01-02T03:04:05Z,1,X,100,0,100,USD`
    expect(parseImport([header, trade('BTC-USD'), trade('ETH-USD')].join('\n')).entries).toMatchObject([
      { key: 'coinbase-exchange-fills:fill:BTC-USD:9', former: 'coinbase-exchange-fills:fill:9' },
      { key: 'coinbase-exchange-fills:fill:ETH-USD:9', former: 'coinbase-exchange-fills:fill:9' },
    ])
  })
  it('distinguish two equal trades, and find nothing new in the same file', () => {
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

describe('numbers', () => {
  it.each([
    ['1.5E-7', 150_000n],
    ['1.25e3', 1_250_000_000_000_000n],
    ['(12.5)', -12_500_000_000_000n],
    ['-$1,234.5', -1_234_500_000_000_000n],
    ['12,34,567.8', 1_234_567_800_000_000_000n],
    ["'-1.5", -1_500_000_000_000n],
    ["63'500.1", 63_500_100_000_000_000n],
    ['1’234’567', 1_234_567_000_000_000_000n],
    ['－１，２３４．５', -1_234_500_000_000_000n],
    ['٦٣٥٠٠.١', 63_500_100_000_000_000n],
    ['.5', 500_000_000_000n],
    ['0.1234567890129', 123_456_789_012n],
  ])('reads %s exactly', (text, value) => expect(decimalOf(text, 'x')).toBe(value))

  it.each(['', 'NaN', '1e999', '0x10', '1.2.3', '0,5', '1,23', '1,2345', "1'23", '1²', 'Infinity', '1'.repeat(30)])('refuses %j', (text) =>
    expect(() => decimalOf(text, 'x')).toThrow('x is no number'),
  )
})

it('accepts a header and 200,000 rows, and names the limit for one more', () => {
  const file = (rows: number) => `a,b\n${'1,2\n'.repeat(rows)}`
  expect(parseTable(file(MOST_ROWS))).toHaveLength(MOST_ROWS + 1)
  expect(() => parseTable(file(MOST_ROWS + 1))).toThrow('The file has more than 200,000 rows. Split it by date.')
})

it('parses lines without quotes the same way as with one', () => {
  const pieces = ['a', ' b ', '', ',', ';', '\t', '\n', '\n\n', '\r\n', '\r', '1,5', '\uFEFF', 'é']
  let seed = 5
  const next = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * most)
  }
  for (let round = 0; round < 500; round += 1) {
    const end = itemAt(['\n', '\r\n'], next(2))
    const text = `h,g${end}${Array.from({ length: next(12) }, () => itemAt(pieces, next(pieces.length))).join('')}${end}`
    expect(parseTable(`${text}end`), JSON.stringify(text)).toEqual(parseTable(`${text}"end"`))
  }
})

describe('a file built to exhaust the parser', () => {
  it('has trading pairs of excessive length', () => {
    const coin = 'A'.repeat(30_000)
    const row = `2026-01-01 00:00:00,${coin}B,BUY,1,${coin},${coin},0`
    const { problems } = parseImport(['Date(UTC),Pair,Side,Price,Executed,Amount,Fee', ...Array<string>(50).fill(row)].join('\n'))
    expect([problems.length, problems[0]?.text]).toEqual([50, `not a symbol: ${'A'.repeat(40)}`])
  })

  it.each([
    ['amounts with units', (long: string) => `2026-01-01 00:00:00,BTCUSDT,BUY,1,${long}!,1USDT,0BTC`, `${'1'.repeat(90_000)}`],
    ['fees', (long: string) => `2026-01-01 00:00:00,BTCUSDT,BUY,1,1BTC,1USDT,${long}!`, `${'.1'.repeat(45_000)}`],
    ['prices', (long: string) => `2026-01-01 00:00:00,BTCUSDT,BUY,${long}!,1BTC,1USDT,0BTC`, `${'1'.repeat(90_000)}`],
    ['dates', (long: string) => `01/02/2026${long}!,BTCUSDT,BUY,1,1BTC,1USDT,0BTC`, ' '.repeat(90_000)],
  ])('has %s of 90,000 characters in every row', (_what, rowOf, long) => {
    const rows = Array<string>(100).fill(rowOf(long))
    const { entries, problems } = parseImport(['Date(UTC),Pair,Side,Price,Executed,Amount,Fee', ...rows].join('\n'))
    expect([entries.length, problems.length]).toEqual([0, 100])
  })

  it('has all its rows in one trade', () => {
    const rows = Array<string>(150_000).fill('match,2026-01-01T00:00:00Z,1,1,BTC,,7,o')
    const header = 'type,time,amount,balance,amount/balance unit,transfer id,trade id,order id'
    const { problems, entries, others } = parseImport([header, ...rows].join('\n'))
    expect([entries.length, others, problems.length, problems[0]?.row]).toEqual([0, 0, 1, 2])
  })
})
