import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { alertCalls } from './alert-calls.ts'
import { CoinAlerts } from './coin-alerts.tsx'
import { testAlert, testSummary } from './test/alerts.ts'

vi.spyOn(alertCalls, 'summary').mockResolvedValue(testSummary())
vi.spyOn(alertCalls, 'remove').mockResolvedValue(null)
const all = vi.spyOn(alertCalls, 'all')
afterEach(() => {
  cleanup()
  queryClient.clear()
})

it('keeps the focus in the panel when an alert is removed together with its delete button', async () => {
  all.mockResolvedValue([testAlert(1), testAlert(2, { title: 'BTC below 60,000' })])
  render(
    <MemoryRouter>
      <CoinAlerts symbol="BTC" />
    </MemoryRouter>,
  )
  const remove = async (title: string) => {
    const button = await screen.findByRole('button', { name: `Delete: ${title}` })
    button.focus()
    await act(async () => fireEvent.click(button))
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
    return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  }
  expect(await remove('BTC above 70,000')).toBe('Delete: BTC below 60,000')
  expect(await remove('BTC below 60,000')).toBe('New alert')
})
