import { layout as layoutSchema } from '@aerie/wire/workspace/layout'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PRESETS, PRETRADE } from './pretrade-page.tsx'

it('creates presets that are valid layouts', () => {
  for (const { make } of PRESETS) expect(z.safeParse(layoutSchema, make()).success).toBe(true)
  expect(PRESETS.map(({ make }) => make().slots.length)).toEqual([1, 2, 4, 4])
})

it('creates presets of existing kinds only', () => {
  const kinds = PRESETS.flatMap(({ make }) => make().slots.map(({ kind }) => PRETRADE.kindOf(kind)?.title))
  expect(new Set(kinds)).toEqual(new Set(['Chart', 'Depth', 'Watchlist', 'Forecast']))
})
