import { EMPTY_LAYOUT } from '@aerie/wire/layout'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const told = vi.hoisted(() => ({ layouts: [] as unknown[] }))
vi.mock(import('../../mirror/layout-link.ts'), async (original) => ({
  ...(await original()),
  publishLayout: (layout: unknown) => void told.layouts.push(layout),
}))

import { ownPlacement } from './own-placement.ts'
import { forgetWorkspace, showLayout } from './workspace-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  forgetWorkspace()
  told.layouts = []
})
afterEach(() => {
  vi.useRealTimers()
})

it('follows the leader in a window that never placed anything', () => {
  expect([ownPlacement('~mirror 1', '~main').gives(), ownPlacement('~main', '~main').gives()]).toEqual([true, true])
})

it('comes back with its own placement after a reload, and says so once it is there', () => {
  ownPlacement('~mirror 1', '~main').chosen()
  expect(ownPlacement('~mirror 1', '~main').gives()).toBe(false)
  vi.advanceTimersByTime(1_300)
  expect(told.layouts).toEqual([])
  showLayout(EMPTY_LAYOUT)
  vi.advanceTimersByTime(700)
  expect(told.layouts).toEqual([EMPTY_LAYOUT])
})

it('follows again after it rejoined, also after the next reload', () => {
  ownPlacement('~mirror 1', '~main').chosen()
  const window = ownPlacement('~mirror 1', '~main')
  expect([window.gives(), window.gives()]).toEqual([false, true])
  expect(ownPlacement('~mirror 1', '~main').gives()).toBe(true)
})

it('remembers nothing of the main window, nor of another one', () => {
  ownPlacement('~main', '~main').chosen()
  ownPlacement('~mirror 2', '~main').chosen()
  expect([ownPlacement('~main', '~main').gives(), ownPlacement('~mirror 1', '~main').gives()]).toEqual([true, true])
})
