import { usePageTitle } from '../../navigation/page-title.ts'
import { WorkspaceView } from '../../workspace/workspace-view.tsx'
import { PRETRADE } from './pretrade-workspace.ts'

/** The pre-trade workspace: `/claw/pretrade`, and `/mirror` where it is a follower's. */
export function PretradePage({ isMirror = false }: { readonly isMirror?: boolean }) {
  const title = isMirror ? 'Pre-trade, mirror' : 'Pre-trade'
  usePageTitle(title)
  return <WorkspaceView workspace={PRETRADE} title={title} windowName={isMirror ? window.name || 'aerie-mirror-1' : ''} />
}
