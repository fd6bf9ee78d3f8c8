import { emptyHolding, emptyShares } from '@aerie/copy/copy-parts'
import { microUsdc } from '@aerie/core/numbers/units'
import { beforeEach, expect, it } from 'vitest'
import { CopyWriter } from './copier.ts'
import { CopyRegistry } from './copy-registry.ts'
import type { Copy } from './copy-rows.ts'
import type { CopyWrite } from './copy-store.ts'
import type { TrackedAccounts } from './tracked-accounts.ts'

const FEES = { realised: -5n, fees: 5n, fills: 1, closes: 0 }
const written: CopyWrite[] = []
let isAway = false
let copy: Copy
let shares: ReturnType<typeof emptyShares>
let writer: CopyWriter

beforeEach(() => {
  written.length = 0
  isAway = false
  shares = emptyShares()
  const limits = {
    perTrade: microUsdc(1n),
    dailyLoss: microUsdc(1n),
    totalLoss: microUsdc(1n),
    maxMoveBps: 1,
    lateMs: 1,
    excluded: new Set(''),
  }
  const stored = { storedDay: null, storedResult: { realised: 0n, fees: 0n, fills: 0, closes: 0 } }
  const leader = { leaderUserId: 'l', leaderAccountId: 'la', leaderName: '', leaderSeq: 0 }
  const own = { id: 'c', userId: 'u', accountId: 'a', allocation: microUsdc(1n), limits, state: 'active', reason: null } as const
  copy = { ...own, ...leader, day: null, dayResult: null, ...stored }
  const store = {
    write: async (given: CopyWrite) => {
      if (isAway) throw new Error('the database is away')
      written.push(given)
      return { logs: [], late: [] }
    },
  }
  const tracked = { get: () => shares, takeChanged: () => new Map() } as unknown as TrackedAccounts // only the methods that are used
  writer = new CopyWriter({ store, registry: new CopyRegistry(), tracked, onEntry: () => undefined })
})

const trade = () => shares.copies.set('c', { ...emptyHolding(), fees: microUsdc(5n), fills: 1 })

it('writes the result of a copy once', async () => {
  expect(writer.isMoved(copy)).toBe(false)
  trade()
  expect(writer.isMoved(copy)).toBe(true)
  await writer.write([copy], [])
  await writer.write([copy], [])
  expect(written.map(({ results }) => results)).toEqual([
    [{ ...FEES, copy: 'c', realised: '-5', fees: '5', day: null, dayResult: null }],
    [],
  ])
})

it('stays pending until it is written, even when a write fails', async () => {
  trade()
  isAway = true
  await expect(writer.write([copy], [])).rejects.toThrow('away')
  expect(writer.isMoved(copy)).toBe(true)
  isAway = false
  await writer.write([copy], [])
  expect([writer.isMoved(copy), copy.storedResult]).toEqual([false, FEES])
})

it('keeps the stored result of a copy whose part its user kept', async () => {
  trade()
  await writer.write([copy], [])
  shares.copies.delete('c')
  expect(writer.isMoved(copy)).toBe(false)
})
