import { type Layout, layout as layoutSchema } from '@aerie/wire/layout'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { type Kept, useKept } from '../../kept/use-kept.ts'
import { WORKING_MARK } from '../../kept/working-mark.ts'
import { onLayout, publishLayout } from '../../mirror/layout-link.ts'
import { opened } from './layout-edits.ts'
import { ownPlacement } from './own-placement.ts'
import { startLayout } from './presets.ts'
import { forgetWorkspace, showLayout, useWorkspace } from './workspace-store.ts'

/** Whose placement this window shows: its own, or the leader's. */
export const useFollowing = create<{ readonly isFollowing: boolean }>(() => ({ isFollowing: false }))

const MAIN = `${WORKING_MARK}main`

/** Each window works on a copy of its own: the main one, and one for each mirror. */
export function workingName(windowName: string): string {
  const mirror = /^aerie-mirror-([12])$/.exec(windowName)?.[1]
  return mirror === undefined ? MAIN : `${WORKING_MARK}mirror ${mirror}`
}

const isSame = (one: Layout | null, other: Layout | null): boolean => hashKey([one]) === hashKey([other])

/**
 * Keeps the workspace of this window as the user's working copy on the server, tells the mirror of it, and shows the layout
 * of the leader while this window follows it.
 */
export function useWorkspaceSync(name: string): Kept<'layout'> {
  const kept = useKept('layout', name)
  const [own] = useState(() => ownPlacement(name, MAIN))
  const isIncoming = useRef(false)
  const known = useRef<Layout | null>(null)
  const show = useRef((next: Layout) => {
    isIncoming.current = true
    showLayout(opened(next))
    isIncoming.current = false
  })
  const change = useRef(kept.change)
  useEffect(() => {
    change.current = kept.change
  })

  useEffect(() => forgetWorkspace, [])

  useEffect(() => {
    if (kept.state !== 'ready' || useFollowing.getState().isFollowing) return
    const { layout } = useWorkspace.getState()
    const next = kept.value ?? (layout === null ? startLayout() : null)
    if (next === null || isSame(next, known.current)) return
    known.current = kept.value
    if (!isSame(next, layout)) show.current(next)
  }, [kept.state, kept.value])

  useEffect(
    () =>
      useWorkspace.subscribe(({ layout }, before) => {
        if (layout === null || layout === before.layout || isIncoming.current) return
        // Who changes a layout that is followed goes an own way from here.
        useFollowing.setState({ isFollowing: false })
        own.chosen()
        known.current = layout
        change.current(() => layout)
        publishLayout(layout)
      }),
    [own],
  )

  useEffect(() => {
    const stop = onLayout((heard) => {
      const parsed = z.safeParse(layoutSchema, heard)
      if (!parsed.success || !own.gives()) return
      useFollowing.setState({ isFollowing: true })
      if (!isSame(parsed.data, useWorkspace.getState().layout)) show.current(parsed.data)
      // What is shown now is what the next change of this window is told against.
      publishLayout(parsed.data)
    })
    return () => {
      stop()
      useFollowing.setState({ isFollowing: false })
    }
  }, [own])

  const isReady = useWorkspace((state) => state.layout !== null)
  useEffect(() => {
    const { layout } = useWorkspace.getState()
    if (isReady && layout !== null && !useFollowing.getState().isFollowing) publishLayout(layout)
  }, [isReady])
  return kept
}
