import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { alertCalls } from '../../../alerts/alert-calls.ts'
import { testFiring, testSummary } from '../../../alerts/test-alerts.ts'
import { Bell } from './bell.tsx'

vi.mock(import('../../../live/messages/messages-client.ts'), async (original) => ({ ...(await original()), openMessages: () => undefined }))
const summary = vi.spyOn(alertCalls, 'summary')

beforeEach(() => {
  vi.spyOn(alertCalls, 'firings').mockResolvedValue({ data: [testFiring(1)], next: null })
})
afterEach(cleanup)

/** The bell of the header, over a page with its bottom bar. */
const show = () =>
  render(
    <MemoryRouter>
      <Bell />
      <nav aria-label="Main">
        <a href="/tradealerts">Alerts</a>
      </nav>
    </MemoryRouter>,
  )

it('says the count in the header and in the bottom bar', async () => {
  summary.mockResolvedValue(testSummary({ unread: 120 }))
  show()
  expect(await screen.findByRole('link', { name: 'Trade alerts, 120 unread' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Alerts 120 unread' }).textContent).toContain('99+')
})

it('says no count where nothing is unread', async () => {
  summary.mockResolvedValue(testSummary({ unread: 0 }))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Newest alerts' }))
  await screen.findByRole('list', { name: 'What fired' })
  expect(screen.getByRole('link', { name: 'Alerts' }).textContent).toBe('Alerts')
})

it('keeps the focus when what was pressed goes, so that Escape still closes', async () => {
  summary.mockResolvedValue(testSummary({ unread: 1 }))
  vi.spyOn(alertCalls, 'read').mockResolvedValue(testSummary({ unread: 0 }))
  show()
  await screen.findByRole('link', { name: 'Alerts 1 unread' })
  fireEvent.click(screen.getByRole('button', { name: 'Newest alerts' }))
  const all = await screen.findByRole('button', { name: 'Mark all as read' })
  all.focus()
  fireEvent.click(all)
  await screen.findByRole('link', { name: 'Alerts' })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
