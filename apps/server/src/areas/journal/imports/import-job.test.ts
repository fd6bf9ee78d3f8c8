import { parseImport } from '@aerie/journal/import/import-file'
import { expect, it } from 'vitest'
import { onceByValues } from './import-job.ts'

it('has trades once that two files of an archive number in two ways, and equal ones of one file as often as it has them', () => {
  const log = [
    'Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Action,Order ID,Trade ID,Time(UTC)',
    'USDT,SOLUSDT,TRADE,BUY,1,1,150,0,-0.1,0,-0.1,9,OPEN,o1,t1,2026-03-01 10:00:00',
    'USDT,SOLUSDT,TRADE,BUY,1,2,150,0,-0.1,0,-0.1,9,OPEN,o1,t2,2026-03-01 10:00:00',
  ]
  const row = (size: number, id: string): string => `SOLUSDT,Buy,${size},150,0.1,Trade,${id},2026-03-01 10:00:00`
  const history = [
    'Contracts,Direction,Filled Quantity,Filled Price,Trading Fee,Filled Type,Transaction ID,Filled Time(UTC+0)',
    row(1, 'x1'),
    row(1, 'x2'),
    row(1, 'x3'),
    row(2, 'x4'),
  ]
  const files = [log, history].map((rows) => parseImport(rows.join('\n')))
  expect(files.map(({ entries }) => entries.length)).toEqual([2, 4])
  // Both files have the newest row first.
  expect(onceByValues(files).map(({ entry }) => entry.tradeId)).toEqual(['t2', 't1', 'x4', 'x1'])
})

it('reads a trade once that another file has without seconds', () => {
  const log = [
    'Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Action,Time(UTC)',
    'USDT,SOLUSDT,TRADE,BUY,1,1,150,0,-0.1,0,-0.1,9,OPEN,2026-03-01 10:00:07',
    'USDT,SOLUSDT,TRADE,BUY,1,2,150,0,-0.1,0,-0.1,9,OPEN,2026-03-01 10:00:31',
  ]
  const row = (minute: number, id: string): string =>
    `SOLUSDT,Trade,1,150,0,0.00055,0.1,USDT,0.1,Long,Market, ${id}, o1,10:0${minute} 2026-03-01`
  const history = [
    'Market,Filled Type,Filled Quantity,Filled Price,Order Price,Fee Rate,Trading Fee,feeCoin,ExecFeeV2,Direction,Order Type,Trasaction ID,Order No.,Transaction Time(UTC+0)',
    row(0, 'x1'),
    row(0, 'x2'),
    row(0, 'x3'),
    row(1, 'x4'),
  ]
  const files = [log, history].map((rows) => parseImport(rows.join('\n')))
  expect(onceByValues(files)).toHaveLength(4)
  expect(onceByValues(files.toReversed())).toHaveLength(4)
})
