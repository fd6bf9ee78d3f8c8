import { least, magnitude } from '@aerie/core/numbers/units'
import { amountOf, type Cells, NothingFilled, RowProblem } from '../cells.ts'
import { instantOfText } from '../dates.ts'
import { closedPositionOf, FEE_COINS, feeOf, fillOf, fundingOf, type ImportedFill, positionOf, type RawFill, sizeOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'

const SPOT_COLUMNS = ['Pairs', 'Time', 'Side', 'Filled Price', 'Executed Amount', 'Total', 'Fee', 'Role'] as const
const FIGURE = /^\d[\d.,]{0,40}$/

/** Row of a spot trade, whatever the language of the header: `Paare,Zeit,Seite,…`. */
function isSpotTrade([
  pair = '',
  time = '',
  side = '',
  price = '',
  amount = '',
  total = '',
  fee = '',
  role = '',
]: readonly string[]): boolean {
  const isTrade = /^[A-Z0-9]{1,20}_?[A-Z0-9]{2,10}$/.test(pair) && /^\p{L}[\p{L} ]{1,20}$/u.test(side) && /^\p{L}{2,20}$/u.test(role)
  return (
    isTrade &&
    instantOfText(time, 'day-first') !== undefined &&
    [price, amount, total].every((text) => FIGURE.test(text)) &&
    /^\d[\d.,]{0,40} ?[A-Z0-9]{1,20}$/.test(fee)
  )
}

/** Spot trades; the fee includes its coin. Source: sample rows in public parsers (`LTC_USDT,…,0.01229430USDT,Taker`). */
export const mexcSpot: ImportFormat = {
  id: 'mexc-spot',
  exchange: 'MEXC',
  title: 'Spot trade history',
  columns: [['Pairs', 'Pair'], 'Side', 'Filled Price', 'Executed Amount', 'Total', 'Fee'],
  time: 'Time',
  total: 'Total',
  isSpot: true,
  byPosition: { names: SPOT_COLUMNS, isOwn: isSpotTrade },
  read: ({ cells, at }) => {
    const symbol = cells.text('Pairs', 'Pair')
    const fee = amountOf(cells.text('Fee') || '0', 'Fee', symbol.split('_')[0] ?? '')
    const price = cells.decimal('Filled Price')
    return fillOf({
      at,
      symbol,
      side: cells.text('Side'),
      price,
      size: sizeOf(cells, ['Executed Amount'], { symbol, price }),
      fee: fee.value,
      feeCoin: fee.unit || cells.text(...FEE_COINS),
      isSpot: true,
    })
  },
}

/** Spot orders; they lack the fees. Source: BittyTax. */
export const mexcSpotOrders: ImportFormat = {
  id: 'mexc-spot-orders',
  exchange: 'MEXC',
  title: 'Spot order history',
  columns: ['Pairs', 'Direction', 'Average Filled Price', 'Filled Quantity', 'Order Quantity', 'Status'],
  time: 'Time',
  isSpot: true,
  read: ({ cells }) => {
    if (cells.decimalOrZero('Filled Quantity') === 0n) throw new NothingFilled('the size is 0')
    throw new RowProblem('an order history has no fees. Import the trade history, which has them.')
  },
}

const QUANTITY = ['Filled Qty (Crypto)'] as const

/** Futures trades, newest first. Source: header lines of public converters. */
export const mexcFutures: ImportFormat = {
  id: 'mexc-futures',
  exchange: 'MEXC',
  title: 'Futures trade history',
  columns: ['Futures Trading Pair', 'Direction', QUANTITY, 'Filled Price', 'Trading Fee', 'Closing PNL'],
  time: ['Time', 'Time of Update'],
  isNewestFirst: true,
  paidFees: 'positive',
  read: ({ cells, at }) => futuresFill(cells, at),
}

/** Futures orders, which have no numbers. Source: BittyTax. */
export const mexcFuturesOrders: ImportFormat = {
  ...mexcFutures,
  id: 'mexc-futures-orders',
  title: 'Futures order history',
  columns: ['Futures Trading Pair', 'Direction', QUANTITY, 'Average Filled Price', 'Trading Fee', 'Closing PNL'],
  areOrders: true,
}

function futuresFill(cells: Cells, at: number): ImportedFill {
  const symbol = cells.text('Futures Trading Pair')
  const price = cells.decimal('Filled Price', 'Average Filled Price')
  return fillOf({
    at,
    symbol,
    ...directionOf(cells.text('Direction'), cells.amount('Closing PNL').value !== 0n),
    price,
    size: sizeOf(cells, QUANTITY, { symbol, price }),
    ...feeOf(cells, { fee: ['Trading Fee'], coin: ['Fee-payment Crypto'] }),
  })
}

/** `buy short` opens a short and `sell short` closes it; `Open Long` and plain `Long` occur, too. A result is only of what closes. */
function directionOf(text: string, isRealizing: boolean): Pick<RawFill, 'side' | 'position'> {
  const words = text.toLowerCase().replaceAll(/[\s_-]+/g, ' ')
  const position = positionOf(words.split(' ').at(-1) ?? '')
  if (position === undefined || /adl|delever|settle/.test(words)) return { side: text }
  const isClosing = isRealizing || /^(?:sell|close|liquidat|burst|reduce|forced)/.test(words)
  return { side: (position === 'long') === isClosing ? 'sell' : 'buy', position }
}

/** Closed futures positions; sizes are in contracts, each a power of ten of coins. Source: header lines of public converters. */
export const mexcPositions: ImportFormat = {
  id: 'mexc-positions',
  exchange: 'MEXC',
  title: 'Futures position history',
  columns: ['Futures', 'Avg Entry Price', 'Avg Close Price', 'Direction', 'Closing Qty (Cont.)', ['Fee', 'Trading Fee'], 'Realized PNL'],
  time: 'Close Time',
  read: ({ cells, at, instant }) => {
    const side = positionOf(cells.text('Direction').split(/[\s_]/).at(-1) ?? '')
    if (side === undefined) throw new RowProblem(`neither long nor short: ${cells.text('Direction').slice(0, 40)}`)
    const [entry, exit] = [cells.decimal('Avg Entry Price'), cells.decimal('Avg Close Price')]
    const result = cells.amount('Realized PNL').value
    const fees = magnitude(cells.amount('Fee', 'Trading Fee').value)
    const contracts = cells.amount('Closing Qty (Cont.)').value
    const moved = side === 'long' ? exit - entry : entry - exit
    const size = (contracts * contractSize({ perCoin: (moved * contracts) / ONE, result, fees })) / ONE
    return closedPositionOf({
      exchange: 'MEXC',
      at,
      openedAt: instant(cells.text('Open Time')),
      symbol: cells.text('Futures'),
      side,
      size,
      entry,
      exit,
      fees,
      funding: 0n,
      result,
    })
  },
}

const ONE = 1_000_000_000_000n

type Shown = { readonly perCoin: bigint; readonly result: bigint; readonly fees: bigint }

/** Coins per contract: the power of ten that explains the result, before or after fees. @throws RowProblem if none does */
function contractSize({ perCoin, result, fees }: Shown): bigint {
  const errorOf = (power: bigint): bigint => {
    const gross = (perCoin * power) / ONE
    return least<bigint>(magnitude(gross - result), magnitude(gross - result - fees))
  }
  const best = Array.from({ length: 18 }, (_, at) => 10n ** BigInt(at + 4))
    .map((power) => ({ power, error: errorOf(power) }))
    .reduce((a, b) => (b.error < a.error ? b : a))
  const scale = magnitude(result)
  if (perCoin === 0n || scale === 0n || best.error * 20n > scale) throw new RowProblem('its result does not show the size of a contract')
  return best.power
}

/** Futures funds; only funding is imported. Source: header lines of public converters. */
export const mexcFunds: ImportFormat = {
  id: 'mexc-futures-funds',
  exchange: 'MEXC',
  title: 'Futures capital flow',
  columns: ['Futures Trading Pair', 'Crypto', 'Fund Type', 'Amount'],
  time: 'Time',
  read: ({ cells, at }) => {
    if (!/funding/i.test(cells.text('Fund Type'))) return undefined
    const { value: amount, unit } = cells.amount('Amount')
    return fundingOf({ at, symbol: cells.text('Futures Trading Pair'), amount, coin: unit || cells.text('Crypto'), tradeId: '' })
  },
}
