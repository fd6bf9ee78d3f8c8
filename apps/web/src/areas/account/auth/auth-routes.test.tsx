import type { User } from '@aerie/wire/account/accounts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useEndReason, useSession } from '../../../platform/session/session.ts'
import { AuthRoutes } from './auth-routes.tsx'
import { forgetSignupDraft, keepPendingMail } from './pending-mail.ts'

const PASSWORD = 'tangerine otter lamp 88'
const user: User = {
  user_id: 'a0a0a0a0-0000-4000-8000-000000000000',
  email: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  daily_api_call_limit: 200,
  gold_tier_holder: false,
  dashboard_tier: 'none',
  is_active: true,
  is_confirmed: true,
  is_vip: false,
  subscription: 'claw',
  telegram_id: null,
  wallet_address: 'null',
  vested_amount: '0',
}
const claims = { ...user, sid: 'b0b0b0b0-0000-4000-8000-000000000000', iat: 1_700_000_000, exp: 1_700_000_900 }
const TOKEN = `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.c2ln`
const opened = () => Response.json({ data: { token: TOKEN, user } })
const refused = (status: number, code: string, more: { errors?: object; retryAfter?: number } = {}) =>
  new Response(JSON.stringify({ type: `urn:aerie:problem:${code}`, title: code, status, detail: `${code}.`, code, errors: more.errors }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...(more.retryAfter && { 'retry-after': String(more.retryAfter) }) },
  })

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
const bodies = () => fetched.mock.calls.map(([path, { body }]) => [path, JSON.parse(String(body))])

const LocationProbe = () => {
  const { pathname, search } = useLocation()
  return <output data-testid="place">{pathname + search}</output>
}
const place = () => screen.getByTestId('place').textContent
const show = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <LocationProbe />
      <AuthRoutesUnder />
    </MemoryRouter>,
  )
const AuthRoutesUnder = () => {
  const { pathname } = useLocation()
  return pathname.startsWith('/auth') ? (
    <Routes>
      <Route path="/auth/*" element={<AuthRoutes />} />
    </Routes>
  ) : null
}
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const errorOf = (label: string) => {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
  const error = ids.split(' ').find((id) => id.endsWith('-error'))
  return error === undefined ? null : document.getElementById(error)?.textContent?.replace(/^!/, '')
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  sessionStorage.clear()
  localStorage.clear()
  forgetSignupDraft()
  useSession.setState({ phase: 'guest', token: null, user: null, endsAt: null }, true)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('logs in and opens the page the guest wanted', async () => {
  fetched.mockResolvedValue(opened())
  show('/auth/login?next=%2Fclaw%2Ftrade%3Fx%3D1')
  type('E-mail', ' Ada@Example.org ')
  type('Password', PASSWORD)
  press('Log In')
  await waitFor(() => expect(place()).toBe('/claw/trade?x=1'))
  expect(bodies()).toEqual([['/api/v1/auth/login', { email: 'ada@example.org', password: PASSWORD }]])
  expect(localStorage.getItem('token')).toBe(TOKEN)
})

it('says on the login why the session has ended', () => {
  const text = 'This session has ended because it was ended from another session of your account. Log in again.'
  useEndReason.setState({ text })
  show('/auth/login')
  expect(screen.getByText(text)).toBeTruthy()
  useEndReason.setState({ text: null })
})

it('redirects a logged-in user to Home, and never to a foreign site', () => {
  useSession.setState({ phase: 'active', token: TOKEN, user, endsAt: Date.now() + 60_000 }, true)
  show('/auth/signup?next=%2F%2Fevil.example')
  expect(place()).toBe('/')
})

it('marks each missing field, focuses the first, and sends nothing', async () => {
  show('/auth/login')
  press('Log In')
  expect(errorOf('E-mail')).toBe('This field is required.')
  expect(errorOf('Password')).toBe('This field is required.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail')))
  expect(fetched).not.toHaveBeenCalled()
})

