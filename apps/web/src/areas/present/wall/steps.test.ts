import { present } from '@aerie/wire/market/present'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { DEFAULT_SETTINGS, indexOf, stepKey, stepsOf } from './steps.ts'

const keys = (settings = {}, selected = 'BTC') => stepsOf({ ...DEFAULT_SETTINGS, ...settings }, selected).map(stepKey)

it('cycles through map, selected coin, predicted coins and movers by default, no coin twice', () => {
  expect(keys()).toEqual(['map', 'coin', 'charts:ETH', 'charts:SOL', 'charts:XRP', 'movers:1h', 'movers:24h', 'movers:7d'])
  expect(keys({}, 'DOGE').slice(0, 6)).toEqual(['map', 'coin', 'charts:BTC', 'charts:ETH', 'charts:SOL', 'charts:XRP'])
})

it('follows the chosen scenes, coins and spans', () => {
  expect(keys({ scenes: ['movers', 'map'], spans: ['7d'] })).toEqual(['movers:7d', 'map'])
  expect(keys({ scenes: ['charts'], charts: ['BTC', 'DOGE'] })).toEqual(['charts:BTC', 'charts:DOGE'])
})

it('has a step even when the only chart is that of the selected coin', () => {
  expect(keys({ scenes: ['charts', 'coin'], charts: ['BTC'] })).toEqual(['coin'])
  expect(keys({ scenes: ['charts'], charts: ['BTC'] })).toEqual(['charts:BTC'])
})

it('keeps its step when the rotation changes, and starts over when that is gone', () => {
  const steps = stepsOf(DEFAULT_SETTINGS, 'DOGE')
  expect([indexOf(steps, 'movers:24h'), indexOf(steps, 'coin'), indexOf(steps, 'gone'), indexOf(steps, null)]).toEqual([7, 1, 0, 0])
})

it.each([
  { scenes: [] },
  { scenes: ['map', 'map'] },
  { scenes: ['nothing'] },
  { seconds: 4 },
  { seconds: 601 },
  { seconds: 7.5 },
  { charts: [] },
  { charts: Array.from({ length: 13 }, (_, index) => `C${index}`) },
  { coins: 30 },
  { spans: [] },
  { basis: '1d' },
  { surprise: 1 },
])('rejects settings of %j', (settings) => expect(z.safeParse(present, settings).success).toBe(false))
