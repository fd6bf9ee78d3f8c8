import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { axisTags, edgeHeights, edgeLevels, LABEL_PX, labelGroups, labelPositions, labelY, lineParts } from './level-labels.ts'

const text = 'Buy 0.05 Limit  57,713.20'
const label = (y: number, isFirst?: boolean) => ({ line: y, y, text, isFirst })
const PANE_SIZE = { width: 800, height: 300, legends: 36 }
const place = (ys: readonly number[], given: Partial<Parameters<typeof labelPositions>[1]> = {}) => {
  const labels = ys.map((y) => label(y))
  return labelPositions(labels, { ...PANE_SIZE, groups: labelGroups(labels), ...given })
}

it('has a label of its own when nothing is near', () =>
  expect(place([60, 100, 140]).map(({ from, more }) => [from, more])).toEqual([
    [8, 0],
    [8, 0],
    [8, 0],
  ]))

it('shares one label with the levels too near for another, which counts them', () => {
  expect(place([60, 64, 72, 100]).map(({ from, more }) => [from !== null, more])).toEqual([
    [true, 2],
    [false, 0],
    [false, 0],
    [true, 0],
  ])
})

it('gives the label of a group to the position, wherever the others are', () => {
  const labels = [label(60), label(66, true), label(72)]
  expect(labelGroups(labels)).toMatchObject([{ lead: 1, members: [1, 0, 2] }])
})

it('lists all levels of the open group one below the other, without the counts', () => {
  const positions = place([60, 64, 62, 200], { open: 0 })
  expect(positions.map(({ from, more }) => [from, more])).toEqual([
    [8, 0],
    [8, 0],
    [8, 0],
    [8, 0],
  ])
  expect(positions.map(({ y }) => y)).toEqual([42, 78, 60, 200])
})

it('keeps an open list within the pane, and as many of its levels as have room', () => {
  const ys = place(
    Array.from({ length: 40 }, () => 295),
    { open: 0 },
  ).flatMap(({ y, from }) => (from === null ? [] : [y]))
  expect(Math.min(...ys)).toBeGreaterThanOrEqual(17)
  expect(Math.max(...ys)).toBeLessThanOrEqual(283)
  expect(ys).toHaveLength(15)
})

it('moves to the other edge rather than cover a reserved place, and is dropped where neither is free', () => {
  const high = { from: 40, to: 120, top: 92, bottom: 108 }
  expect(place([100], { reserved: [high] }).map(({ from }) => from)).toEqual([613])
  expect(place([100], { reserved: [high, { ...high, from: 700, to: 780 }] })[0]?.from).toBeNull()
})

it('moves above or below its line rather than be dropped when it comes first, and its line leaves reserved places free', () => {
  const labels = [label(100, true)]
  const high = { from: 0, to: 800, top: 92, bottom: 108 }
  const [first] = labelPositions(labels, { ...PANE_SIZE, groups: labelGroups(labels), reserved: [high] })
  expect([first?.y, first?.from, first?.gaps]).toEqual([118, 8, [high]])
})

it('is at the right beside the legends, and dropped rather than drawn over them', () => {
  const edge = { from: 600, to: 800, top: 10, bottom: 30 }
  expect(place([20]).map(({ from }) => from)).toEqual([613])
  expect(place([20], { reserved: [edge] })[0]?.from).toBeNull()
})

it('labels a level beyond the upper edge below the legends, where a narrow pane has no room beside them', () => {
  const above = (width: number) => edgeHeights({ ...PANE_SIZE, width, edge: 12 }).above
  expect([above(300), above(800)]).toEqual([
    [36, 54, 72],
    [36, 18, 54],
  ])
})

