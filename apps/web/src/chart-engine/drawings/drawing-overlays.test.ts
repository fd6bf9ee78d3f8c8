import { expect, it } from 'vitest'
import { distanceFrom } from './drawing-overlays.ts'

const [a, b] = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
]

it('is the way straight to the line, beyond its ends to the nearer end', () => {
  expect(distanceFrom({ x: 4, y: 3 }, a, b)).toBe(3)
  expect(distanceFrom({ x: 13, y: 4 }, a, b)).toBe(5)
  expect(distanceFrom({ x: -3, y: -4 }, a, b)).toBe(5)
})

it('is the way to the point where both ends are one', () => expect(distanceFrom({ x: 3, y: 4 }, a, a)).toBe(5))
