import { decimalText } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillOf, settledEntry } from './entries.ts'
import { parseImport } from './import-file.ts'
import { contractDollars, isInverse } from './markets.ts'
import { lineOf, linesOf, tripsOf } from './test-lines.ts'
import { TripFolder } from './trip-folder.ts'

const UTA =
  'Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Action,OrderId,TradeId,Time'
const COIN_M = 'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit,Position Side'
const OKX =
  'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit'
const KUCOIN =
  'UID,Account Type,Order ID,Filled Time(UTC),Symbol,Side,Filled Amount,Filled Price,Filled Volume,Filled Volume  (USDT),Fee Rate,Fee,Order Type'
const PERP = 'Contracts,Trade Type,Filled Qty,Filled Price,Order Price,Fee Rate,Fees Paid,Direction,Transaction ID,Time'
const CLOSED = 'Market,Order Quantity,Entry Price,Exit Price,Opening Fee,Closing Fee,Funding Fee,Trade Type,Realized P&L,Trade time'
const CLOSED_OLD = 'Contracts,Closing Direction,Qty,Entry Price,Exit Price,Closed P&L,Exit Type,Trade Time(UTC+0)'
const POSITIONS =
  'Position Create Time,Position Update Time,Business Line,Index,Instrument Name,Direction,Total Close Quantity,Average Open Price,Average Close Price,Margin Currency,Pnl,Fee,Funding Fee,Liquidation Clearance Fee,Contract Face Value,Contract Multiplier'

