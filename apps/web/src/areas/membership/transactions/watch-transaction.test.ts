import { describe, expect, it, vi } from 'vitest'
import type { TrackedTransaction } from './transaction-state.ts'
import { type ChainView, watchTransaction } from './watch-transaction.ts'

const ME = `0x${'a'.repeat(40)}` as const
const POOL = `0x${'b'.repeat(40)}` as const
const HASH = `0x${'1'.repeat(64)}` as const
const OTHER = `0x${'2'.repeat(64)}` as const

const sent: TrackedTransaction = {
  id: 't1',
  kind: 'stake',
  title: 'Stake 1 AERIE',
  state: 'pending',
  from: ME,
  to: POOL,
  data: '0x12',
  value: '0',
  chainId: 31_337,
  startedAt: 0,
  estimate: null,
  hash: HASH,
  nonce: 4,
  block: null,
  replacement: null,
  failure: null,
  isChainAway: false,
}

/** Watches a chain with scripted responses; returns the result and every state on the way. */
async function watched(view: Partial<ChainView>, given: TrackedTransaction = sent, isKept: (id: string) => boolean = () => true) {
  const states: TrackedTransaction[] = []
  const waits: number[] = []
  const end = await watchTransaction(given, {
    view: {
      receipt: async () => null,
      nonceOf: async () => 4,
      minedCount: async () => 4,
      findMined: async () => null,
      failureOf: async () => ({ kind: 'reverted', error: 'EnforcedPause', args: [], text: 'The contract rejects this.' }),
      ...view,
    },
    update: (transaction, change) => {
      const next = { ...transaction, ...change }
      states.push(next)
      return next
    },
    isKept,
    wait: async (misses) => void waits.push(misses),
  })
  return { end, states, waits }
}

describe('a watched transaction', () => {
  it('is pending until its block, then confirmed', async () => {
    const receipt = vi.fn<ChainView['receipt']>().mockResolvedValueOnce(null).mockResolvedValue({ succeeded: true, block: 9 })
    const { end, waits } = await watched({ receipt })
    expect(end).toMatchObject({ state: 'confirmed', block: 9, hash: HASH })
    expect(waits).toHaveLength(1)
  })

  it("fails with the contract's reason when its block reports a failure", async () => {
    const { end } = await watched({ receipt: async () => ({ succeeded: false, block: 9 }) })
    expect(end).toMatchObject({ state: 'failed', block: 9, failure: { error: 'EnforcedPause' } })
  })

  it('continues under its new hash when the same call was sent with another fee', async () => {
    const { end } = await watched({
      minedCount: async () => 5,
      findMined: async () => ({ hash: OTHER, to: POOL, data: '0x12', value: 0n }),
      receipt: async (hash) => (hash === OTHER ? { succeeded: true, block: 10 } : null),
    })
    expect(end).toMatchObject({ state: 'confirmed', hash: OTHER, replacement: { reason: 'repriced', hash: OTHER } })
  })

  it('is cancelled when an empty transfer to self replaced it, and replaced by anything else', async () => {
    const cancelled = await watched({ minedCount: async () => 5, findMined: async () => ({ hash: OTHER, to: ME, data: '0x', value: 0n }) })
    expect(cancelled.end).toMatchObject({ state: 'replaced', replacement: { reason: 'cancelled', hash: OTHER } })
    const replaced = await watched({
      minedCount: async () => 5,
      findMined: async () => ({ hash: OTHER, to: POOL, data: '0x99', value: 0n }),
    })
    expect(replaced.end).toMatchObject({ state: 'replaced', replacement: { reason: 'replaced', hash: OTHER } })
  })

  it('is not reported as replaced when the node has the block before the receipt', async () => {
    const receipt = vi
      .fn<ChainView['receipt']>()
      .mockResolvedValueOnce(null)
      .mockResolvedValueOnce(null)
      .mockResolvedValue({ succeeded: true, block: 9 })
    const { end } = await watched({ receipt, minedCount: async () => 5 })
    expect(end.state).toBe('confirmed')
    const gone = await watched({ minedCount: async () => 5 })
    expect(gone.end).toMatchObject({ state: 'replaced', replacement: { reason: 'replaced', hash: null } })
  })

  it('reports an unreachable chain, waits longer each time, and continues when it is back', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const receipt = vi
      .fn<ChainView['receipt']>()
      .mockRejectedValueOnce(new Error('fetch failed'))
      .mockRejectedValueOnce(new Error('fetch failed'))
      .mockResolvedValueOnce(null)
      .mockResolvedValue({ succeeded: true, block: 9 })
    const { end, states, waits } = await watched({ receipt })
    expect(states.map(({ isChainAway }) => isChainAway)).toEqual([true, false, false])
    expect(waits).toEqual([1, 2, 0])
    expect(console.warn).toHaveBeenCalledTimes(1)
    expect(end.state).toBe('confirmed')
  })

  it('fetches its nonce after a reload, without which a replacement could not be detected', async () => {
    const receipt = vi.fn<ChainView['receipt']>().mockResolvedValueOnce(null).mockResolvedValue({ succeeded: true, block: 9 })
    const { states } = await watched({ receipt }, { ...sent, nonce: null })
    expect(states[0]).toMatchObject({ nonce: 4, state: 'pending' })
  })

  it('is released unchanged once it is no longer listed', async () => {
    const isKept = vi.fn<(id: string) => boolean>().mockReturnValueOnce(true).mockReturnValue(false)
    const receipt = vi
      .fn<ChainView['receipt']>()
      .mockResolvedValueOnce(null)
      .mockResolvedValueOnce(null)
      .mockResolvedValue({ succeeded: true, block: 9 })
    const { end, waits } = await watched({ receipt }, sent, isKept)
    expect(end).toEqual(sent)
    expect(waits).toHaveLength(2)
    expect(isKept.mock.calls).toEqual([['t1'], ['t1']])
  })
})
