import { expect, it } from 'vitest'
import { partOf } from '../../../../test/part-of.ts'
import type { Figures } from '../../../platform/live/market/quotes.ts'
import { howComputed } from './provenance-card.tsx'

const figures = partOf<Figures>({ symbol: 'BTC', price: 1, closes: { '1h': null, '24h': null, '7d': null }, quote: 'USD' })

it.each(['marketCap', 'totalMarketCap', 'circulatingSupply', 'totalSupply'] as const)(
  'never describes the %s of a recorded or simulated hour as reported',
  (name) => {
    expect(howComputed(figures, name, 'replay')).toMatch(/our catalogue of 2025 to 2026/)
    expect(howComputed(figures, name, 'sim')).toBe(howComputed(figures, name, 'replay'))
    expect(howComputed(figures, name, 'live')).not.toMatch(/catalogue/)
  },
)
