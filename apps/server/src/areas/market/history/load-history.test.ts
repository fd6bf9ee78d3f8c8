import { expect, it } from 'vitest'
import { candleAt, T0 } from '../../../../test/scripted-source.ts'
import type { Span } from '../candles/candle-store.ts'
import { coinState } from '../coin-state.ts'
import { loadHistory } from './load-history.ts'

const NOW_S = T0 / 1000
const DAY_S = 86_400
const spanOf = (from: number, to: number): Span => ({ symbol: 'BTC', interval: '1m', from, to })

async function believed(span: Span, times: readonly number[]) {
  const state = coinState({ symbol: 'BTC', name: 'BTC', logo: '/coins/btc.svg', color: '#112233', industries: [] })
  const spans = await loadHistory({
    store: { spans: async () => [span], newest: async (_symbol, base) => (base === '1m' ? times.map((time) => candleAt(time, 1)) : []) },
    hub: {
      state: () => state,
      symbolsByImportance: () => ['BTC'],
      addHistory: (_symbol, interval, candles) => state.rings[interval].merge(candles),
    },
    now: T0,
    signal: new AbortController().signal,
  })
  return { span: spans.get('BTC', '1m'), minutes: state.rings['1m'].length() }
}

it('trusts a span up to its last stored candle', async () => {
  const from = NOW_S - DAY_S
  expect((await believed(spanOf(from, NOW_S), [from, from + 60])).span).toEqual(spanOf(from, from + 120))
})

it('trusts no span that starts after the newest candle, but shows the candles: a recording may go back in time', async () => {
  const { span, minutes } = await believed(spanOf(NOW_S + 20 * DAY_S, NOW_S + 27 * DAY_S), [NOW_S - 120, NOW_S - 60])
  expect([span, minutes]).toEqual([undefined, 2])
})