it('keeps the input when the server refuses, and shows the reason for the whole form', async () => {
  fetched.mockResolvedValueOnce(refused(401, 'invalid_credentials')).mockResolvedValueOnce(refused(429, 'rate_limited', { retryAfter: 40 }))
  show('/auth/login')
  type('E-mail', 'ada@example.org')
  type('Password', 'wrong')
  press('Log In')
  expect((await screen.findByRole('alert')).textContent).toContain('E-mail or password is wrong.')
  press('Log In')
  await screen.findByText('Too many attempts. Try again in 40 seconds.')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong')
})

it('sends once, however often the button is pressed', async () => {
  let answer: (response: Response) => void = () => undefined
  fetched.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  show('/auth/login')
  type('E-mail', 'ada@example.org')
  type('Password', PASSWORD)
  for (let times = 0; times < 3; times += 1) press('Log In')
  expect(fetched).toHaveBeenCalledTimes(1)
  await act(async () => answer(opened()))
  await waitFor(() => expect(place()).toBe('/'))
})

it('links an unverified user from the login to the code, and then opens the page they wanted', async () => {
  fetched.mockResolvedValueOnce(opened())
  show('/auth/login?next=%2Fclaw')
  fireEvent.click(screen.getByRole('link', { name: 'Enter your code' }))
  await screen.findByLabelText('Code')
  expect(place()).toBe('/auth/verify?next=%2Fclaw')
  type('E-mail', 'ada@example.org')
  type('Code', '12 34-56')
  await waitFor(() => expect(place()).toBe('/claw'))
  expect(bodies()[0]).toEqual(['/api/v1/auth/verify', { email: 'ada@example.org', code: '123456' }])
})

it('asks for names and a password when the sign-up was made elsewhere, and sets them with the same code', async () => {
  fetched.mockResolvedValueOnce(refused(409, 'password_needed')).mockResolvedValueOnce(opened())
  show('/auth/verify?next=%2Fclaw')
  type('E-mail', 'ada@example.org')
  type('Code', '123456')
  await screen.findByRole('heading', { name: 'Choose a Password' })
  press('Finish')
  expect(['First name', 'Last name', 'Password'].map(errorOf)).toEqual([
    'This field is required.',
    'This field is required.',
    'This field is required.',
  ])
  type('First name', 'Ada')
  type('Last name', 'Lovelace')
  type('Password', PASSWORD)
  press('Finish')
  await waitFor(() => expect(place()).toBe('/claw'))
  expect(bodies()).toEqual([
    ['/api/v1/auth/verify', { email: 'ada@example.org', code: '123456' }],
    [
      '/api/v1/auth/reset-password',
      { email: 'ada@example.org', code: '123456', password: PASSWORD, first_name: 'Ada', last_name: 'Lovelace' },
    ],
  ])
})

it('automatically sets what was just typed into this page when the browser kept no cookie of it', async () => {
  fetched
    .mockResolvedValueOnce(Response.json({ data: { email: 'ada@example.org' } }, { status: 202 }))
    .mockResolvedValueOnce(refused(409, 'password_needed'))
    .mockResolvedValueOnce(opened())
  show('/auth/signup')
  fillSignup(PASSWORD)
  press('Sign Up')
  await screen.findByLabelText('Code')
  type('Code', '123456')
  await waitFor(() => expect(place()).toBe('/'))
  expect(bodies()[2]).toEqual([
    '/api/v1/auth/reset-password',
    { email: 'ada@example.org', code: '123456', password: PASSWORD, first_name: 'Ada', last_name: 'Lovelace' },
  ])
})

it('asks for the second factor when the server requires it, and sends it too', async () => {
  fetched.mockResolvedValueOnce(refused(401, 'otp_required')).mockResolvedValueOnce(opened())
  show('/auth/login')
  type('E-mail', 'ada@example.org')
  type('Password', PASSWORD)
  press('Log In')
  fireEvent.change(await screen.findByLabelText('Authenticator code'), { target: { value: '654321' } })
  press('Log In')
  await waitFor(() => expect(place()).toBe('/'))
  expect(bodies()[1]).toEqual(['/api/v1/auth/login', { email: 'ada@example.org', password: PASSWORD, otp: '654321' }])
})

