import { itemAt } from '@aerie/core/item-at'
import { type LayoutNode, type LayoutSplit, type LayoutTabs, tabsOf } from '@aerie/wire/workspace/layout'

export type Side = 'left' | 'right' | 'up' | 'down'
type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** Shares of a row or column add up to this (per mille). */
const WHOLE = 1000
/** Minimum share when resizing by keyboard. */
const LEAST_SHARE = 80
const EPSILON = 1e-9

const directionOf = (side: Side): LayoutSplit['type'] => (side === 'left' || side === 'right' ? 'row' : 'column')
const isBefore = (side: Side): boolean => side === 'left' || side === 'up'

export const tabsWith = (place: LayoutNode | null, id: string): LayoutTabs | undefined =>
  tabsOf(place).find(({ slots }) => slots.includes(id))

export const newTabs = (id: string): LayoutTabs => ({ type: 'tabs', weight: WHOLE, slots: [id], active: id })

/** Flattens nested rows and single-part splits, and normalizes the shares. */
function tidy(place: LayoutNode): LayoutNode {
  if (place.type === 'tabs') return place
  const parts = place.parts.map(tidy).flatMap((part) => (part.type === place.type ? scaled(part.parts, part.weight) : [part]))
  const [only] = parts
  if (only !== undefined && parts.length === 1) return { ...only, weight: place.weight }
  return { ...place, parts: scaled(parts, WHOLE) }
}

function scaled(parts: readonly LayoutNode[], to: number): LayoutNode[] {
  const sum = parts.reduce((total, { weight }) => total + weight, 0)
  return parts.map((part) => ({ ...part, weight: Math.max(0.001, Math.round((part.weight / sum) * to * 1000) / 1000) }))
}

/** The stored form: no rows in rows, shares per mille. */
export const normalizedTree = (place: LayoutNode | null): LayoutNode | null => (place === null ? null : { ...tidy(place), weight: WHOLE })

function mapTabs(place: LayoutNode | null, change: (tabs: LayoutTabs) => LayoutNode | null): LayoutNode | null {
  const walk = (each: LayoutNode): LayoutNode | null => {
    if (each.type === 'tabs') return change(each)
    const parts = each.parts.map(walk).filter((part) => part !== null)
    return parts.length === 0 ? null : { ...each, parts }
  }
  const next = place === null ? null : walk(place)
  return normalizedTree(next)
}

const without = (tabs: LayoutTabs, id: string): LayoutTabs | null => {
  const at = tabs.slots.indexOf(id)
  if (at < 0) return tabs
  const slots = tabs.slots.filter((each) => each !== id)
  const next = slots[Math.min(at, slots.length - 1)]
  if (next === undefined) return null
  return { ...tabs, slots, active: tabs.active === id ? next : tabs.active }
}

export const withoutSlot = (place: LayoutNode | null, id: string): LayoutNode | null => mapTabs(place, (tabs) => without(tabs, id))

export const withActive = (place: LayoutNode | null, id: string): LayoutNode | null =>
  mapTabs(place, (tabs) => (tabs.slots.includes(id) ? { ...tabs, active: id } : tabs))

/** Adds a slot at `side` of the tabs containing `at`; of the whole workspace if `at` is null. */
export function withSlotBeside(place: LayoutNode | null, id: string, at: string | null, side: Side): LayoutNode {
  if (place === null) return newTabs(id)
  const join = (there: LayoutNode, share: number): LayoutSplit => {
    const [one, other] = [
      { ...there, weight: WHOLE - share },
      { ...newTabs(id), weight: share },
    ]
    return { type: directionOf(side), weight: there.weight, parts: isBefore(side) ? [other, one] : [one, other] }
  }
  if (at === null) return { ...tidy(join(place, WHOLE / 3)), weight: WHOLE }
  return mapTabs(place, (tabs) => (tabs.slots.includes(at) ? join(tabs, WHOLE / 2) : tabs)) ?? newTabs(id)
}

