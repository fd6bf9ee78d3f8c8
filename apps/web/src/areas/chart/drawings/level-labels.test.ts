import { expect, it } from 'vitest'
import { edgeLevels, labelPositions, labelY, lineParts } from './level-labels.ts'

const text = 'Buy 0.05 Limit  57,713.20'
const label = (y: number) => ({ line: y, y, text })
const startsOf = (ys: readonly number[], width = 800) => labelPositions(ys.map(label), width).map(({ from }) => from)

it('is at the edge when nothing is near', () => expect(startsOf([20, 60, 35])).toEqual([8, 8, 8]))

it('is placed beside the labels it would cover, one after the other', () => {
  const [first, second, third] = startsOf([40, 44, 52])
  expect(first).toBe(8)
  expect(second).toBeGreaterThan(158)
  expect(third).toBeGreaterThan((second ?? 0) + 150)
})

it('reuses a gap that is free again', () => {
  const [first, second, third] = startsOf([40, 50, 60])
  expect([first, third]).toEqual([8, 8])
  expect(second).toBeGreaterThan(150)
})

it('is counted by the last label beside it when there is no room, and never overlaps another', () => {
  const positions = labelPositions([label(40), label(41), label(42), label(43)], 450)
  expect(positions.map(({ from, more }) => [from !== null, more])).toEqual([
    [true, 0],
    [true, 2],
    [false, 0],
    [false, 0],
  ])
})

it('keeps its line clear of other labels, but only at its own height', () => {
  const [first, second, third] = labelPositions([label(40), label(44), label(60)], 800)
  expect(first?.gaps).toMatchObject([{ from: second?.from }])
  expect(second?.gaps).toMatchObject([{ from: 8, to: second?.from }])
  expect(third?.gaps).toEqual([])
})

it('keeps a line clear of a label that had to move away from its own line', () => {
  const [, second] = labelPositions([{ line: 98, y: 80, text }, label(80)], 800)
  const [first] = labelPositions([{ line: 98, y: 80, text }, label(95)], 800)
  expect(second?.gaps).toMatchObject([{ from: 8 }])
  expect(first?.gaps).toMatchObject([{ from: 8 }])
})

it('keeps the parts of a line that no gap removes', () => {
  expect(lineParts(0, 100, [])).toEqual([{ from: 0, to: 100 }])
  expect(
    lineParts(0, 100, [
      { from: 60, to: 80 },
      { from: 10, to: 30 },
    ]),
  ).toEqual([
    { from: 0, to: 10 },
    { from: 30, to: 60 },
    { from: 80, to: 100 },
  ])
  expect(lineParts(20, 100, [{ from: 8, to: 120 }])).toEqual([])
})

it('names the nearest level beyond each edge, and counts the rest', () => {
  expect(edgeLevels([-50, 40, -8, 130, -300], 100)).toEqual({ above: { index: 2, more: 2 }, below: { index: 3, more: 0 } })
  expect(edgeLevels([0, 50, 100], 100)).toEqual({})
})

it('is fast with as many levels as an account may have orders', () => {
  const positions = labelPositions(
    Array.from({ length: 500 }, (_, index) => label(index / 10)),
    800,
  )
  expect(positions).toHaveLength(500)
})

const PANE = { height: 300, edge: 12, legends: 36 }

it('is below the legends when the pane has no room for both side by side', () => {
  const at = (line: number) => labelY(line, { ...PANE, width: 320 }, undefined)
  expect([at(2), at(40), at(150)]).toEqual([48, 48, 150])
})

it('is fully within the pane, and clear of the label of a level below it', () => {
  const at = (line: number, below?: { index: number; more: number }) => labelY(line, { ...PANE, width: 800 }, below)
  expect([at(2), at(150), at(299)]).toEqual([12, 150, 288])
  expect([at(270, { index: 0, more: 0 }), at(290, { index: 0, more: 0 })]).toEqual([270, 273])
})
