import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseImport } from './import-file.ts'
import { parseTable } from './table.ts'
import { linesOf } from './test-lines.ts'

/** Format, trips as lines, and the file. */
const of = (format: string, lines: readonly string[], ...rows: readonly string[]) => [format, lines, `${rows.join('\n')}\n`] as const

/** Read once, and twice as by a repeated import. */
const readingOf = (file: string) => ({ format: parseImport(file).format.id, once: linesOf([file]), twice: linesOf([file, file]) })

const BTC = 'Binance BTCUSDT long 0.01 closed USDT gross 2 fees 0.5912 funding 0 net 1.4088'
const BTC_ROWS = [
  '26-03-17 11:34:12,BTCUSDT,SELL,74000,0.01,740,0.296 USDT,2',
  '26-03-17 09:34:12,BTCUSDT,BUY,73800,0.01,738,0.2952 USDT,0',
] as const
const FUTURES = 'Time,Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit'

// Sources of headers: BittyTax (src/bittytax/conv/parsers, July 2026), Everytrade (plugin-base tests), Exitbook (KuCoin constants), public
// journals and converters found by the header text.
const BINANCE = [
  of('binance-futures-trades', [BTC], FUTURES, ...BTC_ROWS),
  of(
    'binance-futures-trades',
    [BTC],
    '\uFEFFTime(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit,Extra',
    ...BTC_ROWS.map((row) => `${row},x`),
  ),
  // A spreadsheet's copy with semicolons, its hint, decimal commas, quotes and a total
  of(
    'binance-futures-trades',
    [BTC],
    'sep=;',
    '"Time";"Symbol";"Side";"Price";"Quantity";"Amount";"Fee";"Fee Coin";"Realized Profit"',
    '"17.03.2026 11:34:12";"BTCUSDT";"SELL";"74.000,0";"0,01";"740";"0,296";"USDT";"2"',
    '"17.03.2026 09:34:12";"BTCUSDT";"BUY";"73.800,0";"0,01";"738";"0,2952";"USDT";"0"',
    'Total;;;;;"1478";"0,5912";;"2"',
  ),
  of('binance-futures-trades', [BTC], FUTURES.replaceAll(',', '\t'), ...BTC_ROWS.map((row) => row.replaceAll(',', '\t'))),
  // Two exports pasted together, with carriage returns
  of('binance-futures-trades', [BTC], `${FUTURES}\r`, `${BTC_ROWS[0]}\r`, `${FUTURES}\r`, `${BTC_ROWS[1]}\r`),
  // Each row as one quoted cell
  of('binance-futures-trades', [BTC], FUTURES, ...BTC_ROWS.map((row) => `"${row}"`)),
  // Sizes with their coin, or as a value
  of(
    'binance-futures-trades',
    [BTC],
    FUTURES,
    '2026-03-17 11:34:12,BTCUSDT,SELL,"74,000.0 USDT",0.01 BTC,740 USDT,0.296 USDT,2 USDT',
    '2026-03-17 09:34:12,BTCUSDT,BUY,"73,800.0 USDT",738 USDT,738 USDT,0.2952 USDT,0 USDT',
  ),
  of(
    'binance-futures-trades',
    [
      'Binance BTCUSDT_260626 short 0.01 closed USDT gross 1 fees 0 funding 0 net 1',
      'Binance 1000PEPEUSDT long 1000 closed USDT gross 1 fees 0 funding 0 net 1',
    ].toReversed(),
    FUTURES,
    '2026-03-17 09:34:12,1000PEPEUSDT,BUY,0.01,1000,10,0USDT,0',
    '2026-03-17 09:35:12,1000PEPEUSDT,SELL,0.011,1000,11,0USDT,1',
    '2026-03-17 09:34:12,BTCUSDT_260626,SELL,70100,0.01,701,0USDT,0',
    '2026-03-17 09:35:12,BTCUSDT_260626,BUY,70000,0.01,700,0USDT,1',
  ),
  // Units in the header, and numbers of trades that a spreadsheet has cut
  of(
    'binance-futures-trades',
    ['Binance BTCUSDT long 0.02 closed USDT gross 4 fees 0.4 funding 0 net 3.6'],
    'Time,Symbol,Side,Price (USDT),Quantity (BTC),Amount,Fee (USDT),Realized Profit,Trade ID',
    '2026-03-17 11:34:12,BTCUSDT,SELL,74000,0.02,740,0.2,4,1.23457E+18',
    '2026-03-17 09:34:12,BTCUSDT Perpetual,BUY,73800,0.01,738,0.1,0,1.23457E+18',
    '2026-03-17 09:34:12,BTCUSDT,BUY,73800,0.01,738,0.1,0,1.23457E+18',
  ),
  // Margined in GMT, whose pair looks like one of TUSD: 10 contracts of 10 dollars
  of(
    'binance-futures-trades',
    ['Binance GMTUSD_PERP long 100 closed GMT gross 100 fees 0.5 funding 0 net 99.5'],
    FUTURES,
    '2026-03-17 11:34:12,GMTUSD_PERP,SELL,0.25,10,400,0.2 GMT,100',
    '2026-03-17 09:34:12,GMTUSD_PERP,BUY,0.2,10,500,0.3 GMT,0',
  ),
  // A header in another language, as Binance writes those of its other files
  of(
    'binance-futures-trades',
    [BTC],
    'Uid,时间,合约,方向,价格,数量,成交额,手续费,已实现盈亏,买方,挂单方,成交编号,订单编号',
    ...BTC_ROWS.map((row, at) => `862706699,${row},true,false,41992507${at},49172439177`),
  ),
  of(
    'binance-spot',
    ['Binance spot ETHUSDT long 0.5 closed USDT gross 50 fees - funding 0 net -'],
    'Date(UTC),Pair,Side,Price,Executed,Amount,Fee,Fee Coin',
    '2024-01-01 12:00:00,ETHUSDT,BUY,2000,0.5,1000,0.002,BNB',
    '2024-01-02 12:00:00,ETHUSDT,SELL,2100,0.5,1050,0.002,BNB',
  ),
  // Everytrade: localized header of the spot history
  of(
    'binance-spot',
    ['Binance spot BTCEUR long 0.05 closed EUR gross 50 fees - funding 0 net -'],
    '\uFEFFČas,Pár,Strana,Cena,Provedeno,Částka,Poplatek',
    '24-03-08 10:15:42,BTCEUR,BUY,50000,0.05BTC,2500EUR,0.002BNB',
    '24-03-09 10:15:42,BTCEUR,SELL,51000,0.05BTC,2550EUR,0.002BNB',
  ),
  // Everytrade: rows in one quoted cell with doubled quotes
  of(
    'binance-spot',
    ['Binance spot ADABTC long 2500 open BTC gross - fees 0 funding 0 net -'],
    'Date(UTC),Pair,Side,Price,Executed,Amount,Fee',
    '"2022-02-18 13:24:05,ADABTC,BUY,""1,500.0000050000"",""2,500.0000000000ADA"",""3,750,000.0125000000BTC"",0BTC"',
  ),
  // Everytrade: orders with their fills below, cancelled orders among them
  of(
    'binance-spot-orders',
    ['Binance spot BTCUSDT long 0.0415 open USDT gross - fees 0.62364 funding 0 net -'],
    'Date(UTC);Pair;Type;Order Price;Order Amount;AvgTrading Price;Filled;Total;status',
    '2020-03-19 17:02:52;BTCUSDT;BUY;0.0;0.041600;6236.40;0.041600;259.44;Filled',
    ';Date(UTC);Trading Price;Filled;Total;Fee;;;',
    ';2020-03-19 17:02:52;6236.40;0.041600;259.4342;0.0001BTC;;;',
    '2020-03-19 18:02:52;BTCUSDT;BUY;6000;0.041600;0;0;0;Canceled',
  ),
  // BittyTax
  of(
    'binance-convert',
    ['Binance spot ETH-USDT long 0.05 closed USDT gross 10 fees 0 funding 0 net 10'],
    'Date,Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status',
    '2024-03-08 10:15:42,Spot,ETHUSDT,Market,100 USDT,0.05 ETH,0.0005,2000,2024-03-08 10:15:43,Successful',
    '2024-03-09 10:15:42,Spot,ETHUSDT,Market,0.05 ETH,110 USDT,2200,0.0004,2024-03-09 10:15:43,Successful',
  ),
]

