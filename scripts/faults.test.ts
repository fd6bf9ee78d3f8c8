import { expect, it } from 'vitest'
import { killsOf, resultOf } from './faults.mjs'

it('takes a number of kills, 1,000 by default, and nothing else', () => {
  expect([[], ['--kills', '40'], ['--kills=7']].map(killsOf)).toEqual([1_000, 40, 7])
  const wrong = [['40'], ['--kills'], ['--kills', '0'], ['--kills', '-3'], ['--kills', '1.5'], ['--kills', 'many'], ['--kill', '4']]
  expect(wrong.map(killsOf)).toEqual(wrong.map(() => undefined))
})

it('passes only if everything was counted, nothing was found and the suite passed', () => {
  const clean = { kills: 4, lost: 0, doubled: 0, violations: 0 }
  expect(resultOf(JSON.stringify(clean), 0)).toEqual({ line: '{"kills":4,"lost":0,"doubled":0,"violations":0}', code: 0 })
  expect(resultOf(JSON.stringify(clean), 1).code).toBe(1)
  expect(resultOf(JSON.stringify({ ...clean, lost: 2 }), 0)).toEqual({ line: '{"kills":4,"lost":2,"doubled":0,"violations":0}', code: 1 })
})

it('shows null for what was not counted, and fails', () => {
  const nothing = { line: '{"kills":null,"lost":null,"doubled":null,"violations":null}', code: 1 }
  expect([resultOf(undefined, 0), resultOf('{"kills":', 0)]).toEqual([nothing, nothing])
  const partly = JSON.stringify({ kills: 2, lost: null, doubled: 0, violations: 0 })
  expect(resultOf(partly, 0)).toEqual({ line: '{"kills":2,"lost":null,"doubled":0,"violations":0}', code: 1 })
})
