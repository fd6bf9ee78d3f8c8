import '../../../../test/no-messages.ts'
import '../../../../test/no-live-socket.ts'
import type { LedgerPosting } from '@aerie/wire/trading/trading-account'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { calls, panesStage, show } from '../../../../test/trade-panes.tsx'
import { ApiError } from '../../../platform/api/api-error.ts'
import { readTrading } from '../../trading/account/trading-store.ts'
import { testAccount, testOrder, testPosition } from '../../trading/test/account.ts'
import { PositionsSlot } from '../positions/positions-slot.tsx'
import { AccountNotice } from './account-frame.tsx'
import { BalancesSlot } from './balances-slot.tsx'
import { LedgerSlot } from './ledger-slot.tsx'

panesStage()

describe('a former account', () => {
  it('opens read-only, with positions and orders fetched by its own id', async () => {
    const old = testAccount({ id: '00000000-0000-4000-8000-000000000009', closed_at: '2026-01-02T00:00:00.000Z' })
    calls.accounts.mockResolvedValue([
      { ...testAccount(), is_present: true },
      { ...old, is_present: false },
    ])
    calls.positionsOf.mockResolvedValue([testPosition({ mark: null })])
    calls.ordersOf.mockResolvedValue({ data: [testOrder(1, { state: 'canceled' })], next: null })
    show(BalancesSlot)
    fireEvent.click(await screen.findByRole('button', { name: /^Open the account of/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Account of/ }))
    const positions = await dialog.findByRole('table', { name: 'Positions of this account' })
    expect([calls.positionsOf.mock.lastCall?.[0], within(positions).queryAllByRole('button')]).toEqual([old.id, []])
    fireEvent.click(dialog.getByRole('button', { name: 'Orders' }))
    expect((await dialog.findByRole('table', { name: 'Past orders' })).textContent).toContain('Buy HYPE Limit')
    expect(calls.ordersOf.mock.lastCall?.[0]).toBe(old.id)
  })
})

describe('the ledger', () => {
  it('shows the rate of each funding hour, and marks estimates', async () => {
    const hour = (seq: number, is_inferred: boolean): LedgerPosting => ({
      seq,
      at: '2026-01-01T13:00:00.000Z',
      kind: 'funded',
      client_id: null,
      symbol: 'SOL',
      lines: [
        { account: 'user:cash', amount: '-0.00125' },
        { account: 'venue:funding', amount: '0.00125' },
      ],
      funding: { rate: '0.0000125', price: '100', is_inferred },
    })
    calls.ledger.mockResolvedValue({ data: [hour(2, true), hour(1, false)], next: null })
    show(LedgerSlot)
    expect((await screen.findByText(/, estimated$/)).textContent).toBe('0.00125% of 100.00, estimated')
    expect(screen.getByText('0.00125% of', { exact: true }).textContent).toBe('0.00125% of 100.00')
  })

  it('is loading, and says so; where it failed it is read on request', async () => {
    const reading = Promise.withResolvers<Awaited<ReturnType<typeof calls.ledger>>>()
    calls.ledger.mockReturnValueOnce(reading.promise)
    show(LedgerSlot)
    expect(await screen.findByRole('status', { name: 'Loading the ledger' })).toBeTruthy()
    reading.reject(new ApiError({ code: 'forbidden', status: 403, detail: '' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The ledger could not be loaded')
    calls.ledger.mockResolvedValue({ data: [], next: null })
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('No postings.')).toBeTruthy()
  })
})

it('shows who paid an insurance payment, how much, and what a real venue could have done', async () => {
  calls.ledger.mockResolvedValue({
    data: [
      {
        seq: 3,
        at: '2026-01-01T13:00:00.000Z',
        kind: 'insured',
        client_id: null,
        symbol: null,
        lines: [
          { account: 'user:cash', amount: '12.4' },
          { account: 'venue:insurance', amount: '-12.4' },
        ],
        funding: null,
      },
    ],
    next: null,
  })
  show(LedgerSlot)
  await screen.findByText("The venue's fund paid 12.40 USDC. On a real venue this could have been auto-deleveraging (ADL).")
})

describe('the account', () => {
  it('draws unknown values as a dash, never as 0', async () => {
    calls.account.mockResolvedValue(testAccount({ equity: null, free_margin: null }))
    show(BalancesSlot)
    const equity = (await screen.findByText('Equity')).parentElement
    expect(equity?.textContent).toBe('Equity—')
  })

  it('shows a load failure once for all panes, and reloads when the retry is due', async () => {
    calls.account.mockRejectedValue(new ApiError({ code: 'unavailable', status: 503, detail: '', retryAfterSeconds: 10 }))
    show((props) => (
      <>
        <AccountNotice />
        <PositionsSlot {...props} />
        <BalancesSlot />
      </>
    ))
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Your account could not be loaded. This is not available right now. Trying again in 10 s./,
    )
    expect(screen.getAllByText(/could not be loaded/)).toHaveLength(1)
    calls.account.mockResolvedValue(testAccount())
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('table', { name: 'Open positions' })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps known positions, dimmed, when a refresh fails', async () => {
    show(PositionsSlot)
    const table = await screen.findByRole('table', { name: 'Open positions' })
    calls.account.mockRejectedValue(new ApiError({ code: 'unavailable', status: 503, detail: '', retryAfterSeconds: 10 }))
    await act(readTrading)
    await waitFor(() => expect(table.closest('[data-stale]')).not.toBeNull())
    expect(screen.getByRole('table', { name: 'Open positions' })).toBe(table)
  })

  it('keeps positions for a user who leaves the screen and returns while the account cannot be loaded', async () => {
    show(PositionsSlot)
    await screen.findByRole('table', { name: 'Open positions' })
    cleanup()
    calls.account.mockReturnValue(new Promise(() => undefined))
    show(PositionsSlot)
    expect(screen.getByRole('table', { name: 'Open positions' }).closest('[data-stale]')).not.toBeNull()
  })

  it('links to the subscriptions when the current one does not include trading', async () => {
    calls.account.mockRejectedValue(new ApiError({ code: 'forbidden', status: 403, detail: '' }))
    show(PositionsSlot)
    expect((await screen.findByRole('link', { name: 'Subscriptions' })).getAttribute('href')).toBe('/account/subscriptions')
  })
})
