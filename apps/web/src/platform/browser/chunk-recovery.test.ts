import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isServed, recoverFromMissingChunks, reloadPage } from './chunk-recovery.ts'

let reloads: number
let isThere: boolean

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  document.body.replaceChildren()
  reloads = 0
  isThere = true
  vi.stubGlobal('location', { ...location, reload: () => reloads++ })
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('no network')
    return new Response('ok')
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('detects whether the server responds', async () => {
  expect(await isServed()).toBe(true)
  isThere = false
  expect(await isServed()).toBe(false)
})

it('reloads no sooner than the minimum interval, and only once per tab when it is infinite', () => {
  reloadPage(60_000)
  vi.advanceTimersByTime(59_000)
  reloadPage(60_000)
  expect(reloads).toBe(1)
  vi.advanceTimersByTime(1000)
  reloadPage(60_000)
  expect(reloads).toBe(2)
  vi.advanceTimersByTime(86_400_000)
  reloadPage(Number.POSITIVE_INFINITY)
  expect(reloads).toBe(2)
  reloadPage(0)
  expect(reloads).toBe(3)
})

it('does not reload while a field holds typed text, with or without the focus', () => {
  recoverFromMissingChunks()
  const input = document.createElement('input')
  document.body.append(input)
  input.focus()
  input.value = 'half a na'
  reloadPage(0)
  expect(reloads).toBe(0)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.blur()
  reloadPage(0)
  expect(reloads).toBe(0)
  input.value = ''
  reloadPage(0)
  expect(reloads).toBe(1)
})

it('reloads although a box is ticked: its value is never empty', () => {
  recoverFromMissingChunks()
  const box = document.createElement('input')
  box.type = 'checkbox'
  document.body.append(box)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  reloadPage(0)
  expect(reloads).toBe(1)
  box.remove()
})

it('reloads once the form with the typed text is closed', () => {
  recoverFromMissingChunks()
  const area = document.createElement('textarea')
  document.body.append(area)
  area.value = 'a note'
  area.dispatchEvent(new Event('input', { bubbles: true }))
  reloadPage(0)
  expect(reloads).toBe(0)
  area.remove()
  reloadPage(0)
  expect(reloads).toBe(1)
})

it('never reloads the page while the server is unreachable', async () => {
  recoverFromMissingChunks()
  isThere = false
  dispatchEvent(new Event('vite:preloadError'))
  await vi.advanceTimersByTimeAsync(0)
  expect(reloads).toBe(0)
  isThere = true
  dispatchEvent(new Event('vite:preloadError'))
  await vi.advanceTimersByTimeAsync(0)
  expect(reloads).toBe(1)
})
