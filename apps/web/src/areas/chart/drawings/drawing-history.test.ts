import type { Drawing } from '@aerie/wire/market/charts'
import { expect, it } from 'vitest'
import { clearDrawings, historyOf, moveDrawing, rebased, redo, removeDrawing, saveDrawing, undo } from './drawing-history.ts'

const line = (id: string, changes: Partial<Drawing> = {}): Drawing => ({
  id,
  kind: 'segment',
  points: [
    { time: 1000, price: 10 },
    { time: 2000, price: 20 },
  ],
  locked: false,
  ...changes,
})

it('undoes and redoes each step, and discards undone steps after another change', () => {
  const two = saveDrawing(saveDrawing(historyOf([]), line('a')), line('b'))
  const back = undo(two)
  expect(back.now.map(({ id }) => id)).toEqual(['a'])
  expect(redo(back)).toEqual(two)
  expect(redo(saveDrawing(back, line('c'))).now.map(({ id }) => id)).toEqual(['a', 'c'])
})

it('has nothing to undo at the start and nothing to redo at the end', () => {
  const history = historyOf([line('a')])
  expect(undo(history)).toBe(history)
  expect(redo(history)).toBe(history)
})

it('replaces a drawing with its changed version', () => {
  const moved = moveDrawing(line('a'), 500, 1.1)
  expect(saveDrawing(historyOf([line('a'), line('b')]), moved).now).toEqual([moved, line('b')])
  expect(moved.points).toEqual([
    { time: 1500, price: 11 },
    { time: 2500, price: 22 },
  ])
})

it('keeps locked drawings', () => {
  const history = historyOf([line('a', { locked: true }), line('b')])
  expect(removeDrawing(history, 'a')).toBe(history)
  expect(clearDrawings(history).now.map(({ id }) => id)).toEqual(['a'])
})

it('drops the oldest steps instead of growing without bound', () => {
  let history = historyOf([])
  for (let i = 0; i < 300; i++) history = saveDrawing(history, line('a', { points: [{ time: i, price: 1 }] }))
  expect(history.past).toHaveLength(100)
})

it('restores a deleted drawing at its old position', () => {
  const three = historyOf([line('a'), line('b', { locked: true }), line('c')])
  const cleared = clearDrawings(three)
  expect(cleared.now.map(({ id }) => id)).toEqual(['b'])
  expect(undo(cleared).now).toEqual(three.now)
  expect(redo(undo(cleared)).now).toEqual(cleared.now)
})

it('undoes only its own step, and keeps what another window has drawn since', () => {
  const mine = saveDrawing(historyOf([]), line('mine'))
  const both = rebased(mine, [...mine.now, line('theirs')])
  expect(undo(both).now.map(({ id }) => id)).toEqual(['theirs'])
  expect(redo(undo(both)).now.map(({ id }) => id)).toEqual(['mine', 'theirs'])
})
