import { expect, it } from 'vitest'
import { actionOf } from './use-chart-keys.ts'

const press = (key: string, held: Partial<Record<'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey', boolean>> = {}) =>
  actionOf({ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...held })

it('moves the crosshair with the arrows, ten times as far with Shift', () => {
  expect(press('ArrowLeft')).toEqual({ do: 'cursor', bars: -1 })
  expect(press('ArrowRight', { shiftKey: true })).toEqual({ do: 'cursor', bars: 10 })
  expect(press('ArrowUp')).toEqual({ do: 'level', pixels: -4 })
})
it('moves the selected drawing with Alt', () => expect(press('ArrowDown', { altKey: true })).toEqual({ do: 'move', bars: 0, pixels: 4 }))
it('zooms, jumps to both ends, deletes and cancels', () =>
  expect(['+', '-', 'Home', 'End', 'Delete', 'Escape'].map((key) => press(key)?.do)).toEqual([
    'zoom',
    'zoom',
    'oldest',
    'newest',
    'delete',
    'cancel',
  ]))
it('requests an alert at the crosshair with a, and leaves Shift+A to the page', () =>
  expect([press('a'), press('A', { shiftKey: true })]).toEqual([{ do: 'alert' }, null]))
it('undoes and redoes with the usual keys', () => {
  expect(press('z', { ctrlKey: true })).toEqual({ do: 'undo' })
  expect(press('Z', { metaKey: true, shiftKey: true })).toEqual({ do: 'redo' })
  expect(press('y', { ctrlKey: true })).toEqual({ do: 'redo' })
})
it('ignores the shortcuts of the page and of the browser', () =>
  expect([press('k', { ctrlKey: true }), press('f', { ctrlKey: true }), press('?'), press('/'), press('Tab'), press('g')]).toEqual(
    Array(6).fill(null),
  ))
