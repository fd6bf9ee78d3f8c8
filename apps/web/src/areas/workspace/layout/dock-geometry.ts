import { itemAt } from '@aerie/core/item-at'
import type { LayoutNode, LayoutTabs } from '@aerie/wire/workspace/layout'
import { Orientation, type SerializedDockview } from 'dockview-react'

type GridObject = SerializedDockview['grid']['root']
type Size = { readonly width: number; readonly height: number }
type TitleOf = (id: string) => string

/** Below this, digits would be cut when an edge is dragged. */
const LEAST_SIZE = { minimumWidth: 200, minimumHeight: 100 }

/** In Dockview the direction alternates at each level: a root column is expressed by the grid's orientation. */
export function toDockview(place: LayoutNode | null, { width, height }: Size, titleOf: TitleOf): SerializedDockview {
  const isColumn = place?.type === 'column'
  const [along, cross] = isColumn ? [height, width] : [width, height]
  const panels: SerializedDockview['panels'] = {}
  const leaf = (tabs: LayoutTabs, size: number): GridObject => {
    for (const id of tabs.slots) panels[id] = { id, contentComponent: 'slot', tabComponent: 'slot', title: titleOf(id), ...LEAST_SIZE }
    return { type: 'leaf', size, data: { id: `group-${tabs.slots[0]}`, views: tabs.slots, activeView: tabs.active } }
  }
  const node = (each: LayoutNode, size: number, [main, other]: readonly [number, number]): GridObject => {
    if (each.type === 'tabs') return leaf(each, size)
    const sum = each.parts.reduce((total, { weight }) => total + weight, 0)
    const sizes = each.parts.map(({ weight }) => (weight / sum) * main)
    return { type: 'branch', size, data: each.parts.map((part, index) => node(part, itemAt(sizes, index), [other, itemAt(sizes, index)])) }
  }
  const root = place === null || place.type === 'tabs' ? alone(place, leaf, { along, cross }) : node(place, cross, [along, cross])
  return { grid: { root, width, height, orientation: isColumn ? Orientation.VERTICAL : Orientation.HORIZONTAL }, panels }
}

const alone = (
  tabs: LayoutTabs | null,
  leaf: (tabs: LayoutTabs, size: number) => GridObject,
  { along, cross }: { readonly along: number; readonly cross: number },
): GridObject => ({ type: 'branch', size: cross, data: tabs === null ? [] : [leaf(tabs, along)] })

/** Converts from Dockview's format; its pixel sizes are used as shares. */
export function fromDockview({ grid }: SerializedDockview): LayoutNode | null {
  const walk = (node: GridObject, type: 'row' | 'column'): LayoutNode | null => {
    const weight = Math.max(1, Math.round(node.size ?? 1))
    if (!Array.isArray(node.data)) {
      const { views, activeView } = node.data
      const [first] = views
      return first === undefined ? null : { type: 'tabs', weight, slots: views, active: activeView ?? first }
    }
    const parts = node.data.map((child) => walk(child, type === 'row' ? 'column' : 'row')).filter((part) => part !== null)
    const [only] = parts
    if (only === undefined) return null
    return parts.length === 1 ? { ...only, weight } : { type, weight, parts }
  }
  return walk(grid.root, grid.orientation === Orientation.VERTICAL ? 'column' : 'row')
}
