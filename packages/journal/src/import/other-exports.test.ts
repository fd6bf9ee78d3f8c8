import { describe, expect, it } from 'vitest'
import { parseImport } from './import-file.ts'
import { resultOf } from './test-lines.ts'

/** Title, what is expected, and the rows of the file. */
const of = <T>(title: string, expected: T, ...rows: readonly string[]) => [title, expected, rows] as const

const nothing = { trips: [], problems: [], others: 0 }

const BINANCE = 'Uid,Time,Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit,Buyer,Maker,Trade ID,Order ID'
const BITGET = 'Date;Direction;Coin;Futures;Transaction amount;Average Price;Realized P/L;NetProfits;Fee'
const GATE = 'No,Time,Trade type,Role,Market,Deal price,Deal amount,Total,Fee'
const KUCOIN_FUTURES =
  'UID,Account Type,Order ID,Filled Time(UTC),Symbol,Side,Filled Amount,Filled Price,Filled Volume,Filled Volume  (USDT),Fee Rate,Fee,Order Type'
const OKX =
  'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit'
const KRAKEN = 'txid,refid,time,type,subtype,aclass,subclass,asset,wallet,amount,fee,balance'

describe('a rebate', () => {
  it.each([
    [
      'of Binance, among paid fees',
      'Binance 1000PEPEUSDT long 1000 closed USDT gross 1 fees 0.004 funding 0 net 0.996',
      BINANCE,
      '1,2026-05-29 18:25:01,1000PEPEUSDT,BUY,0.0100000,"1,000",10,-0.001USDT,0,true,true,1,1',
      '1,2026-05-30 03:35:09,1000PEPEUSDT,SELL,0.0110000,"1,000",11,0.005USDT,1,true,false,2,2',
    ],
    [
      'of Binance, in a file of makers only',
      'Binance AAAUSDT long 1 closed USDT gross 10 fees -0.021 funding 0 net 10.021',
      BINANCE,
      '1,2026-05-29 18:25:01,AAAUSDT,BUY,100,1,100,-0.01 USDT,0,true,true,1,1',
      '1,2026-05-30 03:35:09,AAAUSDT,SELL,110,1,110,-0.011 USDT,10,true,true,2,2',
    ],
    [
      'of Bitget, whose paid fees are negative',
      'Bitget BTCUSDT long 0.01 closed USDT gross 10 fees 0.1 funding 0 net 9.9',
      BITGET,
      '2025-01-02 13:00:00;Close long;USDT;BTCUSDT;0.01;61000;10;9.8;-0.2',
      '2025-01-02 11:00:00;Open long;USDT;BTCUSDT;0.01;60000;0;0.1;0.1',
    ],
    [
      'of Gate',
      'Gate spot BTC_USDT long 0.01 closed USDT gross 10 fees 0.55 funding 0 net 9.45',
      GATE,
      '1,2025-11-06 14:37:05,Buy,Taker,BTC/USDT,60000,0.01 BTC,600 USDT,0.6 USDT',
      '2,2025-11-07 14:37:05,Sell,Maker,BTC/USDT,61000,0.01 BTC,610 USDT,-0.05 USDT',
    ],
    [
      'of KuCoin',
      'KuCoin XBTUSDTM short 0.01 closed USDT gross 4.32 fees 0.16 funding 0 net 4.16',
      KUCOIN_FUTURES,
      '1,futures,o1,2024-01-18 11:47:17,XBTUSDTM,SELL,10,43210.5,432.1,432.1,0.0006,0.26,MARKET',
      '1,futures,o2,2024-01-19 11:47:17,XBTUSDTM,BUY,10,42778.5,427.8,427.8,-0.00025,-0.1,LIMIT',
    ],
  ] as const)('%s', (_title, line, ...rows) => expect(resultOf(rows)).toEqual({ ...nothing, trips: [line] }))

  it('is not taken from the sign where all fees are negative and no fill is a maker’s', () =>
    expect(
      resultOf([
        BINANCE,
        '1,2026-05-29 18:25:01,AAAUSDT,BUY,100,1,100,-0.05 USDT,0,true,false,1,1',
        '1,2026-05-30 03:35:09,AAAUSDT,SELL,110,1,110,-0.055 USDT,10,true,false,2,2',
      ]).trips,
    ).toEqual(['Binance AAAUSDT long 1 closed USDT gross 10 fees 0.105 funding 0 net 9.895']))

  it('in own columns is of the sign that few fees have', () => {
    const mapping = { time: 'when', symbol: 'what', side: 'way', price: 'at', size: 'many', fee: 'fee' }
    const rows = ['when,what,way,at,many,fee', '2026-01-02 03:04,BTC-USDT,Buy,40000,1,-0.5', '2026-01-02 03:05,BTC-USDT,Sell,41000,1,0.1']
    expect(resultOf(rows, { mapping }).trips).toEqual(['Own file BTC-USDT long 1 closed USDT gross 1000 fees 0.4 funding 0 net 999.6'])
  })
})

