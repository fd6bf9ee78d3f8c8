import './workspace.css'
import { LayoutGrid } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { useStore } from 'zustand'
import { lazyPart } from '../lib/lazy-part.ts'
import { ProvenanceHost } from '../market-views/figure/provenance-host.tsx'
import { Button } from '../ui/controls/button.tsx'
import { useIsWide } from '../ui/hooks/use-is-wide.ts'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { ErrorState } from '../ui/states/error-state.tsx'
import { Skeleton } from '../ui/states/skeleton.tsx'
import { PhoneWorkspace } from './phone-workspace.tsx'
import { PopoutViews } from './popout-views.tsx'
import { useWorkspaceSync } from './use-workspace-sync.ts'
import type { Workspace } from './workspace.ts'
import { applyPreset } from './workspace-actions.ts'
import { WorkspaceCommands } from './workspace-commands.ts'
import { useWorkspace, useWorkspaceState, WorkspaceContext } from './workspace-context.ts'
import { WorkspaceToolbar } from './workspace-toolbar.tsx'

const Dock = lazyPart(async () => (await import('./dock.tsx')).Dock)

type WorkspaceViewProps = {
  readonly workspace: Workspace
  readonly title: string
  /** The name of the window whose working copy is shown; '' for the main one. */
  readonly windowName: string
}

/** A screen that is a workspace: its toolbar and its slots. */
export const WorkspaceView = ({ workspace, title, windowName }: WorkspaceViewProps) => (
  <WorkspaceContext value={workspace}>
    <WorkspaceArea title={title} windowName={windowName} />
  </WorkspaceContext>
)

function WorkspaceArea({ title, windowName }: Omit<WorkspaceViewProps, 'workspace'>) {
  const page = useRef<HTMLDivElement>(null)
  const isWide = useIsWide()
  const document = useWorkspaceSync(useWorkspace(), windowName)
  const layout = useWorkspaceState((state) => state.layout)
  const failed = layout === null && document.state === 'failed'
  return (
    <div className="workspace" ref={page}>
      <h1 className="sr-only">{title}</h1>
      <WorkspaceToolbar document={document} isMirror={windowName !== ''} />
      {failed && (
        <ErrorState title="Your workspace could not be loaded" onRetry={document.retry}>
          {document.trouble ?? 'The server did not respond. Your layouts are safe there.'}
        </ErrorState>
      )}
      {layout === null && !failed && <WorkspaceSkeleton />}
      {layout?.slots.length === 0 && <EmptyWorkspace />}
      {layout !== null &&
        layout.slots.length > 0 &&
        (isWide ? (
          <Suspense fallback={<WorkspaceSkeleton />}>
            <Dock place={layout.place} maximised={layout.maximised} isLocked={layout.locked} />
          </Suspense>
        ) : (
          <PhoneWorkspace layout={layout} />
        ))}
      <Popouts />
      <WorkspaceCommands />
      <ProvenanceHost area={page} />
    </div>
  )
}

/** The slots in windows of their own, once there is one. */
function Popouts() {
  const { popouts } = useWorkspace()
  const isUsed = useStore(popouts, ({ windows }) => windows.size > 0)
  return isUsed ? <PopoutViews /> : null
}

const WorkspaceSkeleton = () => (
  <div role="status" aria-label="Loading your workspace" className="workspace-skeleton">
    <Skeleton className="h-full w-full" />
    <Skeleton className="h-full w-full" />
    <div className="flex flex-col gap-px">
      <Skeleton className="w-full flex-1" />
      <Skeleton className="w-full flex-1" />
    </div>
  </div>
)

function EmptyWorkspace() {
  const workspace = useWorkspace()
  return (
    <EmptyState
      icon={<LayoutGrid size={28} aria-hidden="true" />}
      title="Empty workspace"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {workspace.presets.map(({ id, title }) => (
            <Button key={id} onClick={() => applyPreset(workspace, id)}>
              {title}
            </Button>
          ))}
        </div>
      }
    >
      Charts, forecasts, depth and lists appear here as you place them. Add a slot above, or start with a preset.
    </EmptyState>
  )
}
