import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { OtpSection } from './otp-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

const notify = vi.hoisted(() => vi.fn<(kind: string, text: string) => void>())
vi.mock('../../../platform/toasts/toast.ts', () => ({ notify }))
const passkey = vi.hoisted(() => ({
  obstacle: undefined as string | undefined,
  addPasskey: vi.fn<(name: string) => Promise<object>>(),
  passkeyProof: vi.fn<() => Promise<object>>(),
}))
vi.mock('../../../platform/session/passkey.ts', () => ({
  passkeyObstacle: () => passkey.obstacle,
  addPasskey: passkey.addPasskey,
  passkeyProof: passkey.passkeyProof,
  passkeyFailure: () => 'No passkey was used.',
}))

type Answer = { readonly status?: number; readonly data?: unknown; readonly code?: string; readonly errors?: object }
/** Responses per call, in order; the last one repeats. */
let answers: Record<string, Answer[]>
const asked = vi.fn<(call: string, body: unknown) => void>()
beforeEach(() => {
  answers = { 'GET /account/otp': [{ data: OTP_OFF }], 'GET /account/passkeys': [{ data: [] }], 'GET /account/sessions': [{ data: [] }] }
  passkey.obstacle = undefined
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit) => {
    const call = `${method} ${path.replace('/api/v1', '')}`
    asked(call, body === null ? undefined : JSON.parse(String(body)))
    const left = answers[call] ?? []
    return Promise.resolve(responseOf(left.length > 1 ? left.shift() : left[0]))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

function responseOf({ status = 200, data, code, errors }: Answer = { status: 404, code: 'not_found' }): Response {
  if (code === undefined) return Response.json({ data }, { status })
  const problem = { type: `urn:aerie:problem:${code}`, title: code, status, detail: `${code}.`, code, errors }
  return new Response(JSON.stringify(problem), { status, headers: { 'content-type': 'application/problem+json' } })
}

const OTP_OFF = { is_on: false, confirmed_at: null, recovery_codes_left: 0 }
const OTP_ON = { is_on: true, confirmed_at: '2026-01-05T10:00:00.000Z', recovery_codes_left: 9 }
const PROOF_NEEDED = { status: 403, code: 'reauthentication_required' }
const PROVEN = { data: { until: '2026-01-15T12:10:00.000Z' } }
const NEXT = 'a quite different one 42'

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const pressIn = async (dialog: string, name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog', { name: dialog })).getByRole('button', { name }))
const calls = (start: string) => asked.mock.calls.filter(([call]) => call.startsWith(start))

describe('Password', () => {
  const fill = (next = NEXT) => {
    type('Current password', 'the old one of mine')
    type('New password', next)
    press('Change password')
  }

  it('sends both passwords, shows how many sessions have ended, and clears the form', async () => {
    answers['POST /account/password'] = [{ data: { ended: 2 } }]
    render(<PasswordSection />)
    fill()
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Password changed. 2 other sessions have ended.'))
    expect(calls('POST')).toEqual([['POST /account/password', { current: 'the old one of mine', next: NEXT }]])
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(''))
  })

  it('shows the error at the field, and keeps what was typed', async () => {
    answers['POST /account/password'] = [{ status: 401, code: 'invalid_credentials', errors: { current: ['The password is wrong.'] } }]
    render(<PasswordSection />)
    fill()
    expect((await screen.findByRole('alert')).textContent).toContain('The password is wrong.')
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(NEXT)
  })

  it('sends nothing that violates a rule', () => {
    render(<PasswordSection />)
    fill('short')
    expect(screen.getByRole('alert').textContent).toContain('Use at least 12 characters.')
    expect(calls('POST')).toEqual([])
  })
})

describe('reauthentication', () => {
  beforeEach(() => {
    answers['GET /account/sessions'] = [{ data: [session({ id: 'own', is_current: true }), session({ id: 'other' })] }]
    answers['DELETE /account/sessions/other'] = [PROOF_NEEDED, { data: { ended: 1 } }]
    answers['POST /auth/reauthenticate'] = [PROVEN]
  })
  const endOther = async () => fireEvent.click(await screen.findByRole('button', { name: /^End the session of Firefox on Linux/ }))

  it('is requested when the server demands it, and the call is retried once it succeeds', async () => {
    render(<SessionsSection />)
    await endOther()
    await screen.findByRole('dialog', { name: 'Confirm your identity' })
    type('Password', 'my password')
    press('Confirm')
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'The session of Firefox on Linux has ended.'))
    expect(asked.mock.calls.filter(([call]) => !call.startsWith('GET'))).toEqual([
      ['DELETE /account/sessions/other', undefined],
      ['POST /auth/reauthenticate', { password: 'my password' }],
      ['DELETE /account/sessions/other', undefined],
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stays open with an error on a wrong password, and makes no call when cancelled', async () => {
    answers['POST /auth/reauthenticate'] = [{ status: 401, code: 'invalid_credentials', errors: { password: ['The password is wrong.'] } }]
    render(<SessionsSection />)
    await endOther()
    await screen.findByRole('dialog')
    type('Password', 'my password')
    press('Confirm')
    expect((await screen.findByRole('alert')).textContent).toContain('The password is wrong.')
    press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls('DELETE')).toHaveLength(1)
    expect(notify).not.toHaveBeenCalled()
  })

  it('accepts a code when an app is set up, or a recovery code', async () => {
    answers['GET /account/otp'] = [{ data: OTP_ON }]
    render(<SessionsSection />)
    await endOther()
    fireEvent.click(await screen.findByRole('button', { name: 'Use the authenticator app' }))
    press('Use a recovery code instead')
    type('Recovery code', 'aaaa-bbbb-cccc-dddd')
    press('Confirm')
    await waitFor(() => expect(calls('POST')).toEqual([['POST /auth/reauthenticate', { otp: 'aaaa-bbbb-cccc-dddd' }]]))
  })

  it('accepts a passkey registered for this host, and offers none of another host', async () => {
    answers['GET /account/passkeys'] = [{ data: [entry({ host: location.hostname })] }]
    passkey.passkeyProof.mockResolvedValue({ passkey: 'signed' })
    render(<SessionsSection />)
    await endOther()
    fireEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(calls('POST')).toEqual([['POST /auth/reauthenticate', { passkey: 'signed' }]]))
    cleanup()
    queryClient.clear()
    answers['GET /account/passkeys'] = [{ data: [entry({ host: 'elsewhere.example' })] }]
    answers['DELETE /account/sessions/other'] = [PROOF_NEEDED]
    render(<SessionsSection />)
    await endOther()
    await screen.findByRole('dialog')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  })
})