describe('Binance', () => {
  it.each(BINANCE)('reads %s', (format, lines, file) => expect(readingOf(file)).toEqual({ format, once: lines, twice: lines }))
})

const UTA =
  'Uid,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Action,Time(UTC)'

const BYBIT = [
  // Everytrade, Bybit EU: no ids, rows of the two coins in any order, two trades in one second
  of(
    'bybit-uta',
    ['Bybit spot BTCEUR long 0.0003 closed EUR gross 0.6 fees 0.075 funding 0 net 0.525'],
    'UID: 567248024,Company Name: ,Country:',
    UTA,
    '567248024,EUR,,TRANSFER_IN,--,0,0,0,0,0,17,17,17,--,2026-06-05 08:18:56',
    '567248024,BTC,BTCEUR,TRADE,BUY,0.0001,0,50000,0,-0.0000005,0.0001,0.0000995,0,--,2026-06-05 08:30:00',
    '567248024,EUR,BTCEUR,TRADE,BUY,-5,0,50000,0,0,-5,-5,0,--,2026-06-05 08:30:00',
    '567248024,EUR,BTCEUR,TRADE,BUY,-10,0,50000,0,-0.05,-10,-10.05,0,--,2026-06-05 08:30:00',
    '567248024,BTC,BTCEUR,TRADE,BUY,0.0002,0,50000,0,0,0.0002,0.0002,0,--,2026-06-05 08:30:00',
    '567248024,BTC,BTCEUR,TRADE,SELL,-0.0003,0,52000,0,0,-0.0003,-0.0003,0,--,2026-06-05 09:30:00',
    '567248024,EUR,BTCEUR,TRADE,SELL,15.6,0,52000,0,0,15.6,15.6,0,--,2026-06-05 09:30:00',
  ),
  // The row of the coin is in another file
  of(
    'bybit-uta',
    ['Bybit spot BTCEUR long 0.0001 open EUR gross - fees 0 funding 0 net -'],
    UTA,
    '567248024,EUR,BTCEUR,TRADE,BUY,-5,0,50000,0,0,-5,-5,0,--,2026-06-05 08:30:00',
  ),
  // A public fee calculator's tests: an option, a conversion, interest
  of(
    'bybit-uta',
    [
      'Bybit AAA-27MAR26-120-C-USDT long 1 open USDT gross - fees 0.03 funding 0 net -',
      'Bybit AAAUSDT long 2 closed USDT gross 40 fees 0.176 funding -0.0216 net 39.8024',
    ],
    'Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Action,OrderId,TradeId,Time',
    'USDT,AAAUSDT,TRADE,BUY,2,2,100,0,-0.11,0,-0.11,1000,OPEN,o1,x1,2026-01-10 10:00:00.000',
    'USDT,AAAUSDT,SETTLEMENT,BUY,0,2,108,-0.0216,0,0,-0.0216,1000,SETTLEMENT,o2,x2,2026-01-11 08:00:00.000',
    'USDT,AAA-27MAR26-120-C-USDT,TRADE,BUY,1,1,5,0,-0.03,-5,-5.03,1000,OPEN,o3,x3,2026-01-11 09:00:00.000',
    'CCC,,CURRENCY_SELL,--,10,0,0.5,0,-0.2,-9.8,-10,0,--,o4,o4,2026-01-11 10:00:00.000',
    'USDT,,INTEREST,--,0,0,0,0,0,-0.004,-0.004,-40,--,,,2026-01-11 11:00:00.000',
    'USDT,AAAUSDT,TRADE,SELL,2,0,120,0,-0.066,40,39.934,1000,CLOSE,o6,x6,2026-01-20 10:00:00.000',
  ),
  // A public converter's notes: accounts before the unified one, with the coin in each cell and two times
  of(
    'bybit-spot-trades',
    ['Bybit spot NEIRO/USDT long 1121.34 closed USDT gross -0.112134 fees 0.399375 funding 0 net -0.511509 rest 0.00282'],
    'Filled Time (Local Time),Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,Transaction ID,Order No.,Timestamp (UTC)',
    '2024-09-27 23:52:04,NEIRO/USDT,Market,Sell,99.687126000000000000 USDT,0.088900000000000000 USDT,1121.340000000000000000 NEIRO,0.199374252000000000 USDT,67006208,50228992,2024-09-27 21:52:04',
    '2024-09-27 23:02:35,NEIRO/USDT,Market,Buy,99.999510000000000000 USDT,0.089000000000000000 USDT,1123.590000000000000000 NEIRO,2.247180000000000000 NEIRO,98282240,89893632,2024-09-27 21:02:35',
  ),
  of(
    'bybit-spot-trades',
    [
      'Bybit spot CCCUSDT long 9.99 closed USDT gross 9.99 fees 0.05 funding 0 net 9.94',
      'Bybit spot DDDUSDT long 2 open USDT gross - fees - funding 0 net -',
    ],
    'Spot Pairs,Order Type,Direction,feeCoin,ExecFeeV2,Filled Value,Filled Price,Filled Quantity,Fees,Transaction ID,Order No.,Timestamp (UTC)',
    'CCCUSDT,MARKET,BUY,CCC,0.01,20,2,10,--,t1, o1,10:00 2026-01-10',
    'CCCUSDT,MARKET,SELL,USDT,0.03,29.97,3,9.99,--,t2, o2,11:00 2026-01-11',
    'DDDUSDT,LIMIT,BUY,CCC,0.5,100,50,2,--,t3, o3,11:30 2026-01-11',
  ),
  of(
    'bybit-derivatives-trades',
    [
      'Bybit AAAUSDT long 2 closed USDT gross 20 fees 0.154 funding 0.0284 net 19.8744',
      'Bybit BBBUSDT long 10 closed USDT gross -10 fees 0.0275 funding 0 net -10.0275',
    ],
    'Market,Filled Type,Filled Quantity,Filled Price,Order Price,Fee Rate,Trading Fee,feeCoin,ExecFeeV2,Direction,Order Type,Trasaction ID,Order No.,Transaction Time(UTC+0)',
    'AAAUSDT,Trade,2,100,100,0.00055,0.11,USDT,0.11,Long,Market, a1, o1,10:00 2026-01-10',
    'AAAUSDT,Funding,2,108,0,0.0001,0.0216,USDT,0.0216,Long,--, f1, g1,08:00 2026-01-11',
    'AAAUSDT,Funding,2,108,0,-0.0001,-0.05,,0,Long,--, f2, g2,16:00 2026-01-11',
    'AAAUSDT,Trade,2,110,110,0.0002,--,USDT,0.044,Short,Limit, a2, o2,12:00 2026-01-12',
    'BBBUSDT,Trade,10,6,6,0,0,USDT,0,Long,Market, a3, o3,08:00 2026-01-12',
    'BBBUSDT,Liquidation,10,5,5,0.00055,0.0275,USDT,0.0275,Short,Market, a4, o4,09:00 2026-01-12',
  ),
  of(
    'bybit-closed-positions',
    [
      'Bybit AAAUSDT long 1 closed USDT gross 0.05 fees 0.110028 funding 0 net -0.060028',
      'Bybit BBBUSDT long 10 closed USDT gross -5 fees 0.05225 funding 0 net -5.05225',
      'Bybit CCCUSDT short 10 closed USDT gross 5 fees 0.05225 funding 0.01 net 4.95775',
    ],
    'Market,Order Quantity,Entry Price,Exit Price,Opening Fee,Closing Fee,Funding Fee,cumClosedPzOpenFeeInfo,cumClosedPzTradeFeeInfo,Trade Type,Realized P&L,Trade time',
    'AAAUSDT,1.0000,100,100.05,0.055,0.0550275,0,"{""USDT"":""0.055""}","{""USDT"":""0.0550275""}",Trade,-0.0600275,15:00 2026-01-11',
    'BBBUSDT,10.0000,5,4.5,0.0275,0.02475,0,"{""USDT"":""0.0275""}","{""USDT"":""0.02475""}",Liquidation,-5.05225,09:00 2026-01-12',
    'CCCUSDT,10.0000,5,4.5,0.0275,0.02475,-0.01,"{""USDT"":""0.0275""}","{""USDT"":""0.02475""}",Trade,4.95775,09:00 2026-01-12',
  ),
]

