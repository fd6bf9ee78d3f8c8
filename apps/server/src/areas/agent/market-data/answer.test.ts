import { HOUR_MS } from '@aerie/core/time'
import { expect, it } from 'vitest'
import { hourCandle } from '../../../../test/forecast-stage.ts'
import { T0 } from '../../../../test/scripted-source.ts'
import { type AnswerDeps, answer } from './answer.ts'

const NOW_S = T0 / 1000
/** A market with `hours` hourly candles in memory; `isKnown`: the history of a requested hour is known to be complete. */
const market = (hours: number, isKnown: boolean, state: 'starting' | 'running' = 'running') =>
  ({
    hub: { now: () => T0, kind: () => 'live', details: () => undefined, sourceState: () => ({ state, detail: '' }) },
    candles: async ({ from }: { from: number }) =>
      Array.from({ length: hours }, (_, index) => hourCandle(NOW_S - (hours - index) * 3600)).filter(({ time }) => time >= from),
    isKnown: ({ from, to }: { from: number; to: number }) => isKnown && to - from === HOUR_MS / 1000,
  }) as unknown as AnswerDeps['market']

const ask = (of: AnswerDeps['market'], request: Parameters<typeof answer>[0]) =>
  answer(request, { market: of, newestForecast: () => Promise.reject(new Error('not asked here')) })
const historical = { command: 'historical', ticker: 'BTC', hours: 6 } as const

it('reports that history is still loading, not that there is none', async () => {
  const message = 'The price of BTC 6 hours ago is not known yet: its history is still being loaded. Ask again in a moment.'
  expect(await ask(market(0, false), historical)).toEqual({ command: 'historical', error: message, data: null })
  expect(await ask(market(3, false), historical)).toMatchObject({ error: message })
})

it('reports that there is no history once all existing history is loaded', async () => {
  expect(await ask(market(0, true), historical)).toMatchObject({
    error: 'The price of BTC 6 hours ago is not known: there is no history of it in that time.',
  })
  expect(await ask(market(3, true), historical)).toMatchObject({
    error: expect.stringContaining('the first hourly price since then is of'),
  })
})

it('answers from the history already loaded, while the rest is loading', async () => {
  const { error, data } = await ask(market(8, false), historical)
  expect([error, data !== null && 'timestamps' in data ? data.timestamps.length : null]).toEqual([null, 7])
})

it('reports for a price whether the market is just starting', async () => {
  const info = { command: 'info', ticker: 'BTC' } as const
  expect(await ask(market(0, false, 'starting'), info)).toMatchObject({
    error: 'The price of BTC is not known yet: the market is just starting.',
  })
  expect(await ask(market(0, false), info)).toMatchObject({ error: 'The price of BTC is not known right now.' })
})
