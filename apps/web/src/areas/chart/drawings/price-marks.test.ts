import type { OverlayCreate } from 'klinecharts'
import { expect, it, vi } from 'vitest'
import { testColors } from '../test/chart.ts'
import { LevelLines, levelCaption } from './price-marks.ts'

const LEVEL = { id: 'a', price: 100, label: 'Stop', tone: 'down' as const }

const lines = () => {
  const made: OverlayCreate[] = []
  const chart = {
    createOverlay: vi.fn((overlay: OverlayCreate) => made.push(overlay)),
    removeOverlay: vi.fn(() => made.splice(0).length > 0),
    overrideOverlay: vi.fn<(change: Partial<OverlayCreate>) => boolean>(() => true),
  }
  const release = (value: number) => made[0]?.onPressedMoveEnd?.({ overlay: { points: [{ value }] } } as never)
  const hold = () => made[0]?.onPressedMoveStart?.({} as never)
  const drag = (value: number) => made[0]?.onPressedMoving?.({ overlay: { points: [{ value }] } } as never)
  return { made, chart, hold, drag, release, shown: new LevelLines(chart as never) }
}

it('reports where a line was dropped, and moves it back until it is shown again', () => {
  const { chart, release, shown } = lines()
  const onMove = vi.fn()
  shown.show([{ ...LEVEL, onMove }], testColors)
  release(112.5)
  expect(onMove).toHaveBeenCalledExactlyOnceWith(112.5)
  expect(chart.overrideOverlay).toHaveBeenCalledWith({ id: 'level_a', points: [{ value: 100 }] })
})

it('reports nothing for a line that was not moved or was dragged below any price', () => {
  const { release, shown } = lines()
  const onMove = vi.fn()
  shown.show([{ ...LEVEL, onMove }], testColors)
  release(100)
  release(0)
  release(-3)
  expect(onMove).not.toHaveBeenCalled()
})

it('reports the position of a dragged line; Escape moves it back, and releasing it then moves nothing', () => {
  const { chart, hold, drag, release, shown } = lines()
  const [onMove, onDrag] = [vi.fn(), vi.fn()]
  shown.show([{ ...LEVEL, onMove, onDrag }], testColors)
  hold()
  drag(105)
  drag(110)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  expect(chart.overrideOverlay).toHaveBeenLastCalledWith({ id: 'level_a', points: [{ value: 100 }] })
  drag(115)
  release(115)
  expect(onDrag.mock.calls).toEqual([[105], [110], [null]])
  expect(onMove).not.toHaveBeenCalled()
})

it('ignores Escape once the line is released', () => {
  const { hold, release, shown } = lines()
  const onDrag = vi.fn()
  shown.show([{ ...LEVEL, onMove: () => undefined, onDrag }], testColors)
  hold()
  release(105)
  const press = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })
  window.dispatchEvent(press)
  expect([press.defaultPrevented, onDrag.mock.calls]).toEqual([false, []])
})

it('does not interrupt a drag: levels received meanwhile are shown when the line is released', () => {
  const { made, hold, release, shown } = lines()
  shown.show([{ ...LEVEL, onMove: () => undefined }], testColors)
  hold()
  shown.show([{ ...LEVEL, id: 'b' }], testColors)
  expect(made.map(({ id }) => id)).toEqual(['level_a'])
  release(105)
  expect(made.map(({ id }) => id)).toEqual(['level_b'])
})

it('cancels by the × alone', () => {
  const { made, shown } = lines()
  const onCancel = vi.fn()
  shown.show([{ ...LEVEL, onCancel }], testColors)
  made[0]?.onClick?.({} as never)
  expect(onCancel).not.toHaveBeenCalled()
  made[0]?.onClick?.({ figure: { key: 'cancel', type: 'text', attrs: {} } } as never)
  expect(onCancel).toHaveBeenCalledOnce()
})

it('locks a line that has no move handler', () => {
  const { made, shown } = lines()
  shown.show([LEVEL, { ...LEVEL, id: 'b', onMove: () => undefined }], testColors)
  expect(made.map(({ lock }) => lock)).toEqual([true, false])
})

it('shows exactly the levels it received last', () => {
  const { made, shown } = lines()
  shown.show([LEVEL, { ...LEVEL, id: 'b' }], testColors)
  shown.show([{ ...LEVEL, id: 'c' }], testColors)
  expect(made.map(({ id }) => id)).toEqual(['level_c'])
})

it('indicates where a level beyond the pane is', () =>
  expect([-1, 0, 200, 201].map((y) => levelCaption('Stop', 0.06, { y, height: 200, more: 0 }))).toEqual([
    '▲ Stop  0.0600',
    'Stop  0.0600',
    'Stop  0.0600',
    '▼ Stop  0.0600',
  ]))

it('shows how many levels a label represents besides its own', () =>
  expect([-1, 100, 201].map((y) => levelCaption('Stop', 0.06, { y, height: 200, more: 2 }))).toEqual([
    '▲ Stop  0.0600  +2',
    'Stop  0.0600  +2',
    '▼ Stop  0.0600  +2',
  ]))