describe('Bybit', () => {
  it.each(BYBIT)('reads %s', (format, lines, file) => expect(readingOf(file)).toEqual({ format, once: lines, twice: lines }))
})

const OKX =
  'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit'

const OKX_FILES = [
  // Everytrade: with the units of price and position
  of(
    'okx-trading',
    ['OKX BTC-USDT long 0.01998013 open USDT gross - fees 0.600074 funding 0 net -'],
    '\uFEFFid,\uFEFFOrder id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,Filled Price Unit,PnL,Fee,Fee Unit,Position Change,Position Balance,Position Unit,Balance Change,Balance,Balance Unit',
    '1,2,2023-07-07 13:30:24,Spot,BTC-USDT,Sell,604,BTC,30200,USDT,0E-8,0E-8,USDT,0E-8,0E-8,USDT,-604,0,USDT',
    '3,2,2023-07-07 13:30:24,Spot,BTC-USDT,Buy,0.02,BTC,30200,USDT,0E-8,-0.00001987,BTC,0E-8,0E-8,BTC,0.0199,0,BTC',
  ),
  of(
    'okx-trading',
    [
      'OKX AAA-USDT long 1.998 open USDT gross - fees 0.2 funding 0 net -',
      'OKX AAA-USDT-SWAP long 3 closed USDT gross 30 fees 0.315 funding -0.03 net 29.655',
    ],
    'UID: 123',
    OKX,
    '1,11,2026-01-10 10:00:00,Spot,AAA-USDT,Buy,2,AAA,100,0,-0.002,AAA,0,0,2,2,AAA',
    '2,12,2026-01-10 11:00:00,Perpetual,AAA-USDT-SWAP,Open long,3,AAA,100,0,-0.15,USDT,3,3,0,0,USDT',
    '4,14,2026-01-10 11:30:00,Perpetual,AAA-USDT-SWAP,Funding fee,0,USDT,0,0,0,USDT,0,0,-0.03,0,USDT',
    '3,13,2026-01-10 12:00:00,Perpetual,AAA-USDT-SWAP,Close long,3,AAA,110,30,-0.165,USDT,-3,0,30,0,USDT',
  ),
  of(
    'okx-positions',
    ['OKX AAA-USDT-SWAP long 0.5 closed USDT gross 5 fees 0.5 funding -0.02 net 4.48'],
    'Position Create Time,Position Update Time,Business Line,Index,Instrument Name,Margin Mode,Direction,Leverage,Max Position Quantity,Total Close Quantity,Average Open Price,Average Close Price,Margin Currency,Pnl,Pnl Ratio,Fee,Funding Fee,Liquidation Clearance Fee,Type,Contract Face Value,Contract Multiplier',
    '2026-01-10 09:00:00,2026-01-10 18:00:00,Perpetual,AAA-USDT,AAA-USDT-SWAP,Cross,Long,10,5,5,100,110,USDT,5,0.1,-0.5,-0.02,0,Close position,0.1,1',
  ),
  // BittyTax: two columns named Unit, no price
  of(
    'okx-trading-old',
    ['OKX BTC-USDT long 0.0999 open USDT gross - fees 3 funding 0 net -'],
    'id,Order id,Time,Trade Type,Instrument,Type,Amount,Unit,PL,Fee,Position Change,Position Balance,Balance Change,Balance,Unit',
    '5,9,2022-07-07 13:30:24,Spot,BTC-USDT,Buy,0.1,BTC,0,-0.0001,0,0,0.0999,0.0999,BTC',
    '5,9,2022-07-07 13:30:24,Spot,BTC-USDT,Sell,3000,USDT,0,0,0,0,-3000,0,USDT',
    '6,,2022-07-08 13:30:24,Transfer,,Transfer in,100,USDT,0,0,0,0,100,100,USDT',
  ),
  // Everytrade: a byte order mark in front of each cell
  of(
    'okx-spot-old',
    ['OKX LTC-USDT long 2 closed USDT gross 2 fees 0.6 funding 0 net 1.4'],
    '\uFEFFOrder ID,\uFEFFTrade ID,\uFEFFTrade Time,\uFEFFPairs,\uFEFFAmount,\uFEFFPrice,\uFEFFTotal,\uFEFFtaker/maker,\uFEFFFee,\uFEFFunit',
    '\uFEFF2,1,2020-09-25 16:27:02,ltc_usdt,2,45,-90 USDT,taker,-0.3 USDT,LTC',
    '\uFEFF0,2,2020-09-25 16:58:58,ltc_usdt,-2,46,92 USDT,taker,-0.3 USDT,LTC',
  ),
]