it.each([
  [
    // 10,000 dollars from 50,000 to 62,500: 0.2 BTC bought, 0.16 BTC given back
    'Bybit, a dollar per contract, with funding',
    'Bybit BTCUSD long 10000 closed BTC gross 0.04 fees 0.00021 funding -0.000012345678 net 0.039777654322',
    UTA,
    'BTC,BTCUSD,TRADE,BUY,10000,10000,50000,0,-0.00011,0,-0.00011,1,OPEN,o1,t1,2026-01-10 10:00:00',
    'BTC,BTCUSD,SETTLEMENT,BUY,10000,10000,51000,-0.000012345678,0,0,-0.000012345678,1,SETTLEMENT,o2,t2,2026-01-10 16:00:00',
    'BTC,BTCUSD,TRADE,SELL,-10000,0,62500,0,-0.0001,0.04,0.0399,1,CLOSE,o3,t3,2026-01-11 10:00:00',
  ],
  [
    'Bybit, perpetual trades',
    'Bybit ETHUSD short 600 closed ETH gross 0.1 fees 0.00033 funding 0.00002 net 0.09969',
    PERP,
    'ETHUSD,Trade,600,3000,3000,0.0006,0.00012,Short,a1,2026-01-10 10:00:00',
    'ETHUSD,Funding,600,2900,0,0.0001,-0.00002,Short,a2,2026-01-10 16:00:00',
    'ETHUSD,Trade,600,2000,2000,0.0006,0.00021,Long,a3,2026-01-11 10:00:00',
  ],
  [
    'Bybit, closed profit and loss',
    'Bybit BTCUSD long 10000 closed BTC gross 0.04 fees 0.00021 funding -0.000001 net 0.039789',
    CLOSED,
    'BTCUSD,10000,50000,62500,0.00011,0.0001,0.000001,Trade,0.039789,2026-01-11 10:00:00',
  ],
  [
    'Bybit, closed profit and loss until 2024',
    'Bybit BTCUSD short 10000 closed BTC gross 0.04 fees - funding 0 net 0.0398',
    CLOSED_OLD,
    'BTCUSD,Buy,10000,62500,50000,0.0398,Trade,2024-01-11 10:00:00',
  ],
  [
    // 10 contracts of 100 dollars
    'Binance COIN-M, a hundred dollars per contract of BTC',
    'Binance BTCUSD_PERP short 1000 closed BTC gross 0.004 fees 0.00002 funding 0 net 0.00398',
    COIN_M,
    '2026-01-10 10:00:00,BTCUSD_PERP,SELL,62500,10,0.016,0.000008,BTC,0,BOTH',
    '2026-01-11 10:00:00,BTCUSD_PERP,BUY,50000,10,0.02,0.000012,BTC,0.004,BOTH',
  ],
  [
    'Binance COIN-M, ten dollars per contract of others',
    'Binance BNBUSD_PERP long 100 closed BNB gross 0.05 fees 0 funding 0 net 0.05',
    COIN_M,
    '2026-01-10 10:00:00,BNBUSD_PERP,BUY,400,10,0.25,0,BNB,0,BOTH',
    '2026-01-11 10:00:00,BNBUSD_PERP,SELL,500,10,0.2,0,BNB,0.05,BOTH',
  ],
  [
    'OKX, a hundred dollars per contract of BTC',
    'OKX BTC-USD-SWAP long 1000 closed BTC gross 0.004 fees 0.000018 funding -0.000001 net 0.003981',
    OKX,
    '2,12,2026-01-10 11:00:00,Perpetual,BTC-USD-SWAP,Open long,10,cont,50000,0,-0.00001,BTC,10,10,0,0,BTC',
    '4,14,2026-01-10 11:30:00,Perpetual,BTC-USD-SWAP,Funding fee,0,cont,0,0,0,BTC,0,0,-0.000001,0,BTC',
    '3,13,2026-01-10 12:00:00,Perpetual,BTC-USD-SWAP,Close long,10,cont,62500,0.004,-0.000008,BTC,-10,0,0.004,0,BTC',
  ],
  [
    'OKX, positions',
    'OKX BTC-USD-SWAP long 1000 closed BTC gross 0.004 fees 0.000018 funding -0.000001 net 0.003981',
    POSITIONS,
    '2026-01-10 09:00:00,2026-01-10 18:00:00,Perpetual,BTC-USD,BTC-USD-SWAP,Long,10,50000,62500,BTC,0.004,-0.000018,-0.000001,0,100,1',
  ],
  [
    'KuCoin, a dollar per contract',
    'KuCoin XBTUSDM long 1000 closed XBT gross 0.004 fees 0.0000018 funding 0 net 0.0039982',
    KUCOIN,
    '1,futures,o1,2026-01-10 11:47:17,XBTUSDM,BUY,1000,50000,0.02,1000,0.0006,0.000001,LIMIT',
    '1,futures,o2,2026-01-11 11:47:17,XBTUSDM,SELL,1000,62500,0.016,1000,0.0006,0.0000008,LIMIT',
  ],
])('keeps the money of inverse contracts in the coin: %s', (_name, line, ...file) => {
  expect(linesOf([file.join('\n')])).toEqual([line])
  expect(linesOf([file.join('\n'), file.join('\n')])).toEqual([line])
})

it('averages entries by the coins they cost, and shows the prices of the file', () => {
  const rows = ['BUY,50000,10000', 'BUY,62500,10000', 'SELL,62500,20000'].map(
    (cells, at) => `BTCUSD,Trade,${cells.split(',')[2]},${cells.split(',')[1]},0,0,0,${cells.split(',')[0]},a${at},2026-01-1${at} 10:00:00`,
  )
  const [trip] = tripsOf([parseImport([PERP, ...rows].join('\n')).entries])
  // 0.2 + 0.16 BTC for 20,000 dollars
  expect(decimalText(trip?.entry ?? 0n, 12)).toBe('55555.555555555555')
  expect(decimalText(trip?.exit ?? 0n, 12)).toBe('62500')
  expect(trip && lineOf(trip)).toBe('Bybit BTCUSD long 20000 closed BTC gross 0.04 fees 0 funding 0 net 0.04')
})

