import { epochMs } from '@aerie/core/time'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import { describe, expect, it } from 'vitest'
import { recentFigures } from './recent-figures.ts'

const DATA = { currency: 'XRP', quote: 'USD', source: 'live', price: 4, as_of: 1 } as const
const MESSAGE: MarketDataMessage = { message_id: 'm', command: 'info', data: DATA, error: null }

describe('a result reported by a client', () => {
  const figures = recentFigures({ now: () => epochMs(0) })
  figures.note('ada', MESSAGE)
  it.each(['XRP is at 4.000.', '4.000', '44.000 or 4.000'])('is proven when it contains the exact number: %s', (text) =>
    expect(figures.provenIn(text, 'ada', 'm')).toHaveLength(1),
  )
  it.each(['44.000', '4.0001', '4.0004.000', '4.000'.repeat(800)])('is not proven by a longer number that contains it: %s', (text) =>
    expect(figures.provenIn(text, 'ada', 'm')).toEqual([]),
  )
})
