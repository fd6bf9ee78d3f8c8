import { expect, it } from 'vitest'
import { NAVIGATION_ENTRIES } from './navigation-entries.ts'
import { firstBuiltOf, isUpcoming, UPCOMING_SCREENS } from './upcoming-screens.ts'

it('leads from the short address of a section to a tab that is built', () => {
  for (const section of ['Account', 'Trade Rewards'] as const) {
    const path = firstBuiltOf(section)
    expect([isUpcoming(path), NAVIGATION_ENTRIES.find((entry) => entry.path === path)?.section]).toEqual([false, section])
  }
})

it('names screens that navigation has', () => {
  const known = new Set(NAVIGATION_ENTRIES.flatMap(({ path, alias }) => [path, alias]))
  expect(UPCOMING_SCREENS.filter(([path]) => !known.has(`/${path}`))).toEqual([])
})
