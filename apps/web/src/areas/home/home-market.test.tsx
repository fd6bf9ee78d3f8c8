import '../../../test/silent-live-client.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { BoardCoin, BoardState } from '../../platform/live/market/board.ts'
import { HomeMarket } from './home-market.tsx'

const { listeners } = vi.hoisted(() => ({ listeners: new Set<(board: BoardState) => void>() }))
vi.mock(import('../../platform/live/market/board.ts'), async (original) => ({
  ...(await original()),
  onBoard: (listener) => {
    listeners.add(listener)
    listener({ kind: 'loading' })
    return () => listeners.delete(listener)
  },
}))
afterEach(cleanup)

const coin = (symbol: string, more: Partial<BoardCoin>): BoardCoin => ({
  symbol,
  name: symbol,
  logo: '/x.svg',
  color: '#000000',
  industries: [],
  rank: 1,
  price: 110,
  asOf: 0,
  quote: 'USD',
  closes: { '1h': null, '24h': 100, '7d': null },
  marketCap: 750,
  volume24h: 10,
  circulatingSupply: 1,
  sparkline: [],
  isStale: false,
  ...more,
})
const fact = (title: string) =>
  [...(screen.getByText(title).parentElement?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)
const show = (coins: readonly BoardCoin[]) => {
  render(<HomeMarket />, { wrapper: MemoryRouter })
  act(() => {
    for (const listener of listeners) listener({ kind: 'ready', coins, source: 'sim' })
  })
}

it('shows the total market value, the number of coins, and the leader', () => {
  show([
    coin('BTC', {}),
    coin('ETH', { marketCap: 250, closes: { '1h': null, '24h': 220, '7d': null } }),
    coin('NEW', { marketCap: null, volume24h: null }),
  ])
  expect(fact('Total market cap')).toEqual(['$1.00K', '2 of 3 coins'])
  expect(fact('BTC dominance')).toEqual(['75.0%', '2 of 3 coins'])
  expect(fact('24h volume')).toEqual(['$20.00', '2 of 3 coins'])
  expect(fact('24h up / down')).toEqual(['▲up 2 ▼down 1', '0 unchanged'])
})

it('shows a dash, never 0, for unknown values', () => {
  show([coin('NEW', { marketCap: null, volume24h: null, closes: { '1h': null, '24h': null, '7d': null } })])
  expect([fact('Total market cap')[0], fact('24h change')[0], fact('24h volume')[0]]).toEqual(['—', '—', '—'])
  expect(fact('24h up / down')[1]).toBe('0 unchanged, 1 not known')
})
