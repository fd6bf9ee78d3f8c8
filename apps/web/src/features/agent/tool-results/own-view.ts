import type { OwnResult } from '@aerie/wire/agent/agent-own'
import type { View } from '../answer/views.ts'

const ORDERS = { newest: null, best: '-net', worst: 'net' } as const

/** The screen where the numbers of a result stand: Trade, or Post-trade with the same filter. */
export function ownView({ tool, asked, span, title }: Pick<OwnResult, 'tool' | 'asked' | 'span' | 'title'>): View {
  if (tool !== 'get_own_statistics' && tool !== 'get_own_trades') return { title, screen: 'Trade', path: '/claw/trade' }
  const parts = {
    symbol: asked.ticker,
    side: asked.side,
    result: asked.result,
    from: span?.from,
    to: span?.to,
    sort: ORDERS[asked.order ?? 'newest'],
    view: tool === 'get_own_statistics' ? 'statistics' : undefined,
  }
  const query = new URLSearchParams(Object.entries(parts).flatMap(([name, value]) => (value == null ? [] : [[name, value]])))
  return { title, screen: 'Post-trade', path: `/claw/posttrade${query.size > 0 ? `?${query}` : ''}` }
}