describe('read as the exchange means it', () => {
  it.each([
    of(
      // A public converter's list of header lines
      'Binance futures with Pair',
      ['Binance ETHUSDT long 1 closed USDT gross 10 fees 2.4 funding 0 net 7.6'],
      'Date(UTC),Pair,Side,Price,Quantity,Amount,Fee,Realized Profit',
      '2026-01-02 10:00:00,ETHUSDT,BUY,3000,1,3000,1.2USDT,0',
      '2026-01-02 11:00:00,ETHUSDT,SELL,3010,1,3010,1.2USDT,10',
    ),
    of(
      'Binance spot in Chinese',
      ['Binance spot BTCUSDT long 0.01 closed USDT gross 10 fees 0.6 funding 0 net 9.4'],
      '时间,交易对,方向,价格,成交,数量,手续费',
      '26-01-02 10:00:00,BTCUSDT,买入,60000,0.01BTC,600USDT,0.3USDT',
      '26-01-03 10:00:00,BTCUSDT,卖出,61000,0.01BTC,610USDT,0.3USDT',
    ),
    of(
      // Columns of spot orders with a contract in them
      'KuCoin futures orders',
      [
        'KuCoin ETHUSDTM long 1 closed USDT gross 10 fees 3.6 funding 0 net 6.4',
        'KuCoin XBTUSDM long 1000 closed XBT gross 0.004 fees 0.000022 funding 0 net 0.003978',
      ],
      'UID,Account Type,Order ID,Order Time(UTC),Symbol,Side,Order Type,Order Price,Order Amount,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,Fee Currency,Status',
      '1,futures,o1,2024-01-18 11:47:17,ETHUSDTM,BUY,MARKET,0,100,3000,100,3000,3000,2024-01-18 11:47:17,1.8,USDT,deal',
      '1,futures,o2,2024-01-18 12:47:17,ETHUSDTM,SELL,MARKET,0,100,3010,100,3010,3010,2024-01-18 12:47:17,1.8,USDT,deal',
      '1,futures,o3,2024-01-18 11:47:17,XBTUSDM,BUY,MARKET,0,1000,50000,1000,0.02,1000,2024-01-18 11:47:17,0.000012,XBT,deal',
      '1,futures,o4,2024-01-18 12:47:17,XBTUSDM,SELL,MARKET,0,1000,62500,1000,0.016,1000,2024-01-18 12:47:17,0.00001,XBT,deal',
    ),
    of(
      // OKX API, sub-types of bills
      'OKX liquidations and deliveries',
      [
        'OKX BTC-USDT-SWAP short 0.1 closed USDT gross -100 fees 6 funding 0 net -106',
        'OKX ETH-USDT-SWAP long 3 closed USDT gross 0 fees 3.5 funding 0 net -3.5',
      ],
      OKX,
      '1,5,2026-01-02 10:00:00,Swap,ETH-USDT-SWAP,Open long,30,cont,3000,0,-1.5,USDT,10,10,0,0,USDT',
      '2,6,2026-01-02 11:00:00,Swap,ETH-USDT-SWAP,Partial liquidation close long,10,cont,2900,-100,-1,USDT,-10,0,0,0,USDT',
      '3,7,2026-01-02 12:00:00,Swap,ETH-USDT-SWAP,ADL close long,10,cont,3100,100,0,USDT,-10,0,0,0,USDT',
      '4,8,2026-01-02 13:00:00,Swap,ETH-USDT-SWAP,Delivery long,10,cont,3000,0,-1,USDT,-10,0,0,0,USDT',
      '5,9,2026-01-02 10:00:00,Swap,BTC-USDT-SWAP,Sell,10,cont,60000,0,-3,USDT,10,10,0,0,USDT',
      '6,9,2026-01-02 11:00:00,Swap,BTC-USDT-SWAP,Liquidation buy,10,cont,61000,-100,-3,USDT,10,10,0,0,USDT',
    ),
    of(
      // A public tax tool's test: one order filled from two wallets
      'Kraken ledger with three rows of one trade',
      ['Kraken BTCGBP long 0.00500383 closed GBP gross 3.616346 fees 0.056347 funding 0 net 3.559999'],
      KRAKEN,
      'TX0,REF0,2026-06-13 08:45:00,trade,tradespot,currency,fiat,GBP,spot / main,-70.00,0,1000',
      'TX1,REF0,2026-06-13 08:45:00,trade,tradespot,currency,crypto,BTC,spot / main,0.00500383,0,0.5',
      'TX2,REF1,2026-06-14 08:45:00,trade,tradespot,currency,crypto,BTC,spot / main,-0.00300000,0.00000339,0.5',
      'TX3,REF1,2026-06-14 08:45:00,trade,tradespot,currency,crypto,BTC,spot / main,-0.00200000,0.00000044,0.4',
      'TX4,REF1,2026-06-14 08:45:00,trade,tradespot,currency,fiat,GBP,spot / main,73.56,0,1000',
    ),
    of(
      'Kraken ledger whose fee is in another currency',
      ['Kraken ATOMEUR long 10 open EUR gross - fees - funding 0 net -'],
      `${KRAKEN},amountusd,feeusd,balanceusd,feecurrency`,
      'L1,T1,2031-03-03 10:00:00,trade,tradespot,currency,fiat,EUR,spot / main,-120.0,0.48,1129.52,-150.0,0.6,1411.9,CHF',
      'L2,T1,2031-03-03 10:00:00,trade,tradespot,currency,crypto,ATOM,spot / main,10.0,0.0,18.5,150,0.0,1,',
    ),
    of(
      'Hyperliquid liquidation by a market order',
      ['Hyperliquid ETH long 1 closed USDC gross -100 fees 1.35 funding 0 net -101.35'],
      'time,coin,dir,px,sz,ntl,fee,closedPnl',
      '13/8/2026 - 11:15:00,ETH,Open Long,3000,1,3000,1.35,-1.35',
      '13/8/2026 - 12:15:00,ETH,Market Order Liquidation: Close Long,2900,1,2900,0,-100',
    ),
    of(
      'KuCoin margin sale of borrowed coins',
      ['KuCoin BTC-USDT short 0.1 closed USDT gross 100 fees 8 funding 0 net 92'],
      'UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,Maker/Taker,Fee Currency',
      '1,Cross Margin,o1,BTC-USDT,SELL,LIMIT,41000,0.1,4100,4100,2024-01-18 11:47:17,4,TAKER,USDT',
      '1,Cross Margin,o2,BTC-USDT,BUY,LIMIT,40000,0.1,4000,4000,2024-01-19 11:47:17,4,TAKER,USDT',
    ),
    of(
      'OKX margin sale of borrowed coins',
      ['OKX BTC-USDT short 0.1 closed USDT gross 100 fees 8 funding 0 net 92'],
      OKX,
      '1,1,2026-01-02 10:00:00,Margin,BTC-USDT,Sell,0.1,BTC,41000,0,0,BTC,0,0,-0.1,0,BTC',
      '2,1,2026-01-02 10:00:00,Margin,BTC-USDT,Buy,4100,USDT,41000,0,-4,USDT,0,0,4096,0,USDT',
      '3,2,2026-01-03 10:00:00,Margin,BTC-USDT,Buy,0.1,BTC,40000,0,0,BTC,0,0,0.1,0,BTC',
      '4,2,2026-01-03 10:00:00,Margin,BTC-USDT,Sell,4000,USDT,40000,0,-4,USDT,0,0,-4004,0,USDT',
    ),
    of(
      'Coinbase perpetual sold first',
      ['Coinbase BTC-PERP-INTX short 0.5 closed USDC gross 500 fees 41 funding 0 net 459'],
      'portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit',
      'default,9,BTC-PERP-INTX,SELL,2024-01-02T03:04:05.678Z,0.5,BTC,42000,21,20979,USDC',
      'default,10,BTC-PERP-INTX,BUY,2024-01-03T03:04:05.678Z,0.5,BTC,41000,20,-20520,USDC',
    ),
    of(
      'OKX contract of ten million coins',
      ['OKX PEPE-USDT-SWAP long 100000000 closed USDT gross 100 fees 0.02 funding 0 net 99.98'],
      OKX,
      '1,5,2026-01-02 10:00:00,Swap,PEPE-USDT-SWAP,Open long,10,cont,0.00001,0,-0.01,USDT,10,10,0,0,USDT',
      '2,6,2026-01-02 11:00:00,Swap,PEPE-USDT-SWAP,Close long,10,cont,0.000011,100,-0.01,USDT,-10,0,0,0,USDT',
    ),
    of(
      'MEXC contract of ten million coins',
      ['MEXC PEPE_USDT long 100000000 closed USDT gross 100 fees 0.2 funding 0 net 99.8'],
      'UID,Futures,Open Time(UTC+00:00),Close Time,Margin Mode,Avg Entry Price,Avg Close Price,Direction,Closing Qty (Cont.),Fee,Realized PNL,Status',
      'u,PEPE_USDT,2025-01-02 12:00:00,2025-01-02 14:00:00,Cross,0.00001,0.000011,Long,10,0.2,99.8,All Closed',
    ),
    of(
      // Binance counts one of these credits as a dollar
      'Binance fee in futures credits',
      ['Binance BTCUSDT long 0.01 closed USDT gross 10 fees 0.6 funding 0 net 9.4'],
      BINANCE,
      '1,2026-01-02 10:00:00,BTCUSDT,BUY,60000,0.01,600,0.3 BNFCR,0,true,false,1,1',
      '1,2026-01-02 11:00:00,BTCUSDT,SELL,61000,0.01,610,0.3 BNFCR,10,true,false,2,2',
    ),
    of(
      'Coinbase conversion',
      ['Coinbase ETH-BTC long 1.5 open BTC gross - fees 0 funding 0 net -'],
      'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
      'a,2024-02-16 10:00:00 UTC,Convert,BTC,-0.1,USD,$42000.00,$4200.00,$4158.00,$42.00,Converted 0.1 BTC to 1.5 ETH',
    ),
    of(
      'time with its zone in brackets',
      ['Binance BTCUSDT long 0.01 closed USDT gross 10 fees 0.6 funding 0 net 9.4'],
      'Time,Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit',
      '2026-01-02 10:00:00(UTC+8),BTCUSDT,BUY,60000,0.01,600,0.3USDT,0',
      '2026-01-02 11:00:00(UTC+8),BTCUSDT,SELL,61000,0.01,610,0.3USDT,10',
    ),
  ])('%s', (_title, trips, rows) => expect(resultOf(rows)).toEqual({ ...nothing, trips }))

  it('reads the zone in brackets as the zone of the time', () => {
    const file = 'Time,Pair,Side,Price,Executed,Amount,Fee\n2026-01-02 10:00:00(UTC+8),BTCUSDT,BUY,60000,0.01BTC,600USDT,0USDT\n'
    const { entries, zone } = parseImport(file)
    expect(entries.map(({ entry }) => 'at' in entry && new Date(entry.at).toISOString())).toEqual(['2026-01-02T02:00:00.000Z'])
    expect(zone).toEqual({ name: 'UTC', from: 'file' })
  })
})

