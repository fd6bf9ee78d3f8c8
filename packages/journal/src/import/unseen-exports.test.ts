import { describe, expect, it } from 'vitest'
import { type ImportChoices, parseImport } from './import-file.ts'
import { caseOf, lineOf, linesOf, resultOf, tripsOf } from './test-lines.ts'

const FUTURES = 'Time,Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit'
const TRANSACTIONS = 'Time(UTC),type,Amount,Asset,Symbol,Transaction ID'
const SPOT = 'Date(UTC),Pair,Side,Price,Executed,Amount,Fee'
const UTA =
  'Uid,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Action,OrderId,TradeId,Time(UTC)'
const BYBIT_SPOT = 'Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,Transaction ID,Order No.,Timestamp (UTC)'
const DERIBIT =
  'ID,UserSeq,Date,Instrument,Type,Side,Base Amount,Position,Price,Mark Price,Index Price,Cash Flow,Funding,Fee Rate,Fee Charged,Fee Balance,Change,Balance,Equity,Trade ID,Order ID,Info'
const BITFINEX = '#,PAIR,AMOUNT,PRICE,FEE,FEE PERC,FEE CURRENCY,DATE,ORDER ID'
const OKX =
  'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit'
const KRAKEN_LEDGER = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
const GATE = 'id,create_time,currency_pair,side,role,amount,price,order_id,fee,fee_currency,point_fee,gt_fee'

const text = (...rows: readonly string[]): string => `${rows.join('\n')}\n`

// Files as current exports write them. Each result was worked out by hand before the file was read.
describe('a fee', () => {
  it.each([
    caseOf(
      'in the coin of a contract takes nothing from a long position',
      { trips: ['Binance BNBUSDT long 1 closed USDT gross 10 fees 0.484 funding 0 net 9.516'] },
      FUTURES,
      '2026-03-17 09:34:12,BNBUSDT,BUY,600,1,600,0.0004BNB,0',
      '2026-03-17 11:34:12,BNBUSDT,SELL,610,1,610,0.0004BNB,10',
    ),
    caseOf(
      'in the coin of a contract adds nothing to a short position',
      { trips: ['Binance BNBUSDT short 1 closed USDT gross 10 fees 0.476 funding 0 net 9.524'] },
      FUTURES,
      '2026-03-17 09:34:12,BNBUSDT,SELL,600,1,600,0.0004BNB,0',
      '2026-03-17 11:34:12,BNBUSDT,BUY,590,1,590,0.0004BNB,10',
    ),
    caseOf(
      'in the coin of a contract of MEXC',
      { trips: ['MEXC MX_USDT long 100 closed USDT gross 10 fees 0.305 funding 0 net 9.695'] },
      'Futures Trading Pair,Time,Direction,Filled Qty (Crypto),Filled Price,Trading Fee,Closing PNL,Role,Fee-payment Crypto',
      'MX_USDT,2026-01-02 10:00:00,Close Long,100,3.1,0.05,10,Taker,MX',
      'MX_USDT,2026-01-01 10:00:00,Open Long,100,3,0.05,0,Taker,MX',
    ),
    caseOf(
      'of a spot trade of Bybit that was paid in a third coin',
      { trips: ['Bybit spot ETHUSDT long 1 open USDT gross - fees - funding 0 net -'] },
      UTA,
      '1,ETH,ETHUSDT,TRADE,BUY,1,0,2000,0,0,1,1,1,--,o1,t1,2026-03-01 12:00:00',
      '1,USDT,ETHUSDT,TRADE,BUY,-2000,0,2000,0,0,-2000,-2000,1,--,o1,t1,2026-03-01 12:00:00',
      '1,MNT,ETHUSDT,TRADE,BUY,0,0,2000,0,-2,0,-2,1,--,o1,t1,2026-03-01 12:00:00',
    ),
    caseOf(
      'of a spot trade of OKX in a row of its own',
      { problems: ['row 2: a spot trade with a fee in a row of its own is not read'] },
      OKX,
      '1,2,2026-01-10 10:00:00,Spot,ETH-USDT,Buy,1,ETH,2000,0,0,ETH,0,0,1,1,ETH',
      '2,2,2026-01-10 10:00:00,Spot,ETH-USDT,Sell,2000,USDT,2000,0,0,USDT,0,0,-2000,0,USDT',
      '3,2,2026-01-10 10:00:00,Spot,ETH-USDT,Sell,0,OKB,2000,0,-0.01,OKB,0,0,-0.01,0,OKB',
    ),
    caseOf(
      'of Gate that was paid in GT has a column of its own',
      { trips: ['Gate spot ETH_USDT long 1 closed USDT gross 100 fees - funding 0 net -'] },
      GATE,
      '1,1767261600,ETH_USDT,buy,taker,1,2000,o1,0,ETH,0,0.2',
      '2,1767265200,ETH_USDT,sell,taker,1,2100,o2,0,USDT,0,0.21',
    ),
    caseOf(
      'of a contract of Gate that was paid with points',
      { problems: ['row 2: its fee was paid with points, whose worth is not known'] },
      'create_time,contract,order_id,size,close_size,price,role,text,fee,point_fee',
      '1767261600,BTC_USDT,1,10,0,50000,taker,web,0,0.25',
    ),
    caseOf(
      'of Gate that was paid with points',
      { problems: ['row 2: its fee was paid with points, whose worth is not known'] },
      GATE,
      '1,1767261600,ETH_USDT,buy,taker,1,2000,o1,0,ETH,4,0',
    ),
    ...[
      ['Binance', SPOT, '2026-01-01 10:00:00,BTCUSDT,BUY,50000,0.1BTC,5000USDT,0.0001'],
      ['HTX', 'Time,Type,Pair,Side,Price,Amount,Total,Fee', '2026-03-31 21:31:43,Exchange,LTC/BTC,Buy,0.006,1,0.006,0.002'],
      ['MEXC', 'Pairs,Time,Side,Filled Price,Executed Amount,Total,Fee,Role', 'LTC_USDT,2026-01-01 10:00:00,BUY,90,1,90,0.001,Taker'],
      [
        'OKX',
        'Order ID,Trade ID,Trade Time,Pairs,Amount,Price,Total,taker/maker,Fee,unit',
        '2,1,2020-09-25 16:27:02,ltc_usdt,2,45,-90 USDT,taker,-0.002,LTC',
      ],
    ].map(([exchange = '', ...rows]) =>
      caseOf(`of a spot trade without its coin: ${exchange}`, { problems: ['row 2: the file does not show the coin of the fee'] }, ...rows),
    ),
  ])('%s', (_title, expected, rows) => expect(resultOf(rows)).toEqual(expected))

  it('in the coin of a contract of own columns, whose sides show that it is one', () => {
    const mapping = { time: 'T', symbol: 'M', side: 'S', price: 'P', size: 'Q', fee: 'F', fee_coin: 'C' }
    const rows = ['2026-01-01 10:00:00,BNBUSDT,Open Long,600,1,0.001,BNB', '2026-01-02 10:00:00,BNBUSDT,Close Long,610,1,0.001,BNB']
    expect(resultOf(['T,M,S,P,Q,F,C', ...rows], { mapping }).trips).toEqual([
      'Own file BNBUSDT long 1 closed USDT gross 10 fees 1.21 funding 0 net 8.79',
    ])
  })

  it.each([
    ['its coin', ['0.0001BTC', '5.05USDT', '5.1']],
    ['decimals that zeros fill in the others', ['0.10000000', '0.25000000', '0.50000000', '0.25']],
  ])('that the end of a broken download has cut: %s', (_title, fees) => {
    const isPlain = fees.length > 3
    const rows = fees.map((fee, at) => `2026-01-0${at + 1} 10:00:00,BTCUSDT,BUY,50000,0.1BTC,5000USDT,${fee}`)
    const header = isPlain ? FUTURES.replace('Realized Profit', 'x').replace('Fee,x', 'Realized Profit,Fee') : SPOT
    const file = [header, ...(isPlain ? rows.map((row) => row.replace('0.1BTC,5000USDT,', '0.1,5000,0,')) : rows)].join('\n')
    const cut = { row: fees.length + 1, text: 'the file ends in the middle of this row. Export it again' }
    expect(parseImport(file)).toMatchObject({ problems: [cut], entries: { length: fees.length - 1 } })
  })
})

