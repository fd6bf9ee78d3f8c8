import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import type { LayoutNode } from '@aerie/wire/workspace/layout'
import { tabsOf } from '@aerie/wire/workspace/layout'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromDockview, toDockview } from './dock-geometry.ts'
import {
  dropSlots,
  isSameTree,
  moveSlot,
  neighbourOf,
  newTabs,
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

const tabs = (...slots: string[]): LayoutNode => ({ type: 'tabs', weight: 500, slots, active: itemAt(slots, 0) })
const split = (type: 'row' | 'column', ...parts: LayoutNode[]): LayoutNode => ({ type, weight: 1000, parts })
/** a | b over c */
const three = defined(normalizedTree(split('row', tabs('a'), split('column', tabs('b'), tabs('c')))))
const shape = (place: LayoutNode | null): string => {
  if (place === null) return '-'
  if (place.type === 'tabs') return place.slots.map((id) => (id === place.active ? id : id.toUpperCase())).join('')
  return `(${place.parts.map(shape).join(place.type === 'row' ? '|' : '/')})`
}

it('closes a slot and redistributes its space', () => {
  expect(shape(withoutSlot(three, 'b'))).toBe('(a|c)')
  expect(shape(withoutSlot(three, 'a'))).toBe('(b/c)')
  expect(withoutSlot(newTabs('a'), 'a')).toBeNull()
})

it('shows the adjacent tab after closing one', () => {
  const place = withSlotInTabs(newTabs('a'), 'b', 'a')
  expect(shape(place)).toBe('Ab')
  expect(shape(withActive(place, 'a'))).toBe('aB')
  expect(shape(withoutSlot(place, 'b'))).toBe('a')
})

const weights = (place: LayoutNode | null): readonly number[] => (place?.type === 'row' ? place.parts.map(({ weight }) => weight) : [])

it('keeps the proportions of the other columns when a slot is dropped', () => {
  const sized = (weight: number, ...slots: string[]): LayoutNode => ({ ...tabs(...slots), weight })
  const columns = defined(normalizedTree(split('row', sized(600, 'a'), sized(300, 'b'), sized(100, 'c', 'd'))))
  const beside = dropSlots(columns, ['d'], 'a', 'left')
  expect([shape(beside), weights(beside)]).toEqual(['(d|a|b|c)', [300, 300, 300, 100]])
  const over = dropSlots(columns, ['c'], 'a', 'center')
  expect([shape(over), weights(over)]).toEqual(['(Ac|b|d)', [600, 300, 100]])
  const away = dropSlots(columns, ['b'], 'a', 'down')
  expect([shape(away), weights(away).map(Math.round)]).toEqual(['((a/b)|cD)', [857, 143]])
})

it('drops a whole group, at the edge of the workspace too, and nothing onto itself', () => {
  const place = withSlotInTabs(three, 'd', 'b')
  expect(shape(dropSlots(place, ['b', 'd'], 'a', 'up'))).toBe('((Bd/a)|c)')
  expect(shape(dropSlots(place, ['b', 'd'], null, 'left'))).toBe('(Bd|a|c)')
  expect(dropSlots(place, ['b', 'd'], 'd', 'left')).toBe(place)
  expect(shape(dropSlots(place, ['d'], 'b', 'right'))).toBe('(a|((b|d)/c))')
})

it('finds the neighbour with the longest shared edge', () => {
  expect(neighbourOf(three, 'a', 'right')?.slots).toEqual(['b'])
  expect(neighbourOf(three, 'c', 'left')?.slots).toEqual(['a'])
  expect(neighbourOf(three, 'c', 'up')?.slots).toEqual(['b'])
  expect(neighbourOf(three, 'a', 'left')).toBeUndefined()
  expect(neighbourOf(three, 'z', 'left')).toBeUndefined()
})

it('moves a slot past its neighbour, to the edge and out of its tabs', () => {
  expect(shape(moveSlot(three, 'a', 'right'))).toBe('(b|(a/c))')
  expect(shape(moveSlot(three, 'c', 'down'))).toBe('((a|b)/c)')
  expect(shape(moveSlot(withSlotInTabs(three, 'd', 'b'), 'd', 'left'))).toBe('(a|((d|b)/c))')
})

it('tabs a slot with its neighbour', () => {
  expect(shape(tabSlot(three, 'c', 'up'))).toBe('(a|Bc)')
  expect(tabSlot(three, 'a', 'left')).toBe(three)
})

it("grows a slot's share of its row, but never to all of it", () => {
  const weights = (place: LayoutNode) => (place.type === 'tabs' ? [] : place.parts.map(({ weight }) => weight))
  expect(weights(resizeSlot(three, 'a', 'row', 100))).toEqual([433.333, 566.667])
  expect(weights(resizeSlot(three, 'a', 'row', 5000))).toEqual([920, 80])
  expect(weights(resizeSlot(three, 'a', 'row', -5000))).toEqual([80, 920])
  expect(resizeSlot(three, 'a', 'column', 100)).toEqual(three)
  const inner = resizeSlot(three, 'c', 'column', 100)
  expect(inner.type === 'row' && weights(itemAt(inner.parts, 1))).toEqual([400, 600])
})

it('adds a new slot by splitting the largest one, and as a tab where halves would cut figures', () => {
  const extent = { width: 1440, height: 800 }
  const halves = defined(normalizedTree(split('row', tabs('a'), { ...split('column', tabs('b'), tabs('c')), weight: 500 })))
  expect(shape(withSlotInRoom(null, 'd', extent))).toBe('d')
  expect(shape(withSlotInRoom(halves, 'd', extent))).toBe('((a/d)|(b/c))')
  expect(shape(withSlotInRoom(halves, 'd', { width: 1920, height: 400 }))).toBe('(a|d|(b/c))')
  expect(shape(withSlotInRoom(halves, 'd', { width: 1000, height: 400 }))).toBe('(Ad|(b/c))')
})

it('adds a new slot beside another one or along the whole edge', () => {
  expect(shape(withSlotBeside(three, 'd', 'c', 'left'))).toBe('(a|(b/(d|c)))')
  expect(shape(withSlotBeside(three, 'd', null, 'down'))).toBe('((a|(b/c))/d)')
  expect(shape(withSlotBeside(three, 'd', null, 'left'))).toBe('(d|a|(b/c))')
  expect(shape(withSlotBeside(null, 'd', null, 'left'))).toBe('d')
})

const SIDES: readonly Side[] = ['left', 'right', 'up', 'down']
const step = fc.record({
  kind: fc.constantFrom('add', 'tab', 'move', 'join', 'close', 'resize'),
  at: fc.nat(),
  side: fc.constantFrom(...SIDES),
})
type Step = { readonly kind: string; readonly at: number; readonly side: Side }

type Walked = { readonly place: LayoutNode; readonly ids: readonly string[] }

const DONE: Readonly<Record<string, (now: Walked, id: string, step: Step & { readonly fresh: string }) => Walked | null>> = {
  add: ({ place, ids }, id, { fresh, side }) => ({ place: withSlotBeside(place, fresh, id, side), ids: [...ids, fresh] }),
  tab: ({ place, ids }, id, { fresh }) => ({ place: withSlotInTabs(place, fresh, id), ids: [...ids, fresh] }),
  move: ({ place, ids }, id, { side }) => ({ place: moveSlot(place, id, side), ids }),
  join: ({ place, ids }, id, { side }) => ({ place: tabSlot(place, id, side), ids }),
  resize: ({ place, ids }, id, { side }) => ({ place: resizeSlot(place, id, side === 'left' ? 'row' : 'column', 70), ids }),
  close: ({ place, ids }, id) => {
    const rest = withoutSlot(place, id)
    return rest === null ? null : { place: rest, ids: ids.filter((each) => each !== id) }
  },
}

const walk = (steps: readonly Step[]): { readonly place: LayoutNode | null; readonly ids: readonly string[] } =>
  steps.reduce<Walked | null>((now, step, index) => {
    const fresh = `s${index}`
    if (now === null) return { place: newTabs(fresh), ids: [fresh] }
    return defined(DONE[step.kind])(now, itemAt(now.ids, step.at % now.ids.length), { ...step, fresh })
  }, null) ?? { place: null, ids: [] }
const SIZE = { width: 1600, height: 900 }

it('keeps every slot in the tree exactly once after any sequence of operations', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { place, ids } = walk(steps)
      expect(
        tabsOf(place)
          .flatMap(({ slots }) => slots)
          .toSorted(),
      ).toEqual(ids.toSorted())
      for (const { slots, active } of tabsOf(place)) expect(slots).toContain(active)
    }),
  )
})

it('survives a round trip through the docking library', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { place } = walk(steps)
      const back = normalizedTree(fromDockview(toDockview(place, SIZE, (id) => id)))
      // Pixels round small shares, so shapes are compared.
      expect(shape(back)).toBe(shape(place))
    }),
  )
  expect(isSameTree(normalizedTree(fromDockview(toDockview(three, SIZE, (id) => id))), three)).toBe(true)
  expect(isSameTree(resizeSlot(three, 'a', 'row', 20), three)).toBe(false)
})
