import { layout as layoutSchema, tabsOf } from '@aerie/wire/workspace/layout'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { startTrade, TRADE, TRADE_PRESETS } from './trade-workspace.ts'

it.each([
  [1440, [['chart'], ['book', 'ladder', 'tape']]],
  [1920, [['chart'], ['book', 'ladder'], ['tape']]],
])('starts a screen of %i pixels with book and trades beside each other only where there is room', (width, market) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: width >= 16 * Number(/(\d+)rem/.exec(query)?.[1]) }))
  const { place, slots } = startTrade()
  const kinds = tabsOf(place).map((tabs) => tabs.slots.map((id) => slots.find((slot) => slot.id === id)?.kind))
  expect(kinds.slice(0, market.length)).toEqual(market)
  vi.unstubAllGlobals()
})

it.each(TRADE_PRESETS)('builds a layout of existing slot kinds, including a ticket: $title', ({ make }) => {
  const layout = make()
  expect(z.safeParse(layoutSchema, layout).success).toBe(true)
  expect(layout.slots.map(({ kind }) => TRADE.kindOf(kind)?.title)).not.toContain(undefined)
  expect(layout.slots.filter(({ kind }) => kind === 'ticket')).toHaveLength(1)
})
