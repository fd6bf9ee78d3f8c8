import { useEffect } from 'react'
import type { Action } from '../../commands/action.ts'
import { registerActions } from '../../commands/registered-actions.ts'
import { bindViewTarget } from '../../mirror/view-state.ts'
import { focusedTarget } from './focused-target.ts'
import { laidOver, moved, resized } from './layout-edits.ts'
import type { Side } from './layout-tree.ts'
import { popOut } from './popout-windows.ts'
import { PRESETS } from './presets.ts'
import { KIND_NAMES, kindOf } from './slot-kinds.ts'
import { addSlot, applyPreset, closeSlot, focusNeighbour, focusTab, toggleLock, toggleMaximised } from './workspace-actions.ts'
import { changeLayout, redoLayout, undoLayout, useWorkspace } from './workspace-store.ts'

const SIDES: readonly Side[] = ['left', 'right', 'up', 'down']
const STEP = 50

/** Does something with the slot that the keyboard works on. */
const onFocused = (work: (id: string) => void) => () => {
  const { focused } = useWorkspace.getState()
  if (focused !== null) work(focused)
}
const action = (id: string, title: string, run: () => void, keys?: string): Action => ({
  id: `workspace ${id}`,
  title,
  group: 'Workspace',
  words: 'slot layout pre-trade',
  ...(keys === undefined ? {} : { keys }),
  run,
})
const resize = (direction: 'row' | 'column', step: number) => onFocused((id) => changeLayout(resized(id, direction, step)))

/** Everything that can be done with the workspace without a mouse. `w` stands for window, as in editors. */
const ACTIONS: readonly Action[] = [
  ...SIDES.map((side) => action(`focus ${side}`, `Go to the slot: ${side}`, () => focusNeighbour(side), `w arrow${side}`)),
  ...SIDES.map((side) =>
    action(
      `move ${side}`,
      `Move slot: ${side}`,
      onFocused((id) => changeLayout(moved(id, side))),
      `w shift+arrow${side}`,
    ),
  ),
  ...SIDES.map((side) =>
    action(
      `over ${side}`,
      `Lay slot over its neighbour: ${side}`,
      onFocused((id) => changeLayout(laidOver(id, side))),
    ),
  ),
  action('tab next', 'Next tab of the slot', () => focusTab(1), 'w n'),
  action('tab previous', 'Previous tab of the slot', () => focusTab(-1), 'w b'),
  action('wider', 'Slot: wider', resize('row', STEP), 'w w'),
  action('narrower', 'Slot: narrower', resize('row', -STEP), 'w e'),
  action('taller', 'Slot: taller', resize('column', STEP), 'w t'),
  action('shorter', 'Slot: shorter', resize('column', -STEP), 'w s'),
  action('maximise', 'Maximise or restore slot', onFocused(toggleMaximised), 'w m'),
  action('pop out', 'Open slot in a window', onFocused(popOut), 'w o'),
  action('close', 'Close slot', onFocused(closeSlot), 'w x'),
  action('lock', 'Lock or unlock the layout', toggleLock, 'w l'),
  action('undo', 'Undo change of layout', undoLayout, 'w u'),
  action('redo', 'Redo change of layout', redoLayout, 'w r'),
  ...PRESETS.map(({ id, title }, index) => action(`preset ${id}`, `Preset: ${title}`, () => applyPreset(id), `w ${index + 1}`)),
  ...KIND_NAMES.map((kind) => action(`add ${kind}`, `Add slot: ${kindOf(kind)?.title ?? kind}`, () => addSlot(kind))),
]

/** Offers the actions of the workspace while it is on screen, and has the keys of coin and timeframe work on its focused slot. */
export function usePretradeActions(): void {
  useEffect(() => registerActions('pretrade', ACTIONS), [])
  useEffect(() => bindViewTarget(focusedTarget), [])
}
