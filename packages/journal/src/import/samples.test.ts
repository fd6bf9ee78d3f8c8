import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseImport } from './import-file.ts'
import { lineOf, linesOf, tripsOf } from './test-lines.ts'

const sample = (name: string): string => readFileSync(new URL(`./samples/${name}.csv`, import.meta.url), 'utf8')

it.each([
  ['binance-futures-current', ['Binance BTCUSDT long 0.01 closed USDT gross 2 fees 0.5912 funding 0 net 1.4088']],
  ['binance-spot-current', ['Binance spot BTCUSDT long 0.00093 closed USDT gross 0.093 fees 0.103509 funding 0 net -0.010509']],
  [
    'binance-spot-dust',
    [
      'Binance spot ETHUSDT long 0.9989 closed USDT gross 99.89 fees 4.09769 funding 0 net 95.79231 rest 0.0001',
      'Binance spot ETHUSDT long 0.4995 closed USDT gross -49.95 fees 1.94905 funding 0 net -51.89905',
    ],
  ],
  [
    'binance-spot-rub-pln-zar',
    [
      'Binance spot BTCPLN long 0.01 closed PLN gross 100 fees 3.3 funding 0 net 96.7',
      'Binance spot BTCRUB long 0.01 closed RUB gross 4000 fees 84 funding 0 net 3916',
      'Binance spot BTCZAR long 0.01 closed ZAR gross 1000 fees 15 funding 0 net 985',
    ],
  ],
  [
    'binance-futures-tradeid',
    [
      'Binance AAAUSDT long 100 closed USDT gross 10 fees 0.084 funding 0 net 9.916',
      'Binance BBBUSDT long 100 closed USDT gross 20 fees 0.168 funding 0 net 19.832',
    ],
  ],
  ['binance-futures-busd', ['Binance BTCBUSD long 0.1 closed BUSD gross 100 fees 3.24 funding 0 net 96.76']],
  ['bybit-uta-spot', ['Bybit spot CCCUSDT long 9.99 closed USDT gross 9.99 fees 0.04997 funding 0 net 9.94003']],
  ['bybit-log-current', ['Bybit ADAUSDT long 389 closed USDT gross 7.78 fees 0.28 funding 0.0006 net 7.5006']],
  ['bybit-assetchange', ['Bybit ETHUSDT long 0.05 closed USDT gross 0.5 fees 0.09054 funding 0 net 0.40946']],
  ['bybit-closed-current', ['Bybit AAAUSDT long 2 closed USDT gross 20 fees 0.231 funding -0.02 net 19.749']],
  ['bybit-closed-old-without-utc', ['Bybit BTCUSDT long 0.1 closed USDT gross 100 fees - funding 0 net 97.5']],
  ['bybit-spot-orders', ['Bybit spot ICPUSDT long 10 closed USDT gross 13 fees 0.173 funding 0 net 12.827']],
  ['bybit-perp-trades', ['Bybit AAAUSDT long 2 closed USDT gross 20 fees 0.154 funding -0.0216 net 19.8244']],
  ['hyperliquid-spot-fee', ['Hyperliquid HYPE/USDC long 19.98656 closed USDC gross 16.309032 fees 1.144453 funding 0 net 15.164579']],
  ['coinbase-sell-of-received', ['Coinbase BTC-USD long 0.4 open USD gross - fees 20 funding 0 net -']],
  ['kraken-xbt-quote', ['Kraken DOTXBT long 100 closed XBT gross 0.001 fees 0.000094 funding 0 net 0.000906']],
  [
    'okx-trading',
    [
      'OKX BTC-USDT long 0.00999 open USDT gross - fees 0.9 funding 0 net -',
      'OKX ETH-USDT-SWAP long 0.3 closed USDT gross 30 fees 0.915 funding 0 net 29.085',
    ],
  ],
  [
    'coinbase-cad-chf',
    [
      'Coinbase BTC-CAD long 0.1 open CAD gross - fees 60 funding 0 net -',
      'Coinbase BTC-CHF long 0.1 open CHF gross - fees 60 funding 0 net -',
    ],
  ],
])('reads %s with exact figures, and the same file again adds nothing', (name, lines) => {
  expect(linesOf([sample(name)])).toEqual(lines)
  expect(linesOf([sample(name), sample(name)])).toEqual(lines)
})

