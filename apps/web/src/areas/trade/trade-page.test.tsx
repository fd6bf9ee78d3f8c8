import '../../../test/no-messages.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { newLoginCalls } from '../../platform/session/new-logins.ts'
import { alertCalls } from '../alerts/alert-calls.ts'
import { testFiring, testSummary } from '../alerts/test/alerts.ts'
import { LiquidationBanner } from './trade-page.tsx'

vi.spyOn(newLoginCalls, 'list').mockResolvedValue([])
const summary = vi.spyOn(alertCalls, 'summary')
const firings = vi.spyOn(alertCalls, 'firings')
const read = vi.spyOn(alertCalls, 'read')
afterEach(cleanup)

const show = () =>
  render(
    <MemoryRouter>
      <LiquidationBanner />
    </MemoryRouter>,
  )
const liquidated = (number: number, is_read: boolean) =>
  testFiring(number, {
    terms: { symbol: 'BTC', kind: 'liquidated', repeat: 'every', channels: ['app'] },
    text: `BTC position liquidated (${number}).`,
    is_read,
  })

it('shows the newest unread liquidation until it is dismissed', async () => {
  summary.mockResolvedValue(testSummary({ unread: 2 }))
  firings.mockResolvedValue({ data: [testFiring(9), liquidated(8, false), liquidated(7, true)], next: null })
  read.mockResolvedValue(testSummary({ unread: 1 }))
  show()
  const banner = await screen.findByRole('alert')
  expect(within(banner).getByText('BTC position liquidated (8).')).toBeTruthy()
  expect(within(banner).getByRole('link', { name: 'What happened' })).toBeTruthy()
  firings.mockResolvedValue({ data: [testFiring(9), liquidated(8, true), liquidated(7, true)], next: null })
  fireEvent.click(within(banner).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(read).toHaveBeenCalledWith({ ids: [liquidated(8, false).id] })
})
