import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const T0 = 1_800_000_000_000
const MINUTE = 60_000
beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: T0 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

async function shown(reading: { block_time: number; as_of: number }, isFailing = false): Promise<string> {
  const { noteBlockTime } = await import('./chain-clock.ts')
  const { ReadingAge } = await import('./reading-age.tsx')
  noteBlockTime(T0, T0)
  render(<ReadingAge reading={{ block: 1_234, ...reading }} isFailing={isFailing} />)
  return screen.getByText(/block 1,234/).textContent
}

it("shows the age of the newest block by the block's own time, not by when it was fetched", async () =>
  expect(await shown({ block_time: T0 - 2 * MINUTE, as_of: T0 })).toBe('As of block 1,234, mined 2 min ago. Updated 0 s ago.'))

it('shows that figures are old when the server returned its last known state', async () =>
  expect(await shown({ block_time: T0 - 4 * MINUTE, as_of: T0 - 3 * MINUTE })).toBe(
    'Last update 3 min ago, at block 1,234. The chain has not answered since. These figures may be out of date.',
  ))

it('shows the same when the server itself does not respond', async () =>
  expect(await shown({ block_time: T0 - 9_000, as_of: T0 - 8_000 }, true)).toMatch(/^Last update 8 s ago/))
