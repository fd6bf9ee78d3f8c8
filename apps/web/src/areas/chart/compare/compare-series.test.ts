import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type CompareSeries, followCompared } from './compare-series.ts'

const HOUR = 3_600
let isAway: boolean
let received: { readonly symbol: string; readonly size: number }[]
let stop = (): void => undefined

beforeEach(() => {
  isAway = false
  received = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    if (isAway) throw new TypeError('away')
    return Response.json({ data: [[HOUR, 1, 1, 1, 1, 1]] })
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const onChange = ({ symbol, closes }: CompareSeries) => received.push({ symbol, size: closes.size })
const follow = async () => {
  stop = followCompared({ symbol: 'ETH', interval: '1h', oldest: () => null, onChange })
  await vi.advanceTimersByTimeAsync(0)
}

it('lists a coin that cannot be loaded, so that it can be seen and removed, and has its closes once it can', async () => {
  isAway = true
  await follow()
  expect(received).toEqual([{ symbol: 'ETH', size: 0 }])
  isAway = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(received.at(-1)).toEqual({ symbol: 'ETH', size: 1 })
})

it('keeps known closes while a later fetch fails', async () => {
  await follow()
  isAway = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(received).toEqual([
    { symbol: 'ETH', size: 1 },
    { symbol: 'ETH', size: 1 },
  ])
})