it('refuses inverse contracts whose value is not known, row by row', () => {
  const file =
    'Date,Direction,Coin,Futures,Transaction amount,Average Price,Realized P/L,NetProfits,Fee\n2025-01-02 11:00:00,Open long,BTC,BTCUSD_DMCBL,0.01,60000,0,0,0\n2025-01-02 11:00:00,Open long,USDT,BTCUSDT_UMCBL,0.01,60000,0,0,0\n'
  const { entries, problems } = parseImport(file)
  expect([entries.length, problems]).toEqual([
    1,
    [{ row: 2, text: 'BTCUSD is margined in the coin itself, and the file does not show how much one contract is worth' }],
  ])
})

it('leaves a fee in a third coin unknown, also where that coin has a price in dollars', () => {
  const rows = [
    '2026-01-10 10:00:00,BTCUSD_PERP,BUY,50000,10,0.02,0.01,BNB,0,BOTH',
    '2026-01-11 10:00:00,BTCUSD_PERP,SELL,62500,10,0.016,0,BTC,0.004,BOTH',
  ]
  expect(linesOf([[COIN_M, ...rows].join('\n')])).toEqual(['Binance BTCUSD_PERP long 1000 closed BTC gross 0.004 fees - funding 0 net -'])
})

it('asks for the dollars of a contract in own columns, where its name can only be of one margined in the coin', () => {
  const mapping = { time: 'when', symbol: 'what', side: 'way', price: 'at', size: 'many', fee: 'fee', fee_coin: 'coin' }
  const rows = ['2026-01-10,BTC-PERPETUAL,Buy,50000,1000,0.00001,BTC', '2026-01-11,BTC-PERPETUAL,Sell,62500,1000,0.000008,BTC']
  const file = ['when,what,way,at,many,fee,coin', ...rows].join('\n')
  expect(parseImport(file, { mapping }).problems.map(({ text }) => text.slice(0, 92))).toEqual(
    rows.map(() => 'BTC-PERPETUAL is margined in the coin itself. Enter the dollars of one contract as the contr'),
  )
  expect(linesOf([file], { mapping, source: 'Deribit', contractSize: 10_000_000_000_000n })).toEqual([
    'Deribit BTC-PERPETUAL long 10000 closed BTC gross 0.04 fees 0.000018 funding 0 net 0.039982',
  ])
})

it('keeps long and short of an inverse contract apart', () => {
  const rows = [
    '2026-01-10 10:00:00,BTCUSD_PERP,BUY,50000,10,0.02,0,BTC,0,LONG',
    '2026-01-10 11:00:00,BTCUSD_PERP,SELL,62500,10,0.016,0,BTC,0,SHORT',
    '2026-01-10 12:00:00,BTCUSD_PERP,BUY,50000,10,0.02,0,BTC,0.004,SHORT',
    '2026-01-10 13:00:00,BTCUSD_PERP,SELL,62500,10,0.016,0,BTC,0.004,LONG',
  ]
  expect(linesOf([[COIN_M, ...rows].join('\n')])).toEqual([
    'Binance BTCUSD_PERP short 1000 closed BTC gross 0.004 fees 0 funding 0 net 0.004',
    'Binance BTCUSD_PERP long 1000 closed BTC gross 0.004 fees 0 funding 0 net 0.004',
  ])
})

it.each([
  ['Binance', 'BTCUSD_PERP', 100n],
  ['Binance', 'ETHUSD_240628', 10n],
  ['OKX', 'BTC-USD-240628', 100n],
  ['OKX', 'SOL-USD-SWAP', 10n],
  ['Bybit', 'BTCUSDH26', 1n],
  ['KuCoin', 'XBTMZ26', 1n],
  ['Kraken', 'PI_XBTUSD', 1n],
  ['Gate', 'BTC_USD', undefined],
])('%s %s is worth %s dollars per contract', (exchange, symbol, dollars) => {
  expect([isInverse(exchange, symbol), contractDollars(exchange, symbol)]).toEqual([true, dollars])
})