describe('OKX', () => {
  it.each(OKX_FILES)('reads %s', (format, lines, file) => expect(readingOf(file)).toEqual({ format, once: lines, twice: lines }))
})

const KUCOIN = [
  // Everytrade: before 2022, decimal commas
  of(
    'kucoin-spot-old',
    ['KuCoin AVAX-USDT long 57.7348 open USDT gross - fees 5.503108 funding 0 net -'],
    'tradeCreatedAt;orderId;symbol;side;price;size;funds;fee;liquidity;feeCurrency;orderType',
    '17.11.2021 10:21:26;;AVAX-USDT;buy;95,317;57,7348;5503,1079316;5,5031079316;taker;USDT;limit',
  ),
  // Everytrade: orders, with a fee column whose name ends in a comma (Exitbook) and a cancelled order
  of(
    'kucoin-spot-orders',
    ['KuCoin DOGE-USDT long 100 closed USDT gross 1 fees 0.2 funding 0 net 0.8'],
    'UID,Account Type,Order ID,Order Time(UTC+02:00),Symbol,Side,Order Type,Order Price,Order Amount,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC+02:00),Fee,"Fee Currency,",Tax,Status',
    '68194228,mainAccount,o1,2024-01-18 11:47:17,DOGE-USDT,BUY,MARKET,0,100,0.09,100,9,9,2024-01-18 11:47:17,0.1,USDT,,deal',
    '68194228,mainAccount,o3,2024-01-18 11:48:17,DOGE-USDT,BUY,LIMIT,0.01,100,0,0,0,0,2024-01-18 11:48:17,0,USDT,,cancelled',
    '68194228,mainAccount,o2,2024-01-19 11:47:17,DOGE-USDT,SELL,MARKET,0,100,0.1,100,10,10,2024-01-19 11:47:17,0.1,USDT,,deal',
  ),
  // Exitbook: trading bot
  of(
    'kucoin-spot',
    ['KuCoin DOGE-USDT long 100 open USDT gross - fees 0.1 funding 0 net -'],
    'UID,Account Type,Order ID,Symbol,Side,Order Type,Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Time Filled(UTC),Fee,Fee Currency,Tax',
    '1,bot,o1,DOGE-USDT,BUY,LIMIT,0.09,100,9,9,2024-01-18 11:47:17,0.1,USDT,',
  ),
  // Everytrade: conversion
  of(
    'kucoin-convert',
    ['KuCoin KAS-DOGE long 10285.1148 open DOGE gross - fees 0 funding 0 net -'],
    'UID,Account Type,Payment Account,Sell,Buy,Price,Time of Update(UTC+02:00),Status',
    '****4228,mainAccount,TRADE,16272.9897 DOGE,10285.1148 KAS,1 KAS=1.58 DOGE,2023-12-04 08:28:21,SUCCESS',
  ),
  // Exitbook: futures fills in contracts of 0.001 BTC, their value rounded
  of(
    'kucoin-futures',
    ['KuCoin XBTUSDTM short 0.01 closed USDT gross 4.32 fees 0.5 funding 0 net 3.82'],
    'UID,Account Type,Order ID,Filled Time(UTC),Symbol,Side,Filled Amount,Filled Price,Filled Volume,Filled Volume  (USDT),Fee Rate,Fee,Order Type',
    '1,futures,o1,2024-01-18 11:47:17,XBTUSDTM,SELL,10,43210.5,432.1,432.1,0.0006,0.26,LIMIT',
    '1,futures,o2,2024-01-19 11:47:17,XBTUSDTM,BUY,10,42778.5,427.8,427.8,0.0006,0.24,LIMIT',
  ),
]

describe('KuCoin', () => {
  it.each(KUCOIN)('reads %s', (format, lines, file) => expect(readingOf(file)).toEqual({ format, once: lines, twice: lines }))

  it('names the file that has the fills of futures', () =>
    expect(
      parseImport(
        'UID,Account Type,Symbol,Close Type,Realized PNL,Total Realized PNL,Total Funding Fees,Total Trading Fees,Position Opening Time(UTC),",Position Closing Time(UTC)"\nu,a,XBTUSDTM,CLOSE_LONG,10,10,1,0.5,2021-01-01 00:00:00,2021-06-15 12:00:00\n',
      ).problems,
    ).toEqual([{ row: 2, text: 'it has neither a size nor prices. Import "Futures Orders, Filled Orders", which has the fills.' }]))
})

const MEXC = [
  // BittyTax: orders, newest first, with a cancelled one and both directions at once
  of(
    'mexc-futures-orders',
    [
      'MEXC BTC_USDT long 0.01 closed USDT gross 10 fees 0.3 funding 0 net 9.7',
      'MEXC BTC_USDT short 0.02 closed USDT gross 20 fees 0.2 funding 0 net 19.8',
    ],
    'UID,Time(UTC+08:00),Futures Trading Pair,Direction,Leverage,Order Type,Order Qty (Cont.),Filled Qty (Cont.),Order Qty (Crypto),Filled Qty (Crypto),Order Qty (Amount),Filled Qty (Amount),Order Price,Average Filled Price,Closing PNL,Trading Fee,Fee-payment Crypto,Status',
    'u,2025-01-02 14:00:00,BTC_USDT,sell short,10,market,200,200,0.02,0.02,1200,1200,60000,60000,20,0.1,USDT,Filled',
    'u,2025-01-02 13:00:00,BTC_USDT,sell long,10,market,100,100,0.01,0.01,610,610,61000,61000,10,0.2,USDT,Filled',
    'u,2025-01-02 12:30:00,BTC_USDT,buy long,10,limit,100,0,0.01,0,600,0,60000,0,0,0,USDT,Canceled',
    'u,2025-01-02 12:00:00,BTC_USDT,buy short,10,market,200,200,0.02,0.02,1220,1220,61000,61000,0,0.1,USDT,Filled',
    'u,2025-01-02 11:00:00,BTC_USDT,buy long,10,market,100,100,0.01,0.01,600,600,60000,60000,0,0.1,USDT,Filled',
  ),
  of(
    'mexc-futures',
    ['MEXC BTC_USDT long 0.01 closed USDT gross 10 fees 0.3 funding 0 net 9.7'],
    'UID,Time(UTC+00:00),Futures Trading Pair,Direction,Order Type,Filled Qty (Cont.),Filled Qty (Crypto),Filled Qty (Amount),Filled Price,Trading Fee,Fee-payment Crypto,Role,Closing PNL',
    'u,2025-01-02 13:00:00,BTC_USDT,Close Long,market,100,0.01 BTC,610 USDT,61000 USDT,0.2 USDT,USDT,Taker,10 USDT',
    'u,2025-01-02 11:00:00,BTC_USDT,Open Long,market,100,0.01 BTC,600 USDT,60000 USDT,0.1 USDT,USDT,Taker,0',
  ),
  of(
    'mexc-positions',
    ['MEXC BTC_USDT short 0.02 closed USDT gross 20 fees 0.2 funding 0 net 19.8'],
    'UID,Futures,Open Time(UTC+00:00),Close Time,Margin Mode,Avg Entry Price,Avg Close Price,Direction,Closing Qty (Cont.),Fee,Realized PNL,Status',
    'u,BTC_USDT,2025-01-02 12:00:00,2025-01-02 14:00:00,Cross,61000,60000,Short,200,0.2,19.8,All Closed',
  ),
  of(
    'mexc-spot',
    ['MEXC spot LTC_USDT long 1 closed USDT gross 1 fees 0.02 funding 0 net 0.98'],
    'Pairs,Time,Side,Filled Price,Executed Amount,Total,Fee,Role',
    'LTC_USDT,2025-12-18 22:13:41,BUY,78,1,78,0.01USDT,Taker',
    'LTC_USDT,2025-12-19 22:13:41,SELL,79,1,79,0.01USDT,Taker',
  ),
]