it.each([
  [
    'with the month before the day',
    'time,coin,dir,px,sz,ntl,fee,closedPnl',
    '9/18/2025 - 14:59:56,ETH,Open Long,2000,1,2000,0.7,-0.7',
    '9/18/2025 - 15:59:56,ETH,Close Long,2100,1,21',
  ],
  [
    'before its last figure',
    SPOT,
    '2026-01-01 10:00:00,BTCUSDT,BUY,50000,0.1BTC,5000USDT,5USDT',
    '2026-01-02 10:00:00,BTCUSDT,SELL,50000,0.1BTC,5000USDT,',
  ],
  [
    'in the coin of its last figure',
    SPOT,
    '2026-01-01 10:00:00,BTCUSDT,BUY,50000,0.1BTC,5000USDT,5USDT',
    '2026-01-02 10:00:00,BTCUSDT,SELL,50000,0.1BTC,5000USDT,5US',
  ],
  [
    'in the coin of its fee',
    'orderId,symbol,side,price,size,funds,fee,tradeCreatedAt,feeCurrency',
    '1,BTC-USDT,buy,50000,0.1,5000,5,2026-01-01 10:00:00,USDT',
    '2,BTC-USDT,sell,50000,0.1,5000,5,2026-01-02 10:00:00,US',
  ],
  [
    'in its time',
    'orderId,symbol,side,price,size,funds,fee,feeCurrency,tradeCreatedAt',
    '1,BTC-USDT,buy,50000,0.1,5000,5,USDT,2026-01-01 10:00:00',
    '2,BTC-USDT,sell,50000,0.1,5000,5,USDT,2026-01-02 10:00',
  ],
])('leaves out a last row that is cut off %s', (_title, ...rows) =>
  expect(parseImport(rows.join('\n'))).toMatchObject({
    entries: { length: 1 },
    problems: [{ row: 3, text: expect.stringContaining('ends in the middle') }],
  }),
)

describe('money of another currency', () => {
  it.each([
    caseOf(
      'a market priced in another currency than dollars',
      { trips: ['Bybit spot BTCBRZ long 0.001 closed BRZ gross 10 fees 0.31 funding 0 net 9.69'] },
      BYBIT_SPOT,
      'BTCBRZ,MARKET,SELL,310,310000,0.001,0.31,t2,o2,2026-01-11 11:00:00',
      'BTCBRZ,MARKET,BUY,300,300000,0.001,0,t1,o1,2026-01-10 11:00:00',
    ),
    caseOf(
      'a market whose currency is not known does not count as dollars',
      { problems: ['row 2: the currency in which BTCQQQ is priced is not known'] },
      BYBIT_SPOT,
      'BTCQQQ,MARKET,BUY,300,300000,0.001,0,t1,o1,2026-01-10 11:00:00',
    ),
    caseOf(
      'a conversion of one coin into another has the second as its currency',
      { trips: ['Kraken SOL-ADA long 1 open ADA gross - fees 0.5 funding 0 net -'] },
      KRAKEN_LEDGER,
      'L1,R1,2026-02-03 12:00:00,receive,,currency,SOL,spot / main,1,0,1',
      'L2,R1,2026-02-03 12:00:00,spend,,currency,ADA,spot / main,-100,0.5,0',
    ),
    caseOf(
      'a perpetual of Hyperliquid whose coin looks like a pair',
      { trips: ['Hyperliquid MARS-USDC long 100 closed USDC gross 10 fees 0.095 funding 0 net 9.905'] },
      'time,coin,dir,px,sz,ntl,fee,closedPnl',
      '13/1/2025 - 10:00:00,MARS,Open Long,1,100,100,0.045,0',
      '13/1/2025 - 11:00:00,MARS,Close Long,1.1,100,110,0.05,10',
    ),
    caseOf(
      'a coin before USD whose name ends like that of TUSD',
      { trips: ['Kraken DENTUSD long 10000 closed USD gross 2 fees 0.05 funding 0 net 1.95'] },
      'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers',
      'T2,O2,DENT/USD,2026-03-17 11:34:12.1,sell,market,0.0012,12,0.03,10000,0,,L',
      'T1,O1,DENT/USD,2026-03-17 09:34:12.1,buy,market,0.0010,10,0.02,10000,0,,L',
    ),
    ...[
      ['Binance', TRANSACTIONS, '2026-03-17 10:00:00,FUNDING_FEE,-0.001,BNB,BTCUSDT,990'],
      ['MEXC', 'UID,Time,Futures Trading Pair,Crypto,Fund Type,Amount', '1,2026-01-02 08:00:00,BTC_USDT,BNB,FUNDING,0.0001'],
      [
        'Bitget',
        'Order,Date,Coin,Futures,Margin Mode,Type,Amount,Fee,Wallet balance',
        '1,2026-01-02 08:00:00,BNB,BTCUSDT,crossed,contract_main_settle_fee,-0.1,0,1',
      ],
      ['Bybit', UTA, '1,BNB,BTCUSDT,SETTLEMENT,BUY,0,1,2000,-0.00001,0,0,-0.00001,1,--,f1,f1,2026-03-02 08:00:00'],
    ].map(([exchange = '', ...rows]) =>
      caseOf(
        `funding in another coin than that of the market: ${exchange}`,
        { problems: [`row 2: the funding is in BNB, and ${exchange === 'MEXC' ? 'BTC_USDT' : 'BTCUSDT'} is settled in USDT`] },
        ...rows,
      ),
    ),
  ])('%s', (_title, expected, rows) => expect(resultOf(rows)).toEqual(expected))
})