describe('Authenticator app', () => {
  const setUp = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Set up' }))
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } })
    press('Switch on')
  }
  const renew = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'New recovery codes' }))
    await pressIn('Create new recovery codes', 'Create new codes')
  }

  it('is set up: secret as code and text, first code, recovery codes once', async () => {
    answers['GET /account/otp'] = [{ data: OTP_OFF }, { data: OTP_ON }]
    answers['POST /account/otp'] = [{ data: { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Aerie:a?secret=ABCDEFGHIJKLMNOP' } }]
    answers['POST /account/otp/confirm'] = [
      { status: 401, code: 'invalid_code', errors: { code: ['This code is wrong.'] } },
      { data: { recovery_codes: ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'] } },
    ]
    render(<OtpSection />)
    fireEvent.click(await screen.findByRole('button', { name: 'Set up' }))
    await screen.findByRole('img', { name: 'QR code with the secret for the authenticator app' })
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy()
    type('Code', '000000')
    press('Switch on')
    expect((await screen.findByRole('alert')).textContent).toContain('This code is wrong.')
    type('Code', '123456')
    press('Switch on')
    const dialog = await screen.findByRole('dialog', { name: 'Recovery codes' })
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'])
    press('I have saved them')
    await screen.findByText(/^On since/)
    expect(screen.queryByText('aaaa-bbbb-cccc-dddd')).toBeNull()
  })

  it('warns that recovery codes are running out, and creates new ones after confirmation', async () => {
    answers['GET /account/otp'] = [{ data: { ...OTP_ON, recovery_codes_left: 1 } }]
    answers['POST /account/otp/recovery-codes'] = [{ data: { recovery_codes: ['iiii-jjjj-kkkk-llll'] } }]
    render(<OtpSection />)
    expect((await screen.findByText(/1 recovery code left\./)).textContent).toContain('before you run out')
    press('New recovery codes')
    await pressIn('Create new recovery codes', 'Create new codes')
    await screen.findByText('iiii-jjjj-kkkk-llll')
  })

  it.each([
    { how: 'set up', make: setUp, before: OTP_OFF, after: OTP_ON, found: /^On since/ },
    { how: 'renewed', make: renew, before: OTP_ON, after: OTP_OFF, found: /^Off\./ },
  ])('keeps showing its codes once $how, even if a return to the window finds another state', async ({ make, before, after, found }) => {
    answers['GET /account/otp'] = [{ data: before }]
    answers['POST /account/otp'] = [{ data: { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Aerie:a?secret=ABCDEFGHIJKLMNOP' } }]
    answers['POST /account/otp/confirm'] = [{ data: { recovery_codes: ['aaaa-bbbb-cccc-dddd'] } }]
    answers['POST /account/otp/recovery-codes'] = [{ data: { recovery_codes: ['aaaa-bbbb-cccc-dddd'] } }]
    render(<OtpSection />)
    await make()
    await screen.findByText('aaaa-bbbb-cccc-dddd')
    answers['GET /account/otp'] = [{ data: after }]
    await act(() => queryClient.invalidateQueries({ queryKey: ['account', 'otp'] }))
    await screen.findByText(found)
    expect(screen.getByText('aaaa-bbbb-cccc-dddd')).toBeTruthy()
    press('I have saved them')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is removed after confirmation', async () => {
    answers['GET /account/otp'] = [{ data: OTP_ON }, { data: OTP_OFF }]
    answers['DELETE /account/otp'] = [{ data: { removed: true } }]
    render(<OtpSection />)
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the authenticator app' }))
    await pressIn('Remove the authenticator app', 'Remove')
    await screen.findByText('Off. Logging in needs your password only.')
  })

  it('never shows a failure as "off"', async () => {
    answers['GET /account/otp'] = [{ status: 403, code: 'forbidden' }]
    render(<OtpSection />)
    await screen.findByText('Your authenticator app could not be loaded')
    expect(screen.queryByText(/^Off/)).toBeNull()
  })
})

describe('Passkeys', () => {
  it('are listed with their host, and one is added under a name', async () => {
    answers['GET /account/passkeys'] = [{ data: [] }, { data: [entry({ name: 'Yubi', host: 'other.example' })] }]
    passkey.addPasskey.mockResolvedValue({ name: 'Yubi' })
    render(<PasskeysSection />)
    await screen.findByText('You have no passkeys.')
    press('Add a passkey')
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Yubi' } })
    press('Continue')
    expect((await screen.findByText(/works at other\.example only/)).textContent).toContain('never used')
    expect(passkey.addPasskey).toHaveBeenCalledWith('Yubi')
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Passkey “Yubi” added.'))
  })

  it('show what to do where they are unavailable, and are still listed', async () => {
    passkey.obstacle = 'Passkeys need a host name.'
    answers['GET /account/passkeys'] = [{ data: [entry({ name: 'Yubi' })] }]
    render(<PasskeysSection />)
    await screen.findByText('Yubi')
    expect(screen.getByText('Passkeys need a host name.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  it('are removed after confirmation', async () => {
    const PASSKEY = '0199c0de-0000-7000-8000-000000000001'
    answers['GET /account/passkeys'] = [{ data: [entry({ id: PASSKEY, name: 'Yubi' })] }, { data: [] }]
    answers[`DELETE /account/passkeys/${PASSKEY}`] = [{ data: { id: PASSKEY } }]
    render(<PasskeysSection />)
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the passkey Yubi' }))
    await pressIn('Remove “Yubi”', 'Remove')
    await screen.findByText('You have no passkeys.')
  })

  it('report a request that was cancelled', async () => {
    passkey.addPasskey.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    render(<PasskeysSection />)
    await screen.findByText('You have no passkeys.')
    press('Add a passkey')
    fireEvent.click(await screen.findByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('error', 'No passkey was used.'))
  })
})

describe('Sessions', () => {
  it('show device, network and times; the current one cannot be ended here', async () => {
    const unknown = { device: { browser: null, system: null }, place: { kind: 'unknown', network: null } }
    answers['GET /account/sessions'] = [{ data: [session({ is_current: true }), session({ id: 'b', ...unknown })] }]
    render(<SessionsSection />)
    const [own, other] = await screen.findAllByRole('listitem')
    expect(own?.textContent).toContain('Firefox on LinuxThis device')
    expect(own?.textContent).toContain('Internet, 203.0.113.*')
    expect(own?.querySelector('button')).toBeNull()
    expect(other?.textContent).toContain('Unknown device')
    expect(other?.textContent).toContain('Unknown network')
  })

  it('are ended except this one, after confirmation', async () => {
    answers['GET /account/sessions'] = [
      { data: [session({ is_current: true }), session({ id: 'b' })] },
      { data: [session({ is_current: true })] },
    ]
    answers['DELETE /account/sessions'] = [{ data: { ended: 1 } }]
    render(<SessionsSection />)
    await screen.findAllByRole('listitem')
    press('End all others')
    await pressIn('End all other sessions', 'End all others')
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', '1 session has ended.'))
    expect(screen.getByRole('button', { name: 'End all others' }).getAttribute('aria-disabled')).toBe('true')
  })
})

function session(more: object = {}) {
  return {
    id: 'a',
    device: { browser: 'Firefox', system: 'Linux' },
    place: { kind: 'internet', network: '203.0.113.*' },
    created_at: '2026-01-14T10:00:00.000Z',
    last_seen_at: '2026-01-15T12:00:00.000Z',
    is_current: false,
    ...more,
  }
}

function entry(more: object = {}) {
  return {
    id: 'one',
    name: 'My key',
    host: 'localhost',
    is_backed_up: false,
    created_at: '2026-01-14T10:00:00.000Z',
    last_used_at: null,
    ...more,
  }
}
