import { layout as layoutSchema, tabsOf } from '@aerie/wire/workspace/layout'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { screenSize } from '../workspace/workspace.ts'
import { TRADE, TRADE_PRESETS } from './trade-workspace.ts'

it.each([
  [1440, undefined, [['chart'], ['book', 'ladder', 'tape']]],
  [1920, 'wide', [['chart'], ['book', 'ladder'], ['tape']]],
])('starts a screen of %i pixels with book and trades beside each other only where there is room', (width, name, market) => {
  vi.stubGlobal('matchMedia', (query: string) => {
    const [, sign, rem] = /(<|>=) (\d+)rem/.exec(query) ?? []
    return { matches: sign === '<' ? width < 16 * Number(rem) : width >= 16 * Number(rem) }
  })
  const size = screenSize(TRADE)
  expect(size?.name).toBe(name)
  const { place, slots } = (size ?? TRADE).start()
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
