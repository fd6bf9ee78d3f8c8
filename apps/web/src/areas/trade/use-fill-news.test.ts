import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import type { TabContext } from '../../platform/browser/once-across-tabs.ts'
import { instrumentsQuery } from '../trading/account/instruments.ts'
import { testFill, testInstrument } from '../trading/test/account.ts'

const recorded = vi.hoisted((): { toasts: string[]; keys: unknown[]; sounds: string[] } => ({ toasts: [], keys: [], sounds: [] }))
vi.mock(import('../../platform/toasts/toast.ts'), async (original) => ({
  ...(await original()),
  notify: (_type, text, options) => {
    recorded.toasts.push(text)
    recorded.keys.push(options?.key)
  },
}))
vi.mock(import('./fill-sound.ts'), async (original) => ({ ...(await original()), playFill: (side) => void recorded.sounds.push(side) }))

import { fillNews } from './trade-page.tsx'

function sharedLocks(): TabContext['locks'] {
  const held = new Set<string>()
  return {
    request: async (name, _options, work) => {
      if (held.has(name)) return work(null)
      held.add(name)
      const result = await work({})
      held.delete(name)
      return result
    },
  }
}
const window = (locks: TabContext['locks'], hasFocus: boolean): TabContext => ({
  isVisible: () => true,
  hasFocus: () => hasFocus,
  locks,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  queryClient.setQueryData(instrumentsQuery.queryKey, [testInstrument()])
  recorded.toasts = []
  recorded.keys = []
  recorded.sounds = []
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})
const pass = () => vi.advanceTimersByTimeAsync(2_000)

it('announces a fill once across three windows, in the focused one', async () => {
  const locks = sharedLocks()
  const windows = [false, true, false].map((hasFocus) => fillNews(window(locks, hasFocus)))
  for (const each of windows) each.handle(testFill(4))
  await pass()
  expect([recorded.toasts.length, recorded.sounds]).toEqual([1, ['buy']])
})

it('announces a burst of fills together, each once regardless of how windows receive them', async () => {
  const locks = sharedLocks()
  const [one, two] = [fillNews(window(locks, true)), fillNews(window(locks, false))]
  for (const seq of [4, 5]) one.handle(testFill(seq))
  two.handle(testFill(5))
  await pass()
  expect(recorded.toasts).toEqual(['Bought 200 HYPE at 25.567'])
})

it('announces from a hidden window when there is no other', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  fillNews(window(sharedLocks(), false)).handle(testFill(4))
  await pass()
  expect(recorded.sounds).toEqual(['buy'])
})

it('announces at once when windows cannot communicate', async () => {
  fillNews(window(undefined, false)).handle(testFill(4))
  await pass()
  expect(recorded.toasts).toHaveLength(1)
})

it('announces nothing after leaving the screen', async () => {
  const news = fillNews(window(undefined, true))
  news.handle(testFill(4))
  news.close()
  await pass()
  expect(recorded.toasts).toEqual([])
})

it('groups the partial fills of one order into one growing message, with a separate one for another order', async () => {
  const news = fillNews(window(undefined, true))
  const [half, other] = [
    { size: '50', price: '25', notional: '1250' },
    { order: '00000000-0000-4000-8000-000000000077', side: 'sell' } as const,
  ]
  for (const fill of [testFill(4, half), testFill(5, { ...half, price: '26', notional: '1300' }), testFill(6, other)]) {
    news.handle(fill)
    await pass()
  }
  expect(recorded.toasts.map((text) => text.split(' · ')[0])).toEqual([
    'Bought 50 HYPE at 25.000',
    'Bought 100 HYPE at 25.500',
    expect.stringMatching(/^Sold 100 HYPE/),
  ])
  expect(recorded.keys[0]).toBe(recorded.keys[1])
  expect(recorded.keys[2]).not.toBe(recorded.keys[1])
})

it('skips a fill that another window announced long ago when a suspended window catches up', async () => {
  const locks = sharedLocks()
  fillNews(window(locks, true)).handle(testFill(4))
  await vi.advanceTimersByTimeAsync(60_000)
  const slept = fillNews(window(locks, false))
  for (const seq of [4, 5]) slept.handle(testFill(seq))
  await pass()
  expect(recorded.sounds).toHaveLength(2)
  expect(recorded.toasts).toHaveLength(2)
})
