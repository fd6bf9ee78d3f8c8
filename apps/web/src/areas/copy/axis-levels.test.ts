import { expect, it } from 'vitest'
import { axisLevels } from './copy-curve.tsx'

it.each([
  ['round levels around the values', [1, 1.031, 0.984], 0.01, [0.98, 1, 1.02, 1.04]],
  ['the smallest span around a flat curve', [1, 1], 0.01, [0.995, 1, 1.005]],
  ['no level above 0 for a drawdown', [0, -0.0005], 0.01, [-0.01, -0.005, 0]],
  ['levels without rounding errors', [0, 0.3], 0.1, [0, 0.1, 0.2, 0.3]],
])('gives a y-axis %s', (_, values, leastSpan, levels) => expect(axisLevels(values, leastSpan)).toEqual(levels))
