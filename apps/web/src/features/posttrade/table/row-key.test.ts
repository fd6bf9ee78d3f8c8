import { expect, it } from 'vitest'
import { drawnRows } from '../../../ui/row-window.ts'
import { rowKey } from './row-key.ts'

const COUNT = 100_000
const keysAt = (from: number, { entry, focused }: { entry: number; focused: number }): string[] => {
  const span = { from, to: from + 40 }
  return drawnRows({ count: COUNT, span, entry, focused }).map((place) =>
    rowKey(place, { span, isKept: place === entry || place === focused }),
  )
}

it.each([
  ['at rest', { entry: 0, focused: -1 }],
  ['with the keyboard in a row', { entry: 12_345, focused: 12_345 }],
  ['with a trip chosen', { entry: 99_998, focused: -1 }],
])('names every row that is drawn once, wherever the table is scrolled to, %s', (_name, kept) => {
  const places = [0, 12_000, COUNT - 1_000].flatMap((first) => Array.from({ length: 250 }, (_, at) => first + at * 4))
  const doubled = places.filter((from) => {
    const keys = keysAt(from, kept)
    return new Set(keys).size !== keys.length
  })
  expect(doubled).toEqual([])
})

it('gives a row that comes into sight the name of one that went out of it', () => {
  const [before, after] = [keysAt(1_000, { entry: 0, focused: -1 }), keysAt(1_128, { entry: 0, focused: -1 })]
  expect(after).toEqual(before)
})

it('keeps each row itself while all of them are drawn', () => {
  const span = { from: 0, to: Number.POSITIVE_INFINITY }
  expect([1, 129].map((place) => rowKey(place, { span, isKept: false }))).toEqual(['kept 1', 'kept 129'])
})
