import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testToken, testUser } from './test/user.ts'

vi.mock('../toasts/toast.ts', () => ({ notify: () => undefined, clearToasts: () => undefined }))

const NOW = Date.UTC(2026, 10, 20, 12)
const KEY = 'aerie.untold-logout'
const RETRY_MS = 15_000
const fetched = vi.fn<typeof fetch>()
const ended = async () => new Response('{"data":{"ended":true}}')
const refused = async () =>
  new Response(JSON.stringify({ type: 't', title: 'T', status: 401, detail: 'No.', code: 'unauthenticated' }), { status: 401 })
const away = async () => Promise.reject(new TypeError('Failed to fetch'))
const asked = () => fetched.mock.calls.map(([path]) => path)

/** Loads a page of this browser. */
async function load(path = '/') {
  history.replaceState(null, '', path)
  vi.resetModules()
  const session = await import('./session.ts')
  session.openSession()
  await vi.advanceTimersByTimeAsync(0)
  return session
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(location, 'assign').mockReturnValue()
  localStorage.clear()
  fetched.mockReset().mockImplementation(ended)
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  history.replaceState(null, '', '/')
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const logIn = ({ startSession }: Awaited<ReturnType<typeof load>>) => startSession({ token: testToken(NOW), user: testUser() })

describe('a logout', () => {
  const logOut = async () => {
    localStorage.setItem('token', testToken(NOW))
    const { endSession } = await load()
    endSession()
    await vi.advanceTimersByTimeAsync(0)
  }

  it.each([
    ['has ended the session', ended],
    ['knows of none', refused],
  ])('leaves no marker when the server %s', async (_what, answer) => {
    fetched.mockImplementation(answer)
    await logOut()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(localStorage.length).toBe(0)
  })

  it('leaves one marker, and nothing of the user, when it does not reach the server', async () => {
    fetched.mockImplementation(away)
    await logOut()
    expect(Object.keys(localStorage)).toEqual([KEY])
  })

  it('does so too when the page closes before the response, even if another window has cleared the storage', async () => {
    fetched.mockReturnValue(Promise.withResolvers<Response>().promise)
    await logOut()
    localStorage.clear()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(Object.keys(localStorage)).toEqual([KEY])
  })
})

describe('a logout not yet received by the server', () => {
  beforeEach(() => localStorage.setItem(KEY, 'yes'))

  it('is sent by the next page, and retried until the server responds', async () => {
    fetched.mockImplementationOnce(away).mockImplementationOnce(async () => new Response(null, { status: 502 }))
    await load()
    await vi.advanceTimersByTimeAsync(2 * RETRY_MS)
    expect(asked()).toEqual(Array.from({ length: 3 }, () => '/api/v1/auth/logout?repeat=true'))
    expect(localStorage.getItem(KEY)).toBeNull()
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS)
    expect(fetched).toHaveBeenCalledTimes(3)
  })

  it('is complete when the server has no such session', async () => {
    fetched.mockImplementation(refused)
    await load()
    expect([asked().length, localStorage.getItem(KEY)]).toEqual([1, null])
  })

  it('is dropped after a login, which it must not end', async () => {
    fetched.mockImplementation(away)
    const page = await load()
    logIn(page)
    await vi.advanceTimersByTimeAsync(2 * RETRY_MS)
    expect([asked(), localStorage.getItem(KEY)]).toEqual([['/api/v1/auth/logout?repeat=true'], null])
  })

  it('is aborted by a login here or in another window, so that its response clears no new cookie', async () => {
    fetched.mockReturnValue(Promise.withResolvers<Response>().promise)
    logIn(await load())
    expect(fetched.mock.lastCall?.[1]?.signal?.aborted).toBe(true)
    localStorage.clear()
    localStorage.setItem(KEY, 'yes')
    await load()
    expect(fetched.mock.lastCall?.[1]?.signal?.aborted).toBe(false)
    localStorage.setItem('token', testToken(NOW))
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(fetched.mock.lastCall?.[1]?.signal?.aborted).toBe(true)
  })

  it('is not sent from a page where a login may be in progress', async () => {
    await load('/auth/login')
    await vi.advanceTimersByTimeAsync(2 * RETRY_MS)
    expect([asked(), localStorage.getItem(KEY)]).toEqual([[], 'yes'])
    history.replaceState(null, '', '/')
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    expect([asked().length, localStorage.getItem(KEY)]).toEqual([1, null])
  })
})
