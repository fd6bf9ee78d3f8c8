import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { DetailsPage } from './details-page.tsx'

const renew = vi.hoisted(() => vi.fn<() => Promise<string>>())
vi.mock('../../../platform/session/session.ts', async (load) => ({ ...(await load<object>()), renewAfterChange: renew }))
const notify = vi.hoisted(() => vi.fn<(type: string, text: string) => void>())
vi.mock('../../../platform/toasts/toast.ts', () => ({ notify, clearToasts: () => undefined }))

const DETAILS = { email: 'ada@example.org', first_name: 'Ada', last_name: 'L', time_zone: null, created_at: '2026-01-02T12:00:00.000Z' }
const fetched = vi.fn<typeof fetch>()
let sent: unknown[] = []
let refusal: object | undefined
let place = ''

function Around() {
  place = useLocation().pathname
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate('/claw')}>
      go on
    </button>
  )
}
const show = async () => {
  await act(async () => {
    render(
      <MemoryRouter initialEntries={['/account/details']}>
        <Around />
        <DetailsPage />
      </MemoryRouter>,
    )
  })
  await screen.findByLabelText('First name')
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))
const saveButton = () => screen.getByRole('button', { name: 'Save', hidden: true })

beforeEach(() => {
  sent = []
  refusal = undefined
  renew.mockResolvedValue('renewed')
  useSession.setState({ phase: 'active', token: 't', user: testUser(), endsAt: Date.now() + 900_000 })
  fetched.mockImplementation(async (_path, options) => {
    if (options?.method !== 'PATCH') return Response.json({ data: DETAILS })
    const body = JSON.parse(String(options.body)) as object
    sent.push(body)
    return refusal === undefined ? Response.json({ data: { ...DETAILS, ...body } }) : Response.json(refusal, { status: 400 })
  })
  vi.stubGlobal('fetch', fetched)
  HTMLDialogElement.prototype.showModal = vi.fn<() => void>()
  HTMLDialogElement.prototype.close = vi.fn<() => void>()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('sends only what was changed, and updates the name in the session', async () => {
  await show()
  expect(saveButton().getAttribute('aria-disabled')).toBe('true')
  type('First name', 'Grace')
  type('Time zone for e-mails', 'Asia/Tokyo')
  await press('Save')
  await waitFor(() => expect(renew).toHaveBeenCalledTimes(1))
  expect(sent).toEqual([{ first_name: 'Grace', time_zone: 'Asia/Tokyo' }])
  expect(notify).toHaveBeenCalledWith('success', 'Your details are saved.')
  expect(saveButton().getAttribute('aria-disabled')).toBe('true')
})

it('shows errors at the field, from its own rules and from the server', async () => {
  await show()
  type('First name', '')
  await press('Save')
  expect(screen.getByText('This field is required.')).toBeTruthy()
  expect(sent).toEqual([])
  type('First name', 'Grace')
  refusal = {
    type: 't',
    title: 'T',
    status: 400,
    detail: 'No.',
    code: 'bad_input',
    errors: { time_zone: ['choose a time zone from the list'] },
  }
  await press('Save')
  await waitFor(() => expect(screen.getByText('Choose a time zone from the list.')).toBeTruthy())
  expect(screen.getByLabelText('Time zone for e-mails').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Grace')
})

it('asks before discarding changes, stays, and leaves once confirmed', async () => {
  await show()
  type('Last name', 'Hopper')
  await press('go on')
  expect(place).toBe('/account/details')
  await press('Stay')
  expect(screen.queryByText('Leave without saving?')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Hopper')
  await press('go on')
  await press('Leave without saving')
  expect(place).toBe('/claw')
})

it('navigates without asking once the changes are saved or discarded', async () => {
  await show()
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  type('Last name', 'Hopper')
  expect(isAsked()).toBe(true)
  await press('Discard changes')
  expect(isAsked()).toBe(false)
  await press('go on')
  expect(place).toBe('/claw')
})
