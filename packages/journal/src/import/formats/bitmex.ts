import { magnitude } from '@aerie/core/numbers/units'
import { RowProblem, valueName } from '../cells.ts'
import { fillOf, fundingOf, symbolOf } from '../entries.ts'
import type { FormatTerms, ImportFormat } from '../format.ts'
import { coinsOf, isInverse } from '../markets.ts'

const ONE = 1_000_000_000_000n
/** Fees are counted in hundred-millionths of a bitcoin and in millionths of a USDT. Source: BitMEX API, `XBt` and `USDt`. */
const IN_XBT = 100_000_000n
const IN_USDT = 1_000_000n

/** Coins, or dollars, of a number of contracts, and the smallest unit of the fee. @throws RowProblem for a contract that is not read */
function contractOf(symbol: string, { contractSize }: FormatTerms): { readonly each: bigint; readonly unit: bigint } {
  if (symbol.includes('_'))
    throw new RowProblem(`${symbol} is a spot market, whose amounts BitMEX writes in the smallest units. It is not read`)
  if (isInverse('BitMEX', symbol)) return { each: ONE, unit: IN_XBT }
  if (coinsOf(symbol).quote !== 'USDT') throw new RowProblem(`${symbol} of BitMEX is settled at a rate of its own, which is not read`)
  const each = contractSize(symbol)
  if (each !== undefined) return { each, unit: IN_USDT }
  throw new RowProblem(`BitMEX counts ${symbol} in contracts. Enter the coins of one contract as the contract size`)
}

/**
 * Trade history with funding; the names are those of the API. Source: Everytrade's BitMEX tests; BitMEX API, execution.
 */
export const bitmexTrades: ImportFormat = {
  id: 'bitmex-trades',
  exchange: 'BitMEX',
  title: 'Trade history',
  columns: ['symbol', 'execType', 'side', 'lastQty', 'lastPx', 'execComm', 'orderID'],
  time: ['transactTime', 'timestamp'],
  isNewestFirst: true,
  read: ({ cells, at, terms }) => {
    const type = valueName(cells.text('execType').slice(0, 40))
    if (type !== 'trade' && type !== 'funding' && type !== 'settlement') return undefined
    const symbol = symbolOf(cells.text('symbol'))
    const { each, unit } = contractOf(symbol, terms)
    const fee = cells.decimalOrZero('execComm') / unit
    if (type === 'funding') return fundingOf({ at, symbol, amount: -fee, tradeId: '' })
    return fillOf({
      at,
      symbol,
      side: cells.text('side'),
      price: cells.decimal('lastPx'),
      size: (magnitude(cells.decimal('lastQty')) * each) / ONE,
      fee,
      feeCoin: '',
      closes: type === 'settlement' ? 'all' : undefined,
      tradeId: cells.text('execID'),
    })
  },
}
