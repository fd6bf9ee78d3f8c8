import './pretrade.css'
import { LayoutGrid } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { ProvenanceHost } from '../../market-views/figure/provenance-host.tsx'
import { usePageTitle } from '../../navigation/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { PhoneWorkspace } from './phone-workspace.tsx'
import { PopoutViews } from './popout-views.tsx'
import { PRESETS } from './presets.ts'
import { usePretradeActions } from './pretrade-actions.ts'
import { useWorkspaceSync, workingName } from './use-workspace-sync.ts'
import { applyPreset } from './workspace-actions.ts'
import { useWorkspace } from './workspace-store.ts'
import { WorkspaceToolbar } from './workspace-toolbar.tsx'

const Dock = lazyPart(() => import('./dock.tsx'), 'Dock')

/** The pre-trade workspace: `/claw/pretrade`, and `/mirror` where it is a follower's. */
export function PretradePage({ isMirror = false }: { readonly isMirror?: boolean }) {
  const title = isMirror ? 'Pre-trade, mirror' : 'Pre-trade'
  usePageTitle(title)
  const page = useRef<HTMLDivElement>(null)
  const isWide = useIsWide()
  const kept = useWorkspaceSync(isMirror ? workingName(window.name === '' ? 'aerie-mirror-1' : window.name) : workingName(''))
  const layout = useWorkspace((state) => state.layout)
  usePretradeActions()
  const failed = layout === null && kept.state === 'failed'
  return (
    <div className="pretrade" ref={page}>
      <h1 className="sr-only">{title}</h1>
      <WorkspaceToolbar kept={kept} isMirror={isMirror} />
      {failed && (
        <ErrorState title="Your workspace could not be read" onRetry={kept.retry}>
          {kept.trouble ?? 'The server did not answer. Your layouts are kept there.'}
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
      <PopoutViews />
      <ProvenanceHost area={page} />
    </div>
  )
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

const EmptyWorkspace = () => (
  <EmptyState
    icon={<LayoutGrid size={28} aria-hidden="true" />}
    title="An empty workspace"
    action={
      <div className="flex flex-wrap justify-center gap-2">
        {PRESETS.map(({ id, title }) => (
          <Button key={id} onClick={() => applyPreset(id)}>
            {title}
          </Button>
        ))}
      </div>
    }
  >
    Charts, forecasts, depth and lists stand here, as you place them. Add a slot above, or begin with a preset.
  </EmptyState>
)
