import { itemAt } from '@aerie/core/item-at'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { EMPTY_LAYOUT, LAYOUT_LIMIT, type Layout, type LayoutNode, layout, MOST_SLOTS, tabsOf } from './layout.ts'

const slot = (id: string, more: object = {}) => ({ id, kind: 'chart', channel: 1, options: {}, ...more })
const tabs = (...slots: string[]): LayoutNode => ({ type: 'tabs', weight: 1, slots, active: itemAt(slots, 0) })
const two: Layout = {
  ...EMPTY_LAYOUT,
  name: 'Morning',
  slots: [slot('a'), slot('b', { channel: null, coin: 'ETH' }), slot('c', { kind: 'depth' })],
  place: { type: 'row', weight: 1, parts: [tabs('a'), { type: 'column', weight: 2, parts: [tabs('b'), tabs('c')] }] },
}
const problem = (input: unknown): string => {
  const parsed = z.safeParse(layout, input)
  return parsed.success ? '' : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
}

it('reads a layout back unchanged, and keeps unknown kinds', () => {
  expect(z.parse(layout, JSON.parse(JSON.stringify(two)))).toEqual(two)
  const later = { ...EMPTY_LAYOUT, slots: [slot('a', { kind: 'options-chain' })], place: tabs('a') }
  expect(z.parse(layout, later).slots[0]?.kind).toBe('options-chain')
})

it('fills in fields missing from an older version', () => {
  const { windows: _windows, maximised: _maximised, locked: _locked, ...older } = two
  expect(z.parse(layout, older)).toEqual(two)
})

it.each([
  ['another version', { ...two, version: 2 }, 'reads layouts of version 1'],
  ['a field that nobody knows', { ...two, script: 'x' }, 'unknown field script'],
  ['a slot without a place', { ...two, slots: [...two.slots, slot('d')] }, 'slot d has no place'],
  ['a place without its slot', { ...two, slots: two.slots.slice(1) }, 'there is no slot a'],
  ['two slots of one id', { ...two, slots: [...two.slots, slot('a')] }, 'the same id'],
  ['a slot at two places', { ...two, windows: [{ slots: ['a'], active: 'a', bounds: null }] }, 'two places'],
  [
    'tabs whose active one is not there',
    { ...two, place: { ...two.place, parts: [tabs('a'), { ...tabs('b', 'c'), active: 'a' }] } },
    'active',
  ],
  ['a maximised slot that is not there', { ...two, maximised: 'z' }, 'maximised'],
  ['a ninth channel', { ...two, slots: [slot('a', { channel: 9 }), ...two.slots.slice(1)] }, 'a channel is a number from 1 to 8'],
  ['a coin in lower case', { ...two, slots: [slot('a', { coin: 'btc' }), ...two.slots.slice(1)] }, 'slots.0.coin'],
  ['an id of markup', { ...two, slots: [slot('<b>')], place: tabs('<b>') }, 'an id has'],
  ['a weight of nothing', { ...EMPTY_LAYOUT, slots: [slot('a')], place: { ...tabs('a'), weight: 0 } }, 'weight is above 0'],
  [
    'options over their size',
    { ...two, slots: [slot('a', { options: { x: 'y'.repeat(5_000) } }), ...two.slots.slice(1)] },
    'options have at most',
  ],
  ['no layout at all', [], 'fields are expected'],
])('refuses %s, and reports what is wrong', (_name, input, message) => {
  expect(problem(input)).toContain(message)
})

it('enforces its maximum number of slots and its maximum size', () => {
  const many = Array.from({ length: MOST_SLOTS + 1 }, (_, index) => slot(`s${index}`))
  expect(problem({ ...EMPTY_LAYOUT, slots: many, place: tabs(...many.map(({ id }) => id)) })).toContain('at most 24 slots')
  const wide = Array.from({ length: MOST_SLOTS }, (_, index) => slot(`s${index}`, { options: { text: 'x'.repeat(4_000) } }))
  const large = { ...EMPTY_LAYOUT, slots: wide, place: tabs(...wide.map(({ id }) => id)) }
  expect(JSON.stringify(large).length).toBeGreaterThan(LAYOUT_LIMIT)
  expect(problem(large)).toContain('at most 64 kB')
})

it('refuses a nesting depth of a hundred thousand without a stack overflow', () => {
  let deep: unknown = tabs('a')
  for (let depth = 0; depth < 100_000; depth += 1) deep = { type: 'row', weight: 1, parts: [deep, tabs('b')] }
  expect(problem({ ...two, place: deep })).toContain('is not nested that deeply')
})

it('lists tabs from left to right and from top to bottom', () => {
  expect(tabsOf(two.place).map(({ slots }) => slots)).toEqual([['a'], ['b'], ['c']])
  expect(tabsOf(null)).toEqual([])
})