describe('what is booked about the time of closing', () => {
  const trades = (...times: readonly string[]): string =>
    text(FUTURES, `${times[0]},BTCUSDT,BUY,50000,0.1,5000,2 USDT,0`, `${times[1]},BTCUSDT,SELL,45000,0.1,4500,1.8 USDT,-500`)
  const transactions = (...rows: readonly string[]): string => text(TRANSACTIONS, ...rows)

  it.each([
    ['in the same second', '2026-03-17 11:00:00'],
    ['some seconds later', '2026-03-17 11:00:04'],
  ])('the fee of a liquidation %s', (_title, time) => {
    const files = [
      trades('2026-03-17 09:00:00', '2026-03-17 11:00:00'),
      transactions(`${time},INSURANCE_CLEAR,-22.5,USDT,BTCUSDT,991`, '2026-03-17 10:00:00,FUNDING_FEE,-0.5,USDT,BTCUSDT,990'),
    ]
    const lines = ['Binance BTCUSDT long 0.1 closed USDT gross -500 fees 26.3 funding -0.5 net -526.8']
    expect(linesOf(files)).toEqual(lines)
    expect(linesOf(files.toReversed())).toEqual(lines)
  })

  it('takes no other row of a transaction history', () =>
    expect(
      resultOf([
        TRANSACTIONS,
        '2026-03-11 08:00:01,COMMISSION,-0.3,USDT,BTCUSDT,9002',
        '2026-03-11 08:00:01,INSURANCE_CLEAR,-12.5,USDT,BTCUSDT,9003',
        '2026-03-11 08:00:01,REALIZED_PNL,5,USDT,BTCUSDT,9004',
        '2026-03-11 08:00:01,TRANSFER,100,USDT,,9005',
      ]),
    ).toEqual({ trips: [], problems: [], others: 3 }))

  it('the fee of a liquidation belongs to what was closed, not to what was opened since', () => {
    const again = trades('2026-03-17 11:00:02', '2026-03-17 12:00:00').replaceAll('45000,0.1,4500', '51000,0.1,5100')
    const files = [
      trades('2026-03-17 09:00:00', '2026-03-17 11:00:00'),
      again,
      transactions('2026-03-17 11:00:03,INSURANCE_CLEAR,-22.5,USDT,BTCUSDT,991'),
    ]
    expect(linesOf(files)).toEqual([
      'Binance BTCUSDT long 0.1 closed USDT gross -500 fees 26.3 funding 0 net -526.3',
      'Binance BTCUSDT long 0.1 closed USDT gross 100 fees 3.8 funding 0 net 96.2',
    ])
  })

  it('funding that is booked with or after the closing fill', () => {
    const late = [
      trades('2026-03-17 09:00:00', '2026-03-17 16:00:02'),
      transactions('2026-03-17 16:00:05,FUNDING_FEE,-0.5,USDT,BTCUSDT,990'),
    ]
    expect(linesOf(late)).toEqual(['Binance BTCUSDT long 0.1 closed USDT gross -500 fees 3.8 funding -0.5 net -504.3'])
    expect(
      resultOf([
        UTA,
        '1,USDT,ETHUSDT,SETTLEMENT,BUY,0,1,2000,-0.2,0,0,-0.2,1,--,f1,f1,2026-03-02 16:00:00',
        '1,USDT,ETHUSDT,TRADE,SELL,1,0,2100,0,1,100,99,1,CLOSE,o2,t2,2026-03-02 16:00:00',
        '1,USDT,ETHUSDT,TRADE,BUY,1,1,2000,0,1,0,-1,1,OPEN,o1,t1,2026-03-01 12:00:00',
      ]).trips,
    ).toEqual(['Bybit ETHUSDT long 1 closed USDT gross 100 fees 2 funding -0.2 net 97.8'])
  })

  it('the delivery of a contract is in no trade history', () =>
    expect(resultOf([TRANSACTIONS, '2026-03-27 08:00:00,DELIVERED_SETTELMENT,100,USDT,BTCUSDT_260327,1']).problems).toEqual([
      'row 2: the delivery of a contract is in no trade history and has no price: its trade stays open',
    ]))
})

it('does not close a position in LUNA with the coin that took its name', () =>
  expect(
    resultOf([
      SPOT,
      '2022-04-01 10:00:00,LUNAUSDT,BUY,100,10LUNA,1000USDT,1USDT',
      '2022-07-01 10:00:00,LUNAUSDT,BUY,2,10LUNA,20USDT,0.02USDT',
      '2022-08-01 10:00:00,LUNAUSDT,SELL,3,10LUNA,30USDT,0.03USDT',
    ]).trips,
  ).toEqual([
    'Binance spot LUNAUSDT long 10 open USDT gross - fees 1 funding 0 net -',
    'Binance spot LUNAUSDT long 10 closed USDT gross 10 fees 0.05 funding 0 net 9.95',
  ]))

