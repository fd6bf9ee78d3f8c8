import { X } from 'lucide-react'
import { useIsOnline } from '../../../platform/browser/use-is-online.ts'
import { dismissNotice } from '../../../platform/live/agent/agent-client.ts'
import { type AgentLink, useAgent } from '../../../platform/live/agent/agent-state.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'

export function LinkLine() {
  const link = useAgent((state) => state.link)
  const notice = useAgent((state) => state.notice)
  const isOnline = useIsOnline()
  const text = linkText(link, isOnline)
  return (
    <div role="status">
      {text !== null && <p className="agent-line-note text-warning">{text}</p>}
      {notice !== null && (
        <p className="agent-line-note flex items-center justify-between gap-2 text-danger">
          {notice}
          <IconButton label="Dismiss" onClick={dismissNotice}>
            <X size={14} aria-hidden="true" />
          </IconButton>
        </p>
      )}
    </div>
  )
}

export function linkText(link: AgentLink, isOnline: boolean): string | null {
  if (!isOnline) return 'You are offline. Messages are kept and sent once you are back online.'
  return link === 'lost' ? 'Reconnecting. Messages are kept and sent once connected.' : null
}
