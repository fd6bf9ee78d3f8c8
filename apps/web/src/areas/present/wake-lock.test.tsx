import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useWakeLock } from './wake-lock.ts'

function fakeLocks() {
  const held = new Set<EventTarget>()
  let isRefused = false
  const request = async () => {
    if (isRefused) throw new DOMException('battery', 'NotAllowedError')
    const lock = Object.assign(new EventTarget(), {
      released: false,
      release: async () => {
        lock.released = true
        held.delete(lock)
        lock.dispatchEvent(new Event('release'))
      },
    })
    held.add(lock)
    return lock
  }
  return {
    held,
    request,
    refuse: () => {
      isRefused = true
    },
    takeAway: () => {
      for (const lock of held) void (lock as EventTarget & { release: () => Promise<void> }).release()
    },
  }
}

let locks: ReturnType<typeof fakeLocks>
let isHidden = false
const settle = () => act(async () => undefined)
const setHidden = (to: boolean) => {
  isHidden = to
  document.dispatchEvent(new Event('visibilitychange'))
}
beforeEach(() => {
  locks = fakeLocks()
  isHidden = false
  Object.defineProperty(navigator, 'wakeLock', { value: locks, configurable: true })
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'wakeLock')
})

it('keeps the screen awake only while it is mounted', async () => {
  const hook = renderHook(useWakeLock)
  await settle()
  expect([hook.result.current, locks.held.size]).toEqual(['on', 1])
  hook.unmount()
  expect(locks.held.size).toBe(0)
})

it('reacquires the lock when the page is visible again, after the browser released it with the page', async () => {
  const hook = renderHook(useWakeLock)
  await settle()
  setHidden(true)
  act(locks.takeAway)
  expect([hook.result.current, locks.held.size]).toEqual(['off', 0])
  setHidden(false)
  await settle()
  expect([hook.result.current, locks.held.size]).toEqual(['on', 1])
})

it('acquires no second lock, and releases one that arrived too late', async () => {
  const hook = renderHook(useWakeLock)
  await settle()
  setHidden(false)
  await settle()
  expect(locks.held.size).toBe(1)
  hook.unmount()
  const late = renderHook(useWakeLock)
  late.unmount()
  await settle()
  expect(locks.held.size).toBe(0)
})

it('reports when it is refused or unsupported', async () => {
  locks.refuse()
  const refused = renderHook(useWakeLock)
  await settle()
  expect(refused.result.current).toBe('off')
  Reflect.deleteProperty(navigator, 'wakeLock')
  expect(renderHook(useWakeLock).result.current).toBe('unsupported')
})
