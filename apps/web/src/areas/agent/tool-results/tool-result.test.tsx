import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { testMessage } from '../../../platform/live/test/agent-server.ts'
import { bindNavigation } from '../../../platform/navigation/navigation.ts'
import { tradingCalls } from '../../trading/account/trading-calls.ts'
import { fillTicket, useTicket } from '../../trading/ticket/ticket-draft.ts'
import { ToolResult } from './tool-result.tsx'

afterEach(cleanup)

it('fills the coin of an answer into the ticket, shows who filled it in, and submits nothing', () => {
  const [went, place] = [vi.fn<(path: string) => void>(), vi.spyOn(tradingCalls, 'place')]
  bindNavigation(went)
  fillTicket('BTC', { amount: '7' }, null)
  const reply = {
    ...testMessage(1),
    sender: 'Agent' as const,
    tool_calls: [{ name: 'get_crypto_price' as const, arguments: '{"ticker":"ETH"}' }],
  }
  const figure = { tool: 'get_crypto_price' as const, currency: 'ETH', price: 3_000, quote: 'USD', source: 'sim' as const, at: 1, as_of: 1 }
  const stored = { ...testMessage(2), content: 'The current price of ETH is $3,000.00', figures: [figure] }
  render(
    <MemoryRouter>
      <ToolResult reply={reply} place={0} stored={stored} />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: /Trade ETH/ }))
  expect(useTicket.getState()).toMatchObject({ symbol: 'ETH', filledBy: 'Agent EagleEye', draft: { type: 'limit', amount: '' } })
  expect([went.mock.lastCall?.[0], place.mock.calls]).toEqual(['/claw/trade', []])
})
