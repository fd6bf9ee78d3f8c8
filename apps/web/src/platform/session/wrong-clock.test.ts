import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testToken, testUser } from './test/user.ts'

vi.mock('../toasts/toast.ts', () => ({ notify: () => undefined, clearToasts: () => undefined }))

const NOW = Date.UTC(2026, 10, 20, 12)
const USER = testUser()
/** The server's clock is correct; this machine's, shared by all windows, is an hour ahead. */
const serverNow = () => Date.now() - HOUR_MS
const fetched = vi.fn<typeof fetch>()

/** A window of this browser: its own session, shared storage. */
async function openWindow() {
  vi.resetModules()
  const session = await import('./session.ts')
  session.openSession()
  return session
}
type Window = Awaited<ReturnType<typeof openWindow>>
/** What a page's guard does with an expired token. */
const guard = ({ useSession, renewSession }: Window) => (useSession.getState().phase === 'stored' ? renewSession() : undefined)
const emitStorage = () => dispatchEvent(new StorageEvent('storage', { key: 'token' }))
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

describe('two windows with a clock an hour ahead', () => {
  it('use the token that one of them has renewed, and neither requests another', async () => {
    const windows = [await openWindow(), await openWindow()]
    for (const each of [...windows, ...windows, ...windows]) {
      await guard(each)
      await vi.advanceTimersByTimeAsync(1_000)
      emitStorage()
    }
    expect(phases(...windows)).toEqual(['active', 'active'])
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('renew it once more for both, a minute before it expires', async () => {
    const windows = [await openWindow(), await openWindow()]
    for (const each of windows) {
      await guard(each)
      emitStorage()
    }
    await vi.advanceTimersByTimeAsync(13 * MINUTE_MS)
    expect(fetched).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
    emitStorage()
    expect(phases(...windows)).toEqual(['active', 'active'])
    expect(fetched.mock.calls.length).toBeLessThanOrEqual(3)
  })

  it("share the stored token's remaining lifetime with a page opened later", async () => {
    await guard(await openWindow())
    expect(phases(await openWindow())).toEqual(['active'])
  })

  it("do not apply one token's lifetime to another, and ignore an unreadable one", async () => {
    await guard(await openWindow())
    localStorage.setItem('token', testToken(serverNow() - 2 * MINUTE_MS))
    expect(phases(await openWindow())).toEqual(['stored'])
    await guard(await openWindow())
    localStorage.setItem('aerie.token-ends', 'x y')
    expect(phases(await openWindow())).toEqual(['stored'])
  })

  it('leave no stored lifetime behind when the session has ended', async () => {
    const window = await openWindow()
    await guard(window)
    window.forgetSession()
    expect(Object.keys(localStorage)).toEqual([])
  })
})

it('renews in time even if the clock is set back by an hour meanwhile', async () => {
  const window = await openWindow()
  await guard(window)
  expect(fetched).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() - HOUR_MS)
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS)
  expect(fetched).toHaveBeenCalledTimes(2)
})
