import { endpoint } from '@aerie/wire/endpoint'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { api } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/query-client.ts'
import { useLayer } from '../platform/navigation/layers.ts'
import { bindNavigation } from '../platform/navigation/navigation.ts'
import { EXPIRY_REDIRECT_MS, expireSession, forgetSession, openSession, startSession, useSession } from '../platform/session/session.ts'
import { testToken, testUser } from '../platform/session/test/user.ts'
import { RequireSession } from './guarded-screens.tsx'

vi.mock('../platform/toasts/toast.ts', () => ({ notify: () => undefined, clearToasts: () => undefined }))

const [ANN, BEN] = [testUser({ user_id: 'ann' }), testUser({ user_id: 'ben' })]
const NOW = Date.UTC(2026, 10, 20, 12)
const answer = vi.fn<(owner: string) => Promise<string>>()

const getOwn = endpoint('GET /own', { auth: 'user', summary: 'Own text', returns: z.string() })
const ownQuery = { queryKey: ['own'], queryFn: () => api(getOwn, {}), staleTime: Number.POSITIVE_INFINITY }
function Own({ name }: { readonly name: string }) {
  const { data } = useQuery(ownQuery, queryClient)
  return (
    <label>
      {`${name} ${data ?? 'loading'}`}
      <input aria-label={name} />
    </label>
  )
}
function Navigation() {
  const navigate = useNavigate()
  bindNavigation((path) => void navigate(path))
  return null
}
const show = () =>
  act(async () => {
    render(
      <MemoryRouter initialEntries={['/own']}>
        <Navigation />
        <Own name="Frame" />
        <Routes>
          <Route path="auth/login" element="Login" />
          <Route element={<RequireSession />}>
            <Route path="own" element={<Own name="Page" />} />
          </Route>
        </Routes>
      </MemoryRouter>,
    )
  })
const passed = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))
const logIn = (user: typeof ANN, at = NOW) => act(async () => startSession({ token: testToken(at, user), user }))
const storedElsewhere = (user: typeof ANN) =>
  act(async () => {
    localStorage.setItem('token', testToken(NOW + 1000, user))
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  })
const shown = () => document.body.textContent

beforeAll(openSession)
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  answer.mockReset().mockImplementation(async (owner) => `of ${owner}`)
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('authorization')?.split('.')[1] ?? ''
    const owner = token === '' ? 'nobody' : (JSON.parse(atob(token)) as { user_id: string }).user_id
    return Response.json({ data: await answer(owner) })
  })
})
afterEach(() => {
  cleanup()
  forgetSession()
  queryClient.clear()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the next user in the same window', () => {
  it('sees nothing of a user whose session has expired', async () => {
    await logIn(ANN)
    await show()
    await passed()
    expect(shown()).toBe('Frame of annPage of ann')
    act(expireSession)
    await passed(EXPIRY_REDIRECT_MS)
    expect(shown()).toContain('Login')
    expect(
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.data),
      ),
    ).not.toContain('ann')
    cleanup()
    await logIn(BEN)
    const late = Promise.withResolvers<string>()
    answer.mockReturnValue(late.promise)
    await show()
    await passed()
    expect(shown()).toBe('Frame loadingPage loading')
    late.resolve('of ben')
    await passed()
    expect(shown()).toBe('Frame of benPage of ben')
  })

  it('sees nothing of the previous user after another window switched the session', async () => {
    await logIn(ANN)
    await show()
    await passed()
    fireEvent.change(screen.getByLabelText('Page'), { target: { value: 'typed by ann' } })
    useLayer.setState({ open: 'alert' })
    const late = Promise.withResolvers<string>()
    answer.mockReturnValue(late.promise)
    await storedElsewhere(BEN)
    await passed()
    expect([shown(), screen.getByLabelText<HTMLInputElement>('Page').value]).toEqual(['Frame loadingPage loading', ''])
    expect(useLayer.getState().open).toBeNull()
    late.resolve('of ben')
    await passed()
    expect(shown()).toBe('Frame of benPage of ben')
    expect(answer.mock.calls.filter(([owner]) => owner === 'ben')).toHaveLength(1)
  })

  it('does not receive a response that was pending for the previous user', async () => {
    const [former, next] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    answer.mockReturnValueOnce(former.promise).mockReturnValueOnce(next.promise)
    await logIn(ANN)
    await show()
    await passed()
    await storedElsewhere(BEN)
    await passed()
    former.resolve('of ann')
    await passed()
    expect(shown()).toBe('Frame loadingPage loading')
    next.resolve('of ben')
    await passed()
    expect(shown()).toBe('Frame of benPage of ben')
  })

  it('does not have a call of the previous user retried in their name', async () => {
    await logIn(ANN)
    const sent = vi.fn<(token: string | null) => void>()
    vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
      sent(new Headers(headers).get('authorization'))
      localStorage.setItem('token', testToken(NOW + 1000, BEN))
      const problem = { type: 't', title: 'T', status: 401, detail: 'No.', code: 'invalid_token' }
      return Response.json(problem, { status: 401 })
    })
    await expect(api(getOwn, {})).rejects.toMatchObject({ status: 401 })
    expect([sent.mock.calls, useSession.getState().user?.user_id]).toEqual([[[`Bearer ${testToken(NOW, ANN)}`]], 'ben'])
  })
})

describe('the page and its data', () => {
  it('are kept when a guest logs in, and nothing is fetched again', async () => {
    await show()
    await passed()
    expect(shown()).toBe('Frame of nobodyLogin')
    await logIn(ANN)
    await passed()
    expect([shown(), answer.mock.calls.length]).toEqual(['Frame of nobodyLogin', 1])
  })

  it("are kept when the same user's token is renewed, here or in another window", async () => {
    await logIn(ANN)
    await show()
    await passed()
    fireEvent.change(screen.getByLabelText('Page'), { target: { value: 'typed' } })
    await logIn(ANN, NOW + 500)
    await storedElsewhere(ANN)
    await passed()
    expect([shown(), answer.mock.calls.length]).toEqual(['Frame of annPage of ann', 1])
    expect(screen.getByLabelText<HTMLInputElement>('Page').value).toBe('typed')
  })
})