it('asks again for a wrong second factor, at its field, and accepts a recovery code instead', async () => {
  fetched
    .mockResolvedValueOnce(refused(401, 'otp_required'))
    .mockResolvedValueOnce(refused(401, 'invalid_code', { errors: { otp: ['This code is wrong or has been used.'] } }))
    .mockResolvedValueOnce(opened())
  show('/auth/login')
  type('E-mail', 'ada@example.org')
  type('Password', PASSWORD)
  press('Log In')
  fireEvent.change(await screen.findByLabelText('Authenticator code'), { target: { value: '000000' } })
  press('Log In')
  expect((await screen.findByRole('alert')).textContent).toContain('This code is wrong or has been used.')
  press('Use a recovery code instead')
  type('Recovery code', 'aaaa-bbbb-cccc-dddd')
  press('Log In')
  await waitFor(() => expect(place()).toBe('/'))
  expect(bodies()[2]).toEqual(['/api/v1/auth/login', { email: 'ada@example.org', password: PASSWORD, otp: 'aaaa-bbbb-cccc-dddd' }])
})

it('asks for the second factor when setting a new password, too', async () => {
  keepPendingMail({ email: 'ada@example.org', purpose: 'reset', mailedAt: Date.now() })
  fetched.mockResolvedValueOnce(refused(401, 'otp_required')).mockResolvedValueOnce(opened())
  show('/auth/forgot-password')
  type('Code', '123456')
  type('New password', PASSWORD)
  press('Set New Password')
  fireEvent.change(await screen.findByLabelText('Authenticator code'), { target: { value: '654321' } })
  press('Set New Password')
  await waitFor(() => expect(place()).toBe('/'))
  expect(bodies()[1]).toEqual([
    '/api/v1/auth/reset-password',
    { email: 'ada@example.org', code: '123456', password: PASSWORD, otp: '654321' },
  ])
})

const fillSignup = (password: string) => {
  type('First name', 'Ada')
  type('Last name', 'Lovelace')
  type('E-mail', 'ada@example.org')
  type('Password', password)
}

it('shows the password rules before and during typing', () => {
  show('/auth/signup')
  const states = () => [...document.querySelectorAll('[data-state]')].map((rule) => rule.getAttribute('data-state'))
  expect(states()).toEqual(['open', 'open', 'open'])
  fillSignup('short')
  expect(states()).toEqual(['unmet', 'met', 'open'])
  type('Password', PASSWORD)
  expect(states()).toEqual(['met', 'met', 'open'])
})

it('shows a field error from the server at the field until the field is changed', async () => {
  const message = 'This password is too common. Choose another.'
  fetched.mockResolvedValueOnce(refused(422, 'password_common', { errors: { password: [message] } }))
  show('/auth/signup')
  fillSignup('password1234')
  press('Sign Up')
  await waitFor(() => expect(errorOf('Password')).toBe(message))
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada')
  type('Password', PASSWORD)
  expect(errorOf('Password')).toBeNull()
})

it('signs up, accepts the code, and shows a wrong one at its field', async () => {
  fetched
    .mockResolvedValueOnce(Response.json({ data: { email: 'ada@example.org' } }, { status: 202 }))
    .mockResolvedValueOnce(refused(401, 'invalid_code'))
    .mockResolvedValueOnce(opened())
  show('/auth/signup')
  fillSignup(PASSWORD)
  press('Sign Up')
  await screen.findByText('ada@example.org')
  type('Code', '000000')
  await waitFor(() => expect(errorOf('Code')).toBe('The code is wrong or has expired. Request a new one.'))
  type('Code', '12345')
  expect(errorOf('Code')).toBeNull()
  type('Code', '123456')
  await waitFor(() => expect(place()).toBe('/'))
  expect(sessionStorage.length).toBe(0)
})

const showVerify = () => {
  keepPendingMail({ email: 'ada@example.org', purpose: 'verify', mailedAt: Date.now() })
  show('/auth/verify')
}

it('sends a code typed during the check of another once that one is wrong, and shows no error for the wrong one', async () => {
  const first = Promise.withResolvers<Response>()
  fetched.mockReturnValueOnce(first.promise).mockResolvedValueOnce(opened())
  showVerify()
  type('Code', '111111')
  type('Code', '222222')
  expect(fetched).toHaveBeenCalledTimes(1)
  await act(async () => first.resolve(refused(401, 'invalid_code')))
  await waitFor(() => expect(place()).toBe('/'))
  expect(bodies().map(([, { code }]) => code)).toEqual(['111111', '222222'])
})

