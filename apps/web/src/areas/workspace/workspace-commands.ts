import type { LayoutSlot } from '@aerie/wire/workspace/layout'
import { useEffect } from 'react'
import { type Action, registerActions } from '../../platform/commands/action.ts'
import { bindViewTarget, channelOf, channelTarget, type ViewTarget } from '../../platform/mirror/views/view-state.ts'
import { moved, resized, withTabOver } from './layout/layout-edits.ts'
import type { Side } from './layout/layout-tree.ts'
import { popOut } from './popout-windows.ts'
import type { Workspace } from './workspace.ts'
import {
  addSlot,
  applyPreset,
  closeSlot,
  coinOf,
  findSlot,
  focusNeighbour,
  focusTab,
  toggleLock,
  toggleMaximised,
} from './workspace-actions.ts'
import { useWorkspace } from './workspace-context.ts'

const SIDES: readonly Side[] = ['left', 'right', 'up', 'down']
const STEP = 50

const action = (id: string, title: string, run: () => void, keys?: string): Action => ({
  id: `workspace ${id}`,
  title,
  group: 'Workspace',
  keywords: 'slot layout pre-trade',
  ...(keys === undefined ? {} : { keys }),
  run,
})

/** All workspace actions by keyboard. `w` means window, as in editors. */
function commandsOf(workspace: Workspace): readonly Action[] {
  const { store, change, undo, redo, presets, kinds } = workspace
  const onFocused = (work: (id: string) => void) => () => {
    const { focused } = store.getState()
    if (focused !== null) work(focused)
  }
  const resize = (direction: 'row' | 'column', step: number) => onFocused((id) => change(resized(id, direction, step)))
  return [
    ...SIDES.map((side) => action(`focus ${side}`, `Focus slot: ${side}`, () => focusNeighbour(workspace, side), `w arrow${side}`)),
    ...SIDES.map((side) =>
      action(
        `move ${side}`,
        `Move slot: ${side}`,
        onFocused((id) => change(moved(id, side))),
        `w shift+arrow${side}`,
      ),
    ),
    ...SIDES.map((side) =>
      action(
        `over ${side}`,
        `Stack slot: ${side}`,
        onFocused((id) => change(withTabOver(id, side))),
      ),
    ),
    action('tab next', 'Next tab in slot', () => focusTab(workspace, 1), 'w n'),
    action('tab previous', 'Previous tab in slot', () => focusTab(workspace, -1), 'w b'),
    action('wider', 'Make slot wider', resize('row', STEP), 'w w'),
    action('narrower', 'Make slot narrower', resize('row', -STEP), 'w e'),
    action('taller', 'Make slot taller', resize('column', STEP), 'w t'),
    action('shorter', 'Make slot shorter', resize('column', -STEP), 'w s'),
    action(
      'maximise',
      'Maximise or restore slot',
      onFocused((id) => toggleMaximised(workspace, id)),
      'w m',
    ),
    action(
      'pop out',
      'Open slot in a window',
      onFocused((id) => popOut(workspace, id)),
      'w o',
    ),
    action(
      'close',
      'Close slot',
      onFocused((id) => closeSlot(workspace, id)),
      'w x',
    ),
    action('lock', 'Lock or unlock the layout', () => toggleLock(workspace), 'w l'),
    action('undo', 'Undo layout change', undo, 'w u'),
    action('redo', 'Redo layout change', redo, 'w r'),
    ...presets.map(({ id, title }, index) =>
      action(`preset ${id}`, `Preset: ${title}`, () => applyPreset(workspace, id), `w ${index + 1}`),
    ),
    ...Object.entries(kinds).map(([kind, { title }]) => action(`add ${kind}`, `Add slot: ${title}`, () => addSlot(workspace, kind))),
  ]
}

/** Registers the workspace's actions, and its focused slot as the target of the coin and timeframe keys. */
export function WorkspaceCommands() {
  const workspace = useWorkspace()
  useEffect(() => registerActions('workspace', commandsOf(workspace)), [workspace])
  useEffect(() => bindViewTarget(() => focusedTarget(workspace)), [workspace])
  return null
}

/** The focused slot's channel, except for a timeframe of its own; without a channel, its own settings. Null without such a target. */
export function focusedTarget(workspace: Workspace): ViewTarget | null {
  const slot = findSlot(workspace, workspace.store.getState().focused)
  if (slot === undefined) return null
  const { keeps, isOfNoCoin } = workspace.kindOf(slot.kind) ?? {}
  const number = channelOf(slot.channel)
  const keep = (name: 'interval' | 'hours') => keepOption(workspace, slot, name)
  if (number === null) {
    if (isOfNoCoin === true) return null
    return {
      symbol: coinOf(slot),
      chooseCoin: ({ symbol }) => workspace.changeSlot(slot.id, { coin: symbol }),
      chooseInterval: keeps === 'interval' ? keep('interval') : null,
      chooseHours: keeps === 'hours' ? keep('hours') : null,
    }
  }
  const channel = channelTarget(number)
  const hasOwn = keeps === 'interval' && slot.options.interval !== undefined
  return hasOwn ? { ...channel, chooseInterval: keep('interval') } : channel
}

const keepOption =
  ({ changeSlot }: Workspace, { id, options }: LayoutSlot, name: 'interval' | 'hours') =>
  (value: unknown): void =>
    changeSlot(id, { options: { ...options, [name]: value } }, { isStep: false })
