import { createHash } from 'node:crypto'
import { recordKeys } from '@aerie/core/record-keys'
import { expect, it } from 'vitest'
import { type ChainRecord, canonicalText, GENESIS, recordHash } from './forecast-chain.ts'

const record: ChainRecord = {
  sourceId: 'live:binance',
  sourceKind: 'live',
  seq: 1,
  symbol: 'BTC',
  hours: 24,
  issuedAt: 1_700_000_400_000,
  dueAt: 1_700_086_800_000,
  madeAt: 1_700_000_400_120,
  model: 'ems',
  candles: 2_160,
  quote: 'USDT',
  anchor: 68_906.02,
  quantiles: [-0.5, 0, 1e-7],
  baseline: [-1, 0.25, 2],
}

it('is a text that can be reproduced in any language', () =>
  expect(canonicalText(GENESIS, record).split('\n')).toEqual([
    'aerie-forecast-1',
    '0'.repeat(64),
    'live:binance',
    'live',
    '1',
    'BTC',
    '24',
    '1700000400000',
    '1700086800000',
    '1700000400120',
    'ems',
    '2160',
    'USDT',
    // Python: struct.pack('>d', 68906.02).hex()
    '40f0d2a051eb851f',
    'bfe0000000000000,0000000000000000,3e7ad7f29abcaf48',
    'bff0000000000000,3fd0000000000000,4000000000000000',
  ]))

it('is the SHA-256 of that text', () =>
  expect(recordHash(GENESIS, record).toString('hex')).toBe(createHash('sha256').update(canonicalText(GENESIS, record)).digest('hex')))

it.each(recordKeys(record))('changes with %s', (field) => {
  const value = record[field]
  const other = typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value}x` : [...value.slice(1), 3]
  const changed = { ...record, [field]: other } as ChainRecord
  expect(recordHash(GENESIS, changed).equals(recordHash(GENESIS, record))).toBe(false)
})

it('changes with the previous record', () =>
  expect(recordHash(Buffer.alloc(32, 1), record).equals(recordHash(GENESIS, record))).toBe(false))
