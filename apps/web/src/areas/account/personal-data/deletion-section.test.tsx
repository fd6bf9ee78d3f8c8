import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { DeletionSection } from './deletion-section.tsx'

const ENDS = '2026-01-22T12:00:00.000Z'
let endsAt: string | null
let calls: string[]
let refusal: object | null

beforeEach(() => {
  endsAt = null
  calls = []
  refusal = null
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit) => {
    calls.push(method)
    if (method === 'POST' && refusal !== null) return Response.json(refusal, { status: 422 })
    if (method !== 'GET') endsAt = method === 'POST' ? ENDS : null
    return Response.json({ data: { ends_at: endsAt } })
  })
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  render(<DeletionSection />)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('asks for confirmation, naming what is lost, then shows the date and can cancel', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }))
  expect(screen.getByText('conversations with the agent')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(calls).not.toContain('POST')
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete my account' }).at(-1) as HTMLElement)
  expect((await screen.findByText(/Your account will be deleted on/)).textContent).toContain('2026')
  fireEvent.click(screen.getByRole('button', { name: 'Keep my account' }))
  expect(await screen.findByRole('button', { name: 'Delete my account' })).toBeTruthy()
  expect(calls.filter((method) => method !== 'GET')).toEqual(['POST', 'DELETE'])
})

it('stays on the page and shows what prevents the deletion: open live orders', async () => {
  refusal = { type: 't', title: 'T', status: 422, detail: '2 live orders may still be open at ApeX Omni.', code: 'apex_orders_open' }
  fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }))
  expect(screen.getByText(/at ApeX Omni delay the deletion/)).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete my account' }).at(-1) ?? document.body)
  const warning = await screen.findByText('2 live orders may still be open at ApeX Omni.')
  expect(warning.getAttribute('role')).toBe('alert')
  expect(screen.getByRole('button', { name: 'Delete my account' })).toBeTruthy()
})