it('asks whether an account holds both directions where a fill against the open position realizes nothing', () => {
  const file = sample('binance-futures-hedge')
  expect(parseImport(file)).toMatchObject({ isHedgeUnclear: true, entries: [] })
  expect(linesOf([file], { isHedged: true })).toEqual([
    'Binance ETHUSDT short 1 closed USDT gross 5 fees 0 funding 0 net 5',
    'Binance ETHUSDT long 1 closed USDT gross 20 fees 0 funding 0 net 20',
  ])
  const [header = '', ...rows] = file.trim().split('\n')
  const sides = ['LONG', 'SHORT', 'SHORT', 'LONG']
  const told = [`${header},Position Side`, ...rows.map((row, at) => `${row},${sides[at]}`)].join('\n')
  expect(linesOf([told])).toEqual(linesOf([file], { isHedged: true }))
})

it('recognises the same trades in another locale', () => {
  const [a, b] = [sample('hyperliquid-locale-a'), sample('hyperliquid-locale-b')]
  expect(linesOf([a, b])).toEqual(['Hyperliquid ETH long 1 closed USDC gross 100 fees 2 funding 0 net 98'])
})

it('keeps the trades of two named sources apart', () => {
  const mapping = { time: 'time', symbol: 'pair', side: 'side', price: 'px', size: 'qty' }
  const [a, b] = ['a', 'b'].map((name) => parseImport(sample(`own-columns-${name}`), { mapping, source: `Exchange ${name}` }).entries)
  expect(tripsOf([a ?? [], b ?? []]).map(lineOf)).toEqual([
    'Exchange a BTC-USDT long 1 closed USDT gross 1000 fees 0 funding 0 net 1000',
    'Exchange b BTC-USDT short 1 closed USDT gross 5000 fees 0 funding 0 net 5000',
  ])
})

const PRICE = fc.integer({ min: 1, max: 99_999 })
const TRADES = fc.array(
  fc.record({
    gapS: fc.integer({ min: 1, max: 400_000 }),
    coin: fc.constantFrom('BTC', 'ETH/USDC'),
    isBuy: fc.boolean(),
    price: PRICE,
    size: fc.integer({ min: 1, max: 5_000 }),
    fee: fc.integer({ min: 0, max: 99 }),
  }),
  { minLength: 1, maxLength: 14 },
)
const LOCALES = ['en-US', 'en-GB', 'de-DE', 'ja-JP', 'pl-PL', 'de-CH'] as const
const FILES = fc.array(
  fc.record({
    from: fc.nat(20),
    length: fc.integer({ min: 0, max: 20 }),
    locale: fc.constantFrom(...LOCALES),
    order: fc.constantFrom('oldest first', 'newest first', 'shuffled'),
    separator: fc.constantFrom(',', ';', '\t'),
    seed: fc.nat(1_000),
  }),
  { maxLength: 5 },
)

type Trade = {
  readonly at: number
  readonly coin: string
  readonly isBuy: boolean
  readonly price: number
  readonly size: number
  readonly fee: number
}

const FIGURES = Object.fromEntries(LOCALES.map((locale) => [locale, new Intl.NumberFormat(locale, { minimumFractionDigits: 2 })]))
const DAYS = Object.fromEntries(LOCALES.map((locale) => [locale, new Intl.DateTimeFormat(locale, { timeZone: 'UTC' })]))
const quoted = (cell: string): string => `"${cell}"`

/** A trade as a browser of that locale writes it. */
function rowOf({ at, coin, isBuy, price, size, fee }: Trade, locale: string, separator: string): string {
  const date = new Date(at)
  const figure = (value: number): string => FIGURES[locale]?.format(value) ?? ''
  const day = DAYS[locale]?.format(date)
  const side = coin.includes('/') ? (isBuy ? 'Buy' : 'Sell') : isBuy ? 'Open Long' : 'Open Short'
  const cells = [figure(price / 4 + 1_000), figure(size / 8 + 1_000), '0', figure(fee / 100), '1']
  return [`${day} - ${date.toISOString().slice(11, 19)}`, coin, side, ...cells].map(quoted).join(separator)
}

