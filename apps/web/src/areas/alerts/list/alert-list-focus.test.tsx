import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { returnLostFocus } from '../../../ui/focus-when-gone.ts'
import { alertCalls } from '../alert-calls.ts'
import { testAlert, testSummary } from '../test/alerts.ts'
import { AlertList } from './alert-list.tsx'

vi.mock(import('../../../platform/toasts/toast.ts'), async (original) => ({ ...(await original()), notify: () => undefined }))

const all = vi.spyOn(alertCalls, 'all')
const pause = vi.spyOn(alertCalls, 'pause')
const ONE = testAlert(1)
const TWO = testAlert(2, { symbol: 'ETH', level: '2500', direction: 'below', title: 'ETH below 2,500' })

beforeEach(() => returnLostFocus(document))
beforeEach(() => {
  vi.resetAllMocks()
  all.mockResolvedValue([ONE, TWO])
  vi.spyOn(alertCalls, 'summary').mockResolvedValue(testSummary())
  vi.spyOn(alertCalls, 'remove').mockResolvedValue(null)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

async function show(path: string): Promise<void> {
  render(
    <MemoryRouter initialEntries={[path]}>
      <main data-focus-target="" tabIndex={-1}>
        <div>
          <AlertList onNew={() => undefined} isNew={false} />
        </div>
      </main>
    </MemoryRouter>,
  )
  await screen.findByText('BTC above 70,000')
}
const row = (title: string) => screen.getByText(title).closest('tr') as HTMLTableRowElement
async function pressOn(title: string, key: string): Promise<void> {
  row(title).focus()
  await act(async () => fireEvent.keyDown(row(title), { key }))
  await waitFor(() => expect(screen.queryByText(title)).toBeNull())
}
const hasFocus = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()))

it('focuses the New alert button when the last alert is deleted', async () => {
  all.mockResolvedValue([ONE])
  await show('/tradealerts')
  await pressOn('BTC above 70,000', 'Delete')
  await screen.findByText('No alerts yet')
  await hasFocus(() => screen.getByRole('button', { name: 'New alert' }))
})

it('focuses the row that replaces one leaving the selected state, and finally the state filter', async () => {
  pause.mockImplementation(async (id) => ({ ...(id === ONE.id ? ONE : TWO), state: 'paused', waits_for: null }))
  await show('/tradealerts?state=active')
  await pressOn('BTC above 70,000', 'p')
  await hasFocus(() => row('ETH below 2,500'))
  await pressOn('ETH below 2,500', 'p')
  await hasFocus(() => within(screen.getByRole('group', { name: 'Show alerts that are' })).getByRole('button', { name: /^Active/ }))
})
