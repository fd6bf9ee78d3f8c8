import { type Price, price, sizeText, usdcText } from '@aerie/core/numbers/units'
import { describe, expect, it } from 'vitest'
import { parseImport } from './import-file.ts'
import { entryOfStored, storedEntryOf } from './stored-entry.ts'
import { lineOf, tripsOf as tripsOfFiles } from './test-lines.ts'
import { type FoldedTrip, TripFolder } from './trip-folder.ts'

function tripsOf(text: string): string[] {
  const folder = new TripFolder()
  const trips: FoldedTrip[] = parseImport(text).entries.flatMap(({ key, entry }) => {
    const kept = entryOfStored(storedEntryOf(entry), { symbol: entry.symbol, at: 'at' in entry ? entry.at : entry.closedAt })
    return kept.kind === 'journal' ? [] : folder.add({ key, importId: 'file', exchange: 'X', entry: kept })
  })
  return [...trips, ...folder.end()].map(({ side, size, net }) => `${side} ${sizeText(size)} ${net === null ? 'open' : usdcText(net)}`)
}

const hyperliquid = (...rows: readonly string[]) =>
  `time,coin,dir,px,sz,ntl,fee,closedPnl\n${rows.map((row, at) => `2026-01-13 10:00:0${at},BTC,${row}`).join('\n')}\n`

it('opens nothing for a fill that closes a position opened before the file starts', () => {
  expect(
    tripsOf(
      hyperliquid('Close Long,110,1,110,0,10', 'Open Long,100,2,200,0.1,0', 'Close Long,105,2,210,0.1,9.9', 'Open Short,90,1,90,0,0'),
    ),
  ).toEqual(['long 2 9.8', 'short 1 open'])
})

it('counts, per import, the fills that close a position never opened', () => {
  const folder = new TripFolder()
  const { entries } = parseImport(hyperliquid('Close Long,110,1,110,0,10', 'Open Long,100,2,200,0,0', 'Close Long,105,2,210,0,10'))
  for (const [at, { key, entry }] of entries.entries())
    if (entry.kind !== 'journal') folder.add({ key, importId: `file ${at}`, exchange: 'X', entry })
  expect([...folder.unopened]).toEqual([['file 0', 1]])
})

it('caps such a fill at the open size, and prorates its fee by size', () =>
  expect(tripsOf(hyperliquid('Open Long,100,1,100,0,0', 'Close Long,105,4,420,0.4,20'))).toEqual(['long 1 4.9']))

it('flips the position on a fill marked as a flip', () =>
  expect(tripsOf(hyperliquid('Open Long,100,1,100,0,0', 'Long > Short,105,3,315,0.3,5', 'Close Short,100,2,200,0,10'))).toEqual([
    'long 1 4.9',
    'short 2 9.8',
  ]))

it('skips a fill with realised profit when nothing is open in the file, and flips when something is', () => {
  const row = (at: number, cells: string) => `2024-01-02 03:04:0${at},BTCUSDT,${cells}`
  const header = 'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit'
  const rows = [row(0, 'SELL,110,1,110,0,10'), row(1, 'BUY,100,1,100,0,0'), row(2, 'SELL,105,3,315,0,5'), row(3, 'BUY,100,2,200,0,10')]
  expect(tripsOf([header, ...rows].join('\n'))).toEqual(['long 1 5', 'short 2 10'])
})

it.each([
  [
    'OKX with one position per market',
    'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit',
    '1,1,2026-01-02 10:00:00,Swap,BTC-USDT-SWAP,Sell,10,cont,61000,100,0,USDT,0,0,0,0,USDT',
    '2,2,2026-01-02 11:00:00,Swap,BTC-USDT-SWAP,Buy,10,cont,60000,0,0,USDT,0,0,0,0,USDT',
    '3,3,2026-01-02 12:00:00,Swap,BTC-USDT-SWAP,Sell,30,cont,61000,100,0,USDT,0,0,0,0,USDT',
    '4,4,2026-01-02 13:00:00,Swap,BTC-USDT-SWAP,Buy,20,cont,60000,200,0,USDT,0,0,0,0,USDT',
  ],
  [
    'Bitget with one position per market',
    'Date,Direction,Coin,Futures,Transaction amount,Average Price,Realized P/L,NetProfits,Fee',
    '2026-01-02 10:00:00,Sell,USDT,BTCUSDT,0.1,61000,100,100,0',
    '2026-01-02 11:00:00,Buy,USDT,BTCUSDT,0.1,60000,0,0,0',
    '2026-01-02 12:00:00,Sell,USDT,BTCUSDT,0.3,61000,100,100,0',
    '2026-01-02 13:00:00,Buy,USDT,BTCUSDT,0.2,60000,200,200,0',
  ],
  [
    'Hyperliquid',
    'time,coin,dir,px,sz,ntl,fee,closedPnl',
    '2026-01-02 10:00:00,BTC,Short > Long,61000,0.3,18300,0,50',
    '2026-01-02 10:30:00,BTC,Close Long,61000,0.1,6100,0,0',
    '2026-01-02 11:00:00,BTC,Open Long,60000,0.1,6000,0,0',
    '2026-01-02 12:00:00,BTC,Long > Short,61000,0.3,18300,0,100',
    '2026-01-02 13:00:00,BTC,Close Short,60000,0.2,12000,0,200',
  ],
])('opens nothing by a fill that closes a position from before the file: %s', (_exchange, ...rows) =>
  expect(tripsOf(rows.join('\n'))).toEqual(['long 0.1 100', 'short 0.2 200']),
)

