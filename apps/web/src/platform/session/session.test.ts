import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testUser, testToken as tokenOf } from './test/user.ts'

const notify = vi.fn<(type: string, text: string) => void>()
vi.mock('../toasts/toast.ts', () => ({ notify, clearToasts: () => undefined }))

const NOW = Date.UTC(2026, 10, 20, 12)
const USER = testUser()
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8').toString('base64url')
const refused = () =>
  new Response(JSON.stringify({ type: 't', title: 'T', status: 401, detail: 'No.', code: 'unauthenticated' }), { status: 401 })
const renewed = (token: string) => new Response(JSON.stringify({ data: { token, user: USER } }))

const fetched = vi.fn<typeof fetch>()
const open = async () => {
  vi.resetModules()
  const session = await import('./session.ts')
  const navigation = await import('../navigation/navigation.ts')
  const went = vi.fn<(path: string) => void>()
  navigation.bindNavigation(went)
  session.openSession()
  return { ...session, went }
}
const asked = () => fetched.mock.calls.map(([path]) => path)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  localStorage.clear()
  notify.mockReset()
  fetched.mockReset().mockImplementation(async () => refused())
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a stored token', () => {
  it('restores its user, whatever characters the name has', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    const { useSession } = await open()
    expect(useSession.getState()).toMatchObject({ phase: 'active', user: { first_name: 'Zoë', last_name: 'Ω' } })
  })

  it.each(['', 'null', 'a.b.c', 'x', `${base64url({})}.${base64url({ email: 'a' })}.s`])(
    'is discarded when it is not a token (%j)',
    async (text) => {
      localStorage.setItem('token', text)
      const { useSession } = await open()
      expect(useSession.getState().phase).toBe('guest')
      expect(localStorage.getItem('token')).toBeNull()
    },
  )

  it('waits for the cookie when it has expired', async () => {
    localStorage.setItem('token', tokenOf(NOW - 3_600_000))
    const { useSession, renewSession } = await open()
    expect(useSession.getState().phase).toBe('stored')
    const fresh = tokenOf(NOW)
    fetched.mockImplementation(async () => renewed(fresh))
    expect(await renewSession()).toBe('renewed')
    expect(useSession.getState()).toMatchObject({ phase: 'active', token: fresh })
    expect(localStorage.getItem('token')).toBe(fresh)
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(USER)
  })

  it('sends no request for a guest', async () => {
    await open()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe('renewal', () => {
  it('runs a minute before the token expires', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    await open()
    fetched.mockImplementation(async () => renewed(tokenOf(Date.now())))
    await vi.advanceTimersByTimeAsync(839_000)
    expect(asked()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked()).toEqual(['/api/v1/auth/refresh'])
  })

  it('does not loop when the local clock is an hour ahead of the server', async () => {
    localStorage.setItem('token', tokenOf(NOW - 3_600_000))
    const { renewSession } = await open()
    fetched.mockImplementation(async () => renewed(tokenOf(Date.now() - 3_600_000)))
    await renewSession()
    await vi.advanceTimersByTimeAsync(800_000)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('is requested once for concurrent callers', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    const { renewSession } = await open()
    fetched.mockImplementation(async () => renewed(tokenOf(NOW + 1000)))
    await Promise.all([renewSession(), renewSession(), renewSession()])
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('after a change restarts one in progress, once for all concurrent callers', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    const { renewAfterChange, renewSession, useSession } = await open()
    const before = Promise.withResolvers<Response>()
    fetched.mockImplementationOnce(() => before.promise).mockImplementation(async () => renewed(tokenOf(NOW + 2000)))
    const underWay = renewSession()
    const after = [renewAfterChange(), renewAfterChange()]
    await vi.advanceTimersByTimeAsync(0)
    expect(fetched).toHaveBeenCalledTimes(1)
    before.resolve(renewed(tokenOf(NOW + 1000)))
    expect(await Promise.all([underWay, ...after])).toEqual(['renewed', 'renewed', 'renewed'])
    expect(useSession.getState().token).toBe(tokenOf(NOW + 2000))
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('uses the token that another window has just stored instead of requesting one', async () => {
    localStorage.setItem('token', tokenOf(NOW - 1000))
    const { renewSession, useSession } = await open()
    const theirs = tokenOf(NOW)
    localStorage.setItem('token', theirs)
    expect(await renewSession()).toBe('renewed')
    expect(useSession.getState().token).toBe(theirs)
    expect(fetched).not.toHaveBeenCalled()
  })

  it('is retried until it succeeds when it is due while the server is unreachable', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    const { useSession } = await open()
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementation(async () => renewed(tokenOf(Date.now())))
    await vi.advanceTimersByTimeAsync(840_000 + 15_000)
    expect(asked()).toEqual(['/api/v1/auth/refresh', '/api/v1/auth/refresh'])
    expect(useSession.getState().phase).toBe('active')
    expect(notify).not.toHaveBeenCalled()
  })

  it('keeps the session when the server is unreachable', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    const { recoverSession, useSession } = await open()
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await recoverSession()).toBe('unreachable')
    expect(useSession.getState().phase).toBe('active')
    expect(notify).not.toHaveBeenCalled()
  })
})

describe('expiry', () => {
  it('shows a message, clears token and user, and opens the login after 2.5 seconds', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    localStorage.setItem('user', JSON.stringify(USER))
    const { recoverSession, useSession, went } = await open()
    expect(await recoverSession()).toBe('expired')
    expect(notify).toHaveBeenCalledExactlyOnceWith('info', 'Your session has expired. Redirecting to login')
    await vi.advanceTimersByTimeAsync(2499)
    expect(localStorage.getItem('token')).not.toBeNull()
    expect(went).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null])
    expect(useSession.getState().phase).toBe('guest')
    expect(went).toHaveBeenCalledExactlyOnceWith('/auth/login')
  })

  it('keeps the reason the server gives until the next login', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    const detail = 'This session has ended because the password was changed. Log in again.'
    const ended = { type: 't', title: 'T', status: 401, detail, code: 'invalid_token' }
    fetched.mockImplementation(async () => new Response(JSON.stringify(ended), { status: 401 }))
    const { recoverSession, startSession, useEndReason } = await open()
    await recoverSession()
    await vi.advanceTimersByTimeAsync(2500)
    expect(useEndReason.getState().text).toBe(detail)
    startSession({ token: tokenOf(NOW + 5000), user: USER })
    expect(useEndReason.getState().text).toBeNull()
  })

  it('is reported once, however many calls are rejected', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    const { expireSession, recoverSession } = await open()
    await Promise.all([recoverSession(), recoverSession()])
    expireSession()
    expect(notify).toHaveBeenCalledTimes(1)
  })

  it('keeps a session that another window has started meanwhile', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    const { recoverSession, useSession, went } = await open()
    await recoverSession()
    const theirs = tokenOf(NOW + 1000)
    localStorage.setItem('token', theirs)
    await vi.advanceTimersByTimeAsync(2500)
    expect(useSession.getState()).toMatchObject({ phase: 'active', token: theirs })
    expect(went).not.toHaveBeenCalled()
  })
})

