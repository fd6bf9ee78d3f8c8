import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRotation } from './rotation.ts'
import { DEFAULT_SETTINGS, stepKey, stepsOf } from './steps.ts'

type Given = { seconds: number; isCovered: boolean; selected: string; scenes: typeof DEFAULT_SETTINGS.scenes }
const begin: Given = { seconds: 20, isCovered: false, selected: 'BTC', scenes: DEFAULT_SETTINGS.scenes }
let steps = { of: '', list: stepsOf(DEFAULT_SETTINGS, 'BTC') }
function stepsFor({ selected, scenes }: Given) {
  const key = `${selected} ${scenes.join()}`
  if (steps.of !== key) steps = { of: key, list: stepsOf({ ...DEFAULT_SETTINGS, scenes }, selected) }
  return steps.list
}
function rotate(first: Partial<Given> = {}) {
  const hook = renderHook((given: Given) => useRotation(stepsFor(given), given), { initialProps: { ...begin, ...first } })
  return {
    now: () => stepKey(hook.result.current.step),
    rotation: () => hook.result.current,
    change: (next: Partial<Given>) => hook.rerender({ ...begin, ...first, ...next }),
    close: hook.unmount,
  }
}
const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('advances by itself after its interval, and wraps around', () => {
  const wall = rotate()
  expect(wall.now()).toBe('map')
  pass(19.9)
  expect(wall.now()).toBe('map')
  pass(0.2)
  expect(wall.now()).toBe('coin')
  for (let step = 2; step < 8; step += 1) pass(20)
  expect(wall.now()).toBe('movers:7d')
  pass(20)
  expect(wall.now()).toBe('map')
})

it('pauses while it is held, and resumes with the remaining time', () => {
  const wall = rotate()
  pass(15)
  act(() => wall.rotation().toggleHold())
  pass(600)
  expect([wall.now(), wall.rotation().isHeld]).toEqual(['map', true])
  act(() => wall.rotation().toggleHold())
  pass(4.9)
  expect(wall.now()).toBe('map')
  pass(0.2)
  expect(wall.now()).toBe('coin')
})

it('pauses while it is covered', () => {
  const wall = rotate({ isCovered: true })
  pass(100)
  expect(wall.now()).toBe('map')
  wall.change({ isCovered: false })
  pass(20.1)
  expect(wall.now()).toBe('coin')
})

it('skips forward and back at once, wrapping at the ends, with the full time for each stop', () => {
  const wall = rotate()
  pass(19)
  act(() => wall.rotation().skip(-1))
  expect(wall.now()).toBe('movers:7d')
  pass(19)
  expect(wall.now()).toBe('movers:7d')
  act(() => wall.rotation().skip(1))
  expect(wall.now()).toBe('map')
  const { turn } = wall.rotation()
  act(() => wall.rotation().skip(1))
  expect(wall.rotation().turn).toBe(turn + 1)
})

it('stays held when the user skips while it is held', () => {
  const wall = rotate()
  act(() => wall.rotation().toggleHold())
  act(() => wall.rotation().skip(1))
  pass(600)
  expect([wall.now(), wall.rotation().isHeld]).toEqual(['coin', true])
})

it('shows a requested scene, and reports one that is not in the rotation', () => {
  const wall = rotate({ scenes: ['map', 'coin'] })
  let wasShown = [false, true]
  act(() => {
    wasShown = [wall.rotation().show('coin'), wall.rotation().show('movers')]
  })
  expect([wall.now(), wasShown]).toEqual(['coin', [true, false]])
})

it('stays at its scene when another coin or other scenes are chosen, and starts over when its scene is gone', () => {
  const wall = rotate()
  act(() => void wall.rotation().show('coin'))
  wall.change({ selected: 'DOGE' })
  expect(wall.rotation().step).toEqual({ scene: 'coin', symbol: 'DOGE' })
  wall.change({ scenes: ['movers', 'coin'] })
  expect([wall.now(), wall.rotation().index]).toEqual(['coin', 3])
  wall.change({ scenes: ['map'] })
  expect([wall.now(), wall.rotation().index]).toEqual(['map', 0])
})

it('applies another interval at once, counting the time already spent', () => {
  const wall = rotate()
  pass(8)
  wall.change({ seconds: 10 })
  pass(1.9)
  expect(wall.now()).toBe('map')
  pass(0.2)
  expect(wall.now()).toBe('coin')
})

it('leaves no timer behind', () => {
  const wall = rotate()
  wall.close()
  expect(vi.getTimerCount()).toBe(0)
})

it('stays paused on its scene over a reload of the page, and starts from the first scene after it was left', () => {
  const wall = rotate()
  act(() => wall.rotation().skip(1))
  act(() => wall.rotation().toggleHold())
  // A reload takes the page away without unmounting anything.
  const reloaded = rotate()
  pass(600)
  expect([reloaded.now(), reloaded.rotation().isHeld]).toEqual(['coin', true])
  reloaded.close()
  const next = rotate()
  expect([next.now(), next.rotation().isHeld]).toEqual(['map', false])
})