it('keeps a position open where the trades that closed it are in no file, and gives the next one of the other direction its funding', () => {
  const trades = parseImport(hyperliquid('Open Long,100,1,100,0,0', 'Open Short,150,1,150,0,0', 'Close Short,140,1,140,0,10'))
  const funding = parseImport('time,coin,sz,side,payment,rate\n2026-01-13 10:00:01.500,BTC,1,Short,0.25,0.0001\n')
  expect(tripsOfFiles([trades.entries, funding.entries]).map(lineOf)).toEqual([
    'Hyperliquid BTC short 1 closed USDC gross 10 fees 0 funding 0.25 net 10.25',
    'Hyperliquid BTC long 1 open USDC gross - fees 0 funding 0 net -',
  ])
})

it('knows which position automatic deleveraging closes after a flip', () =>
  expect(tripsOf(hyperliquid('Open Long,100,1,100,0,0', 'Long > Short,105,3,315,0,5', 'Auto-Deleveraging,100,2,200,0,10'))).toEqual([
    'long 1 5',
    'short 2 10',
  ]))

it('finds the size of OKX contracts where a file begins with an open position, and after a flip', () => {
  const row = (at: number, cells: string) => `${at},${at},2026-01-02 1${at}:00:00,Swap,AAA-USDT-SWAP,${cells},0,USDT,0,0,0,0,USDT`
  const header =
    'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit'
  const rows = [row(0, 'Sell,5,cont,130,700'), row(1, 'Buy,2,cont,100,0'), row(2, 'Sell,3,cont,110,200'), row(3, 'Buy,1,cont,105,50')]
  expect(tripsOf([header, ...rows].join('\n'))).toEqual(['long 20 200', 'short 10 50'])
})

it('splits a fee in another coin by size where a fill goes through zero, and values it by the price of that coin', () => {
  const header = 'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit'
  const rows = ['0,BTCUSDT,BUY,100,1,100,0,USDT,0', '1,BTCUSDT,SELL,105,4,420,0.4,BNB,5', '2,BTCUSDT,BUY,100,3,300,0,USDT,15']
  const { entries } = parseImport([header, ...rows.map((row) => `2024-01-02 03:04:0${row}`)].join('\n'))
  const tripsAt = (feePrice: Price | undefined): FoldedTrip[] => {
    const folder = new TripFolder()
    const early = entries.flatMap(({ key, entry }) =>
      entry.kind === 'journal' ? [] : folder.add({ key, importId: 'file', exchange: 'X', entry, feePrice }),
    )
    return [...early, ...folder.end()]
  }
  expect(tripsAt(undefined).map(({ net, feesInCoins }) => [net, feesInCoins.get('BNB')])).toEqual([
    [null, 100_000_000_000n],
    [null, 300_000_000_000n],
  ])
  expect(tripsAt(price(600_000_000_000_000n)).map(({ net, areFeesEstimated }) => [net && usdcText(net), areFeesEstimated])).toEqual([
    ['-55', true],
    ['-165', true],
  ])
})

describe('a closed position that a file reports', () => {
  const REPORTED =
    'Market,Order Quantity,Entry Price,Exit Price,Opening Fee,Closing Fee,Funding Fee,Trade Type,Realized P&L,Trade time\nAAAUSDT,2,100,110,0.11,0.121,0,Trade,19.769,12:00 2026-01-12\n'
  const fills = (...rows: readonly string[]): string =>
    [
      'Market,Filled Type,Filled Quantity,Filled Price,Order Price,Fee Rate,Trading Fee,Direction,Order Type,Transaction ID,Transaction Time(UTC+0)',
      ...rows,
    ].join('\n')
  const OPENING = 'AAAUSDT,Trade,2,100,100,0.00055,0.11,Buy,Market,a1,2026-01-10 10:00:30'
  const CLOSING = 'AAAUSDT,Trade,2,110,110,0.00055,0.121,Sell,Market,a2,2026-01-12 12:00:40'

  it.each([
    ['is the trade of its fills', [REPORTED, fills(OPENING, CLOSING)], ['long 2 closed USDT gross 20 fees 0.231']],
    ['counts by itself', [REPORTED], ['long 2 closed USDT gross 20 fees 0.231']],
    [
      'counts where its opening fills are unknown',
      [REPORTED, fills(CLOSING.replace('Sell', 'Close Long'))],
      ['long 2 closed USDT gross 20 fees 0.231'],
    ],
    [
      'counts next to a trade of another time or direction',
      [REPORTED, fills(OPENING, CLOSING.replace('12:00', '12:02'))],
      ['long 2 closed USDT gross 20 fees 0.231', 'long 2 closed USDT gross 20 fees 0.231'],
    ],
    [
      'counts next to the other direction',
      [REPORTED, fills(OPENING.replace('Buy', 'Sell'), CLOSING.replace('Sell', 'Buy'))],
      ['long 2 closed USDT gross 20 fees 0.231', 'short 2 closed USDT gross -20 fees 0.231'],
    ],
  ])('%s', (_title, files, lines) => {
    const trips = tripsOfFiles(files.map((file) => parseImport(file).entries)).map((trip) => lineOf(trip))
    expect(trips.map((line) => line.replace('Bybit AAAUSDT ', '').replace(/ funding.*/, '')).toSorted()).toEqual(lines)
  })
})
