import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const world = vi.hoisted((): { isServed: boolean; hasCode: boolean; opened: number; reloads: number[] } => ({
  isServed: true,
  hasCode: true,
  opened: 0,
  reloads: [],
}))
vi.mock(import('../../browser/chunk-recovery.ts'), async (original) => ({
  ...(await original()),
  isServed: async () => world.isServed,
  reloadPage: (afterMs: number) => world.reloads.push(afterMs) > 0,
}))

let live: typeof import('./live-client.ts')
let warned: number

beforeEach(async () => {
  Object.assign(world, { isServed: true, hasCode: true, opened: 0, reloads: [] })
  vi.resetModules()
  vi.doMock('./live-socket.ts', () => {
    if (!world.hasCode) throw new TypeError('Failed to fetch dynamically imported module')
    return {
      openLiveSocket: () => {
        world.opened += 1
        return { sendRequest: () => undefined, sendWatch: () => undefined, join: () => undefined }
      },
    }
  })
  live = await import('./live-client.ts')
  live.bindLive((await import('./live-code.ts')).LIVE_CODE)
  vi.useFakeTimers()
  warned = 0
  vi.spyOn(console, 'warn').mockImplementation(() => {
    warned += 1
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.doUnmock('./live-socket.ts')
})
/** Imports take real time, which fake timers do not control. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await vi.advanceTimersByTimeAsync(live.LOOK_AGAIN_MS)
    await vi.dynamicImportSettled()
  }
}

it('opens one connection, whichever caller is first', async () => {
  live.startLive()
  live.startLive()
  await turns(2)
  expect(world.opened).toBe(1)
})

it('reports a lost connection when its code cannot be loaded, and connects once the server is back', async () => {
  Object.assign(world, { isServed: false, hasCode: false })
  const lost = vi.fn()
  live.startLive(lost)
  await turns(5)
  expect([world.opened, warned]).toEqual([0, 1])
  expect(lost).toHaveBeenCalled()
  Object.assign(world, { isServed: true, hasCode: true })
  await turns(3)
  expect([world.opened, world.reloads, warned]).toEqual([1, [], 1])
})

it('reloads the page when the browser caches the failed import', async () => {
  Object.assign(world, { isServed: false, hasCode: false })
  live.startLive()
  await turns(3)
  expect(world.reloads).toEqual([])
  world.isServed = true
  await turns(2)
  expect(world.reloads[0]).toBe(0)
})

it('enters no reload loop when a file is blocked while the server responds', async () => {
  world.hasCode = false
  live.startLive()
  await turns(4)
  expect(new Set(world.reloads)).toEqual(new Set([Number.POSITIVE_INFINITY]))
})
