import { layout as layoutSchema } from '@aerie/wire/workspace/layout'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { LAYOUT } from '../documents/document-spec.ts'
import { type UserDocument, useDocument } from '../documents/use-document.ts'
import { WORKING_MARK } from '../documents/working-mark.ts'
import { onLayout, publishLayout } from '../mirror/layout-link.ts'
import { opened } from './layout/layout-edits.ts'
import { ownPlacement } from './own-placement.ts'
import { isSameLayout, type Workspace, type WorkspaceSetup } from './workspace.ts'

/** Each window works on a copy of its own: the main one, and one for each mirror. */
export function workingName({ savedAs }: Pick<WorkspaceSetup, 'savedAs'>, windowName: string): string {
  const mirror = /^aerie-mirror-([12])$/.exec(windowName)?.[1]
  const own = savedAs === 'main' ? '' : `${savedAs} `
  return `${WORKING_MARK}${mirror === undefined ? savedAs : `${own}mirror ${mirror}`}`
}

/**
 * Keeps the workspace of this window as the user's working copy on the server, tells the mirror of it, and shows the layout
 * of the leader while this window follows it. What is done with a layout depends on its origin alone: the user's is saved and
 * published, what was saved (here, or by another window that works on the same copy) is published, what was heard is neither.
 */
export function useWorkspaceSync(workspace: Workspace, windowName: string): UserDocument<'layout'> {
  const name = workingName(workspace, windowName)
  const document = useDocument(LAYOUT, name)
  const change = useRef(document.change)
  useEffect(() => {
    change.current = document.change
  })

  useEffect(() => workspace.forget, [workspace])

  useEffect(() => {
    const own = ownPlacement(workspace, { name, mainName: workingName(workspace, '') })
    const stops = [
      workspace.onLayout(({ layout, origin }) => {
        if (origin === 'user') {
          own.chosen()
          change.current(() => layout)
        }
        if (origin !== 'leader' && workspace.isMirrored) publishLayout(layout, origin === 'user' ? 'changed' : 'opened', workspace.savedAs)
      }),
      own.close,
      ...(workspace.isMirrored ? [onLayout((heard) => followLeader(workspace, heard, own.gives), workspace.savedAs)] : []),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [workspace, name])

  useEffect(() => {
    if (document.state !== 'ready') return
    const { layout, origin } = workspace.store.getState()
    const next = document.value ?? (layout === null ? workspace.start() : null)
    if (next !== null && origin !== 'leader' && !isSameLayout(next, layout)) workspace.show(opened(next), 'saved')
  }, [workspace, document.state, document.value])

  return document
}

function followLeader(workspace: Workspace, heard: unknown, isFollowed: () => boolean): void {
  const parsed = z.safeParse(layoutSchema, heard)
  if (!parsed.success || !isFollowed()) return
  workspace.show(opened(parsed.data), 'leader')
  // What is shown now is what the next change of this window is told against.
  publishLayout(parsed.data, 'heard', workspace.savedAs)
}
