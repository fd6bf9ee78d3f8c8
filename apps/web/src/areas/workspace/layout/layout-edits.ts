import { type Layout, type LayoutNode, type LayoutSlot, MOST_SLOTS } from '@aerie/wire/workspace/layout'
import { hashKey } from '@tanstack/react-query'
import {
  type DropPosition,
  dropSlots,
  type Extent,
  isSameTree,
  moveSlot,
  normalizedTree,
  resizeSlot,
  type Side,
  tabSlot,
  withActive,
  withoutSlot,
  withSlotBeside,
  withSlotInRoom,
  withSlotInTabs,
} from './layout-tree.ts'

export const isFull = (layout: Layout): boolean => layout.slots.length >= MOST_SLOTS

/** Adds a slot where it and its neighbour show whole figures. @param extent of the workspace in pixels */
export const withSlot = (layout: Layout, slot: LayoutSlot, extent: Extent): Layout =>
  isFull(layout)
    ? layout
    : { ...layout, slots: [...layout.slots, slot], place: withSlotInRoom(layout.place, slot.id, extent), maximised: null }

/** Adds a slot as a tab after `at`. */
export const withSlotAsTab = (layout: Layout, slot: LayoutSlot, at: string): Layout =>
  isFull(layout) ? layout : { ...layout, slots: [...layout.slots, slot], place: withSlotInTabs(layout.place, slot.id, at), maximised: null }

export const withoutLayoutSlot = (layout: Layout, id: string): Layout => ({
  ...layout,
  slots: layout.slots.filter((slot) => slot.id !== id),
  place: withoutSlot(layout.place, id),
  windows: layout.windows.filter(({ slots }) => !slots.includes(id)),
  maximised: layout.maximised === id ? null : layout.maximised,
})

const editTree =
  (change: (place: LayoutNode) => LayoutNode) =>
  (layout: Layout): Layout => {
    if (layout.place === null || layout.locked) return layout
    const place = change(layout.place)
    return place === layout.place ? layout : { ...layout, place, maximised: null }
  }

export const moved = (id: string, side: Side) => editTree((place) => moveSlot(place, id, side))
export const withTabOver = (id: string, side: Side) => editTree((place) => tabSlot(place, id, side))
/** @param active slot shown in the group that was dragged */
export const dropped = (ids: readonly string[], at: string | null, position: DropPosition, active: string) =>
  editTree((place) => {
    const next = dropSlots(place, ids, at, position)
    return next === place ? place : (withActive(next, active) ?? next)
  })
export const resized = (id: string, direction: 'row' | 'column', permille: number) =>
  editTree((place) => resizeSlot(place, id, direction, permille))

export const shown =
  (id: string) =>
  (layout: Layout): Layout => ({ ...layout, place: withActive(layout.place, id) })

export const maximised =
  (id: string | null) =>
  (layout: Layout): Layout =>
    layout.maximised === id ? layout : { ...layout, maximised: id, place: id === null ? layout.place : withActive(layout.place, id) }

export const poppedOut =
  (id: string) =>
  (layout: Layout): Layout => ({
    ...layout,
    place: withoutSlot(layout.place, id),
    windows: [...layout.windows.filter(({ slots }) => !slots.includes(id)), { slots: [id], active: id, bounds: null }],
    maximised: layout.maximised === id ? null : layout.maximised,
  })

export function withRedockedSlot(layout: Layout, id: string): Layout {
  if (!layout.windows.some(({ slots }) => slots.includes(id))) return layout
  const windows = layout.windows.filter(({ slots }) => !slots.includes(id))
  return { ...layout, windows, place: withSlotBeside(layout.place, id, null, 'right') }
}

/** Initial form of a layout: without pop-outs, since a page may not open windows by itself, and normalized. */
export const opened = (layout: Layout): Layout =>
  layout.windows
    .flatMap(({ slots }) => slots)
    .reduce<Layout>(withRedockedSlot, {
      ...layout,
      windows: layout.windows.flatMap(({ slots }) => slots.map((id) => ({ slots: [id], active: id, bounds: null }))),
      place: normalizedTree(layout.place),
    })

/** Whether saving `layout` would change `saved`, apart from which tabs are shown and which slot is maximised. */
export function isEdited(layout: Layout, saved: Layout): boolean {
  const compared = ({ slots, locked }: Layout) => hashKey([slots.toSorted((a, b) => (a.id < b.id ? -1 : 1)), locked])
  const [now, before] = [opened(layout), opened(saved)]
  return compared(now) !== compared(before) || !isSameTree(now.place, before.place, true)
}