it.each([
  [
    'Binance spot',
    SPOT,
    '2024-08-01 10:00:00,MATICUSDT,BUY,0.5,100MATIC,50USDT,0.05USDT',
    '2024-10-01 10:00:00,POLUSDT,SELL,0.6,100POL,60USDT,0.06USDT',
  ],
  [
    'Coinbase',
    'portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit',
    'default,1,MATIC-USD,BUY,2024-08-01T10:00:00.000Z,100,MATIC,0.5,0.05,-50.05,USD',
    'default,2,POL-USDC,SELL,2024-11-01T10:00:00.000Z,100,POL,0.6,0.06,59.94,USDC',
  ],
])('closes a position in a coin with the one it was swapped for: %s', (venue, ...rows) =>
  expect(resultOf(rows).trips).toEqual([
    `${venue} ${venue === 'Coinbase' ? 'MATIC-USD' : 'MATICUSDT'} long 100 closed USD${venue === 'Coinbase' ? '' : 'T'} gross 10 fees 0.11 funding 0 net 9.89`,
  ]),
)

it('keeps contracts on a coin apart from those on the one it was swapped for', () =>
  expect(
    resultOf([FUTURES, '2024-08-01 10:00:00,MATICUSDT,BUY,0.5,100,50,0.05USDT,0', '2024-10-01 10:00:00,POLUSDT,SELL,0.6,100,60,0.06USDT,0'])
      .trips,
  ).toEqual([
    'Binance MATICUSDT long 100 open USDT gross - fees 0.05 funding 0 net -',
    'Binance POLUSDT short 100 open USDT gross - fees 0.06 funding 0 net -',
  ]))

it.each([
  ['Long öffnen', 'Long schließen'],
  ['Abrir Long', 'Cerrar Long'],
  ['Long Aç', 'Long Kapat'],
  ['Открыть Long', 'Закрыть Long'],
  ['开多', '平多'],
])('reads what was opened and closed in the language of the account: %s', (opened, closed) => {
  const rows = [`13.1.2026 - 10:00:00,ETH,${opened},2000,1,2000,0.9,-0.9`, `14.1.2026 - 10:00:00,ETH,${closed},2100,1,2100,0.9,99.1`]
  const header = 'time,coin,dir,px,sz,ntl,fee,closedPnl'
  expect(resultOf([header, ...rows]).trips).toEqual(['Hyperliquid ETH long 1 closed USDC gross 100 fees 1.8 funding 0 net 98.2'])
  // It closes a position from before the file, and opens none.
  expect(resultOf([header, ...rows.slice(1)])).toMatchObject({ trips: [], problems: [] })
})

it('refuses a direction with a word that is not known', () =>
  expect(resultOf(['time,coin,dir,px,sz,ntl,fee,closedPnl', '13.1.2026 - 10:00:00,ETH,Long sulje,2000,1,2000,0.9,-0.9']).problems).toEqual([
    'row 2: neither buy nor sell: Long sulje',
  ]))

describe('the log of Deribit with base amounts only', () => {
  const row = (side: string, amount: string, price: string, fee: string, position: string) =>
    `1,1,2026-03-0${side === 'open buy' ? 1 : 2} 12:00:00,BTC-PERPETUAL,trade,${side},${amount},${position},${price},0,0,0,0,0.0005,${fee},0,0,1,1,${side},o1,`
  const TRIP = ['Deribit BTC-PERPETUAL long 1000 closed BTC gross 0.005 fees 0.0000225 funding 0 net 0.0049775']

  it.each([
    ['in coins', [row('close sell', '0.02', '50000', '0.00001', '0'), row('open buy', '0.025', '40000', '0.0000125', '1000')]],
    ['in dollars', [row('close sell', '1000', '50000', '0.00001', '0'), row('open buy', '1000', '40000', '0.0000125', '1000')]],
  ])('reads them as its fees show: %s', (_title, rows) => expect(resultOf([DERIBIT, ...rows]).trips).toEqual(TRIP))

  it('refuses an amount without a fee, but not that of a contract of coins', () =>
    expect(
      resultOf([
        DERIBIT,
        row('open buy', '10', '40000', '0', '10'),
        '7,107,2026-03-03 12:00:00,SOL_USDC-PERPETUAL,trade,close buy,10,0,145,145,145,50,0,0,0,0,50,1,1,t5,o5,',
        '6,106,2026-03-03 11:00:00,SOL_USDC-PERPETUAL,trade,open sell,10,-10,150,150,150,0,0,0,0,0,0,1,1,t4,o4,',
      ]),
    ).toEqual({
      trips: ['Deribit SOL_USDC-PERPETUAL short 10 closed USDC gross 50 fees 0 funding 0 net 50'],
      problems: ['row 2: neither its columns nor its fee show whether the amount is in dollars or in coins'],
      others: 0,
    }))
})

describe('trades of Bitfinex', () => {
  const UNCLEAR =
    'the file does not show which trades of this market are of the margin wallet, where a sale may open a short position: none of them is read'

  it.each([
    caseOf(
      'a sale before a purchase that may close a short position',
      { problems: [`row 2: ${UNCLEAR}`, `row 3: ${UNCLEAR}`] },
      BITFINEX,
      '2,BTC/USD,0.1,60000,-12,0.2%,USD,14-03-26 12:00:00.000,9',
      '1,BTC/USD,-0.1,61000,-12.2,0.2%,USD,14-03-26 10:00:00.000,8',
    ),
    caseOf(
      'purchases of both wallets',
      { problems: [`row 2: ${UNCLEAR}`, `row 3: ${UNCLEAR}`] },
      BITFINEX,
      '2,BTC/USD,0.1,60000,-12,0.2%,USD,14-03-26 12:00:00.000,9',
      '1,BTC/USD,0.1,61000,-0.0002,0.2%,BTC,14-03-26 10:00:00.000,8',
    ),
    caseOf(
      'a sale of coins that were deposited, and a purchase of the exchange wallet',
      { trips: ['Bitfinex BTC/USD long 0.0998 open USD gross - fees 12 funding 0 net -'] },
      BITFINEX,
      '2,BTC/USD,0.1,60000,-0.0002,0.2%,BTC,14-03-26 12:00:00.000,9',
      '1,BTC/USD,-0.1,61000,-12.2,0.2%,USD,14-03-26 10:00:00.000,8',
    ),
    caseOf(
      'a position that is the same in either wallet',
      { trips: ['Bitfinex BTC/USD long 0.1 closed USD gross 100 fees 24.2 funding 0 net 75.8'] },
      BITFINEX,
      '2,BTC/USD,-0.1,61000,-12.2,0.2%,USD,14-03-26 12:00:00.000,9',
      '1,BTC/USD,0.1,60000,-12,0.2%,USD,14-03-26 10:00:00.000,8',
    ),
  ])('%s', (_title, expected, rows) => expect(resultOf(rows)).toEqual(expected))
})