describe('another window', () => {
  const emitStorage = () => dispatchEvent(new StorageEvent('storage', { key: null }))

  it('logs this one out too: storage is cleared, and / is loaded a second later', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    sessionStorage.setItem('kept', 'x')
    const { useSession, LOGOUT_REDIRECT_MS } = await open()
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    localStorage.clear()
    emitStorage()
    emitStorage()
    expect(useSession.getState()).toMatchObject({ phase: 'leaving', token: null, user: null })
    expect(sessionStorage.length).toBe(0)
    await vi.advanceTimersByTimeAsync(LOGOUT_REDIRECT_MS - 1)
    expect(assign).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(assign).toHaveBeenCalledWith('/')
  })

  it('logs this one in too', async () => {
    const { useSession } = await open()
    localStorage.setItem('token', tokenOf(NOW))
    emitStorage()
    expect(useSession.getState().user?.user_id).toBe('u1')
  })
})

describe('logging out', () => {
  it('notifies the server, clears all storage at once, and loads / a second later', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    localStorage.setItem('aerie.theme', 'light')
    sessionStorage.setItem('draft', 'x')
    const { endSession, useSession } = await open()
    fetched.mockImplementation(async () => new Response(JSON.stringify({ data: { ended: true } })))
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    endSession()
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
    expect(useSession.getState()).toMatchObject({ phase: 'leaving', token: null, user: null })
    expect(asked()).toEqual(['/api/v1/auth/logout'])
    expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get('authorization')).toMatch(/^Bearer /)
    // The page closes within a second; a slow network may take longer.
    expect(fetched.mock.calls[0]?.[1]?.keepalive).toBe(true)
    await vi.advanceTimersByTimeAsync(999)
    expect(assign).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(assign).toHaveBeenCalledExactlyOnceWith('/')
  })

  it('is not undone by a pending renewal', async () => {
    localStorage.setItem('token', tokenOf(NOW))
    const { endSession, renewSession, useSession } = await open()
    vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const { promise, resolve } = Promise.withResolvers<Response>()
    fetched.mockImplementation((path) =>
      String(path).endsWith('/refresh') ? promise : Promise.resolve(new Response('{"data":{"ended":true}}')),
    )
    const renewal = renewSession()
    endSession()
    resolve(renewed(tokenOf(NOW + 1000)))
    expect(await renewal).toBe('refused')
    expect([useSession.getState().token, localStorage.getItem('token')]).toEqual([null, null])
  })
})
