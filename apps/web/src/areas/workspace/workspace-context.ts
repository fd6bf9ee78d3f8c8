import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Workspace, WorkspaceState } from './workspace.ts'

export const WorkspaceContext = createContext<Workspace | null>(null)

export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext)
  if (workspace === null) throw new Error('this component is outside a workspace')
  return workspace
}

export const useWorkspaceState = <T>(select: (state: WorkspaceState) => T): T => useStore(useWorkspace().store, select)
