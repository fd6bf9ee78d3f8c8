import type { OwnResult } from '@aerie/wire/agent/agent-own'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { testMessage } from '../../../platform/live/test/agent-server.ts'
import { useTicket } from '../../trading/index.ts'
import { AgentReply } from '../answer/agent-reply.tsx'
import { ownView } from './own-answer.tsx'

afterEach(cleanup)

const RESULT: OwnResult = {
  tool: 'get_own_statistics',
  asked: { figure: 'win_rate', ticker: 'BTC', side: 'short', period: 'last_week' },
  span: { from: '2026-11-16', to: '2026-11-22' },
  zone: 'Europe/Berlin',
  at: 0,
  source: null,
  made_of: { live: 0, sim: 4, replay: 0, imported: 2 },
  values: [],
  rows: [],
  more: 0,
  title: 'Your closed trades · BTC · short · 16 – 22 Nov 2026, Europe/Berlin',
  lines: [{ label: 'Win rate', text: '95%: 32.0% – 81.0% (60.0%, only 6 trades)' }],
  notes: ['7 groups were compared.'],
}
const show = (own: readonly unknown[], content: string, engine: 'built-in' | 'llm' = 'built-in') =>
  render(
    <MemoryRouter>
      <AgentReply message={{ ...testMessage(1), sender: 'Agent', content, engine, own: [...own] }} results={[]} question={null} />
    </MemoryRouter>,
  )
const card = () => within(screen.getByRole('region', { name: RESULT.title }))

describe('an answer from the user’s own data', () => {
  it('shows each value, its label, that it is paper at simulated prices, and a link to its screen', () => {
    show([RESULT], `${RESULT.title}:\nWin rate: 95%`)
    expect(card().getByText('Win rate').nextSibling?.textContent).toBe('95%: 32.0% – 81.0% (60.0%, only 6 trades)')
    expect(card().getByText('PAPER').parentElement?.textContent).toBe('PAPERSIMULATED')
    expect(card().getByText('IMPORTED')).toBeTruthy()
    expect(card().getByText('7 groups were compared.')).toBeTruthy()
    expect(card().getByRole('link').getAttribute('href')).toBe(
      '/claw/posttrade?symbol=BTC&side=short&from=2026-11-16&to=2026-11-22&view=statistics',
    )
    expect(screen.getAllByText(RESULT.title)).toHaveLength(1)
  })

  it('shows figures of the market without a paper mark, with a link to the forecast or the coin', () => {
    show(
      [{ ...RESULT, tool: 'get_price_chance', asked: { ticker: 'BTC', timeframe: 12, level: '70000' }, made_of: null, source: 'sim' }],
      '',
    )
    expect(card().getByText('MARKET').parentElement?.textContent).toBe('MARKETSIMULATED')
    expect(card().getByRole('link').getAttribute('href')).toBe('/ipc/BTC?hours=12')
    const paths = [{ about: 'facts', ticker: 'ETH' } as const, { about: 'losers' } as const].map(
      (asked) => ownView({ tool: 'get_market_figures', asked, span: null, title: '' })?.path,
    )
    expect(paths).toEqual(['/currencies/ETH', '/'])
  })

  it('keeps the server’s text above the results, and all of a model’s text', () => {
    show([RESULT], `The language model did not answer, so the built-in engine does.\n\n${RESULT.title}:\nWin rate: 95%`)
    expect(screen.getByText('The language model did not answer, so the built-in engine does.')).toBeTruthy()
    cleanup()
    show([RESULT], 'You won 60% of them.', 'llm')
    expect(screen.getByText('You won 60% of them.')).toBeTruthy()
  })

  it('shows why there is no result, and that the page is out of date for a result it cannot read', () => {
    show([{ ...RESULT, lines: [], notes: [], problem: 'This could not be read now.' }, { tool: 'get_own_dreams' }], '')
    expect(card().getByText('This could not be read now.')).toBeTruthy()
    expect(screen.getByText(/This page is out of date/)).toBeTruthy()
  })
})

it.each([
  [{ ...RESULT, tool: 'get_own_trades', asked: { order: 'worst', result: 'loss' }, span: null }, '/claw/posttrade?result=loss&sort=net'],
  [{ ...RESULT, tool: 'get_own_trades', asked: {}, span: null }, '/claw/posttrade'],
  [{ ...RESULT, tool: 'get_own_orders', asked: { state: 'open' }, span: null }, '/claw/trade'],
  [{ ...RESULT, tool: 'get_own_positions', asked: { ticker: 'BTC' }, span: null }, '/claw/trade'],
] as const)('links a result to the screen that shows the same numbers', (result, path) => expect(ownView(result)?.path).toBe(path))

it('has no link where no screen shows the same numbers', () => {
  expect(ownView({ tool: 'get_own_trades', asked: { without: ['BTC'] }, span: null, title: '' })).toBeUndefined()
})

it('draws the closes of the day above the badge of their source', () => {
  const chart = [100, 102, 101].map((close, hour): [number, number] => [hour * 3_600_000, close])
  show([{ ...RESULT, tool: 'get_market_figures', asked: { about: 'move', ticker: 'BTC' }, made_of: null, source: 'sim', chart }], '')
  expect(card().getByRole('img').getAttribute('aria-label')).toContain('BTC')
  expect(card().getByText('MARKET').parentElement?.textContent).toBe('MARKETSIMULATED')
})

it('offers a drafted order for the ticket, and sends nothing', () => {
  const proposals = [{ kind: 'order', currency: 'BTC', side: 'buy', type: 'limit', size: '0.1', price: '60000' } as const]
  render(
    <MemoryRouter>
      <AgentReply
        message={{ ...testMessage(1), sender: 'Agent', content: 'A draft.', engine: 'built-in', proposals }}
        results={[]}
        question={null}
      />
    </MemoryRouter>,
  )
  expect(screen.getByText('Buy BTC · 0.1 BTC · limit 60,000')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Fill the ticket' }))
  const { symbol, draft, filledBy } = useTicket.getState()
  expect([symbol, draft.side, draft.type, draft.amount, draft.unit, draft.price, filledBy]).toEqual([
    'BTC',
    'buy',
    'limit',
    '0.1',
    'coin',
    '60000',
    'Agent EagleEye',
  ])
})
