import { layout as layoutSchema } from '@aerie/wire/workspace/layout'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { TRADE, TRADE_PRESETS } from './trade-workspace.ts'

it.each(TRADE_PRESETS)('builds a layout of existing slot kinds, including a ticket: $title', ({ make }) => {
  const layout = make()
  expect(z.safeParse(layoutSchema, layout).success).toBe(true)
  expect(layout.slots.map(({ kind }) => TRADE.kindOf(kind)?.title)).not.toContain(undefined)
  expect(layout.slots.filter(({ kind }) => kind === 'ticket')).toHaveLength(1)
})
