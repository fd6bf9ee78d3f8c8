import { microUsdc } from '@aerie/core/numbers/units'
import { expect, it } from 'vitest'
import { CopyRegistry } from './copy-registry.ts'

it('keeps a position newer than the stored state of its leader, and accepts newer state', async () => {
  const registry = new CopyRegistry()
  const equity = microUsdc(1_000_000n)
  const stored = (symbol: string, fromSeq: number) => ({ accountId: 'leader', symbol, fromSeq, startedAt: fromSeq, equity: 2_000_000n })
  registry.begin('leader', { symbol: 'SOL', fromSeq: 9, startedAt: 9, equity })
  registry.begin('leader', { symbol: 'ETH', fromSeq: 3, startedAt: 3, equity })
  await registry.loadCycles({ cyclesOf: async () => [stored('SOL', 5), stored('ETH', 7)] }, ['leader'])
  expect([registry.cycle('leader', 'SOL'), registry.cycle('leader', 'ETH')]).toMatchObject([
    { fromSeq: 9, equity },
    { fromSeq: 7, equity: 2_000_000n },
  ])
})
