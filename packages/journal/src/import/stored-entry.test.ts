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

it('reads fills stored with named fields', () => {
  const figures = { price: '40000.1', size: '0.01', fee: '0.1', coin: 'USDT' }
  const named = entryOfStored({ kind: 'fill', side: 'sell', ...figures, closes: 'all' }, ENTRY_KEY)
  expect(named).toEqual(entryOfStored(['sell', '40000.1', '0.01', '0.1', 'USDT', 'all'], ENTRY_KEY))
  expect(named).toMatchObject({ kind: 'fill', side: 'sell', closes: 'all' })
})