const NO_FEES = 'an order history has no fees. Import the trade history, which has them.'
const NO_PRICES = 'a list of balance changes has no prices. Import the trade history, which has them.'

describe('reported row by row with the file to import instead', () => {
  it.each([
    of(
      'Binance positions',
      { problems: ['row 2: a position history has no fees. Import the futures trade history, which has them.'] },
      'Symbol,Margin Mode,Position Side,Entry Price,Avg. Close Price,Max Open Interest,Closed Vol.,Closing PNL,Opened,Closed,Status',
      'BTCUSDT,Cross,Long,73645.8,73698.2,0.001,0.001,0.05239999,2026-05-29 18:25:01,2026-05-30 03:35:09,Closed',
    ),
    of(
      'Binance spot orders',
      { problems: [`row 2: ${NO_FEES}`], others: 1 },
      'Date(UTC),OrderNo,Pair,BaseAsset,QuoteAsset,Type,OrderType,Order Price,Order Amount,Time,Executed,Average Price,Trading total,Status',
      '2026-01-02 10:00:00,11,BTCUSDT,BTC,USDT,BUY,LIMIT,60000,0.01,2026-01-02 10:00:01,0.01,60000,600,FILLED',
      '2026-01-03 10:00:00,12,BTCUSDT,BTC,USDT,SELL,LIMIT,61000,0.01,,0,0,0,CANCELED',
    ),
    of(
      'Binance futures orders',
      { problems: [`row 2: ${NO_FEES}`] },
      'Uid,Order Time,Symbol,Side,Type,Price,Quantity,Executed,Average Price,Reduce Only,Status',
      '1,2026-01-02 10:00:00,BTCUSDT,BUY,MARKET,0,0.01,0.01,60000,false,FILLED',
    ),
    of(
      // A public collector's tests: the file that the API makes
      'Binance futures orders of the API',
      { problems: [`row 2: ${NO_FEES}`], others: 1 },
      'Uid,Time(UTC),Symbol,Type,Side,Position Side,Price,Average Price,Amount,Executed Amount,Executed Quote Amount,Stop Price,Status,Client Order Id,Time In Force,Activate Price,Price Rate,Update Time,Order No',
      '1,2026-01-02 10:00:00,BTCUSDT,LIMIT,BUY,Long,60000,60000,0.01,0.01,600,0,FILLED,c1,GTC,0,0.0,2026-01-02 10:00:10,77',
      '1,2026-01-03 10:00:00,BTCUSDT,LIMIT,BUY,Long,60000,0,0.01,0,0,0,CANCELED,c2,GTC,0,0.0,2026-01-03 10:00:10,78',
    ),
    of(
      'trades of a Binance statement',
      {
        problems: ['row 2', 'row 3'].map((row) => `${row}: a statement has no prices. Import the trade history, which has them.`),
        others: 1,
      },
      'User_ID,Time,Account,Operation,Coin,Change,Remark',
      '1,25-11-11 13:06:16,Spot,Transaction Sold,SOL,-2,',
      '1,25-11-11 13:06:16,Spot,Transaction Revenue,USDT,322.02,',
      '1,25-11-22 22:22:53,Spot,Deposit,USDT,1655.90,',
    ),
    of(
      'OKX orders',
      { problems: ['row 2: an order history has no single trades. Import the trading history, which has them.'] },
      'Order ID,Order Time,Instrument,Symbol,Lvg,Side,Order Type,Order Amount,Filled Amount,Amount Unit,Order Price,Avg. Filled Price,Price Unit,PNL,Fee,Fee Unit,Status,Bot ID',
      '1,2026-01-02 10:00:00,SPOT,BTC-USDT,,buy,Limit,0.01,0.01,BTC,60000,60000,USDT,0,-0.00001,BTC,Filled,',
    ),
    of(
      'options of OKX',
      { problems: ['row 2: trades of the kind options are not read'] },
      OKX,
      '3,3,2026-01-11 10:00:00,Options,BTC-USD-260327-120000-C,Buy,1,cont,0.01,0,-0.0000003,BTC,1,1,-0.0001,1,BTC',
    ),
    of(
      'Kraken margin trades in a ledger',
      {
        problems: [
          'row 2: a ledger has neither price nor size of a margin trade. Import the trades export, which has both.',
          'row 3: the interest of margin positions is in no result: a ledger does not name its position. It has 1 such row.',
        ],
        others: 1,
      },
      KRAKEN,
      'L1,T1,2024-01-02 10:00:00,margin,,currency,fiat,ZEUR,spot / main,25,3.2,100',
      'L2,T2,2024-01-02 12:00:00,rollover,,currency,fiat,ZEUR,spot / main,0,0.2,100',
    ),
    of(
      'trades in Bitget transactions',
      { problems: ['row 2: a list of transactions has no prices. Import the futures trade history, which has them.'], others: 1 },
      'Order,Date,Coin,Futures,Margin Mode,Type,Amount,Fee,Wallet balance',
      '1,2025-02-01 09:00:00,USDT,POPCATUSDT,cross,close_long,5,-0.06,105',
      '2,2025-02-01 11:00:00,USDT,NULL,NULL,trans_from_exchange,100,0,100',
    ),
    of(
      'KuCoin account history',
      { problems: [`row 2: ${NO_PRICES}`] },
      'UID,Account Type,Currency,Side,Amount,Fee,Time(UTC),Remark,Type',
      '1,mainAccount,USDT,Withdrawal,600,0.6,2024-01-02 11:00:00,Spot,Spot',
    ),
    of(
      'Gate billing details',
      { problems: [`row 2: ${NO_PRICES}`] },
      'no,time,action_desc,action_data,type,change_amount,amount,total',
      '1,2024-01-15 12:00:00,Order Filled,trade-001,BTC,0.05,0.05,1500',
    ),
    of(
      'a Coinbase conversion without amounts',
      { problems: ['row 2: a conversion without two amounts in its notes'] },
      'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
      'a,2024-02-16 10:00:00 UTC,Convert,ETH,-1.5,USD,$2800.00,$4200.00,$4158.00,$42.00,',
    ),
  ])('%s', (_title, expected, rows) => expect(resultOf(rows)).toEqual({ ...nothing, ...expected }))
})

it('counts a line of words and a cancelled order without a time of its fill as no trades', () => {
  expect(resultOf([BINANCE, 'No data matches the criteria'])).toEqual({ ...nothing, others: 1 })
  expect(
    resultOf([
      'UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Time(UTC),Fee,Fee Currency,Status',
      '1,mainAccount,o3,BTC-USDT,BUY,LIMIT,0,0,0,,0,USDT,cancelled',
    ]),
  ).toEqual({ ...nothing, others: 1 })
})
