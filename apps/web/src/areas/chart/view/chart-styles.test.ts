import { expect, it } from 'vitest'
import { testColors } from '../test/chart.ts'
import { withOpacity } from './chart-colors.ts'
import { chartStyles } from './chart-styles.ts'

it('draws rising candles hollow in high contrast, where colour alone does not distinguish them', () => {
  const forced = new Proxy(testColors, { get: (colors, name) => name === 'isForced' || Reflect.get(colors, name) })
  const typeOf = (colors: typeof testColors) => chartStyles(colors, 'auto', 'candles').candle?.type
  expect([typeOf(testColors), typeOf(forced)]).toEqual(['candle_solid', 'candle_up_stroke'])
})

it('applies opacity to computed browser colours, including mixes of system colours', () => {
  expect(['rgb(1, 2, 3)', 'color(srgb 0 0.5 1)', 'color(srgb 0 0.5 1 / 0.8)'].map((color) => withOpacity(color, 0.4))).toEqual([
    'rgba(1, 2, 3, 0.4)',
    'color(srgb 0 0.5 1 / 0.4)',
    'color(srgb 0 0.5 1 / 0.4)',
  ])
})
