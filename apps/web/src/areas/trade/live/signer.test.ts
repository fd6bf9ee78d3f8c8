import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../../../platform/session/session.ts'
import { AWAY_MS } from './seed-guard.ts'
import { FORGET_AFTER_MS, faultOf, forgetSeed, keepSeed, sign, useSigner } from './signer.ts'

class Worker extends EventTarget {
  readonly asked: { readonly kind: string; readonly id: number }[] = []
  isEnded = false
  isSilent = false
  postMessage(request: { readonly kind: string; readonly id: number }): void {
    this.asked.push(request)
    const answer = { id: request.id, ok: true, ...(request.kind === 'sign' && { signature: 'ab'.repeat(32) }) }
    if (!this.isSilent) queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: answer })))
  }
  terminate(): void {
    this.isEnded = true
  }
}
const workers: Worker[] = []
vi.mock('./worker-address.ts', () => ({
  openWorker: () => {
    workers.push(new Worker())
    return workers.at(-1)
  },
}))

const seed = () => Uint8Array.from({ length: 32 }, () => 7)
const keep = (isLockWatched = false) => keepSeed(seed(), { sha256: 'a'.repeat(64), isLockWatched })
const hide = (isHidden: boolean): void => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}
const isForgotten = (): boolean => workers.at(-1)?.isEnded === true && !useSigner.getState().isReady

beforeEach(() => {
  vi.useFakeTimers()
  workers.length = 0
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array([0, 0x61, 0x73, 0x6d])))
  useSession.setState({ phase: 'active', token: 't' })
})
afterEach(() => {
  forgetSeed()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('keeps the seed only in the worker, and signs with it', async () => {
  const typed = seed()
  await keepSeed(typed, { sha256: 'a'.repeat(64), isLockWatched: false })
  expect(useSigner.getState().isReady).toBe(true)
  expect(workers[0]?.asked.map(({ kind }) => kind)).toEqual(['load', 'seed'])
  expect(await sign('text')).toBe('ab'.repeat(32))
})

it.each([
  ['the user logs out', () => useSession.setState({ phase: 'leaving', token: null })],
  ['the session ends', () => useSession.setState({ phase: 'stored' })],
  ['the page is left', () => void window.dispatchEvent(new Event('pagehide'))],
  ['the page is frozen', () => void document.dispatchEvent(new Event('freeze'))],
  ['nobody signs for ten minutes', () => void vi.advanceTimersByTime(FORGET_AFTER_MS)],
  [
    'the page is hidden for a minute',
    () => {
      hide(true)
      vi.advanceTimersByTime(AWAY_MS)
    },
  ],
  [
    'the page comes back after a minute in which no timer ran',
    () => {
      hide(true)
      vi.setSystemTime(Date.now() + AWAY_MS)
      hide(false)
    },
  ],
  [
    'the computer slept',
    () => {
      vi.setSystemTime(Date.now() + 3 * AWAY_MS)
      vi.advanceTimersByTime(5_000)
    },
  ],
])('terminates the worker, and the seed with it, when %s', async (_when, happen) => {
  await keep()
  happen()
  expect(isForgotten()).toBe(true)
  await expect(sign('text')).rejects.toMatchObject({ code: 'no-seed' })
})

it('keeps the seed during a short switch to another tab', async () => {
  await keep()
  hide(true)
  vi.advanceTimersByTime(AWAY_MS / 2)
  hide(false)
  vi.advanceTimersByTime(AWAY_MS)
  expect(useSigner.getState().isReady).toBe(true)
  expect(await sign('text')).toBe('ab'.repeat(32))
})

it('signs nothing after the machine slept, even before a timer has run', async () => {
  await keep()
  vi.setSystemTime(Date.now() + 3 * AWAY_MS)
  await expect(sign('text')).rejects.toMatchObject({ code: 'no-seed' })
  expect(workers[0]?.asked.some(({ kind }) => kind === 'sign')).toBe(false)
})

const detectors: (EventTarget & { screenState: string })[] = []
const stubDetector = (permission: string): void => {
  class Detector extends EventTarget {
    static requestPermission = async () => permission
    screenState = 'unlocked'
    start = async (): Promise<void> => {
      if (permission !== 'granted') throw new DOMException('not allowed', 'NotAllowedError')
      detectors.push(this)
    }
  }
  vi.stubGlobal('IdleDetector', Detector)
}

it('terminates the worker when the screen locks, if the browser may report it', async () => {
  detectors.length = 0
  stubDetector('granted')
  await keep(true)
  await vi.waitFor(() => expect(detectors).toHaveLength(1))
  const [detector] = detectors
  if (detector === undefined) throw new Error('nothing watches')
  detector.dispatchEvent(new Event('change'))
  expect(useSigner.getState().isReady).toBe(true)
  detector.screenState = 'locked'
  detector.dispatchEvent(new Event('change'))
  expect(isForgotten()).toBe(true)
})

it('keeps the seed when the browser may not report a screen lock, or the lock is not watched', async () => {
  detectors.length = 0
  stubDetector('denied')
  await keep(true)
  stubDetector('granted')
  await keep(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(detectors).toHaveLength(0)
  expect(useSigner.getState().isReady).toBe(true)
})

it('wipes the seed and reports why when the signer cannot be loaded', async () => {
  vi.stubGlobal('fetch', async () => new Response('no', { status: 401 }))
  const typed = seed()
  const fault = await keepSeed(typed, { sha256: 'a'.repeat(64), isLockWatched: false }).catch(faultOf)
  expect([fault, typed.some((byte) => byte !== 0), isForgotten()]).toEqual(['no-file', false, true])
})

it('never passes the seed of an aborted attempt to a later worker', async () => {
  const answers: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  const first = keep().catch(faultOf)
  const second = keep()
  for (const answer of answers) answer(new Response(new Uint8Array(4)))
  expect(await first).toBe('no-seed')
  await second
  expect(workers.map(({ asked }) => asked.map(({ kind }) => kind))).toEqual([[], ['load', 'seed']])
  expect([workers[0]?.isEnded, useSigner.getState().isReady]).toEqual([true, true])
})

it('terminates a worker that does not respond', async () => {
  await keep()
  const [worker] = workers
  if (worker === undefined) throw new Error('there is no worker')
  worker.isSilent = true
  const signing = sign('text').catch(faultOf)
  await vi.advanceTimersByTimeAsync(20_000)
  expect([await signing, isForgotten()]).toEqual(['no-seed', true])
})
