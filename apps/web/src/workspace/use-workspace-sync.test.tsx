import { EMPTY_LAYOUT, type Layout } from '@aerie/wire/workspace/layout'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'

type Saved = { readonly state: 'loading' | 'ready'; readonly value: Layout | null }
const saved = create<Saved>(() => ({ state: 'ready', value: null }))
const asked: string[] = []
vi.mock(import('../documents/use-document.ts'), () => ({
  useDocument: (_spec: unknown, name = '') => {
    asked.push(name)
    return {
      ...saved(),
      saving: 'saved',
      trouble: null,
      isFragile: false,
      change: (next: (old: Layout | null) => Layout) => saved.setState({ value: next(saved.getState().value) }),
      retry: () => undefined,
    } as never // what of a document this hook uses
  },
}))

import { bindLayoutLink, hearLayout } from '../mirror/layout-link.ts'
import { useMirror } from '../mirror/mirror-store.ts'
import { testLayout, testWorkspace } from './test-workspace.ts'
import type { Workspace } from './workspace.ts'
import { WorkspaceContext } from './workspace-context.ts'
import { useWorkspaceSync } from './workspace-view.tsx'

const told: [layout: unknown, why: string][] = []
const named = (name: string): Layout => ({ ...testLayout(), name })
const open = (workspace: Workspace, windowName = '') =>
  renderHook(() => useWorkspaceSync(workspace, windowName), {
    wrapper: ({ children }) => <WorkspaceContext value={workspace}>{children}</WorkspaceContext>,
  })
const nameHere = ({ store }: Workspace) => store.getState().layout?.name

beforeEach(() => {
  localStorage.clear()
  saved.setState({ state: 'ready', value: named('mine') })
  // A layout that was heard before is told again to each workspace that opens: this one is none.
  hearLayout(null)
  hearLayout({ screen: 'trade', layout: null })
  told.length = 0
  asked.length = 0
  bindLayoutLink({ layout: (layout, why) => void told.push([layout, why]), fragment: () => undefined })
})
afterEach(() => {
  cleanup()
  bindLayoutLink(undefined)
})

it('tells of the layout that it opened, once, and saves nothing', () => {
  const before = saved.getState().value
  const workspace = testWorkspace()
  open(workspace)
  expect(told).toEqual([[workspace.store.getState().layout, 'opened']])
  expect(saved.getState().value).toBe(before)
})

it('saves and publishes what the user changes', () => {
  const workspace = testWorkspace()
  open(workspace)
  act(() => workspace.change((layout) => ({ ...layout, name: 'changed' })))
  expect([saved.getState().value?.name, told.at(-1)?.[1]]).toEqual(['changed', 'changed'])
})

it('shows the layout of the leader, and neither saves it nor publishes it', () => {
  const workspace = testWorkspace()
  open(workspace)
  act(() => hearLayout(named('of the leader')))
  expect([nameHere(workspace), workspace.store.getState().origin]).toEqual(['of the leader', 'leader'])
  expect([saved.getState().value?.name, told.map(([, why]) => why)]).toEqual(['mine', ['opened', 'heard']])
})

it('publishes and saves what the user changes in the very moment after a layout was heard', () => {
  const workspace = testWorkspace()
  open(workspace)
  act(() => {
    hearLayout(named('of the leader'))
    workspace.change((layout) => ({ ...layout, name: 'mine again' }))
  })
  expect(told.at(-1)).toEqual([expect.objectContaining({ name: 'mine again' }), 'changed'])
  expect([saved.getState().value?.name, workspace.store.getState().origin]).toEqual(['mine again', 'user'])
})

it('takes what another window saved, but not while it follows the leader', () => {
  const workspace = testWorkspace()
  open(workspace)
  act(() => saved.setState({ value: named('by another window') }))
  expect(nameHere(workspace)).toBe('by another window')
  // Those who follow this window show what it shows; in a follower it counts as no choice of its user.
  expect(told.at(-1)).toEqual([workspace.store.getState().layout, 'opened'])
  act(() => hearLayout(named('of the leader')))
  act(() => saved.setState({ value: named('by another window again') }))
  expect(nameHere(workspace)).toBe('of the leader')
})

it('begins with the first layout where nothing was ever saved', () => {
  saved.setState({ value: null })
  const workspace = testWorkspace({ start: () => ({ ...EMPTY_LAYOUT, name: 'first' }) })
  open(workspace)
  expect(nameHere(workspace)).toBe('first')
})

it('comes back as its user left it, not as the leader had it before', () => {
  const workspace = testWorkspace()
  const { unmount } = open(workspace)
  act(() => hearLayout(named('of the leader')))
  act(() => workspace.change((layout) => ({ ...layout, name: 'mine again' })))
  unmount()
  open(workspace)
  expect([nameHere(workspace), workspace.store.getState().origin]).toEqual(['mine again', 'saved'])
})

it('follows again in a mirror window that rejoins after its screen was left and opened again', () => {
  const workspace = testWorkspace()
  const { unmount } = open(workspace, 'aerie-mirror-1')
  act(() => hearLayout(named('of the leader')))
  act(() => workspace.change((layout) => ({ ...layout, name: 'mine again' })))
  useMirror.setState({ detached: new Set(['layout']) })
  unmount()
  open(workspace, 'aerie-mirror-1')
  expect(nameHere(workspace)).toBe('mine again')
  useMirror.setState({ detached: new Set() })
  act(() => hearLayout(named('of the leader')))
  expect(nameHere(workspace)).toBe('of the leader')
})

it('keeps two screens apart: each has a layout of its own, and shows only what the leader has on it', () => {
  const [pretrade, trade] = [testWorkspace(), testWorkspace({ savedAs: 'trade' })]
  open(pretrade)
  open(trade)
  expect([asked.includes('~main'), asked.includes('~trade')]).toEqual([true, true])
  act(() => trade.change((layout) => ({ ...layout, name: 'trade' })))
  expect(told).toContainEqual([{ screen: 'trade', layout: expect.objectContaining({ name: 'trade' }) }, 'changed'])
  act(() => hearLayout(named('of the leader')))
  expect([nameHere(pretrade), nameHere(trade)]).toEqual(['of the leader', 'trade'])
  act(() => hearLayout({ screen: 'trade', layout: named('trade of the leader') }))
  expect([nameHere(pretrade), nameHere(trade)]).toEqual(['of the leader', 'trade of the leader'])
})

it('shows the leader’s layout of a screen that is opened later, and nothing that is none', () => {
  const trade = testWorkspace({ savedAs: 'trade' })
  for (const nothing of [{ screen: 'trade' }, { screen: 'trade', layout: 7 }, { screen: '../x', layout: named('x') }, null, 'x', []])
    hearLayout(nothing)
  hearLayout({ screen: 'trade', layout: named('before') })
  open(trade)
  expect(nameHere(trade)).toBe('before')
})

it('keeps the copies of a mirror window apart by screen', () => {
  open(testWorkspace(), 'aerie-mirror-1')
  open(testWorkspace({ savedAs: 'trade' }), 'aerie-mirror-1')
  expect([asked.includes('~mirror 1'), asked.includes('~trade mirror 1')]).toEqual([true, true])
})

it('forgets the layout when the screen is left', () => {
  const workspace = testWorkspace()
  open(workspace).unmount()
  expect(workspace.store.getState().layout).toBeNull()
})
