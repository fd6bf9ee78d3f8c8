import { expect, it } from 'vitest'
import { testColors } from '../test/chart.ts'
import { overlayStyles } from './drawing-layer.ts'
import { distanceFrom, textFigureWithin, withRoom } from './drawing-overlays.ts'

const [a, b] = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
]

it('measures the distance to the line perpendicularly, and beyond its ends to the nearer end', () => {
  expect(distanceFrom({ x: 4, y: 3 }, a, b)).toBe(3)
  expect(distanceFrom({ x: 13, y: 4 }, a, b)).toBe(5)
  expect(distanceFrom({ x: -3, y: -4 }, a, b)).toBe(5)
})

it('measures the distance to the point when both ends coincide', () => expect(distanceFrom({ x: 3, y: 4 }, a, a)).toBe(5))

it('labels the first of the levels that are close together, so that no label covers another', () => {
  const levels = [0, 100, 50, 62, 38, 24, 79].map((y) => ({ y }))
  expect(withRoom(levels).map(({ y }) => y)).toEqual([0, 100, 50, 24, 79])
  expect(withRoom(levels.map(({ y }) => ({ y: y * 3 })))).toHaveLength(7)
})

it('ends a label at the edge of the pane that would cut it off', () => {
  expect(textFigureWithin({ x: 100, y: 7 }, '0.0%  58,116.54', 600).attrs).toMatchObject({ x: 100, align: 'left' })
  expect(textFigureWithin({ x: 500, y: 7 }, '0.0%  58,116.54', 600).attrs).toMatchObject({ x: 600, align: 'right' })
})

it('applies the chosen style to a drawing, and outlines its axis span only where the drawing has an outline', () => {
  const style = { color: 5, width: 3, dash: 'dotted' as const }
  const line = overlayStyles({ kind: 'segment' }, style, testColors)
  expect(line.line).toEqual({ color: 'series5', size: 3, style: 'dashed', dashedValue: [3, 9] })
  expect([line.rect?.borderSize, overlayStyles({ kind: 'rectangle' }, style, testColors).rect?.borderSize]).toEqual([0, 3])
})