it('refuses points that may group thousands where nothing shows what they are', () => {
  const rows = ['17.03.2026 09:34:12;BTCUSDT;BUY;73.800;1;73.800;29 USDT;0', '17.03.2026 11:34:12;BTCUSDT;SELL;74.000;1;74.000;29 USDT;200']
  const file = (fee: string): string => text(FUTURES.replaceAll(',', ';'), ...rows).replaceAll('29 USDT', fee)
  expect(() => parseImport(file('29 USDT'))).toThrow('Nothing in the file shows whether 73.800 is 73800 or 73.800')
  expect(linesOf([file('29,52 USDT')])).toEqual(['Binance BTCUSDT long 1 closed USDT gross 200 fees 59.04 funding 0 net 140.96'])
  expect(linesOf([file('0.03 USDT')])).toEqual(['Binance BTCUSDT long 1 closed USDT gross 0.2 fees 0.06 funding 0 net 0.14'])
})

describe('closed positions', () => {
  const PHEMEX =
    'Time(UTC),Contract,Side,Order Type,Position Size,Entry Price,Closed Price,Realized PnL,Closed Size,Closed Value,Status,Settlement Currency'
  const ROW = '2026-01-01 10:00:00,BTCUSDT,Long,Market,0.1,50000,51000,100,0.1,5100,Closed,USDT'

  it('of Phemex are refused with the file to import instead', () =>
    expect(resultOf([PHEMEX, ROW]).problems).toEqual([
      'row 2: a list of closed positions has no fees. Import the trade history: assign its columns, with Phemex as the source.',
    ]))

  it('are not read as trades of own columns', () => {
    const mapping = { time: 'Time', symbol: 'Contract', side: 'Side', price: 'Closed Price', size: 'Closed Size' }
    expect(() => parseImport(text(PHEMEX, ROW), { mapping })).toThrow('Each row of the file is a closed position')
  })
})

describe('contracts in own columns', () => {
  const own = (source: string, symbol: string, choices: ImportChoices = {}) => {
    const rows = [
      'Time,Market,Side,Px,Qty',
      `2026-01-01 10:00:00,${symbol},Buy,40000,1000`,
      `2026-01-02 10:00:00,${symbol},Sell,50000,1000`,
    ]
    const mapping = { time: 'Time', symbol: 'Market', side: 'Side', price: 'Px', size: 'Qty' }
    return parseImport(text(...rows), { source, mapping, ...choices })
  }

  it.each([
    ['Phemex', 'BTCUSD'],
    ['Phemex', 'XRPUSD'],
    ['HTX', 'BTC-USD'],
    ['Huobi futures', 'BTC-USD'],
    ['BingX', 'BTC-USD'],
    ['Gate', 'BTC_USD'],
    ['MEXC', 'BTC_USD'],
    ['Bitget', 'BTCUSD'],
  ])('of %s on dollars are not read as coins: %s', (source, symbol) => {
    const { entries, problems } = own(source, symbol)
    expect(entries).toEqual([])
    expect(problems[0]?.text).toContain('contract size')
  })

  it.each([
    ['Phemex', 'BTCUSD'],
    ['HTX', 'BTC-USD'],
    ['Gate', 'BTC_USD'],
  ])('of %s on dollars are settled in the coin once their size is given: %s', (source, symbol) =>
    expect(tripsOf([own(source, symbol, { contractSize: 1_000_000_000_000n }).entries]).map(lineOf)).toEqual([
      `${source} ${symbol} long 1000 closed BTC gross 0.005 fees 0 funding 0 net 0.005`,
    ]),
  )
})

describe('a fill that closes more than its file has opened', () => {
  it.each([
    caseOf(
      'opens nothing where it realized more than the known part: Binance',
      {
        trips: [
          'Binance ETHUSDT long 1 closed USDT gross 100 fees 2.05 funding 0 net 97.95',
          'Binance ETHUSDT short 1 closed USDT gross 50 fees 2.175 funding 0 net 47.825',
        ],
      },
      FUTURES,
      '26-05-04 10:00:00,ETHUSDT,BUY,2000,1,2000,1 USDT,0',
      '26-05-04 12:00:00,ETHUSDT,SELL,2100,2,4200,2.1 USDT,300',
      '26-05-05 10:00:00,ETHUSDT,SELL,2200,1,2200,1.1 USDT,0',
      '26-05-05 12:00:00,ETHUSDT,BUY,2150,1,2150,1.075 USDT,50',
    ),
    caseOf(
      'opens nothing where it realized more than the known part: Bitget',
      { trips: ['Bitget ETHUSDT long 1 closed USDT gross 100 fees 2.05 funding 0 net 97.95'] },
      'Date,Direction,Coin,Futures,Transaction amount,Average Price,Realized P/L,NetProfits,Fee',
      '2026-05-04 12:00:00,Sell,USDT,ETHUSDT,2,2100,300,297.9,-2.1',
      '2026-05-04 10:00:00,Buy,USDT,ETHUSDT,1,2000,0,-1,-1',
    ),
    caseOf(
      'opens nothing where it realized more than the known part: OKX',
      { trips: ['OKX ETH-USDT-SWAP long 1 closed USDT gross 100 fees 1.5 funding 0 net 98.5'] },
      OKX,
      '1,5,2026-08-10 10:00:00,Swap,ETH-USDT-SWAP,Buy,10,cont,2000,0,-0.5,USDT,0,0,0,0,USDT',
      '2,6,2026-08-10 11:00:00,Swap,ETH-USDT-SWAP,Sell,20,cont,2100,300,-2,USDT,0,0,0,0,USDT',
    ),
    caseOf(
      'is followed by another long position without a question about long and short at once',
      {
        trips: [
          'Binance ETHUSDT long 1 closed USDT gross 100 fees 0 funding 0 net 100',
          'Binance ETHUSDT long 1 closed USDT gross 100 fees 0 funding 0 net 100',
        ],
      },
      FUTURES,
      '2026-05-04 10:00:00,ETHUSDT,BUY,2000,1,2000,0 USDT,0',
      '2026-05-04 12:00:00,ETHUSDT,SELL,2100,2,4200,0 USDT,300',
      '2026-05-05 10:00:00,ETHUSDT,BUY,2200,1,2200,0 USDT,0',
      '2026-05-05 12:00:00,ETHUSDT,SELL,2300,1,2300,0 USDT,100',
    ),
    caseOf(
      'opens the rest where it realized the profit of the known part',
      {
        trips: [
          'Binance ETHUSDT long 1 closed USDT gross 100 fees 1.64 funding 0 net 98.36',
          'Binance ETHUSDT short 2 closed USDT gross 100 fees 3.32 funding 0 net 96.68',
        ],
      },
      FUTURES,
      '2026-05-04 10:00:00,ETHUSDT,BUY,2000,1,2000,0.8USDT,0',
      '2026-05-04 12:00:00,ETHUSDT,SELL,2100,3,6300,2.52USDT,100',
      '2026-05-04 15:00:00,ETHUSDT,BUY,2050,2,4100,1.64USDT,100',
    ),
  ])('%s', (_title, expected, rows) => expect(resultOf(rows)).toEqual(expected))
})

