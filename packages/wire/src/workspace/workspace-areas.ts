import * as document from './document.ts'
import * as layouts from './layout.ts'
import * as mirror from './mirror.ts'
import * as workspace from './workspace.ts'

/** Schemas of workspaces, documents and mirroring for the wire lock. */
export const workspaceAreas = {
  layouts,
  mirror,
  mirrorCommands: mirror.mirrorCommands,
  mirrorEvents: mirror.mirrorEvents,
  workspace: { ...document, ...workspace },
  workspaceBodies: workspace.documentBodies,
}
