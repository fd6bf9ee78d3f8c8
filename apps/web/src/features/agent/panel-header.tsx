import { History, Plus, Target, X } from 'lucide-react'
import { IconButton } from '../../ui/controls/icon-button.tsx'

type PanelHeaderProps = {
  readonly isHistoryShown: boolean
  readonly isRecordShown: boolean
  readonly onHistory: () => void
  readonly onRecord: () => void
  readonly onNewChat: () => void
  readonly onClose: () => void
}

/** The head of the chat: its name, and what can be shown in it. */
export const PanelHeader = ({ isHistoryShown, isRecordShown, onHistory, onRecord, onNewChat, onClose }: PanelHeaderProps) => (
  <header className="agent-head">
    <IconButton label="History" aria-expanded={isHistoryShown} aria-controls="agent-history" onClick={onHistory}>
      <History size={16} aria-hidden="true" />
    </IconButton>
    <h2 id="agent-title" className="min-w-0 flex-1 truncate font-semibold text-13 text-ink-1">
      Agent EagleEye
    </h2>
    <IconButton label="Prediction record" aria-pressed={isRecordShown} className="aria-pressed:bg-surface-3" onClick={onRecord}>
      <Target size={16} aria-hidden="true" />
    </IconButton>
    <IconButton label="New chat" onClick={onNewChat}>
      <Plus size={16} aria-hidden="true" />
    </IconButton>
    <IconButton label="Close Agent EagleEye" hint="Esc" onClick={onClose}>
      <X size={16} aria-hidden="true" />
    </IconButton>
  </header>
)
