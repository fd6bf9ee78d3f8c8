import { expect, it } from 'vitest'
import { parseImport } from './import-file.ts'
import { entryOfStored, storedEntryOf } from './stored-entry.ts'

const FILE =
  'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit\n2024-01-01 10:00:00,BTCUSDT,BUY,40000.1,0.01,400,0.1,USDT,0\n'
const ENTRY_KEY = { symbol: 'BTCUSDT', at: Date.UTC(2024, 0, 1, 10) }

it('stores a fill as an array, and reads it back unchanged', () => {
  const [fill] = parseImport(FILE).entries.map(({ entry }) => entry)
  if (fill === undefined) throw new Error('the file has one')
  const stored = storedEntryOf(fill)
  expect(stored).toEqual(['buy', '40000.1', '0.01', '0.1', 'USDT'])
  expect(entryOfStored(stored, ENTRY_KEY)).toEqual({ ...fill, tradeId: '' })
})

it('stores the number of a fill’s order, where its exchange exports orders as well', () => {
  const header = 'tradeCreatedAt,orderId,symbol,side,price,size,funds,fee,liquidity,feeCurrency,orderType'
  const [sale] = parseImport(`${header}\n2024-01-01 10:00:00,o1,AVAX-USDT,sell,20,1,20,0.1,taker,USDT,limit\n`).entries
  if (sale === undefined) throw new Error('the file has one')
  const stored = storedEntryOf(sale.entry)
  expect(stored).toEqual(['sell', '20', '1', '0.1', 'USDT', 'spot', null, null, 'o1'])
  expect(entryOfStored(stored, { symbol: 'AVAX-USDT', at: ENTRY_KEY.at })).toMatchObject({ side: 'sell', closes: 'spot' })
  expect(entryOfStored(stored, { symbol: 'AVAX-USDT', at: ENTRY_KEY.at })).not.toHaveProperty('settled')
})

it('reads fills stored with named fields', () => {
  const figures = { price: '40000.1', size: '0.01', fee: '0.1', coin: 'USDT' }
  const named = entryOfStored({ kind: 'fill', side: 'sell', ...figures, closes: 'all' }, ENTRY_KEY)
  expect(named).toEqual(entryOfStored(['sell', '40000.1', '0.01', '0.1', 'USDT', 'all'], ENTRY_KEY))
  expect(named).toMatchObject({ kind: 'fill', side: 'sell', closes: 'all' })
})
