import type { Layout, LayoutSlot } from '@aerie/wire/layout'
import { type Channel, useViewState } from '../../mirror/view-state.ts'
import { notify } from '../../ui/toast.ts'
import { isFull, maximised, withoutLayoutSlot, withSlot } from './layout-edits.ts'
import { neighbourOf, type Side, tabsWith } from './layout-tree.ts'
import { newSlotId, PRESETS } from './presets.ts'
import { titleOf } from './slot-label.ts'
import { changeLayout, changeSlot, focusSlot, showLayout, undoLayout, useWorkspace } from './workspace-store.ts'

const undoable = { action: { label: 'Undo', run: undoLayout } } as const

export const findSlot = (id: string | null): LayoutSlot | undefined => useWorkspace.getState().layout?.slots.find((slot) => slot.id === id)

/** The coin that a slot shows now. */
export const coinOf = ({ channel, coin }: Pick<LayoutSlot, 'channel' | 'coin'>): string =>
  channel === null ? (coin ?? 'BTC') : useViewState.getState().channels[channel as Channel].instrument.symbol

function hasRoom(): boolean {
  const { layout } = useWorkspace.getState()
  if (layout === null || !isFull(layout)) return true
  notify('warning', `A workspace holds ${layout.slots.length} slots. Close one first.`)
  return false
}

/** Adds a slot beside the one the keyboard works on. */
export function addSlot(kind: string): void {
  if (!hasRoom()) return
  const { focused } = useWorkspace.getState()
  const slot: LayoutSlot = { id: newSlotId(), kind, channel: 1, options: {} }
  changeLayout((now) => withSlot(now, slot, focused))
  focusSlot(slot.id)
}

/** Adds the same once more, as a tab over it. */
export function duplicateSlot(id: string): void {
  const slot = findSlot(id)
  if (slot === undefined || !hasRoom()) return
  const copy = { ...slot, id: newSlotId() }
  changeLayout((now) => withSlot(now, copy, id, true))
  focusSlot(copy.id)
}

/** Closes a slot; it can be taken back. */
export function closeSlot(id: string): void {
  const slot = findSlot(id)
  if (slot === undefined) return
  const near = tabsWith(useWorkspace.getState().layout?.place ?? null, id)?.slots.find((each) => each !== id)
  changeLayout((layout) => withoutLayoutSlot(layout, id))
  focusSlot(near ?? useWorkspace.getState().layout?.slots[0]?.id ?? null)
  notify('info', `${titleOf(slot)} closed.`, undoable)
}

/** Lets a slot fill the workspace, or puts it back. */
export const toggleMaximised = (id: string): void =>
  changeLayout((layout) => maximised(layout.maximised === null ? id : null)(layout), { isStep: false })

/** Puts a slot on a channel, or gives it the coin it shows now as its own. */
export function chooseChannel(id: string, channel: Channel | null): void {
  const slot = findSlot(id)
  if (slot !== undefined) changeSlot(id, channel === null ? { channel, coin: coinOf(slot) } : { channel })
}

export const toggleLock = (): void => changeLayout((layout) => ({ ...layout, locked: !layout.locked }))

/** Shows another layout in the place of the present one, which can be taken back. */
export function replaceLayout(layout: Layout, words: string): void {
  showLayout(layout)
  notify('success', words, undoable)
}

export function applyPreset(id: (typeof PRESETS)[number]['id']): void {
  const preset = PRESETS.find((each) => each.id === id)
  if (preset !== undefined)
    replaceLayout({ ...preset.make(), name: useWorkspace.getState().layout?.name ?? '' }, `Preset: ${preset.title}.`)
}

/** The slot that is seen next to the focused one. */
export function focusNeighbour(side: Side): void {
  const { layout, focused } = useWorkspace.getState()
  if (layout === null || layout.maximised !== null) return
  const next = focused === null ? layout.slots[0]?.id : neighbourOf(layout.place, focused, side)?.active
  if (next !== undefined) focusSlot(next)
}

/** The next tab over the focused slot, or the one before it. */
export function focusTab(step: 1 | -1): void {
  const { layout, focused } = useWorkspace.getState()
  const tabs = focused === null ? undefined : tabsWith(layout?.place ?? null, focused)
  if (tabs === undefined || focused === null) return
  focusSlot(tabs.slots.at((tabs.slots.indexOf(focused) + step) % tabs.slots.length) ?? focused)
}