function ordered<T>(rows: readonly T[], order: string, seed: number): readonly T[] {
  if (order !== 'shuffled') return order === 'newest first' ? rows.toReversed() : rows
  const places = rows.map((_row, at) => ((at + 1) * (seed * 2 + 7_919)) % 1_009)
  return rows
    .map((row, at) => ({ row, place: places[at] ?? 0 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ row }) => row)
}

const HYPERLIQUID = 'time,coin,dir,px,sz,ntl,fee,closedPnl'

/** Seven seconds of processor time, on a busy machine. */
const RUNS_MS = 300_000

it(
  'gives the same trips for any split, order, locale and overlap of one set of trades',
  () => {
    fc.assert(
      fc.property(TRADES, FILES, (made, files) => {
        let at = Date.UTC(2025, 0, 13, 10)
        const trades = made.map(({ gapS, ...trade }): Trade => {
          at += gapS * 1_000
          return { ...trade, at }
        })
        const whole = { from: 0, length: trades.length, locale: 'en-GB', order: 'oldest first', separator: ',', seed: 0 }
        const linesFrom = (all: readonly (typeof whole)[]): string[] =>
          tripsOf(
            all.flatMap(({ from, length, locale, order, separator, seed }) => {
              const rows = trades.slice(from, from + length).map((trade) => rowOf(trade, locale, separator))
              if (rows.length === 0) return []
              const text = [HYPERLIQUID.replaceAll(',', separator), ...ordered(rows, order, seed)].join('\n')
              const parsed = parseImport(text, { dateOrder: locale === 'en-US' ? 'month-first' : 'day-first' })
              expect(parsed.problems).toEqual([])
              return [parsed.entries]
            }),
          ).map(lineOf)
        // The first file is complete, so that all splits have all trades.
        expect(linesFrom([...files, whole])).toEqual(linesFrom([whole]))
      }),
      { numRuns: 10_000 },
    )
  },
  RUNS_MS,
)

describe('keys', () => {
  const BINANCE = 'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit,Trade ID'
  const fill = (id: string, price: number) => `2026-01-02 10:00:00,BTCUSDT,BUY,${price},1,${price},0.1USDT,0,${id}`
  const keysOf = (...rows: readonly string[]): string[] => parseImport([BINANCE, ...rows].join('\n')).entries.map(({ key }) => key)

  it('keep two fills of one order apart that share a number', () => {
    const keys = keysOf(fill('7', 100), fill('7', 101))
    expect(new Set(keys).size).toBe(2)
    expect(keys.every((key) => key.startsWith('v:'))).toBe(true)
  })

  it('are equal for a row that a file has twice under one number, and differ for equal trades with numbers of their own', () => {
    expect(new Set(keysOf(fill('7', 100), fill('7', 100))).size).toBe(1)
    expect(new Set(keysOf(fill('7', 100), fill('8', 100))).size).toBe(2)
  })

  it('put trades of one time in the order of their numbers', () =>
    expect(parseImport([BINANCE, fill('10', 100), fill('9', 101)].join('\n')).entries.map(({ entry }) => entry.tradeId)).toEqual([
      '9',
      '10',
    ]))

  it('name the source, so that two accounts with the same numbers stay apart', () => {
    const of = (source: string) =>
      parseImport([BINANCE, fill('7', 100)].join('\n'), { source }).entries.map(({ key, venue }) => [key, venue])
    expect(of('Second')).toEqual([['binance-futures-trades@Second:fill:BTCUSDT:7', 'Second']])
  })
})

it('reads Kraken trades and ledgers as the same trades', () => {
  const trades =
    '"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"\n"T1","O1","XXBTZEUR","2024-01-02 10:00:00.1234","buy","limit",40000,4000,6.4,0.1,0,"",""\n'
  const ledger =
    '"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"\n"L1","T1","2024-01-02 10:00:00","trade","","currency","ZEUR",-4000,6.4,1\n"L2","T1","2024-01-02 10:00:00","trade","","currency","XXBT",0.1,0,1\n"L3","D1","2024-01-01 10:00:00","deposit","","currency","ZEUR",5000,0,5000\n'
  const [a, b] = [parseImport(trades), parseImport(ledger)]
  expect(b.entries.map(({ key }) => key)).toEqual(a.entries.map(({ key }) => key))
  expect([a.format.id, b.format.id, b.others]).toEqual(['kraken-trades', 'kraken-ledger', 1])
  expect(linesOf([ledger])).toEqual(['Kraken XBTEUR long 0.1 open EUR gross - fees 6.4 funding 0 net -'])
})

