import { expect, it } from 'vitest'
import type { Figures } from '../../live/quotes.ts'
import { howComputed } from './provenance-text.ts'

const figures = { symbol: 'BTC', price: 1, closes: { '1h': null, '24h': null, '7d': null }, quote: 'USD' } as Figures // all that the sentences read

it.each(['marketCap', 'totalMarketCap', 'circulatingSupply', 'totalSupply'] as const)(
  'never says that the %s of a recorded or simulated hour was reported',
  (name) => {
    expect(howComputed(figures, name, 'replay')).toMatch(/our catalogue of 2025 to 2026/)
    expect(howComputed(figures, name, 'sim')).toBe(howComputed(figures, name, 'replay'))
    expect(howComputed(figures, name, 'live')).not.toMatch(/catalogue/)
  },
)
