import { magnitude } from '@aerie/core/numbers/units'
import { type Cells, NothingFilled, RowProblem, valueName } from '../cells.ts'
import { feeOf, fillOf, IN_CONTRACTS, type RawFill, renamed, sizeOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'
import { coinsOf } from '../markets.ts'

const SPOT = {
  pair: ['Market', 'Pair', 'currency_pair', '交易对', '交易對'],
  side: ['Trade type', 'Side', 'Type', '方向'],
  price: ['Deal price', 'Filled Price', '成交价', '成交價', 'Price'],
  size: ['Deal amount', 'Filled Amount', 'Amount', '成交量', '成交數量'],
  role: ['Role', '角色'],
  fee: ['Fee', '手续费', '手續費'],
  coin: ['Fee Currency', 'fee_currency', '手续费币种', '手續費幣種'],
} as const

/** @throws RowProblem for a fee that was paid with points */
function refusePoints(cells: Cells): void {
  if (cells.amount('point_fee', 'Points fee').value !== 0n) throw new RowProblem('its fee was paid with points, whose worth is not known')
}

/** Fee of a row; one that was paid in GT has a column of its own. @throws RowProblem for one that was paid with points */
function spotFee(cells: Cells, received: string): Pick<RawFill, 'fee' | 'feeCoin'> {
  const own = feeOf(cells, { fee: SPOT.fee, coin: SPOT.coin }, received)
  const inGt = cells.amount('gt_fee', 'GT fee').value
  refusePoints(cells)
  if (inGt === 0n) return own
  if (own.fee !== 0n) throw new RowProblem('a fee in two coins is not read')
  return { fee: inGt, feeCoin: 'GT' }
}

/** Spot trades; amounts may include their coin (`123 ALPACA`). Source: real exports and header lines in public parsers, in English and Chinese. */
export const gateSpot: ImportFormat = {
  id: 'gate-spot',
  exchange: 'Gate',
  title: 'Spot trade history',
  columns: [SPOT.pair, SPOT.side, SPOT.role, SPOT.price.slice(0, 4), SPOT.size, SPOT.fee],
  time: ['Time', 'Date', 'create_time', 'create_time_ms', '时间', '時間'],
  total: 'Total',
  isSpot: true,
  paidFees: 'positive',
  read: ({ cells, at }) => {
    // Some files have `BTC/USDT`.
    const symbol = cells.text(...SPOT.pair).replace('/', '_')
    const price = cells.decimal(...SPOT.price)
    const side = cells.text(...SPOT.side)
    const { base, quote } = coinsOf(symbol.toUpperCase())
    const received = /^buy|买入?|買入/i.test(side) ? base : quote
    const fill = fillOf({
      at,
      symbol,
      side,
      price,
      size: sizeOf(cells, SPOT.size, { symbol, price }),
      ...spotFee(cells, received),
      isSpot: true,
      tradeId: cells.text('Trade ID', 'id'),
    })
    return renamed(fill, `${base}/${quote}`)
  },
}

/** The same as in 2021 and earlier; prices have their coin (`5USDT`), too. Source: header line and description in a public converter. */
export const gateSpotOld: ImportFormat = { ...gateSpot, columns: ['Pair', 'Trade type', 'Maker/Taker', 'Price', 'Amount', 'Fee', 'Total'] }

/** The same with the names of the API. */
export const gateSpotApi: ImportFormat = { ...gateSpot, columns: ['currency_pair', 'side', 'role', 'amount', 'price', 'fee'] }

const FUTURES = {
  contract: ['Contract'],
  side: ['Side', 'Direction', 'Type'],
  size: ['Size', 'Filled Size'],
  price: ['Filled Price', 'Fill Price', 'Deal price', 'Price'],
  fee: ['Fee', 'Trading Fee', 'Fees'],
} as const

/**
 * Futures trades, as in the fields of GET /futures/{settle}/my_trades. Sizes without a coin are contracts, whose size depends on the market:
 * it is asked for. Source: Gate API v4.
 */
export const gateFutures: ImportFormat = {
  id: 'gate-futures',
  exchange: 'Gate',
  title: 'Futures trade history',
  columns: [FUTURES.contract, FUTURES.size, FUTURES.price, 'Role', FUTURES.fee],
  time: ['Time', 'Date', 'create_time', 'create_time_ms'],
  isNewestFirst: true,
  paidFees: 'positive',
  read: ({ cells, at, terms: { contractSize } }) => {
    const symbol = cells.text(...FUTURES.contract)
    const price = cells.decimal(...FUTURES.price)
    const { value, unit } = cells.amount(...FUTURES.size)
    if (value === 0n) throw new NothingFilled('the size is 0')
    refusePoints(cells)
    const side = cells.text(...FUTURES.side)
    const isCoins = unit !== '' && !IN_CONTRACTS.test(unit)
    const each = isCoins ? ONE : contractSize(symbol)
    if (each === undefined)
      throw new RowProblem(
        `the size is in contracts, and the file does not show how much ${symbol.slice(0, 40)} one of them is. Enter the contract size`,
      )
    const coins = isCoins ? sizeOf(cells, FUTURES.size, { symbol, price }) : (magnitude(value) * each) / ONE
    return fillOf({
      at,
      symbol,
      side: valueName(side) === '' ? (value > 0n ? 'buy' : 'sell') : side,
      price,
      size: coins,
      ...feeOf(cells, { fee: FUTURES.fee }),
      tradeId: cells.text('Trade ID', 'id'),
    })
  },
}

const ONE = 1_000_000_000_000n