it('reads spot fills of KuCoin and MEXC', () => {
  const kucoin =
    'UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC+02:00),Fee,Maker/Taker,Fee Currency\n1,Main,a,AVAX-USDT,BUY,LIMIT,20,10,200,200,2024-01-02 10:00:00,0.2,TAKER,USDT\n1,Main,b,AVAX-USDT,SELL,LIMIT,22,10,220,220,2024-01-03 10:00:00,0.5,TAKER,KCS\n'
  expect(linesOf([kucoin])).toEqual(['KuCoin AVAX-USDT long 10 closed USDT gross 20 fees - funding 0 net -'])
  const mexc =
    'UID,Pairs,Time,Side,Filled Price,Executed Amount,Total,Fee,Role\n1,LTC_USDT,2025-12-18 22:13:41,Buy,78.04,0.315,24.58860,0.01229430USDT,Taker\n'
  expect(linesOf([mexc])).toEqual(['MEXC spot LTC_USDT long 0.315 open USDT gross - fees 0.012295 funding 0 net -'])
})

it('closes a position by automatic deleveraging and settlement, and reports one whose position is not in the file', () => {
  const file = (...rows: readonly string[]) =>
    [HYPERLIQUID, ...rows.map((row, at) => `2026-01-13 10:00:0${at},${row},1,100,0,0`)].join('\n')
  expect(linesOf([file('BTC,Open Short,100', 'BTC,Auto-Deleveraging,90', 'ETH,Open Long,100', 'ETH,Settlement,110')])).toEqual([
    'Hyperliquid BTC short 1 closed USDC gross 10 fees 0 funding 0 net 10',
    'Hyperliquid ETH long 1 closed USDC gross 10 fees 0 funding 0 net 10',
  ])
  expect(parseImport(file('BTC,Auto-Deleveraging,90')).problems).toEqual([
    { row: 2, text: 'it closes a position that this file does not open, and has no side' },
  ])
})

it('leaves a rest open that could be sold, in any currency', () => {
  const spot = (quote: string, left: string) =>
    `Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n2024-01-02 10:00:00,ETH${quote},BUY,2000,1ETH,2000${quote},0${quote}\n2024-01-03 10:00:00,ETH${quote},SELL,2000,${left}ETH,1995${quote},0${quote}\n`
  const states = (quote: string, left: string) => tripsOf([parseImport(spot(quote, left)).entries]).map(({ closedAt }) => closedAt !== null)
  expect([states('USDT', '0.998'), states('USDT', '0.997'), states('RUB', '0.998'), states('RUB', '0.997')]).toEqual([
    [true],
    [false],
    [true],
    [false],
  ])
})

it('offers the header below a preamble of an unknown file for mapping', () =>
  expect(() => parseImport('Account: 1,,\nwhen,what,way,at,many\n2024-01-02 03:04,BTC,Sell,1,2\n')).toThrow(
    expect.objectContaining({ header: ['when', 'what', 'way', 'at', 'many'], sample: [['2024-01-02 03:04', 'BTC', 'Sell', '1', '2']] }),
  ))

it('reads units and contracts in own columns', () => {
  const mapping = { time: 'when', symbol: 'what', side: 'way', price: 'at', size: 'many', fee: 'fee' }
  const text =
    'when,what,way,at,many,fee\n2024-01-02 03:04,BTC-USDT,Buy,40000 USDT,2 Cont,0.5 USDT\n2024-01-02 03:05,BTC-USDT,Sell,41000 USDT,2 Cont,0.5 USDT\n'
  expect(linesOf([text], { mapping, contractSize: 10_000_000_000n })).toEqual([
    'Own file BTC-USDT long 0.02 closed USDT gross 20 fees 1 funding 0 net 19',
  ])
})

it('asks for the size of a contract that the file does not show', () => {
  const rows = sample('okx-trading').split('\n').slice(0, 2)
  const text = [...rows, '5,300,2025-11-29 10:00:00,Swap,ABC-USDT-SWAP,Open long,3,cont,3000,0,-0.45,USDT,3,3,-0.45,999,USDT'].join('\n')
  expect(parseImport(text).problems[0]?.text).toContain('Enter the contract size')
  expect(linesOf([text], { contractSize: 10_000_000_000_000n })).toEqual([
    'OKX ABC-USDT-SWAP long 30 open USDT gross - fees 0.45 funding 0 net -',
  ])
})