type Fraction = { readonly top: bigint; readonly bottom: bigint }
const over = (top: bigint, bottom: bigint): Fraction => ({ top, bottom })
const plus = (a: Fraction, b: Fraction): Fraction => over(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
const times = (a: Fraction, top: bigint, bottom = 1n): Fraction => over(a.top * top, a.bottom * bottom)

/** Independent of the journal: contracts held and the coins they are worth at their average price, as fractions. */
function resultsOf(fills: readonly { isBuy: boolean; contracts: bigint; cents: bigint }[]): Fraction[] {
  const results: Fraction[] = []
  let held = 0n
  let coins = over(0n, 1n)
  let result = over(0n, 1n)
  for (const { isBuy, contracts, cents } of fills) {
    let left = contracts
    const sign = isBuy ? 1n : -1n
    if (held !== 0n && held > 0n !== isBuy) {
      const size = held < 0n ? -held : held
      const closing = left < size ? left : size
      const cost = times(coins, closing, size)
      // contracts * (1 / entry - 1 / exit), for a long position
      const moved = plus(cost, over(-closing * 100n, cents))
      result = plus(result, times(moved, held > 0n ? 1n : -1n))
      coins = plus(coins, times(cost, -1n))
      held += sign * closing
      left -= closing
      if (held === 0n) {
        results.push(result)
        result = over(0n, 1n)
        coins = over(0n, 1n)
      }
    }
    if (left > 0n) {
      held += sign * left
      coins = plus(coins, over(left * 100n, cents))
    }
  }
  return results
}

it('has the result of contracts × (1 / entry - 1 / exit) for any fills', () => {
  const FILL = fc.record({
    isBuy: fc.boolean(),
    contracts: fc.bigInt({ min: 1n, max: 1_000_000n }),
    cents: fc.bigInt({ min: 1n, max: 20_000_000n }),
  })
  fc.assert(
    fc.property(fc.array(FILL, { minLength: 2, maxLength: 12 }), (fills) => {
      const folder = new TripFolder()
      const early = fills.flatMap(({ isBuy, contracts, cents }, at) => {
        const each = cents * 10_000_000_000n
        const raw = { at, symbol: 'BTCUSD', side: isBuy ? 'buy' : 'sell', price: each, size: contracts * 10n ** 12n, fee: 0n, feeCoin: '' }
        return folder.add({ key: String(at), importId: '', exchange: 'Bybit', entry: settledEntry('Bybit', fillOf(raw)) })
      })
      const trips = [...early, ...folder.end()].filter(({ closedAt }) => closedAt !== null)
      const wanted = resultsOf(fills)
      expect(trips.map(({ currency }) => currency)).toEqual(wanted.map(() => 'BTC'))
      for (const [at, { top, bottom }] of wanted.entries()) {
        const off = (trips[at]?.gross ?? 0n) * bottom - top * 10n ** 12n
        // Within one 10⁻¹² of a coin.
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(bottom < 0n ? -bottom : bottom)
      }
    }),
    { numRuns: 2_000 },
  )
})

it('shows the price of a fill as it was', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 20_000_000n }), fc.bigInt({ min: 1n, max: 1_000_000n }), (cents, contracts) => {
      const each = cents * 10_000_000_000n
      const raw = { at: 1, symbol: 'BTCUSD', side: 'buy', price: each, size: contracts * 10n ** 12n, fee: 0n, feeCoin: '' }
      const folder = new TripFolder()
      folder.add({ key: 'a', importId: '', exchange: 'Bybit', entry: settledEntry('Bybit', fillOf(raw)) })
      const [trip] = folder.end()
      expect((trip?.entry ?? 0n) - each).toBeLessThanOrEqual(1n)
      expect(each - (trip?.entry ?? 0n)).toBeLessThanOrEqual(1n)
    }),
  )
})
