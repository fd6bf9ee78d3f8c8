import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testToken, testUser } from './test-user.ts'

vi.mock('../ui/states/toast.ts', () => ({ notify: () => undefined, clearToasts: () => undefined }))

const NOW = Date.UTC(2026, 10, 20, 12)
const USER = testUser()
/** The server's clock is right; that of this machine, which all windows read, is an hour ahead. */
const serverNow = () => Date.now() - HOUR_MS
const fetched = vi.fn<typeof fetch>()

/** One window of this browser: a session of its own over the storage of all. */
async function openWindow() {
  vi.resetModules()
  const session = await import('./session.ts')
  session.openSession()
  return session
}
type Window = Awaited<ReturnType<typeof openWindow>>
/** What the guard of a page does with a token that has run out. */
const guard = ({ useSession, renewSession }: Window) => (useSession.getState().phase === 'stored' ? renewSession() : undefined)
const heard = () => dispatchEvent(new StorageEvent('storage', { key: 'token' }))
const phases = (...windows: readonly Window[]) => windows.map(({ useSession }) => useSession.getState().phase)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  localStorage.clear()
  localStorage.setItem('token', testToken(serverNow() - MINUTE_MS))
  fetched.mockReset().mockImplementation(async () => new Response(JSON.stringify({ data: { token: testToken(serverNow()), user: USER } })))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('two windows where the clock is an hour ahead', () => {
  it('take the token that one of them has renewed, and neither asks again', async () => {
    const windows = [await openWindow(), await openWindow()]
    for (const each of [...windows, ...windows, ...windows]) {
      await guard(each)
      await vi.advanceTimersByTimeAsync(1_000)
      heard()
    }
    expect(phases(...windows)).toEqual(['active', 'active'])
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('renew it once more for both, a minute before it runs out', async () => {
    const windows = [await openWindow(), await openWindow()]
    for (const each of windows) {
      await guard(each)
      heard()
    }
    await vi.advanceTimersByTimeAsync(13 * MINUTE_MS)
    expect(fetched).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
    heard()
    expect(phases(...windows)).toEqual(['active', 'active'])
    expect(fetched.mock.calls.length).toBeLessThanOrEqual(3)
  })

  it('count the life of the stored token on in a page that is opened later', async () => {
    await guard(await openWindow())
    expect(phases(await openWindow())).toEqual(['active'])
  })

  it('do not count the life of one token for another, nor by what cannot be read', async () => {
    await guard(await openWindow())
    localStorage.setItem('token', testToken(serverNow() - 2 * MINUTE_MS))
    expect(phases(await openWindow())).toEqual(['stored'])
    await guard(await openWindow())
    localStorage.setItem('aerie.token-ends', 'x y')
    expect(phases(await openWindow())).toEqual(['stored'])
  })

  it('leave no count behind when the session has ended', async () => {
    const window = await openWindow()
    await guard(window)
    window.forgetSession()
    expect(Object.keys(localStorage)).toEqual([])
  })
})

it('renews in time although the clock is set back by an hour meanwhile', async () => {
  const window = await openWindow()
  await guard(window)
  expect(fetched).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() - HOUR_MS)
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS)
  expect(fetched).toHaveBeenCalledTimes(2)
})
