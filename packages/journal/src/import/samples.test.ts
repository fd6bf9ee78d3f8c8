import { readFileSync } from 'node:fs'
import { microUsdc, sizeText, usdcText } from '@aerie/core/numbers/units'
import { expect, it } from 'vitest'
import { type ImportChoices, type KeyedEntry, parseImport } from './import-file.ts'
import { entryOfStored, storedEntryOf } from './stored-entry.ts'
import { type FoldedTrip, TripFolder } from './trip-folder.ts'

const sample = (name: string): string => readFileSync(new URL(`./samples/${name}.csv`, import.meta.url), 'utf8')

/** Trips of files, as the server builds them: entries by key, sorted by venue, market and time. */
function tripsOf(files: readonly (readonly KeyedEntry[])[]): FoldedTrip[] {
  const byKey = new Map<string, KeyedEntry>()
  for (const entry of files.flat()) if (!byKey.has(entry.key)) byKey.set(entry.key, entry)
  const atOf = ({ entry }: KeyedEntry): number => ('at' in entry ? entry.at : entry.closedAt)
  const groupOf = ({ venue, entry }: KeyedEntry): string => `${venue}\n${entry.symbol}`
  const folder = new TripFolder()
  const trips = [...byKey.values()]
    .toSorted((a, b) => (groupOf(a) < groupOf(b) ? -1 : groupOf(a) > groupOf(b) ? 1 : atOf(a) - atOf(b)))
    .flatMap((keyed) => {
      const entry = entryOfStored(storedEntryOf(keyed.entry), { symbol: keyed.entry.symbol, at: atOf(keyed) })
      return entry.kind === 'journal' ? [] : folder.add({ key: keyed.key, importId: '', exchange: keyed.venue, entry })
    })
  return [...trips, ...folder.end()]
}

const text = (amount: bigint | null): string => (amount === null ? '-' : usdcText(microUsdc(amount)))
const lineOf = (trip: FoldedTrip): string =>
  [
    trip.exchange,
    trip.symbol,
    trip.side,
    sizeText(trip.size),
    trip.closedAt === null ? 'open' : 'closed',
    trip.currency,
    `gross ${text(trip.gross)}`,
    `fees ${text(trip.fees)}`,
    `funding ${text(trip.funding)}`,
    `net ${text(trip.net)}`,
    ...(trip.rest === undefined ? [] : [`rest ${sizeText(trip.rest)}`]),
  ].join(' ')

function linesOf(files: readonly string[], choices: ImportChoices = {}): string[] {
  const parsed = files.map((file) => parseImport(file, choices))
  expect(parsed.flatMap(({ problems }) => problems)).toEqual([])
  return tripsOf(parsed.map(({ entries }) => entries)).map(lineOf)
}

it.each([
  ['binance-futures-current', ['Binance BTCUSDT long 0.01 closed USDC gross 2 fees 0.5912 funding 0 net 1.4088']],
  ['binance-spot-current', ['Binance spot BTCUSDT long 0.00093 closed USDC gross 0.093 fees 0.103509 funding 0 net -0.010509']],
  [
    'binance-spot-dust',
    [
      'Binance spot ETHUSDT long 0.9989 closed USDC gross 99.89 fees 4.09769 funding 0 net 95.79231 rest 0.0001',
      'Binance spot ETHUSDT long 0.4995 closed USDC gross -49.95 fees 1.94905 funding 0 net -51.89905',
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
      'Binance AAAUSDT long 100 closed USDC gross 10 fees 0.084 funding 0 net 9.916',
      'Binance BBBUSDT long 100 closed USDC gross 20 fees 0.168 funding 0 net 19.832',
    ],
  ],
  ['binance-futures-busd', ['Binance BTCBUSD long 0.1 closed USDC gross 100 fees 3.24 funding 0 net 96.76']],
  ['bybit-uta-spot', ['Bybit spot CCCUSDT long 9.99 closed USDC gross 9.99 fees 0.04997 funding 0 net 9.94003']],
  ['bybit-log-current', ['Bybit ADAUSDT long 389 closed USDC gross 7.78 fees 0.28 funding 0.0006 net 7.5006']],
  ['bybit-assetchange', ['Bybit ETHUSDT long 0.05 closed USDC gross 0.5 fees 0.09054 funding 0 net 0.40946']],
  ['bybit-closed-current', ['Bybit AAAUSDT long 2 closed USDC gross 20 fees 0.231 funding -0.02 net 19.749']],
  ['bybit-closed-old-without-utc', ['Bybit BTCUSDT long 0.1 closed USDC gross 100 fees - funding 0 net 97.5']],
  ['bybit-spot-orders', ['Bybit spot ICPUSDT long 10 closed USDC gross 13 fees 0.173 funding 0 net 12.827']],
  ['bybit-perp-trades', ['Bybit AAAUSDT long 2 closed USDC gross 20 fees 0.154 funding -0.0216 net 19.8244']],
  ['hyperliquid-spot-fee', ['Hyperliquid HYPE/USDC long 19.98656 closed USDC gross 16.309032 fees 1.144453 funding 0 net 15.164579']],
  ['coinbase-sell-of-received', ['Coinbase BTC-USD long 0.4 open USDC gross - fees 20 funding 0 net -']],
  ['kraken-xbt-quote', ['Kraken DOTXBT long 100 closed XBT gross 0.001 fees 0.000094 funding 0 net 0.000906']],
  [
    'okx-trading',
    [
      'OKX BTC-USDT long 0.00999 open USDC gross - fees 0.9 funding 0 net -',
      'OKX ETH-USDT-SWAP long 0.3 closed USDC gross 30 fees 0.915 funding 0 net 29.085',
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
    'Binance ETHUSDT short 1 closed USDC gross 5 fees 0 funding 0 net 5',
    'Binance ETHUSDT long 1 closed USDC gross 20 fees 0 funding 0 net 20',
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
    'Exchange a BTC-USDT long 1 closed USDC gross 1000 fees 0 funding 0 net 1000',
    'Exchange b BTC-USDT short 1 closed USDC gross 5000 fees 0 funding 0 net 5000',
  ])
})