describe('MEXC', () => {
  it.each(MEXC)('reads %s', (format, lines, file) => expect(readingOf(file)).toEqual({ format, once: lines, twice: lines }))
})

const BITGET = [
  // Automatic deleveraging without a side, and a symbol with the coin that settles it
  of(
    'bitget-futures',
    ['Bitget BTC/USDT:USDT long 0.01 closed USDT gross -10 fees 0.1 funding 0 net -10.1'],
    'Date,Direction,Coin,Futures,Transaction amount,Average Price,Realized P/L,NetProfits,Fee',
    '2025-01-02 13:00:00,Auto-deleveraging,USDT,BTC/USDT:USDT,0.01,59000,-10,-10,0',
    '2025-01-02 11:00:00,Open long,USDT,BTC/USDT:USDT,0.01,60000,0,-0.1,-0.1',
  ),
  // Public parser of real files: semicolons
  of(
    'bitget-futures',
    [
      'Bitget BTCUSDT long 0.01 closed USDT gross 10 fees 0.3 funding 0 net 9.7',
      'Bitget ETHUSDT short 1 closed USDT gross -100 fees 3 funding 0 net -103',
    ],
    'Date;Direction;Coin;Futures;Transaction amount;Average Price;Realized P/L;NetProfits;Fee',
    '2025-01-02 13:00:00;Close long;USDT;BTCUSDT;0.01;61000;10;9.8;-0.2',
    '2025-01-02 12:00:00;burst_close_short;USDT;ETHUSDT;1;3100;-100;-102;-2',
    '2025-01-02 11:00:00;Open long;USDT;BTCUSDT;0.01BTC;60000;0;-0.1;-0.1',
    '2025-01-02 10:00:00;open_short;USDT;ETHUSDT;3000 USDT;3000;0;-1;-1',
  ),
  of(
    'bitget-spot',
    ['Bitget spot BTCUSDT long 0.00999 closed USDT gross 9.99 fees 1.2 funding 0 net 8.79'],
    'Date;Trading pair;Direction;Price;Amount;Total;Fee',
    '2025-01-02 11:00:00;BTC/USDT;Buy;60000;0.01;600;-0.00001',
    '2025-01-02 13:00:00;BTC/USDT;Sell;61000;0.00999;609.39;-0.6',
  ),
  of(
    'bitget-spot',
    ['Bitget spot BTCUSDT long 0.05 open USDT gross - fees 1.5 funding 0 net -'],
    'Order ID,Trading Pair,Side,Filled Price,Filled Amount,Total,Fee,Fee Currency,Order Time,Order Type',
    'order-1,BTCUSDT_SPBL,Buy,30000,0.05,1500,1.5,USDT,2024-01-15 12:00:00,Limit',
  ),
  of(
    'bitget-positions',
    ['Bitget INJUSDT short 10 closed USDT gross 20 fees 0.3 funding 0 net 19.7'],
    '\uFEFFFutures,Opening time,Average entry price,Average closing price,Closed amount,Closed value,Position Pnl,Realized PnL,Fees,Opening fee,Closing fee,Closed time',
    'INJUSDT Short·Isolated,2025-01-02 11:00:00,22,20,10INJ,200USDT,20USDT,19.7USDT,-0.3USDT,-0.16USDT,-0.14USDT,2025-01-02 13:00:00',
  ),
  of(
    'bitget-futures-funds',
    [],
    'Order,Date,Coin,Futures,Margin Mode,Type,Amount,Fee,Wallet balance',
    '1,2025-01-02 16:00:00,USDT,BTCUSDT,Cross,contract_margin_settle_fee,-0.05,0,99.95',
    '2,2025-01-02 11:00:00,USDT,NULL,NULL,trans_from_exchange,100,0,100',
  ),
]

describe('Bitget', () => {
  it.each(BITGET)('reads %s', (format, lines, file) => expect(readingOf(file)).toEqual({ format, once: lines, twice: lines }))
})

const GATE = [
  // Public parsers of real files: amounts with their coin, tabs at the end
  of(
    'gate-spot',
    ['Gate spot ALPACA_USDT long 9.98 closed USDT gross 9.98 fees 0.05 funding 0 net 9.93'],
    'No,Time,Trade type,Role,Market,Deal price,Deal amount,Total,Fee',
    '1\t,2025-11-06 14:37:05,Buy,Taker,ALPACA/USDT,1,10 ALPACA\t,10 USDT,0.02 ALPACA',
    '2\t,2025-11-07 14:37:05,Sell,Maker,ALPACA/USDT,2,9.98 ALPACA\t,19.96 USDT,0.03 USDT',
  ),
  of(
    'gate-spot',
    ['Gate spot BTC_USDT long 0.01 open USDT gross - fees 0.6 funding 0 net -'],
    '序号,时间,交易对,方向,角色,成交价,成交量,总额,手续费,手续费币种',
    '1,2025-11-06 14:37:05,BTC_USDT,买入,Taker,60000,0.01,600,0.6,USDT',
  ),
  of(
    'gate-spot',
    ['Gate spot BTC_USDT long 0.01 open USDT gross - fees 0.6 funding 0 net -'],
    'id,currency_pair,side,role,amount,price,fee,fee_currency,create_time',
    '11,BTC_USDT,buy,taker,0.01,60000,0.6,USDT,1762439825',
  ),
  of(
    'gate-futures',
    ['Gate BTC_USDT short 0.01 closed USDT gross 10 fees 0.5 funding 0 net 9.5'],
    'Time,Contract,Size,Price,Role,Fee',
    '2025-11-07 14:37:05,BTC_USDT,0.01 BTC,60000,Taker,0.2',
    '2025-11-06 14:37:05,BTC_USDT,-0.01 BTC,61000,Taker,0.3',
  ),
]

describe('Gate', () => {
  it.each(GATE)('reads %s', (format, lines, file) => expect(readingOf(file)).toEqual({ format, once: lines, twice: lines }))

  it('asks for the size of a contract, and multiplies by it', () => {
    const file = 'Time,Contract,Size,Price,Role,Fee\n2025-11-06 14:37:05,BTC_USDT,-100,61000,Taker,0.3\n'
    expect(parseImport(file).problems[0]?.text).toContain('Enter the contract size')
    expect(linesOf([file], { contractSize: 100_000_000n })).toEqual(['Gate BTC_USDT short 0.01 open USDT gross - fees 0.3 funding 0 net -'])
  })
})