export const withSlotInTabs = (place: LayoutNode | null, id: string, at: string): LayoutNode =>
  mapTabs(place, (tabs) => {
    const index = tabs.slots.indexOf(at)
    return index < 0 ? tabs : { ...tabs, slots: tabs.slots.toSpliced(index + 1, 0, id), active: id }
  }) ?? newTabs(id)

function boxes(place: LayoutNode | null): readonly { readonly tabs: LayoutTabs; readonly box: Box }[] {
  const walk = (each: LayoutNode, box: Box): { tabs: LayoutTabs; box: Box }[] => {
    if (each.type === 'tabs') return [{ tabs: each, box }]
    const sum = each.parts.reduce((total, { weight }) => total + weight, 0)
    let done = 0
    return each.parts.flatMap((part) => {
      const [from, until] = [done / sum, (done + part.weight) / sum]
      done += part.weight
      return walk(part, each.type === 'row' ? across(box, from, until) : down(box, from, until))
    })
  }
  return place === null ? [] : walk(place, { left: 0, top: 0, right: 1, bottom: 1 })
}
const across = (box: Box, from: number, until: number): Box => {
  const width = box.right - box.left
  return { ...box, left: box.left + from * width, right: box.left + until * width }
}
const down = (box: Box, from: number, until: number): Box => {
  const height = box.bottom - box.top
  return { ...box, top: box.top + from * height, bottom: box.top + until * height }
}

export type Extent = { readonly width: number; readonly height: number }
/** Slots of this size show whole figures. */
const LEAST_WIDTH = 320
const LEAST_HEIGHT = 240

/** Splits the largest tabs along their longer side. Adds a tab to them if a half would be too small for figures. @param extent in pixels */
export function withSlotInRoom(place: LayoutNode | null, id: string, { width, height }: Extent): LayoutNode {
  const [largest] = boxes(place)
    .map(({ tabs, box }) => ({ at: tabs.active, wide: (box.right - box.left) * width, high: (box.bottom - box.top) * height }))
    .toSorted((a, b) => b.wide * b.high - a.wide * a.high)
  if (largest === undefined) return newTabs(id)
  const { at, wide, high } = largest
  const sides = [
    ...(wide >= 2 * LEAST_WIDTH ? [['right', wide] as const] : []),
    ...(high >= 2 * LEAST_HEIGHT && wide >= LEAST_WIDTH ? [['down', high] as const] : []),
  ]
  const [side] = sides.toSorted(([, a], [, b]) => b - a)
  return side === undefined ? withSlotInTabs(place, id, at) : withSlotBeside(place, id, at, side[0])
}

/** Distance from `box` to `other` at `side`: 0 if they touch, negative if `other` is not on that side. */
function gap(box: Box, other: Box, side: Side): number {
  switch (side) {
    case 'left':
      return box.left - other.right
    case 'right':
      return other.left - box.right
    case 'up':
      return box.top - other.bottom
    case 'down':
      return other.top - box.bottom
  }
}
const shared = (box: Box, other: Box, side: Side): number =>
  directionOf(side) === 'row'
    ? Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
    : Math.min(box.right, other.right) - Math.max(box.left, other.left)

/** The tabs adjacent to `id` at `side`; of several, those with the longest common edge. */
export function neighbourOf(place: LayoutNode | null, id: string, side: Side): LayoutTabs | undefined {
  const all = boxes(place)
  const own = all.find(({ tabs }) => tabs.slots.includes(id))
  if (own === undefined) return undefined
  return all
    .filter(({ box }) => Math.abs(gap(own.box, box, side)) < EPSILON && shared(own.box, box, side) > EPSILON)
    .toSorted((a, b) => shared(own.box, b.box, side) - shared(own.box, a.box, side))[0]?.tabs
}

