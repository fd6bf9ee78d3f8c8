import { afterEach, expect, it, vi } from 'vitest'
import { playFill } from './fill-sound.ts'

afterEach(() => vi.unstubAllGlobals())

it('makes no sound before the first press in the window: the browser would refuse it with a warning', () => {
  const note = { frequency: { value: 0 }, connect: (to: unknown) => to, start: vi.fn(), stop: vi.fn() }
  const volume = { gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }, connect: vi.fn() }
  const made = vi.fn()
  class Context {
    currentTime = 0
    destination = {}
    createOscillator = () => note
    createGain = () => volume
    constructor() {
      made()
    }
  }
  vi.stubGlobal('AudioContext', Context)
  const userActivation = { hasBeenActive: false }
  vi.stubGlobal('navigator', { userActivation })
  playFill('buy')
  expect(made).not.toHaveBeenCalled()
  userActivation.hasBeenActive = true
  playFill('buy')
  expect([made.mock.calls.length, note.start.mock.calls.length]).toEqual([1, 2])
})
