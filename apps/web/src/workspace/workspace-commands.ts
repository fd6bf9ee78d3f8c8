import { useEffect } from 'react'
import type { Action } from '../commands/action.ts'
import { registerActions } from '../commands/registered-actions.ts'
import { bindViewTarget } from '../mirror/views/view-state.ts'
import { focusedTarget } from './focused-target.ts'
import { moved, resized, withTabOver } from './layout/layout-edits.ts'
import type { Side } from './layout/layout-tree.ts'
import { popOut } from './popout-windows.ts'
import type { Workspace } from './workspace.ts'
import { addSlot, applyPreset, closeSlot, focusNeighbour, focusTab, toggleLock, toggleMaximised } from './workspace-actions.ts'
import { useWorkspace } from './workspace-context.ts'
import * as WORDS from './workspace-words.ts'

const SIDES: readonly Side[] = ['left', 'right', 'up', 'down']
const STEP = 50

const action = (id: string, title: string, run: () => void, keys?: string): Action => ({
  id: `workspace ${id}`,
  title,
  group: 'Workspace',
  words: 'slot layout pre-trade',
  ...(keys === undefined ? {} : { keys }),
  run,
})

/** Everything that can be done with the workspace without a mouse. `w` stands for window, as in editors. */
function commandsOf(workspace: Workspace): readonly Action[] {
  const { store, change, undo, redo, presets, kinds } = workspace
  /** Does something with the slot that the keyboard works on. */
  const onFocused = (work: (id: string) => void) => () => {
    const { focused } = store.getState()
    if (focused !== null) work(focused)
  }
  const resize = (direction: 'row' | 'column', step: number) => onFocused((id) => change(resized(id, direction, step)))
  return [
    ...SIDES.map((side) => action(`focus ${side}`, WORDS.focusSlot(side), () => focusNeighbour(workspace, side), `w arrow${side}`)),
    ...SIDES.map((side) =>
      action(
        `move ${side}`,
        WORDS.moveSlot(side),
        onFocused((id) => change(moved(id, side))),
        `w shift+arrow${side}`,
      ),
    ),
    ...SIDES.map((side) =>
      action(
        `over ${side}`,
        WORDS.stackSlot(side),
        onFocused((id) => change(withTabOver(id, side))),
      ),
    ),
    action('tab next', WORDS.nextTabSlot, () => focusTab(workspace, 1), 'w n'),
    action('tab previous', WORDS.previousTabSlot, () => focusTab(workspace, -1), 'w b'),
    action('wider', WORDS.makeSlotWider, resize('row', STEP), 'w w'),
    action('narrower', WORDS.makeSlotNarrower, resize('row', -STEP), 'w e'),
    action('taller', WORDS.makeSlotTaller, resize('column', STEP), 'w t'),
    action('shorter', WORDS.makeSlotShorter, resize('column', -STEP), 'w s'),
    action(
      'maximise',
      WORDS.maximiseRestoreSlot,
      onFocused((id) => toggleMaximised(workspace, id)),
      'w m',
    ),
    action(
      'pop out',
      WORDS.openSlotWindow,
      onFocused((id) => popOut(workspace, id)),
      'w o',
    ),
    action(
      'close',
      WORDS.closeSlot,
      onFocused((id) => closeSlot(workspace, id)),
      'w x',
    ),
    action('lock', WORDS.lockUnlockLayout, () => toggleLock(workspace), 'w l'),
    action('undo', WORDS.undoLayoutChange, undo, 'w u'),
    action('redo', WORDS.redoLayoutChange, redo, 'w r'),
    ...presets.map(({ id, title }, index) =>
      action(`preset ${id}`, WORDS.presetCommand(title), () => applyPreset(workspace, id), `w ${index + 1}`),
    ),
    ...Object.entries(kinds).map(([kind, { title }]) => action(`add ${kind}`, WORDS.addSlotNamed(title), () => addSlot(workspace, kind))),
  ]
}

/** Offers the actions of the workspace while it is on screen, and has the keys of coin and timeframe work on its focused slot. */
export function WorkspaceCommands() {
  const workspace = useWorkspace()
  useEffect(() => registerActions('workspace', commandsOf(workspace)), [workspace])
  useEffect(() => bindViewTarget(() => focusedTarget(workspace)), [workspace])
  return null
}