describe('a coin whose name starts with digits', () => {
  it.each([
    caseOf(
      'in the sizes of Bitget: 350 of 1000PEPE',
      { trips: ['Bitget 1000PEPEUSDT long 350 closed USDT gross 0.35 fees 0.0042 funding 0 net 0.3458'] },
      'Date,Order ID,Direction,Coin,Futures,Transaction amount,Average Price,Realized P/L,NetProfits,Fee',
      '2026-03-01 12:00:00,13,Close long,USDT,1000PEPEUSDT,3501000PEPE,0.011,0.35,0.3477,-0.0023USDT',
      '2026-03-01 10:00:00,11,Open long,USDT,1000PEPEUSDT,3501000PEPE,0.01,0,-0.0019,-0.0019USDT',
    ),
    caseOf(
      'in the fee of a purchase: 0.2 of 1INCH',
      { trips: ['Gate spot 1INCH_USDT long 99.8 closed USDT gross 9.98 fees 0.12 funding 0 net 9.86'] },
      'No,Order id,Time,Trade type,Maker/Taker,Pair,Price,Amount,Fee,Total',
      '2,22,2026-02-02 10:00:00,Sell,Taker,1INCH/USDT,0.4USDT,99.81INCH,0.06USDT,39.92USDT',
      '1,11,2026-02-01 10:00:00,Buy,Taker,1INCH/USDT,0.3USDT,1001INCH,0.21INCH,30USDT',
    ),
    caseOf(
      'in a conversion, behind a space',
      { trips: ['Binance spot 1INCH-USDT long 100 closed USDT gross 10 fees 0 funding 0 net 10'] },
      'Date,Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status',
      '2026-03-02 10:00:00,Spot Wallet,1INCHUSDT,Market,100 1INCH,40 USDT,1,1,2026-03-02 10:00:03,Successful',
      '2026-03-01 10:00:00,Spot Wallet,1INCHUSDT,Market,30 USDT,100 1INCH,1,1,2026-03-01 10:00:03,Successful',
    ),
  ])('%s', (_title, expected, rows) => expect(resultOf(rows)).toEqual(expected))
})

describe('directions that name a position', () => {
  const APART = (venue: string): readonly string[] => [
    `${venue} long 2 closed USDT gross 20 fees 0.4 funding 0 net 19.6`,
    `${venue} short 1 closed USDT gross 5 fees 0.2 funding 0 net 4.8`,
  ]

  it('keep long and short apart: Gate', () =>
    expect(
      resultOf([
        'Time,Contract,Side,Size,Filled Price,Role,Fee',
        '2026-02-02 13:00:00,SOL_USDT,Close Short,1 SOL,105,Taker,0.1',
        '2026-02-02 12:00:00,SOL_USDT,Close Long,2 SOL,110,Taker,0.2',
        '2026-02-01 11:00:00,SOL_USDT,Open Short,1 SOL,110,Taker,0.1',
        '2026-02-01 10:00:00,SOL_USDT,Open Long,2 SOL,100,Taker,0.2',
      ]).trips,
    ).toEqual(APART('Gate SOL_USDT')))

  it('keep long and short apart: own columns', () => {
    const rows = [
      'T,M,S,P,Q,F',
      '2026-02-01 10:00:00,SOLUSDT,Open Long,100,2,0.2',
      '2026-02-01 11:00:00,SOLUSDT,Open Short,110,1,0.1',
      '2026-02-02 12:00:00,SOLUSDT,Close Long,110,2,0.2',
      '2026-02-02 13:00:00,SOLUSDT,Close Short,105,1,0.1',
    ]
    const mapping = { time: 'T', symbol: 'M', side: 'S', price: 'P', size: 'Q', fee: 'F' }
    expect(resultOf(rows, { mapping }).trips).toEqual(APART('Own file SOLUSDT'))
  })
})

describe('a spot trade with a row for each of its coins, of which a filtered file has one', () => {
  const MISSING = 'a spot trade has a row for each of its two coins: the other one, which may have the fee, is missing'

  it.each([
    caseOf(
      'is reported where it has no fee, and read where it has one: OKX',
      { trips: ['OKX ETH-USDT long 0.999 open USDT gross - fees 2 funding 0 net -'], problems: [`row 3: ${MISSING}`] },
      OKX,
      '1,5,2026-08-10 10:00:00,Spot,ETH-USDT,Buy,1,ETH,2000,0,-0.001,ETH,0,0,0.999,1,ETH',
      '2,6,2026-08-11 10:00:00,Spot,ETH-USDT,Sell,0.999,ETH,2100,0,0,ETH,0,0,-0.999,0,ETH',
    ),
    caseOf(
      'is reported where it has no fee, and read where it has one: Bybit',
      { trips: ['Bybit spot ETHUSDT long 0.999 open USDT gross - fees 2 funding 0 net -'], problems: [`row 2: ${MISSING}`] },
      UTA,
      '9,ETH,ETHUSDT,TRADE,SELL,-0.999,0,2100,0,0,-0.999,-0.999,0,--,o2,t2,2026-03-02 10:00:00',
      '9,ETH,ETHUSDT,TRADE,BUY,1,0,2000,0,-0.001,1,0.999,1,--,o1,t1,2026-03-01 10:00:00',
    ),
  ])('%s', (_title, expected, rows) => expect(resultOf(rows)).toEqual(expected))
})

