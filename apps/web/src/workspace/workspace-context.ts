import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Workspace, WorkspaceState } from './workspace.ts'

/** The workspace that the parts below it belong to. */
export const WorkspaceContext = createContext<Workspace | null>(null)

/** The workspace that this part belongs to. */
export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext)
  if (workspace === null) throw new Error('this part stands in no workspace')
  return workspace
}

/** What `select` takes of the workspace that this part belongs to. */
export const useWorkspaceState = <T>(select: (state: WorkspaceState) => T): T => useStore(useWorkspace().store, select)