it('has room for a × only where the label is for one level', () => {
  const labels = [label(100), label(104), label(200)].map((one) => ({ ...one, hasCancel: true }))
  const groups = labelGroups(labels)
  expect(labelPositions(labels, { ...PANE_SIZE, groups }).map(({ cancel }) => cancel)).toEqual([null, null, 8])
  expect(labelPositions(labels, { ...PANE_SIZE, groups, open: 0 }).map(({ cancel }) => cancel)).toEqual([8, 8, 8])
})

it('is dropped where the pane is too narrow for all of it', () => expect(place([100], { width: 180 })[0]?.from).toBeNull())

it('keeps its line clear of the labels of others, at its own height only', () => {
  const [first, second, third] = place([60, 66, 100])
  expect(first?.gaps).toEqual([])
  expect(second?.gaps).toMatchObject([{ from: 8 }])
  expect(third?.gaps).toEqual([])
})

it('keeps the parts of a line that no gap removes', () => {
  expect(lineParts(100, [])).toEqual([{ from: 0, to: 100 }])
  expect(
    lineParts(100, [
      { from: 60, to: 80 },
      { from: 10, to: 30 },
    ]),
  ).toEqual([
    { from: 0, to: 10 },
    { from: 30, to: 60 },
    { from: 80, to: 100 },
  ])
  expect(lineParts(100, [{ from: 0, to: 120 }])).toEqual([])
})

it.each([
  ['a level alone stays where it is', [100], undefined, [100]],
  ['so does one that the last price is far from', [100], 140, [100]],
  ['one beside the last price moves away, to its own side', [100], 105, [87]],
  ['and to the other', [100], 92, [110]],
  ['one at the last price goes above it', [100], 100, [82]],
  ['of two beside each other the one nearer to the last price has a tag', [105, 100], 160, [105, null]],
  ['several on both sides of the last price leave it free, each whole or absent', [98, 101, 95, 160], 100, [82, 118, null, 160]],
  ['at the upper edge one stays whole', [2], 100, [9]],
  ['at the lower edge too', [199], 100, [191]],
  ['one without a whole place between the last price and the edge has none', [14], 20, [null]],
])('places tags on the axis: %s', (_what, ys, lastY, tags) => {
  const placed = (y: number) => ({ y, price: 1_000 - y })
  expect(axisTags(ys.map(placed), 200, lastY === undefined ? undefined : placed(lastY))).toEqual(tags)
})

it('places the tag of the position before all others, on whichever side of the last price is free', () => {
  const level = (y: number, isFirst?: boolean) => ({ y, price: 1_000 - y, isFirst })
  expect(axisTags([level(99), level(98, true)], 200, level(100))).toEqual([null, 82])
  expect(axisTags([level(14, true)], 200, level(20))).toEqual([38])
})

it('never places two tags over each other or over an edge', () => {
  const level = fc
    .record({ price: fc.double({ min: 1, max: 300, noNaN: true }), isFirst: fc.boolean() })
    .map((one) => ({ ...one, y: 300 - one.price }))
  fc.assert(
    fc.property(fc.array(level, { maxLength: 60 }), level, (levels, last) => {
      const tags = axisTags(levels, 300, last).flatMap((y) => y ?? [])
      const sorted = [last.y, ...tags].toSorted((a, b) => a - b)
      expect(sorted.every((y, index) => index === 0 || y - (sorted[index - 1] ?? 0) >= LABEL_PX)).toBe(true)
      expect(tags.every((y) => y >= 9 && y <= 291)).toBe(true)
    }),
  )
})

it('names the nearest level beyond each edge, and counts the rest', () => {
  expect(edgeLevels([-50, 40, -8, 130, -300], 100)).toEqual({ above: { index: 2, more: 2 }, below: { index: 3, more: 0 } })
  expect(edgeLevels([0, 50, 100], 100)).toEqual({})
})

it('is fast with as many levels as an account may have orders', () => {
  const positions = place(Array.from({ length: 500 }, (_, index) => index / 10))
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
  expect([at(270, { index: 0, more: 0 }), at(290, { index: 0, more: 0 })]).toEqual([270, 270])
})
