import type { Layout, LayoutSlot } from '@aerie/wire/workspace/layout'
import { type Channel, channelOf, useViewState } from '../../platform/mirror/views/view-state.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { isFull, maximised, withoutLayoutSlot, withSlot, withSlotAsTab } from './layout/layout-edits.ts'
import { neighbourOf, type Side, tabsWith } from './layout/layout-tree.ts'
import { newSlotId } from './layout/new-slot-id.ts'
import type { Workspace } from './workspace.ts'

const undoable = ({ undo }: Workspace) => ({ action: { label: 'Undo', run: undo } }) as const

export const findSlot = ({ store }: Workspace, id: string | null): LayoutSlot | undefined =>
  store.getState().layout?.slots.find((slot) => slot.id === id)

export function coinOf({ channel: number, coin }: Pick<LayoutSlot, 'channel' | 'coin'>): string {
  const channel = channelOf(number)
  return channel === null ? (coin ?? 'BTC') : useViewState.getState().channels[channel].instrument.symbol
}

function hasRoom({ store }: Workspace): boolean {
  const { layout } = store.getState()
  if (layout === null || !isFull(layout)) return true
  notify('warning', `A workspace can have ${layout.slots.length} slots. Close one first.`)
  return false
}

/** Narrowest screen with a dock. */
const SMALLEST_DOCK = { width: 1024, height: 640 }

export function addSlot(workspace: Workspace, kind: string): void {
  if (!hasRoom(workspace)) return
  const slot: LayoutSlot = { id: newSlotId(), kind, channel: 1, options: {} }
  const dock = document.querySelector('.dock')
  // On small screens slots are shown one at a time; the layout is for a wide one.
  const extent = dock === null ? SMALLEST_DOCK : { width: dock.clientWidth, height: dock.clientHeight }
  workspace.change((now) => withSlot(now, slot, extent))
  workspace.focus(slot.id)
}

export function duplicateSlot(workspace: Workspace, id: string): void {
  const slot = findSlot(workspace, id)
  if (slot === undefined || !hasRoom(workspace)) return
  const copy = { ...slot, id: newSlotId() }
  workspace.change((now) => withSlotAsTab(now, copy, id))
  workspace.focus(copy.id)
}

export function closeSlot(workspace: Workspace, id: string): void {
  const slot = findSlot(workspace, id)
  if (slot === undefined) return
  const { store } = workspace
  const near = tabsWith(store.getState().layout?.place ?? null, id)?.slots.find((each) => each !== id)
  workspace.change((layout) => withoutLayoutSlot(layout, id))
  workspace.focus(near ?? store.getState().layout?.slots[0]?.id ?? null)
  notify('info', `${workspace.titleOf(slot)} closed.`, undoable(workspace))
}

export const toggleMaximised = ({ change }: Workspace, id: string): void =>
  change((layout) => maximised(layout.maximised === null ? id : null)(layout), { isStep: false })

/** Joins a channel; null keeps the coin shown now as the slot's own. */
export function chooseChannel(workspace: Workspace, id: string, channel: Channel | null): void {
  const slot = findSlot(workspace, id)
  if (slot !== undefined) workspace.changeSlot(id, channel === null ? { channel, coin: coinOf(slot) } : { channel })
}

export const toggleLock = ({ change }: Workspace): void => change((layout) => ({ ...layout, locked: !layout.locked }))

export function replaceLayout(workspace: Workspace, layout: Layout, text: string): void {
  workspace.show(layout, 'user')
  notify('success', text, undoable(workspace))
}

export function applyPreset(workspace: Workspace, id: string): void {
  const preset = workspace.presets.find((each) => each.id === id)
  // No longer the saved layout of the earlier name.
  if (preset !== undefined) replaceLayout(workspace, preset.make(), `Preset: ${preset.title}.`)
}

export function focusNeighbour({ store, focus }: Workspace, side: Side): void {
  const { layout, focused } = store.getState()
  if (layout === null || layout.maximised !== null) return
  const next = focused === null ? layout.slots[0]?.id : neighbourOf(layout.place, focused, side)?.active
  if (next !== undefined) focus(next)
}

export function focusTab({ store, focus }: Workspace, step: 1 | -1): void {
  const { layout, focused } = store.getState()
  const tabs = focused === null ? undefined : tabsWith(layout?.place ?? null, focused)
  if (tabs === undefined || focused === null) return
  focus(tabs.slots.at((tabs.slots.indexOf(focused) + step) % tabs.slots.length) ?? focused)
}