it('opens no short by a sale of all coins whose fee was paid in other coins of the same kind', () => {
  const row = (time: string, side: string, price: number, size: string): string =>
    `2026-03-0${time},BNBUSDT,${side},${price},${size}BNB,0USDT,0.00075BNB`
  const file = [
    'Date(UTC),Pair,Side,Price,Executed,Amount,Fee',
    row('1 10:00:00', 'BUY', 500, '1'),
    row('1 11:00:00', 'SELL', 550, '1'),
    row('2 10:00:00', 'BUY', 500, '1'),
    row('2 11:00:00', 'SELL', 550, '0.99925'),
    row('3 10:00:00', 'BUY', 500, '2'),
    row('3 11:00:00', 'SELL', 520, '0.75'),
    row('3 12:00:00', 'SELL', 550, '1.25'),
    row('4 10:00:00', 'BUY', 500, '1'),
    row('4 11:00:00', 'SELL', 550, '0.5'),
  ]
  expect(linesOf([file.join('\n')])).toEqual([
    'Binance spot BNBUSDT long 1 closed USDT gross 50 fees 0.7875 funding 0 net 49.2125',
    'Binance spot BNBUSDT long 0.99925 closed USDT gross 49.9625 fees 0.7875 funding 0 net 49.175',
    // 0.75 · 20 + 1.25 · 50, and 0.00075 BNB at 500, 520 and 550
    'Binance spot BNBUSDT long 2 closed USDT gross 77.5 fees 1.1775 funding 0 net 76.3225',
    'Binance spot BNBUSDT long 0.99925 open USDT gross - fees 0.7875 funding 0 net -',
  ])
})

it('takes a fee in the bought dollars from what was bought', () => {
  const file =
    'Spot Pairs,Direction,Filled Price,Filled Quantity,Fees,Timestamp (UTC)\n' +
    'USDCUSDT,BUY,1,100000,100,2026-03-01 10:00:00\nUSDCUSDT,SELL,1.001,99900,99.9999,2026-03-01 11:00:00\n'
  expect(linesOf([file])).toEqual(['Bybit spot USDCUSDT long 99900 closed USDT gross 99.9 fees 199.9999 funding 0 net -100.0999'])
})

it('closes a position by a full liquidation of OKX, and finds the size of a contract by its loss', () => {
  const row = (cells: string) => `${cells},USDT,0,0,0,0,USDT`
  const file = [
    'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit',
    row('1,1,2026-03-01 10:00:00,Perpetual,AAA-USDT-SWAP,Open short,7,cont,100,0,-0.7'),
    row('2,2,2026-03-01 11:00:00,Perpetual,AAA-USDT-SWAP,Full liquidation of short,7,cont,110,-700,-0.77'),
  ]
  expect(linesOf([file.join('\n')])).toEqual(['OKX AAA-USDT-SWAP short 70 closed USDT gross -700 fees 1.47 funding 0 net -701.47'])
})

it('reads the fees of closed positions of Bybit under their other names', () => {
  const file =
    'Market,Side,Qty,Entry Price,Exit Price,Closed P&L,Open Fee,Close Fee,Funding Fee,Closed Time(UTC+8)\n' +
    'ETHUSDT,Sell,1,3000,3100,96.5,1.65,1.705,0.145,2026-03-01 10:00:00\n'
  expect(linesOf([file])).toEqual(['Bybit ETHUSDT long 1 closed USDT gross 100 fees 3.355 funding -0.145 net 96.5'])
})

it('closes by a trade what a conversion has bought', () => {
  const converted =
    'Date,Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status\n' +
    '2026-03-01 10:00:00,Spot Wallet,BTCUSDT,Market,600 USDT,0.01 BTC,60000,0.0000166,2026-03-01 10:00:01,Successful\n'
  const sold = 'Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n2026-03-02 10:00:00,BTCUSDT,SELL,61000,0.01BTC,610USDT,0.61USDT\n'
  expect(linesOf([converted, sold])).toEqual(['Binance spot BTC-USDT long 0.01 closed USDT gross 10 fees 0.61 funding 0 net 9.39'])
})
