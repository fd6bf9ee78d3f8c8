import { layout as layoutSchema } from '@aerie/wire/workspace/layout'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PRESETS, PRETRADE } from './pretrade-page.tsx'

it('makes presets that are layouts', () => {
  for (const { make } of PRESETS) expect(z.safeParse(layoutSchema, make()).success).toBe(true)
  expect(PRESETS.map(({ make }) => make().slots.length)).toEqual([1, 2, 4, 4])
})

it('makes presets of kinds that there are', () => {
  const kinds = PRESETS.flatMap(({ make }) => make().slots.map(({ kind }) => PRETRADE.kindOf(kind)?.title))
  expect(new Set(kinds)).toEqual(new Set(['Chart', 'Depth', 'Watchlist', 'Forecast']))
})