it('refuses own columns of a file with a row for each of the two coins of a trade', () => {
  const mapping = { time: '时间', symbol: '交易品种', side: '操作类型', price: '成交价', size: '数量' }
  const rows = [
    'id,时间,交易品种,操作类型,数量,交易单位,成交价',
    '1,2026-08-10 10:00:00,ETH-USDT,买入,1,ETH,2000',
    '2,2026-08-10 10:00:00,ETH-USDT,卖出,2000,USDT,2000',
  ]
  expect(() => resultOf(rows, { mapping })).toThrow('two rows for each spot trade')
  expect(resultOf(rows.slice(0, 2), { mapping }).trips).toEqual(['Own file ETH-USDT long 1 open USDT gross - fees 0 funding 0 net -'])
})

describe('exports whose columns were not known', () => {
  it.each([
    caseOf(
      'Binance spot with a column for each coin, of XLSX files',
      { trips: ['Binance spot BTCUSDT long 0.002 closed USDT gross 1 fees 0.41 funding 0 net 0.59'] },
      'Date(UTC),Pair,Base Asset,Quote Asset,Type,Price,Amount,Total,Fee,Fee Coin',
      '2026-01-02 14:00:15,BTC/USDT,BTC,USDT,SELL,88000,0.002,176,0.205,USDT',
      '2025-12-25 14:00:15,BTC/USDT,BTC,USDT,BUY,87500,0.002,175,0.205,USDT',
    ),
    caseOf(
      'the same in Chinese',
      { trips: ['Binance spot SOLUSDT long 0.1998 open USDT gross - fees 0.016422 funding 0 net -'] },
      '时间,交易对,基准货币,计价货币,类型,价格,数量,成交额,手续费,手续费结算币种',
      '2026-02-06 13:06:18,SOL/USDT,SOL,USDT,BUY,82.11,0.2,16.422,0.0002,SOL',
    ),
    caseOf(
      'Gate spot of earlier years, with the coin of each figure',
      { trips: ['Gate spot GT_USDT long 9.98 closed USDT gross 4.99 fees 0.125 funding 0 net 4.865'] },
      'No,Order id,Time,Trade type,Maker/Taker,Pair,Price,Amount,Fee,Total',
      '2,222,2024-02-02 10:00:00,Sell,Taker,GT/USDT,5.5USDT,9.98GT,0.025USDT,54.89USDT',
      '1,111,2024-02-01 10:00:00,Buy,Maker,GT/USDT,5USDT,10GT,0.02GT,50USDT',
    ),
    caseOf(
      'MEXC positions of 2026',
      { trips: ['MEXC BTCUSDT short 0.055 closed USDT gross -4.9525 fees 1.620246 funding 0 net -6.572746'] },
      'Futures;Open Time;Close Time;Margin Mode;Avg Entry Price;Avg Close Price;Direction;Closing Qty (Cont.);Trading Fee;Realized PNL;Status;UID',
      'BTCUSDT;2026-05-30 12:11:40;2026-05-30 14:31:55;Isolated;73,602.51;73,692.56;Short;550;1.6202459USDT;-6.5727459USDT;All Closed;1',
    ),
    caseOf(
      'Bitget positions in Chinese, whose result is before or after fees',
      {
        trips: [
          'Bitget ETHUSDT long 1 closed USDT gross 100 fees 2.46 funding -0.04 net 97.5',
          'Bitget 1INCHUSDT short 25 closed USDT gross 2.5 fees 0.012 funding -0.01 net 2.478',
        ].toSorted(),
      },
      '合约,开仓时间,开仓均价,平仓均价,平仓量,平仓价值,仓位盈亏,已实现盈亏,资金费用,开仓手续费,平仓手续费,全部平仓时间',
      'ETHUSDT Long·Cross,2026-06-01 10:00:00,2000,2100,1ETH,2100USDT,97.5USDT,100USDT,-0.04USDT,-1.2USDT,-1.26USDT,2026-06-02 10:00:00',
      '1INCHUSDT Short·Cross,2026-06-01 10:00:00,0.4,0.3,251INCH,7.5USDT,2.478USDT,2.5USDT,-0.01USDT,-0.007USDT,-0.005USDT,2026-06-02 10:00:00',
    ),
  ])('%s', (_title, expected, rows) => expect(resultOf(rows)).toEqual(expected))
})

describe('a market that the exports of an exchange write in several ways', () => {
  const NEWER = 'Date,Trading pair,Base Asset,Quote Asset,Direction,Price,Amount,Total,Fee,Fee Coin'
  const newer = text(NEWER, '2026-09-01 10:00:00,BTC/USDT,BTC,USDT,Buy,60000,0.01,600,0.1,USDT')

  it('is one, and its trade in two files is one', () => {
    const older = text('Date;Trading pair;Direction;Price;Amount;Total;Fee', '2026-09-01 10:00:00;BTCUSDT_SPBL;Buy;60000;0.01;600;-0.00001')
    expect(linesOf([newer, older])).toEqual(['Bitget spot BTCUSDT long 0.01 open USDT gross - fees 0.1 funding 0 net -'])
    const ui = text('No,Time,Pair,Trade type,Maker/Taker,Price,Amount,Fee,Total', '1,2026-01-02 10:00:00,ETH/USDT,Sell,Taker,2100,1,2,2100')
    const api = text(GATE, '2,1767348000,ETH_USDT,sell,taker,1,2100,22,2,USDT,0,0')
    expect([ui, api].flatMap((file) => parseImport(file).entries.map(({ entry }) => entry.symbol))).toEqual(['ETH_USDT', 'ETH_USDT'])
  })

  it('is recognized where an earlier version stored it as it was written', () =>
    expect(parseImport(newer).entries.map(({ key, twins }) => [key, twins])).toEqual([
      [
        'v:Bitget spot:BTCUSDT:1788256800000:buy:60000000000000000:10000000000:1',
        ['v:Bitget spot:BTC/USDT:1788256800000:buy:60000000000000000:10000000000:1'],
      ],
    ]))
})

