import { EMPTY_LAYOUT, type Layout } from '@aerie/wire/workspace/layout'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'

type Saved = { readonly state: 'loading' | 'ready'; readonly value: Layout | null }
const saved = create<Saved>(() => ({ state: 'ready', value: null }))
const asked: string[] = []
vi.mock(import('../../platform/documents/use-document.ts'), () => ({
  useDocument: (_spec: unknown, name = '') => {
    asked.push(name)
    return {
      ...saved(),
      saving: 'saved',
      trouble: null,
      isFragile: false,
      change: (next: (old: Layout | null) => Layout) => saved.setState({ value: next(saved.getState().value) }),
      retry: () => undefined,
    } as never // the parts of a document that this hook uses
  },
}))

import { onOwnLayout, receiveLayout } from '../../platform/mirror/layout-link.ts'
import { useMirror } from '../../platform/mirror/mirror-store.ts'
import { testLayout, testWorkspace } from './test/workspace.ts'
import type { Workspace } from './workspace.ts'
import { WorkspaceContext } from './workspace-context.ts'
import { useWorkspaceSync } from './workspace-view.tsx'

const published: [layout: unknown, why: string][] = []
const named = (name: string): Layout => ({ ...testLayout(), name })
const open = (workspace: Workspace, windowName = '') =>
  renderHook(() => useWorkspaceSync(workspace, windowName), {
    wrapper: ({ children }) => <WorkspaceContext value={workspace}>{children}</WorkspaceContext>,
  })
const nameHere = ({ store }: Workspace) => store.getState().layout?.name

beforeEach(() => {
  localStorage.clear()
  saved.setState({ state: 'ready', value: named('mine') })
  // A layout received earlier is delivered to every workspace that opens; this one is none.
  receiveLayout(null)
  receiveLayout({ screen: 'trade', layout: null })
  published.length = 0
  asked.length = 0
  return onOwnLayout((layout, why) => void published.push([layout, why]))
})
afterEach(cleanup)

it('publishes the opened layout once, and saves nothing', () => {
  const before = saved.getState().value
  const workspace = testWorkspace()
  open(workspace)
  expect(published).toEqual([[workspace.store.getState().layout, 'opened']])
  expect(saved.getState().value).toBe(before)
})

it('saves and publishes what the user changes', () => {
  const workspace = testWorkspace()
  open(workspace)
  act(() => workspace.change((layout) => ({ ...layout, name: 'changed' })))
  expect([saved.getState().value?.name, published.at(-1)?.[1]]).toEqual(['changed', 'changed'])
})

it("shows the leader's layout without saving or publishing it", () => {
  const workspace = testWorkspace()
  open(workspace)
  act(() => receiveLayout(named('of the leader')))
  expect([nameHere(workspace), workspace.store.getState().origin]).toEqual(['of the leader', 'leader'])
  expect([saved.getState().value?.name, published.map(([, why]) => why)]).toEqual(['mine', ['opened', 'received']])
})

it('publishes and saves a change that the user makes right after receiving a layout', () => {
  const workspace = testWorkspace()
  open(workspace)
  act(() => {
    receiveLayout(named('of the leader'))
    workspace.change((layout) => ({ ...layout, name: 'mine again' }))
  })
  expect(published.at(-1)).toEqual([expect.objectContaining({ name: 'mine again' }), 'changed'])
  expect([saved.getState().value?.name, workspace.store.getState().origin]).toEqual(['mine again', 'user'])
})

it('adopts what another window saved, but not while it follows the leader', () => {
  const workspace = testWorkspace()
  open(workspace)
  act(() => saved.setState({ value: named('by another window') }))
  expect(nameHere(workspace)).toBe('by another window')
  // Followers show this window's layout; for them it is not a user choice.
  expect(published.at(-1)).toEqual([workspace.store.getState().layout, 'opened'])
  act(() => receiveLayout(named('of the leader')))
  act(() => saved.setState({ value: named('by another window again') }))
  expect(nameHere(workspace)).toBe('of the leader')
})

it('starts with the default layout when nothing was ever saved', () => {
  saved.setState({ value: null })
  const workspace = testWorkspace({ start: () => ({ ...EMPTY_LAYOUT, name: 'first' }) })
  open(workspace)
  expect(nameHere(workspace)).toBe('first')
})