it('sends no second code after a correct one', async () => {
  const first = Promise.withResolvers<Response>()
  fetched.mockReturnValueOnce(first.promise)
  showVerify()
  type('Code', '111111')
  type('Code', '222222')
  await act(async () => first.resolve(opened()))
  await waitFor(() => expect(place()).toBe('/'))
  expect(fetched).toHaveBeenCalledTimes(1)
})

it('keeps what is being typed when another code turns out wrong', async () => {
  const first = Promise.withResolvers<Response>()
  fetched.mockReturnValueOnce(first.promise)
  showVerify()
  type('Code', '111111')
  type('Code', '222')
  await act(async () => first.resolve(refused(401, 'invalid_code')))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Verify' }).getAttribute('aria-busy')).toBeNull())
  expect(errorOf('Code')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('222')
  expect(fetched).toHaveBeenCalledTimes(1)
})

it('sends the authenticator code entered while another is being checked', async () => {
  const second = Promise.withResolvers<Response>()
  fetched.mockResolvedValueOnce(refused(401, 'otp_required')).mockReturnValueOnce(second.promise).mockResolvedValueOnce(opened())
  show('/auth/login')
  type('E-mail', 'ada@example.org')
  type('Password', PASSWORD)
  press('Log In')
  const field = await screen.findByLabelText('Authenticator code')
  fireEvent.change(field, { target: { value: '000000' } })
  press('Log In')
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
  fireEvent.change(field, { target: { value: '654321' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await act(async () => second.resolve(refused(401, 'invalid_code', { errors: { otp: ['This code is wrong or has been used.'] } })))
  await waitFor(() => expect(place()).toBe('/'))
  expect(bodies().map(([, { otp }]) => otp)).toEqual([undefined, '000000', '654321'])
})

it('requests a new code with the same sign-up after half a minute, and never stores the password', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fetched.mockImplementation(async () => Response.json({ data: { email: 'ada@example.org' } }, { status: 202 }))
  show('/auth/signup')
  fillSignup(PASSWORD)
  press('Sign Up')
  await screen.findByLabelText('Code')
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(PASSWORD)
  fireEvent.click(screen.getByRole('button', { name: /^Send a new code in \d+ s$/ }))
  expect(fetched).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  press('Send a new code')
  await screen.findByText('New code sent.')
  expect(bodies()[1]).toEqual(bodies()[0])
  expect(screen.getByRole('button', { name: /^Send a new code in/ })).toBeDefined()
  vi.useRealTimers()
})

it('waits for the code of this tab after a reload', () => {
  keepPendingMail({ email: 'ada@example.org', purpose: 'verify', mailedAt: Date.now() })
  show('/auth/verify')
  expect(screen.getByText('ada@example.org')).toBeDefined()
  expect(screen.queryByLabelText('E-mail')).toBeNull()
  expect(screen.getByText(/Need a new code\?/)).toBeDefined()
})

it('sets a new password with the code from the e-mail', async () => {
  fetched.mockResolvedValueOnce(Response.json({ data: { email: 'ada@example.org' } }, { status: 202 })).mockResolvedValueOnce(opened())
  show('/auth/forgot-password')
  type('E-mail', 'ada@example.org')
  press('Send Code')
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '246810' } })
  type('New password', PASSWORD)
  press('Set New Password')
  await waitFor(() => expect(place()).toBe('/'))
  expect(bodies()).toEqual([
    ['/api/v1/auth/forgot-password', { email: 'ada@example.org' }],
    ['/api/v1/auth/reset-password', { email: 'ada@example.org', code: '246810', password: PASSWORD }],
  ])
})

it('can reveal a password, and declares the purpose of each field to password managers', () => {
  show('/auth/signup')
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  expect(input.type).toBe('password')
  press('Show password')
  expect(input.type).toBe('text')
  press('Hide password')
  expect([...document.querySelectorAll('input')].map(({ autocomplete }) => autocomplete)).toEqual([
    'given-name',
    'family-name',
    'username',
    'new-password',
  ])
})
