import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { ExportSection } from './export-section.tsx'

const ID = '7d0e1d3c-4a55-4c86-9a52-2f4a0ce0a111'
const WAITING = {
  id: ID,
  state: 'waiting',
  parts_done: 0,
  parts: null,
  bytes: null,
  created_at: '2026-01-02T12:00:00.000Z',
  expires_at: null,
  link: null,
}
const refusal = () =>
  Response.json({ type: 'about:blank', title: 'No', status: 403, code: 'forbidden', detail: 'No.', instance: '/' }, { status: 403 })
let status: object
let isRefused: boolean
let asked = 0
let newest: object | null
let calls: string[]

beforeEach(() => {
  vi.useFakeTimers()
  status = WAITING
  isRefused = false
  asked = 0
  newest = null
  calls = []
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    calls.push(`${options.method} ${path}`)
    if (path.endsWith('/auth/reauthenticate')) return Response.json({ data: { until: '2026-01-02T12:10:00.000Z' } })
    if (/otp$|passkeys$/.test(path))
      return Response.json({ data: path.endsWith('otp') ? { is_on: false, confirmed_at: null, recovery_codes_left: 0 } : [] })
    if (path.endsWith('/account/export') && options.method === 'GET') return Response.json({ data: newest })
    if (options.method === 'POST') return Response.json({ data: { id: ID } }, { status: 202 })
    asked += 1
    return isRefused ? refusal() : Response.json({ data: status })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const begin = async () => {
  render(<ExportSection />)
  await pass(10)
  fireEvent.click(screen.getByRole('button', { name: 'Export all data' }))
  await pass(10)
}

it('shows progress, then the link, and stops polling, as each response invalidates the previous link', async () => {
  await begin()
  expect(screen.getByText('Your export starts in a moment.')).toBeTruthy()
  status = { ...WAITING, state: 'running', parts_done: 7, parts: 61 }
  await pass(1_100)
  expect(screen.getByText('7 of 61 files written.')).toBeTruthy()
  status = { ...WAITING, state: 'ready', parts_done: 61, parts: 61, bytes: 12_345, link: `/api/v1/account/exports/${ID}/file?key=k` }
  await pass(1_100)
  expect(screen.getByRole('link', { name: 'Download ZIP (13 kB)' }).getAttribute('href')).toBe(`/api/v1/account/exports/${ID}/file?key=k`)
  const before = asked
  await pass(10_000)
  expect(asked).toBe(before)
})

it('reports an export that failed', async () => {
  await begin()
  status = { ...WAITING, state: 'failed' }
  await pass(1_100)
  expect(screen.getByText('The export failed. Try again.')).toBeTruthy()
})

it('says that its state could not be read, and reads it on request', async () => {
  isRefused = true
  await begin()
  expect(screen.getByRole('alert').textContent).toMatch(/^The state of your export could not be loaded\. No\./)
  isRefused = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await pass(10)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Your export starts in a moment.')).toBeTruthy()
})

it('finds an export started earlier, and shows its link once the user has reauthenticated', async () => {
  newest = { id: ID }
  const ready = { ...WAITING, state: 'ready', parts_done: 61, parts: 61, bytes: 12_345 }
  status = ready
  render(<ExportSection />)
  await pass(10)
  fireEvent.click(screen.getByRole('button', { name: 'Confirm your identity to download (13 kB)' }))
  await pass(10)
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'osprey-over-the-loch-41' } })
  status = { ...ready, link: `/api/v1/account/exports/${ID}/file?key=k` }
  fireEvent.submit(screen.getByLabelText('Password'))
  await pass(10)
  expect(calls).toContain('POST /api/v1/auth/reauthenticate')
  expect(screen.getByRole('link', { name: 'Download ZIP (13 kB)' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})