/** Moves a slot one step: out of its tabs; if alone, it swaps with its neighbor; at the edge, it takes the workspace's whole edge. */
export function moveSlot(place: LayoutNode, id: string, side: Side): LayoutNode {
  const own = tabsWith(place, id)
  if (own === undefined) return place
  const [other] = own.slots.filter((each) => each !== id)
  const rest = withoutSlot(place, id)
  if (other !== undefined) return withSlotBeside(rest, id, other, side)
  const neighbour = neighbourOf(place, id, side)
  if (neighbour === undefined) return withSlotBeside(rest, id, null, side)
  const swap = (tabs: LayoutTabs): LayoutTabs => {
    if (tabs === own) return { ...neighbour, weight: own.weight }
    return tabs === neighbour ? { ...own, weight: neighbour.weight } : tabs
  }
  return mapTabs(place, swap) ?? place
}

export function tabSlot(place: LayoutNode, id: string, side: Side): LayoutNode {
  const neighbour = neighbourOf(place, id, side)
  return neighbour === undefined ? place : withSlotInTabs(withoutSlot(place, id), id, neighbour.active)
}

/** Where slots are dropped: at a side of a group of tabs, or among them. */
export type DropPosition = Side | 'center'

/**
 * Moves slots to the group of tabs containing `at`, null: the edge of the workspace. Half of the group's share if to a side; all other
 * slots keep their proportions.
 */
export function dropSlots(place: LayoutNode, ids: readonly string[], at: string | null, position: DropPosition): LayoutNode {
  const [first, ...others] = ids
  const target = at === null ? null : (tabsWith(place, at)?.slots.find((id) => !ids.includes(id)) ?? null)
  const isOntoItself = at !== null && target === null
  if (first === undefined || isOntoItself || (at === null && position === 'center')) return place
  const rest = ids.reduce(withoutSlot, place as LayoutNode | null)
  const landed =
    position === 'center' && target !== null
      ? withSlotInTabs(rest, first, target)
      : withSlotBeside(rest, first, target, position === 'center' ? 'right' : position)
  return others.reduce((now, id, index) => withSlotInTabs(now, id, itemAt(ids, index)), landed)
}

/** Grows the slot's share of its row or column by `permille`; negative shrinks it. */
export function resizeSlot(place: LayoutNode, id: string, direction: LayoutSplit['type'], permille: number): LayoutNode {
  const walk = (each: LayoutNode): LayoutNode => {
    if (each.type === 'tabs') return each
    const at = each.parts.findIndex((part) => tabsWith(part, id) !== undefined)
    const part = each.parts[at]
    if (part === undefined) return each
    const inner = walk(part)
    if (inner !== part || each.type !== direction) return { ...each, parts: each.parts.with(at, inner) }
    return { ...each, parts: shifted(each.parts, at, permille) }
  }
  return walk(place)
}

function shifted(given: readonly LayoutNode[], at: number, permille: number): LayoutNode[] {
  const parts = scaled(given, WHOLE)
  const own = itemAt(parts, at).weight
  const others = WHOLE - own
  const most = WHOLE - LEAST_SHARE * (parts.length - 1)
  const next = Math.min(Math.max(own + permille, Math.min(own, LEAST_SHARE)), Math.max(own, most))
  const weight = (part: LayoutNode, index: number) => (index === at ? next : (part.weight / others) * (WHOLE - next))
  return scaled(
    parts.map((part, index) => ({ ...part, weight: weight(part, index) })),
    WHOLE,
  )
}

/** @param isActiveIgnored whether the tab shown in each group does not matter */
export function isSameTree(one: LayoutNode | null, other: LayoutNode | null, isActiveIgnored = false): boolean {
  if (one === null || other === null) return one === other
  if (one.type === 'tabs' || other.type === 'tabs') {
    if (one.type !== 'tabs' || other.type !== 'tabs') return false
    return (isActiveIgnored || one.active === other.active) && one.slots.join() === other.slots.join()
  }
  if (one.type !== other.type || one.parts.length !== other.parts.length) return false
  const [left, right] = [scaled(one.parts, WHOLE), scaled(other.parts, WHOLE)]
  return left.every(
    (part, index) => Math.abs(part.weight - itemAt(right, index).weight) < 5 && isSameTree(part, itemAt(right, index), isActiveIgnored),
  )
}
