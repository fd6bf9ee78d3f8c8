import '../../../../test/no-messages.ts'
import '../../../../test/no-live-socket.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { calls, panesStage, show } from '../../../../test/trade-panes.tsx'
import { useViewState } from '../../../platform/mirror/views/view-state.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { tradingCalls } from '../../trading/account/trading-calls.ts'
import { testInstrument } from '../../trading/test/account.ts'
import { MarketList } from './market-picker.tsx'
import { MarketStrip } from './market-strip.tsx'

panesStage()
const market = vi.spyOn(tradingCalls, 'market')
const AT = '2026-01-15T13:00:00.000Z'
beforeEach(() => {
  market.mockResolvedValue({ symbol: 'HYPE', mark: '25.5645', index: '25.56', funding: { rate: '0.0000125', at: AT }, is_stale: false })
  calls.instruments.mockResolvedValue([testInstrument(), testInstrument({ symbol: 'BTC', max_leverage: 40, funding: '-0.00002' })])
})

describe('the strip of a market', () => {
  const fact = (title: string) => screen.getByText(title).nextElementSibling?.textContent

  it('shows mark, index and the funding of this hour so far', async () => {
    show(() => <MarketStrip symbol="HYPE" />)
    await waitFor(() => expect(fact('Funding, 1 h')).toMatch(/^0.00125% /))
    expect([fact('Mark'), fact('Index')]).toEqual(['25.564', '25.560'])
    expect(screen.queryByText('stale')).toBeNull()
  })

  it('shows dashes with a reason for what is unknown, and says when it is stale', async () => {
    market.mockResolvedValue({ symbol: 'HYPE', mark: null, index: null, funding: null, is_stale: true })
    show(() => <MarketStrip symbol="HYPE" />)
    await screen.findByText('stale')
    expect([fact('Mark'), fact('Funding, 1 h'), fact('Volume, 24 h')]).toEqual(['—', '—', '—'])
    expect(screen.getByText('Mark').closest('div')?.title).toBe('No price yet')
  })

  it('shows no figure for a market that is not followed', async () => {
    market.mockRejectedValue(new Error('not followed'))
    show(() => <MarketStrip symbol="HYPE" />)
    await waitFor(() => expect(screen.getByText('Mark').closest('div')?.title).toBe('This market is not followed now'))
    expect(fact('Index')).toBe('—')
  })
})

describe('the list of markets', () => {
  const open = async () => {
    const onClose = vi.fn()
    show(() => <MarketList symbol="HYPE" onClose={onClose} />)
    await screen.findByRole('option', { name: /BTC/ })
    return onClose
  }

  it('shows leverage and funding, and dashes for figures that are not known yet', async () => {
    await open()
    expect(screen.getByRole('option', { name: /BTC/ }).textContent).toBe('BTC ——−0.002%40×')
  })

  it('is searched and chosen by key, and the screen follows', async () => {
    const onClose = await open()
    const search = screen.getByRole('combobox')
    fireEvent.change(search, { target: { value: 'btc' } })
    fireEvent.keyDown(search, { key: 'Enter' })
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(useViewState.getState().channels[1].instrument.symbol).toBe('BTC')
  })

  it('stars the marked market with Shift+Enter and lists it first, without choosing it', async () => {
    useSession.setState({ phase: 'active', token: 't', user: testUser({ user_id: 'wren' }), endsAt: null })
    vi.stubGlobal('fetch', async () => Response.json({ data: { version: 1, body: { lists: [] }, updated_at: 1 } }))
    const onClose = await open()
    const search = screen.getByRole('combobox')
    fireEvent.keyDown(search, { key: 'ArrowDown' })
    fireEvent.keyDown(search, { key: 'Enter', shiftKey: true })
    await waitFor(() => expect(within(screen.getAllByRole('option')[0] as HTMLElement).getByText('Starred')).toBeTruthy())
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('BTC')
    expect(onClose).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
    useSession.setState(useSession.getInitialState(), true)
  })
})
