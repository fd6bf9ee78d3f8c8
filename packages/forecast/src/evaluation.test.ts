import { itemAt } from '@aerie/core/item-at'
import { expect, it } from 'vitest'
import { Ems } from './ems.ts'
import { evaluateForecasts, type IssuedForecast } from './evaluation.ts'
import { RandomWalk } from './random-walk.ts'
import { START, walk } from './test/candles.ts'

const hour = (index: number) => START + index * 3600

function evaluate(candles: ReturnType<typeof walk>, from = hour(500), to = hour(899)) {
  const issued: IssuedForecast[] = []
  const scores = evaluateForecasts({
    candles,
    from,
    to,
    hours: [1, 6],
    model: new Ems(),
    baseline: new RandomWalk(),
    issue: (forecast) => issued.push(forecast),
  })
  return { issued, scores }
}

it('issues one forecast per origin and horizon, and scores those whose hour has arrived', () => {
  const { issued, scores } = evaluate(walk(900))
  expect(issued).toHaveLength(2 * 400)
  expect(issued[0]).toMatchObject({ time: hour(500), hours: 1, close: itemAt(walk(900), 500).close })
  expect(scores.map(({ hours, origins }) => [hours, origins])).toEqual([
    [1, 399],
    [6, 394],
  ])
})

it('never looks ahead: later candles change no forecast issued earlier', () => {
  const past = walk(900)
  const changed = past.map((candle, index) => (index <= 700 ? candle : { ...candle, open: 1, high: 2, low: 0.5, close: 1 }))
  const known = ({ time }: IssuedForecast) => time <= hour(700)
  expect(evaluate(changed).issued.filter(known)).toEqual(evaluate(past).issued.filter(known))
})

it('scores a forecast against its own candle: a missing hour settles nothing', () => {
  const { scores } = evaluate(walk(900).filter((_, index) => index !== 650))
  expect(itemAt(scores, 0).origins).toBe(397)
})