describe('trades of Kraken', () => {
  it.each([
    caseOf(
      'bought with euros of a deposit on hold',
      { trips: ['Kraken XBTEUR long 0.01 open EUR gross - fees 2.5 funding 0 net -'] },
      KRAKEN_LEDGER,
      'L1,R1,2026-03-01 10:00:00,spend,,currency,EUR.HOLD,spot / main,-600,2.5,0',
      'L2,R1,2026-03-01 10:00:00,receive,,currency,XXBT,spot / main,0.01,0,0.01',
    ),
    caseOf(
      'in newer coins pegged to a currency, whichever row is first',
      { trips: ['Kraken XRPRLUSD long 100 open RLUSD gross - fees 0.2 funding 0 net -'] },
      KRAKEN_LEDGER,
      'L1,R1,2026-03-01 10:00:00,trade,tradespot,currency,RLUSD,spot / main,-50,0.2,0',
      'L2,R1,2026-03-01 10:00:00,trade,tradespot,currency,XXRP,spot / main,100,0,100',
    ),
    caseOf(
      'on margin that open a short position while coins are held',
      {
        trips: [
          'Kraken ETHEUR short 1 closed EUR gross 50 fees 3.95 funding 0 net 46.05',
          'Kraken ETHEUR long 2 closed EUR gross 250 fees 7.9 funding 0 net 242.1',
        ],
      },
      'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers',
      'A1,O1,XETHZEUR,2026-01-02 10:00:00.1,buy,limit,1900,1900,1.9,1,0,,',
      'A2,O2,XETHZEUR,2026-01-03 10:00:00.1,sell,limit,2000,2000,2,1,400,,',
      'A3,O3,XETHZEUR,2026-01-03 11:00:00.1,buy,limit,1950,1950,1.95,1,0,,',
      'A4,O4,XETHZEUR,2026-01-04 10:00:00.1,buy,limit,1950,1950,1.95,1,390,closing,',
      'A5,O5,XETHZEUR,2026-01-05 10:00:00.1,sell,limit,2050,4100,4.05,2,0,,',
    ),
    caseOf(
      'on margin that close a position from before the file open none',
      { trips: [] },
      'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers',
      'A4,O4,XETHZEUR,2026-01-04 10:00:00.1,buy,limit,1950,1950,1.95,1,390,closing,',
    ),
    caseOf(
      'on margin whose coins were taken over are bought once',
      { trips: ['Kraken ATOMEUR long 2.6 closed EUR gross 1.04 fees 0.1216 funding 0 net 0.9184'], others: 1 },
      'txid,ordertxid,pair,aclass,subclass,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers,posttxid',
      'T10,O10,ATOM/EUR,forex,crypto,2026-03-06 10:00:00.1,buy,limit,6,15.6,0.065,2.6,7.8,,L22,T0',
      'T11,O11,ATOM/EUR,forex,crypto,2026-03-06 15:00:00.1,buy,limit,6,15.6,0,2.6,7.8,"initiated,closing",L24,T10',
      'T12,O12,ATOM/EUR,forex,crypto,2026-03-07 10:00:00.1,sell,limit,6.4,16.64,0.0566,2.6,0,initiated,L26,T0',
    ),
  ])('%s', (_title, expected, rows) => expect(resultOf(rows)).toEqual(expected))
})

it.each([
  ['Binance', FUTURES, '26-06-29 19:43:24,ETHUSDT,BUY,3395.66,6,20.37396,0.01018698 USDT,0', '20.37396'],
  ['Binance', SPOT, '2026-01-01 10:00:00,BTCUSDT,BUY,50000,100BTC,5000USDT,0.1BTC', '5000USDT'],
  ['Hyperliquid', 'time,coin,dir,px,sz,ntl,fee,closedPnl', '13.1.2026 - 10:00:00,ETH,Open Long,2,1,2000,0.9,-0.9', '2000'],
  ['Kraken', 'txid,ordertxid,pair,time,type,price,cost,fee,vol', 'T,O,XBTEUR,2026-01-01 10:00:00,buy,60000,600,1,10', '600'],
  [
    'KuCoin',
    'Order ID,Symbol,Side,Avg. Filled Price,Filled Amount,Filled Volume,Filled Time(UTC),Fee,Fee Currency',
    'o1,ETH-USDT,BUY,2000,5,1000,2026-01-01 10:00:00,1,USDT',
    '1000',
  ],
])('reports a row in which a spreadsheet has changed the size or price: %s', (_exchange, header, row, total) =>
  expect(resultOf([header, row])).toEqual({
    trips: [],
    problems: [`row 2: its total is ${total}, which is not price × size: a program may have changed figures. Export it again`],
    others: 0,
  }),
)

it('reads figures with an exponent and a decimal comma', () =>
  expect(
    resultOf([
      'tradeCreatedAt;orderId;symbol;side;price;size;funds;fee;liquidity;feeCurrency;orderType',
      '17.11.2021 10:21:26;o1;VRA-USDT;buy;0,01;10000;100;2,5E-05;taker;USDT;limit',
      '17.11.2021 12:21:26;o2;VRA-USDT;sell;0,012;10000;120;0,12;taker;USDT;limit',
    ]).trips,
  ).toEqual(['KuCoin VRA-USDT long 10000 closed USDT gross 20 fees 0.120025 funding 0 net 19.879975']))

it('refuses a market of spot of BitMEX, which is counted in smallest units', () =>
  expect(
    resultOf(
      [
        'transactTime,symbol,execType,side,lastQty,lastPx,execCost,commission,execComm,ordType,orderQty,leavesQty,price,text,orderID',
        '2026-03-15T12:00:00.000Z,XBT_USDT,Trade,Sell,1000000,61000,1,0.0005,30500,Limit,1000000,0,61000,,o2',
      ],
      { contractSize: 10_000n },
    ).problems,
  ).toEqual(['row 2: XBT_USDT is a spot market, whose amounts BitMEX writes in the smallest units. It is not read']))