/** Columns that public parsers of real files expect on other pages, and in other languages. */
const OTHER_PAGES = [
  of(
    'okx-trading',
    ['OKX TAO-USDT-SWAP long 0.98 closed USDT gross 1.078 fees 1 funding -0.4 net -0.322'],
    'UID:1,Account Type:Main,Time Zone:UTC+3',
    OKX,
    '1,9,2026-08-10 15:30:21,Swap,TAO-USDT-SWAP,Open long,98,cont,204,0,-0.5,USDT,0,0,0,100,USDT',
    '3,9,2026-08-11 15:30:21,Swap,TAO-USDT-SWAP,Funding fee expense,98,cont,204,-0.4,0,USDT,0,0,0,100,USDT',
    '2,9,2026-08-12 06:06:16,Swap,TAO-USDT-SWAP,Close long,98,cont,205.1,1.078,-0.5,USDT,0,0,0,100,USDT',
  ),
  of(
    'okx-trading',
    ['OKX BTC-USDC long 0.002997 closed USDC gross 2.997 fees 0.362817 funding 0 net 2.634183'],
    OKX,
    '1,1,2026-07-20 00:12:37,Spot,BTC-USDC,Buy,0.003,USDC,60000,0,-0.000003,BTC,0,0,0.002997,0.002997,BTC',
    '5,1,2026-07-20 00:12:37,Spot,BTC-USDC,Sell,180,USDC,60000,0,0,USDC,0,0,-180,1000,USDC',
    '3,3,2026-07-21 00:12:37,Spot,BTC-USDC,Sell,0.002997,USDC,61000,0,0,BTC,0,0,-0.002997,0,BTC',
    '7,3,2026-07-21 00:12:37,Spot,BTC-USDC,Buy,182.817,USDC,61000,0,-0.182817,USDC,0,0,182.634183,1000,USDC',
  ),
  of(
    'okx-spot-trades',
    ['OKX BTC-USDT long 0.00999 open USDT gross - fees 0.6 funding 0 net -'],
    'Order ID,Trade ID,Trade Time,Pair,Side,Price,Amount,Total,Fee,Fee Currency',
    '1,2,2024-01-15 12:00:00,BTC-USDT,buy,60000,0.01,600,-0.00001,BTC',
  ),
  of(
    'mexc-spot',
    ['MEXC spot LTC_USDT long 1 closed USDT gross 1 fees 0.02 funding 0 net 0.98'],
    'Paare,Zeit,Seite,Realisierter Preis,Ausgeführter Betrag,Gesamt,Gebühr,Rolle',
    'LTC_USDT,2025-12-18 22:13:41,Kaufen,78,1,78,0.01USDT,Taker',
    'LTC_USDT,2025-12-19 22:13:41,Verkaufen,79,1,79,0.01USDT,Taker',
  ),
  of(
    'bybit-spot-orders',
    ['Bybit spot BTCUSDT long 0.00999 open USDT gross - fees 0.6 funding 0 net -'],
    'Order No,Symbol,Side,Avg. Filled Price,Filled Qty,Total,Fee,Fee Currency,Order Time,Order Type',
    '1,BTCUSDT,Buy,60000,0.01,600,0.00001,BTC,2024-01-15 12:00:00,Limit',
  ),
  of(
    'bybit-derivatives-trades',
    ['Bybit BTCUSDT long 0.01 closed USDT gross 5 fees 0.66 funding 0 net 4.34'],
    'Contracts,Direction,Exec Qty,Exec Price,Trading Fee,Order Type,Transaction Time(UTC+0)',
    'BTCUSDT,Buy,0.01,60000,0.33,Market,2025-12-01 10:00:00',
    'BTCUSDT,Sell,0.01,60500,0.33,Market,2025-12-01 14:00:00',
  ),
  // Tests of a public journal: the result before the fee
  of(
    'bybit-closed-pnl',
    ['Bybit SOLUSDT long 10 closed USDT gross 117 fees 0.5 funding 0 net 116.5'],
    'Contracts,Closing Direction,Entry Price,Exit Price,Qty,Closed P&L,Fee,Trade Time,Closed Time',
    'SOLUSDT,Close Long,142.50,154.20,10.0,117.00,0.50,2026-08-27 12:00:00,2026-08-27 16:30:00',
  ),
  // The result shows the direction, regardless of what the side means
  of(
    'bybit-closed-pnl',
    [
      'Bybit BTCUSDT long 0.02 closed USDT gross 16 fees - funding 0 net 15',
      'Bybit ETHUSDT short 1 closed USDT gross 50 fees - funding 0 net 49',
    ],
    'Contracts,Side,Qty,Entry Price,Exit Price,Closed P&L,Trade Time',
    'BTCUSDT,Sell,0.02,66000,66800,15,2026-03-15 14:22:10',
    'ETHUSDT,Sell,1,3600,3550,49,2026-03-16 14:22:10',
  ),
  of(
    'bitget-futures',
    ['Bitget ETHUSDT long 1.5 open USDT gross - fees 0.6 funding 0 net -'],
    'Order ID,Futures,Direction,Avg Price,Filled Qty,Realized PnL,Fee,Order Time',
    '9912,ETHUSDT,Buy,2400,1.5,0,-0.60,2026-09-02 09:15:00',
  ),
]

describe('other pages and languages', () => {
  it('names the file that has the prices of Bitget trades', () => {
    const file =
      'order,Date,Coin,Type,Amount,Fee,Available\n\t1,2026-09-03 09:00:00,KAS,Buy,1000,0,1\n\t2,2026-09-03 09:00:00,KAS,Deposit,5,0,1\n'
    expect(parseImport(file)).toMatchObject({
      others: 1,
      problems: [{ row: 2, text: 'a list of transactions has no prices. Import the spot trade history, which has them.' }],
    })
  })

  it.each(OTHER_PAGES)('%s', (format, lines, file) => expect(readingOf(file)).toEqual({ format, once: lines, twice: lines }))
})

const KRAKEN_LOG =
  'uid,dateTime,account,type,symbol,contract,change,new balance,new average entry price,trade price,mark price,funding rate,realized pnl,fee,realized funding,collateral,conversion spread percentage,liquidation fee,position uid'

