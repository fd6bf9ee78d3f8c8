import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { TokensSection } from './tokens-section.tsx'

const notify = vi.hoisted(() => vi.fn<(type: string, text: string) => void>())
vi.mock('../../../platform/toasts/toast.ts', () => ({ notify, clearToasts: () => undefined }))

const TOKEN = `aer_${'x'.repeat(43)}`
const ROW = {
  id: '7d0e1d3c-4a55-4c86-9a52-2f4a0ce0a111',
  name: 'My bot',
  scopes: ['journal:read'],
  created_at: '2026-01-02T12:00:00.000Z',
  expires_at: '2026-02-02T12:00:00.000Z',
  last_used_at: null,
}
type Sent = { readonly method: string; readonly path: string; readonly body: Record<string, unknown> }
let sent: Sent[] = []
let rows: object[] = []
let isProven = true
const problem = (status: number, code: string, errors: Record<string, string[]> = {}) =>
  Response.json({ type: 't', title: 'T', status, detail: 'No.', code, errors }, { status })

function answer({ method, path, body }: Sent): Response {
  if (path.endsWith('/reauthenticate')) {
    isProven = body.password === 'right'
    return isProven
      ? Response.json({ data: { until: 'x' } })
      : problem(401, 'invalid_credentials', { password: ['The password is wrong.'] })
  }
  if (method === 'GET') return Response.json({ data: rows })
  if (method === 'DELETE') {
    rows = []
    return Response.json({ data: { id: ROW.id } })
  }
  if (!isProven) return problem(403, 'reauthentication_required')
  rows = [ROW]
  return Response.json({ data: { ...ROW, token: TOKEN } }, { status: 201 })
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const posted = () => sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/tokens'))

beforeEach(async () => {
  sent = []
  rows = []
  isProven = true
  HTMLDialogElement.prototype.showModal = vi.fn<() => void>()
  HTMLDialogElement.prototype.close = vi.fn<() => void>()
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    const call = { method: options.method ?? 'GET', path, body: JSON.parse(String(options.body ?? '{}')) as Sent['body'] }
    sent.push(call)
    return answer(call)
  })
  render(<TokensSection />)
  await screen.findByText('You have no API tokens.')
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('selects nothing at first, least of all trading, and requires a name and a scope', async () => {
  await press('New token')
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { hidden: true })
  expect(boxes.map(({ checked }) => checked)).toEqual(boxes.map(() => false))
  await press('Create token')
  expect(screen.getByText('Enter a name.')).toBeTruthy()
  expect(screen.getByText('Choose at least one scope.')).toBeTruthy()
  expect(posted()).toEqual([])
})

it('shows a new token once, and lists it without its value', async () => {
  await press('New token')
  type('Name', ' My bot ')
  fireEvent.click(screen.getByLabelText(/^journal:read/))
  await press('Create token')
  await waitFor(() => expect(screen.getByText(TOKEN)).toBeTruthy())
  expect(posted()[0]?.body).toMatchObject({ name: 'My bot', scopes: ['journal:read'] })
  await press('Done')
  expect(screen.queryByText(TOKEN)).toBeNull()
  expect(await screen.findByText('My bot')).toBeTruthy()
  expect(
    JSON.stringify(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
    ),
  ).not.toContain(TOKEN)
})

it('asks for reauthentication when required, again after a wrong password, and then creates the token', async () => {
  isProven = false
  await press('New token')
  type('Name', 'My bot')
  fireEvent.click(screen.getByLabelText(/^trading:write/))
  await press('Create token')
  await waitFor(() => expect(screen.getByText('Confirm your identity')).toBeTruthy())
  type('Password', 'wrong')
  await press('Confirm')
  await waitFor(() => expect(screen.getByText('The password is wrong.')).toBeTruthy())
  type('Password', 'right')
  await press('Confirm')
  await waitFor(() => expect(screen.getByText(TOKEN)).toBeTruthy())
  expect(posted()).toHaveLength(2)
})

it('keeps what was typed when reauthentication is cancelled, and creates nothing', async () => {
  isProven = false
  await press('New token')
  type('Name', 'My bot')
  fireEvent.click(screen.getByLabelText(/^trading:read/))
  await press('Create token')
  await waitFor(() => expect(screen.getByText('Confirm your identity')).toBeTruthy())
  await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: 'Cancel', hidden: true }).at(-1) as HTMLElement))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('My bot')
  expect(screen.queryByText(TOKEN)).toBeNull()
  expect(posted()).toHaveLength(1)
})
