import { describe, expect, it } from 'vitest'
import type { Action } from '../../platform/commands/action.ts'
import { keysOf } from '../../platform/commands/key-choices.ts'
import { ACTIONS } from './actions.ts'
import { canSwap, conflictsOf, refusalOf, resolveKeys, withKeys } from './key-rules.ts'

const action = (id: string, keys?: string): Action => ({
  id,
  title: id,
  group: 'Find',
  run: () => undefined,
  ...(keys === undefined ? {} : { keys }),
})
const home = action('home', 'g h')
const find = action('find', '/')
const bare = action('bare')
const all = [home, find, bare]
const ids = (actions: readonly Action[]) => actions.map(({ id }) => id)

describe('reserved keys', () => {
  it.each([
    ['mod+t', 'Ctrl+T is used by the browser: it opens a new tab. Choose another shortcut.'],
    ['mod+3', 'Ctrl+3 is used by the browser: it switches tabs. Choose another shortcut.'],
    ['g mod+w', 'Ctrl+W is used by the browser: it closes the tab. Choose another shortcut.'],
    ['enter', 'Enter is needed to move around the page. Add Ctrl or Alt, or choose another shortcut.'],
    ['shift+arrowup', 'Shift+↑ is needed to move around the page. Add Ctrl or Alt, or choose another shortcut.'],
  ])('%s', (keys, message) => expect(refusalOf(keys)).toBe(message))

  it.each(['', 'g x', 'mod+k', 'alt+arrowup', 'mod+enter', 'shift+t', '?', 'f9'])('do not include %j', (keys) =>
    expect(refusalOf(keys)).toBeNull(),
  )

  it('are not among the default keys of any action', () =>
    expect(ACTIONS.flatMap(({ keys }) => keys ?? []).filter((keys) => refusalOf(keys) !== null)).toEqual([]))
})

describe('a conflict', () => {
  it.each([
    ['the same keys', '/', ['find']],
    ['keys that others begin with', 'g', ['home']],
    ['keys that begin with those of others', '/ x', ['find']],
    ['keys of nobody', 'x', []],
    ['no keys', '', []],
  ])('is found for %s', (_what, keys, expected) => expect(ids(conflictsOf(keys, 'bare', all, {}))).toEqual(expected))

  it('does not arise with itself, nor with keys an action no longer has', () => {
    expect(conflictsOf('/', 'find', all, {})).toEqual([])
    expect(conflictsOf('/', 'bare', all, { find: 'x' })).toEqual([])
    expect(ids(conflictsOf('x', 'bare', all, { find: 'x' }))).toEqual(['find'])
  })

  it('is resolved by a swap, if there is something to swap, or by reassigning', () => {
    const conflicts = conflictsOf('/', 'home', all, {})
    expect(canSwap('/', home, conflicts, {})).toBe(true)
    const swapped = resolveKeys({}, { action: home, keys: '/', conflicts, how: 'swap' })
    expect(all.map((one) => keysOf(one, { chosen: swapped }))).toEqual(['/', 'g h', undefined])
    const taken = resolveKeys({}, { action: home, keys: '/', conflicts, how: 'take' })
    expect(all.map((one) => keysOf(one, { chosen: taken }))).toEqual(['/', undefined, undefined])
    expect(canSwap('/', bare, conflicts, {})).toBe(false)
    expect(canSwap('g', find, conflictsOf('g', 'find', all, {}), {})).toBe(false)
  })
})

it('default keys of an action are not stored as a choice', () => {
  expect(withKeys({ home: 'x', find: 'y' }, home, 'g h')).toEqual({ find: 'y' })
  expect(withKeys({}, bare, '')).toEqual({})
  expect(withKeys({}, home, '')).toEqual({ home: '' })
})