const OTHERS = [
  // Kraken Futures: newest first, money above its contract, a conversion in between, two fills of one second
  of(
    'kraken-futures-log',
    [
      'Kraken PF_XBTUSD short 0.021 closed USD gross -10.35 fees 1.29 funding 0.02 net -11.62',
      'Kraken PI_XBTUSD long 10000 closed XBT gross 0.04 fees 0.00021 funding -0.0000012345 net 0.0397887655',
    ],
    KRAKEN_LOG,
    'c1,2026-06-06 12:07:02,flex,futures trade,usd,pf_xbtusd,-10.55,0,,61000,,,-10,0.6,,,,,',
    'p1,2026-06-06 12:07:02,flex,futures trade,pf_xbtusd,pf_xbtusd,0.02,0,60500,61000,,,,,,,,,',
    'x1,2026-06-06 12:07:02,flex,conversion,usd,,-1,0,,,,,,,,,,,',
    'c2,2026-06-06 12:07:02,flex,futures trade,usd,pf_xbtusd,-0.4,0,,60850,,,-0.35,0.05,,,,,',
    'p2,2026-06-06 12:07:02,flex,futures trade,pf_xbtusd,pf_xbtusd,0.001,-0.02,60500,60850,,,,,,,,,',
    'f1,2026-06-06 12:00:00,flex,funding rate change,usd,pf_xbtusd,0.02,0,,,,0.00001,,0,0.02,,,,',
    'c3,2026-06-06 10:21:47,flex,futures trade,usd,pf_xbtusd,-0.64,0,,60500,,,0,0.64,,,,,',
    'p3,2026-06-06 10:21:47,flex,futures trade,pf_xbtusd,pf_xbtusd,-0.021,-0.021,60500,60500,,,,,,,,,',
    'c4,2026-06-05 12:00:00,f-xbt:usd,futures trade,xbt,pi_xbtusd,0.0399,1,,62500,,,0.04,0.0001,,XBT,,,',
    'p4,2026-06-05 12:00:00,f-xbt:usd,futures trade,pi_xbtusd,pi_xbtusd,-10000,0,50000,62500,,,,,,XBT,,,',
    'f2,2026-06-05 08:00:00,f-xbt:usd,funding rate change,xbt,pi_xbtusd,-0.0000012345,1,,,,0.00001,,0,-0.0000012345,XBT,,,',
    'c5,2026-06-04 12:00:00,f-xbt:usd,futures trade,xbt,pi_xbtusd,-0.00011,1,,50000,,,0,0.00011,,XBT,,,',
    'p5,2026-06-04 12:00:00,f-xbt:usd,futures trade,pi_xbtusd,pi_xbtusd,10000,10000,50000,50000,,,,,,XBT,,,',
  ),
  // Without the column of the contract, and with a position from before the file
  of(
    'kraken-futures-log',
    ['Kraken PF_ETHUSD short 2 open USD gross - fees 0.5 funding 0 net -'],
    'uid,dateTime,account,type,symbol,change,new balance,new average entry price,trade price,mark price,funding rate,realized pnl,fee,realized funding,collateral',
    'p1,2026-06-05 12:00:00,flex,futures trade,pf_ethusd,-1,1,2000,2100,,,,,,',
    'c1,2026-06-05 12:00:00,flex,futures trade,usd,99,1,,2100,,,100,1,,',
    'p2,2026-06-05 13:00:00,flex,futures trade,pf_ethusd,-1,0,2000,2100,,,,,,',
    'c2,2026-06-05 13:00:00,flex,futures trade,usd,99,1,,2100,,,100,1,,',
    'p3,2026-06-05 14:00:00,flex,futures trade,pf_ethusd,-2,-2,2100,2100,,,,,,',
    'c3,2026-06-05 14:00:00,flex,futures trade,usd,-0.5,1,,2100,,,0,0.5,,',
  ),
  of(
    'kraken-trades',
    ['Kraken DOTUSD long 10 closed USD gross 10 fees 0.5 funding 0 net 9.5'],
    'txid,ordertxid,pair,aclass,subclass,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers,postxid,posstatus,cprice,ccost,cfee,cvol,cmargin,net,trades',
    'T1,O1,DOTUSD,forex,crypto,2024-01-02 10:00:00.1234,buy,limit,5,50,0.25,10,0,,,,,,,,,,,',
    'T2,O2,DOTUSD,forex,crypto,2024-01-03 10:00:00.1234,sell,limit,6,60,0.25,10,0,,,,,,,,,,,',
  ),
  // BittyTax: ledger of 2024 with wallets, staking and a pending row; names of new coins stay whole
  of(
    'kraken-ledger',
    ['Kraken ZETAEUR long 100 open EUR gross - fees 0.4 funding 0 net -'],
    '"txid","refid","time","type","subtype","aclass","subclass","asset","wallet","amount","fee","balance"',
    '"L1","T1","2024-01-02 10:00:00","trade","","currency","fiat","ZEUR","spot / main",-100,0.4,1',
    '"L2","T1","2024-01-02 10:00:00","trade","","currency","crypto","ZETA","spot / main",100,0,1',
    '"L3","S1","2024-01-02 11:00:00","staking","","currency","crypto","DOT.S","spot / main",0.1,0,1',
    '"","D1","2024-01-02 11:00:00","deposit","","currency","fiat","ZEUR","spot / main",10,0,""',
  ),
  // Ledgers since 2025 name bitcoin BTC: it is the quote, whichever row comes first
  of(
    'kraken-ledger',
    ['Kraken SOLBTC long 10 open BTC gross - fees 0.00005 funding 0 net -'],
    'txid,refid,time,type,subtype,aclass,subclass,asset,wallet,amount,fee,balance',
    'L1,T1,2026-02-03 12:00:00,trade,tradespot,currency,crypto,BTC,spot / main,-0.02,0.00005,1',
    'L2,T1,2026-02-03 12:00:00,trade,tradespot,currency,crypto,SOL,spot / main,10,0,10',
  ),
  of(
    'coinbase-retail',
    ['Coinbase BTC-EUR long 0.1 closed EUR gross 1000 fees 12 funding 0 net 988'],
    'Transactions',
    'User,someone,id',
    'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
    'b,2024-02-16 10:00:00 UTC,Advanced Trade Sell,BTC,-0.1,EUR,"€50,000.00","€5,000.00","€4,993.00",€7.00,Sold',
    'c,2024-02-15 11:00:00 UTC,Retail Staking Transfer,ETH,-1.5,EUR,€2500.00,€3750.00,€3750.00,€0.00,',
    'a,2024-02-15 10:00:00 UTC,Advanced Trade Buy,BTC,0.1,EUR,"€40,000.00","€4,000.00","€4,005.00",€5.00,Bought',
  ),
  // Markets of other operators, and coins whose names end like pairs: all are settled in dollars
  of(
    'hyperliquid-trades',
    [
      'Hyperliquid AIXBT long 100 closed USDC gross 1 fees 0.02 funding 0 net 0.98',
      'Hyperliquid HYNA:BTC long 0.01 closed USDC gross 10 fees 0.6 funding 0 net 9.4',
      'Hyperliquid XYZ:EUR long 1000 closed USDC gross 10 fees 0.4 funding 0 net 9.6',
    ],
    'time,coin,dir,px,sz,ntl,fee,closedPnl',
    '13/1/2026 - 10:00:00,AIXBT,Open Long,0.1,100,10,0.01,-0.01',
    '13/1/2026 - 10:00:01,hyna:BTC,Open Long,90000,0.01,900,0.3,-0.3',
    '13/1/2026 - 10:00:02,xyz:EUR,Open Long,1.16,1000,1160,0.2,-0.2',
    '14/1/2026 - 10:00:00,AIXBT,Close Long,0.11,100,11,0.01,0.99',
    '14/1/2026 - 10:00:01,hyna:BTC,Close Long,91000,0.01,910,0.3,9.7',
    '14/1/2026 - 10:00:02,xyz:EUR,Close Long,1.17,1000,1170,0.2,9.8',
  ),
  of(
    'hyperliquid-trades',
    ['Hyperliquid BTC short 0.02 closed USDC gross 20 fees 1 funding 0 net 19'],
    'Time,Coin,Direction,Price,Size,Trade Value,Fee,Closed PNL',
    '13/1/2026 - 10:00:00,BTC,Open Short,"61,000",0.02 BTC,"1,220.00 USDC",0.50 USDC,-0.50 USDC',
    '14/1/2026 - 10:00:00,BTC,Close Short,"60,000",0.02 BTC,"1,200.00 USDC",0.50 USDC,19.50 USDC',
  ),
]