it("restores the user's own layout, not the leader's earlier one", () => {
  const workspace = testWorkspace()
  const { unmount } = open(workspace)
  act(() => receiveLayout(named('of the leader')))
  act(() => workspace.change((layout) => ({ ...layout, name: 'mine again' })))
  unmount()
  open(workspace)
  expect([nameHere(workspace), workspace.store.getState().origin]).toEqual(['mine again', 'saved'])
})

it('follows again in a mirror window that rejoins after its screen was left and reopened', () => {
  const workspace = testWorkspace()
  const { unmount } = open(workspace, 'aerie-mirror-1')
  act(() => receiveLayout(named('of the leader')))
  act(() => workspace.change((layout) => ({ ...layout, name: 'mine again' })))
  useMirror.setState({ detached: new Set(['layout']) })
  unmount()
  open(workspace, 'aerie-mirror-1')
  expect(nameHere(workspace)).toBe('mine again')
  useMirror.setState({ detached: new Set() })
  act(() => receiveLayout(named('of the leader')))
  expect(nameHere(workspace)).toBe('of the leader')
})

it("keeps two screens separate: each has its own layout, and shows only the leader's layout for it", () => {
  const [pretrade, trade] = [testWorkspace(), testWorkspace({ savedAs: 'trade' })]
  open(pretrade)
  open(trade)
  expect([asked.includes('~main'), asked.includes('~trade')]).toEqual([true, true])
  act(() => trade.change((layout) => ({ ...layout, name: 'trade' })))
  expect(published).toContainEqual([{ screen: 'trade', layout: expect.objectContaining({ name: 'trade' }) }, 'changed'])
  act(() => receiveLayout(named('of the leader')))
  expect([nameHere(pretrade), nameHere(trade)]).toEqual(['of the leader', 'trade'])
  act(() => receiveLayout({ screen: 'trade', layout: named('trade of the leader') }))
  expect([nameHere(pretrade), nameHere(trade)]).toEqual(['of the leader', 'trade of the leader'])
})

it('shows the leader’s layout on a screen opened later, and ignores invalid layouts', () => {
  const trade = testWorkspace({ savedAs: 'trade' })
  for (const nothing of [{ screen: 'trade' }, { screen: 'trade', layout: 7 }, { screen: '../x', layout: named('x') }, null, 'x', []])
    receiveLayout(nothing)
  receiveLayout({ screen: 'trade', layout: named('before') })
  open(trade)
  expect(nameHere(trade)).toBe('before')
})

it("keeps a mirror window's copies separate by screen", () => {
  open(testWorkspace(), 'aerie-mirror-1')
  open(testWorkspace({ savedAs: 'trade' }), 'aerie-mirror-1')
  expect([asked.includes('~mirror 1'), asked.includes('~trade mirror 1')]).toEqual([true, true])
})

it('discards the layout when the screen is left', () => {
  const workspace = testWorkspace()
  open(workspace).unmount()
  expect(workspace.store.getState().layout).toBeNull()
})

it('opens on a screen size of its own with its own arrangement, and returns to the shared one', () => {
  let isWide = false
  const listeners = new Set<() => void>()
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isWide
    },
    addEventListener: (_: string, changed: () => void) => listeners.add(changed),
    removeEventListener: (_: string, changed: () => void) => listeners.delete(changed),
  }))
  const resize = (to: boolean) =>
    act(() => {
      isWide = to
      // The other working copy, of which nothing is saved yet.
      saved.setState({ value: to ? null : named('of 1440') })
      for (const changed of listeners) changed()
    })
  saved.setState({ value: named('of 1440') })
  const workspace = testWorkspace({ sizes: [{ name: 'wide', media: '(width >= 100rem)', start: () => named('for 1920') }] })
  open(workspace)
  expect([nameHere(workspace), asked.at(-1)]).toEqual(['of 1440', '~main'])
  resize(true)
  expect([nameHere(workspace), asked.at(-1)]).toEqual(['for 1920', '~main wide'])
  act(() => workspace.change((layout) => ({ ...layout, name: 'made at 1920' })))
  expect(saved.getState().value?.name).toBe('made at 1920')
  resize(false)
  expect([nameHere(workspace), asked.at(-1)]).toEqual(['of 1440', '~main'])
  vi.unstubAllGlobals()
})
