import { testUuid } from '@aerie/mirror/test/world'
import { EMPTY_LAYOUT } from '@aerie/wire/workspace/layout'
import { beforeEach, expect, it, vi } from 'vitest'

const published = vi.hoisted((): { layouts: unknown[] } => ({ layouts: [] }))
vi.mock(import('../../platform/mirror/layout-link.ts'), async (original) => ({
  ...(await original()),
  publishLayout: (layout: unknown, why: string) => void published.layouts.push([layout, why]),
}))

import { useMirror } from '../../platform/mirror/mirror-store.ts'
import { testWorkspace } from './test/workspace.ts'
import { ownPlacement } from './workspace-view.tsx'

const workspace = testWorkspace()
const placementOf = (name: string) => ownPlacement(workspace, { name, mainName: '~main' })
/** Sets this window's mirror role. */
const become = (role: 'starting' | 'leader' | 'follower') => {
  const own = { from: testUuid(1), id: testUuid(1), place: 'mirror-1' as const, openedAt: 1, isFullscreen: false, isDetached: false }
  const faults = { malformed: 0, version: 0, old: 0, gaps: 0, otherUser: 0, notLeader: 0 }
  useMirror.setState({ state: { role, term: 1, leader: testUuid(2), mode: 'ALL', own, others: [], faults } })
}

beforeEach(() => {
  localStorage.clear()
  workspace.forget()
  become('follower')
  published.layouts = []
})

it('follows the leader in a window that never had its own placement', () => {
  expect([placementOf('~mirror 1').gives(), placementOf('~main').gives()]).toEqual([true, true])
})

it('restores its own placement after a reload, and reports it once loaded', async () => {
  placementOf('~mirror 1').chosen()
  expect(placementOf('~mirror 1').gives()).toBe(false)
  await Promise.resolve()
  expect(published.layouts).toEqual([])
  workspace.show(EMPTY_LAYOUT, 'saved')
  expect(published.layouts).toEqual([[EMPTY_LAYOUT, 'changed']])
  workspace.show({ ...EMPTY_LAYOUT, name: 'another' }, 'saved')
  expect(published.layouts).toHaveLength(1)
})

it('reports a placement that loads first only once the mirror has found its leader', async () => {
  placementOf('~mirror 1').chosen()
  workspace.show(EMPTY_LAYOUT, 'saved')
  become('starting')
  expect(placementOf('~mirror 1').gives()).toBe(false)
  await Promise.resolve()
  expect(published.layouts).toEqual([])
  become('follower')
  expect(published.layouts).toEqual([[EMPTY_LAYOUT, 'changed']])
})

it('reports nothing after the workspace is closed', async () => {
  placementOf('~mirror 1').chosen()
  const own = placementOf('~mirror 1')
  own.gives()
  own.close()
  await Promise.resolve()
  workspace.show(EMPTY_LAYOUT, 'saved')
  expect(published.layouts).toEqual([])
})

it('follows again after rejoining, including after the next reload', () => {
  placementOf('~mirror 1').chosen()
  const window = placementOf('~mirror 1')
  expect([window.gives(), window.gives()]).toEqual([false, true])
  expect(placementOf('~mirror 1').gives()).toBe(true)
})

it('stores nothing for the main window and keeps windows separate', () => {
  placementOf('~main').chosen()
  placementOf('~mirror 2').chosen()
  expect([placementOf('~main').gives(), placementOf('~mirror 1').gives()]).toEqual([true, true])
})
