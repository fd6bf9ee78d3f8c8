import { usePageTitle } from '../../navigation/page-title.ts'
import { WorkspaceView } from '../../workspace/workspace-view.tsx'
import { PRETRADE_WORDS as WORDS } from './pretrade-words.ts'
import { PRETRADE } from './pretrade-workspace.ts'

/** The pre-trade workspace: `/claw/pretrade`, and `/mirror` where it is a follower's. */
export function PretradePage({ isMirror = false }: { readonly isMirror?: boolean }) {
  const title = isMirror ? WORDS.page.preTradeMirror : WORDS.page.preTrade
  usePageTitle(title)
  return <WorkspaceView workspace={PRETRADE} title={title} windowName={isMirror ? window.name || 'aerie-mirror-1' : ''} />
}