describe('Kraken, Coinbase and Hyperliquid', () => {
  it.each(OTHERS)('reads %s', (format, lines, file) => expect(readingOf(file)).toEqual({ format, once: lines, twice: lines }))
})

describe('own columns', () => {
  const mapping = { time: 'date', symbol: 'coin', side: 'action', price: 'price', size: 'amount', fee: 'fee' }
  const file = (...rows: readonly string[]): string => ['date,coin,action,price,amount,fee', ...rows].join('\n')

  it('take the currency from the price and the size from its value', () =>
    expect(
      linesOf(
        [file('2026-01-02 10:00,BTC,LIMIT_BUY,60000 EUR,600 EUR,0.6 EUR', '2026-01-03 10:00,BTC,Sell - Market,61000 EUR,0.01 BTC,0.6 EUR')],
        {
          mapping,
        },
      ),
    ).toEqual(['Own file BTC-EUR long 0.01 closed EUR gross 10 fees 1.2 funding 0 net 8.8']))

  it.each([
    ['Kaufen', 'Verkaufen'],
    ['买入', '卖出'],
    ['Kupno', 'Sprzedaż'],
    ['Koop', 'Verkoop'],
    ['買', '売'],
    ['شراء', 'بيع'],
    ['Market Buy', 'Market Sell'],
    ['B', 'S'],
    ['open_long', 'close_long'],
  ])('read %s and %s as sides', (buy, sell) =>
    expect(
      linesOf([file(`2026-01-02 10:00,BTC-USDT,${buy},60000,1,0`, `2026-01-03 10:00,BTC-USDT,${sell},61000,1,0`)], { mapping }),
    ).toEqual(['Own file BTC-USDT long 1 closed USDT gross 1000 fees 0 funding 0 net 1000']),
  )
})

const ALL = [...BINANCE, ...BYBIT, ...OKX_FILES, ...KUCOIN, ...MEXC, ...BITGET, ...GATE, ...OTHERS, ...OTHER_PAGES]

const SAMPLES = [
  'binance-futures-busd',
  'binance-futures-tradeid',
  'binance-spot-dust',
  'binance-spot-rub-pln-zar',
  'bybit-assetchange',
  'bybit-closed-current',
  'bybit-closed-old-without-utc',
  'bybit-log-current',
  'bybit-perp-trades',
  'bybit-spot-orders',
  'bybit-uta-spot',
  'coinbase-cad-chf',
  'coinbase-sell-of-received',
  'hyperliquid-spot-fee',
  'kraken-xbt-quote',
  'okx-trading',
] as const

/** Recognised by the position of their cells, or below an order of its own row. */
const POSITIONAL = ['Čas', 'Paare', 'Uid,时间', 'Date(UTC);Pair;Type;Order Price']

describe('the same file', () => {
  const variants = ALL.filter(([, , file]) => !POSITIONAL.some((start) => file.replace('\uFEFF', '').startsWith(start)))
  const samples = SAMPLES.map((name) => {
    const file = readFileSync(new URL(`./samples/${name}.csv`, import.meta.url), 'utf8')
    return [name, linesOf([file]), file] as const
  })
  const tables = [...variants, ...samples].map(([name, lines, file]) => ({ name, lines, rows: parseTable(file).map(({ raw }) => raw) }))
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
  const fileOf = (rows: readonly (readonly string[])[], separator: string): string =>
    `${rows.map((row) => row.map(quoted).join(separator)).join('\n')}\n`

  it.each([
    ['all its cells quoted', (rows) => fileOf(rows, ',')],
    ['semicolons', (rows) => fileOf(rows, ';')],
    ['tabs, a byte order mark and carriage returns', (rows) => `\uFEFF${fileOf(rows, '\t').replaceAll('\n', '\r\n')}`],
    [
      'its columns in reverse order',
      (rows) =>
        fileOf(
          rows.map((row) => widened(row, rows).toReversed()),
          ',',
        ),
    ],
    [
      'a column in front and one at the end',
      (rows) =>
        fileOf(
          rows.map((row, at) => [`note ${at}`, ...widened(row, rows), '']),
          ',',
        ),
    ],
    [
      'a header in capitals with spaces',
      (rows) =>
        fileOf(
          rows.map((row) => (isHeader(row) ? row.map((name) => ` ${name.toUpperCase()} `) : row)),
          ',',
        ),
    ],
    ['a line above it', (rows) => `Exported for someone\n${fileOf(rows, ',')}`],
    ['its rows in reverse order', (rows) => fileOf(reversed(rows), ',')],
    ['itself below', (rows) => fileOf([...rows, ...rows.slice(rows.findIndex(isHeader))], ',')],
    ['empty lines and a total', (rows) => `${fileOf(rows, ',').replaceAll('\n', '\n\n')}Total,1,2\n`],
  ] satisfies [string, (rows: readonly (readonly string[])[]) => string][])('gives the same trips with %s', (_title, change) => {
    for (const { name, lines, rows } of tables) expect([name, linesOf([change(rows)])]).toEqual([name, lines])
  })

  const widened = (row: readonly string[], rows: readonly (readonly string[])[]): string[] =>
    Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, (_, at) => row[at] ?? '')
  const isHeader = (row: readonly string[]): boolean => row.length > 3 && row.every((cell) => !/^[-+$€\d]/.test(cell))
  const reversed = (rows: readonly (readonly string[])[]): (readonly string[])[] => {
    const header = rows.findIndex(isHeader)
    return [...rows.slice(0, header + 1), ...rows.slice(header + 1).toReversed()]
  }

  it('is read or reported row by row with any cell replaced', () => {
    const JUNK = [
      '',
      '-',
      '--',
      '0',
      '-1',
      '1e-9',
      '99999999999999999999',
      'x',
      'BTC',
      '1 BTC',
      '=1+1',
      'Total',
      '2026-01-02 03:04:05',
      '\u0000'.slice(1),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...tables), fc.nat(9), fc.nat(24), fc.constantFrom(...JUNK), ({ rows }, line, column, junk) => {
        const header = rows.findIndex(isHeader)
        const changed = rows.map((row, at) =>
          at === header + 1 + (line % (rows.length - header - 1)) ? row.toSpliced(column % row.length, 1, junk) : row,
        )
        const { entries, problems, others } = parseImport(fileOf(changed, ','), { dateOrder: 'day-first', isHedged: false })
        expect(entries.length + problems.length + others).toBeGreaterThan(0)
      }),
      { numRuns: 2_000 },
    )
  })
})
