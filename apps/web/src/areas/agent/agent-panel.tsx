import './agent-panel.css'
import { History, Plus, Target, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useIsOnline } from '../../platform/browser/use-is-online.ts'
import { dismissNotice, startAgent, startNewChat } from '../../platform/live/agent/agent-client.ts'
import { type AgentLink, useAgent } from '../../platform/live/agent/agent-state.ts'
import { closeAgent } from '../../platform/navigation/agent-panel-state.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { useRootFlag } from '../../ui/hooks/use-media.ts'
import { AgentRecord } from '../forecast/index.ts'
import { loadFormatting } from './answer/answer-text.tsx'
import { Announcer } from './chat/announcer.tsx'
import { BlankStart } from './chat/blank-start.tsx'
import { Composer } from './chat/composer.tsx'
import { MessageLog } from './chat/message-log.tsx'
import { HistorySidebar } from './history/history-sidebar.tsx'
import { answerToolCalls } from './tool-results/run-calls.ts'
import { isPhone, useIsPhone } from './use-is-phone.ts'

export function AgentPanel() {
  const field = useRef<HTMLTextAreaElement>(null)
  const panel = useRef<HTMLElement>(null)
  const [isHistoryShown, setHistoryShown] = useState(false)
  const [isRecordShown, setRecordShown] = useState(false)
  const isSheet = useIsPhone()
  useRootFlag('agentPanel')
  useEffect(() => {
    answerToolCalls()
    startAgent()
    loadFormatting()
    // On a phone, focusing the field would open the keyboard over the suggestions.
    const start = isPhone() ? panel.current : field.current
    start?.focus()
    return () => document.getElementById('agent-button')?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    closeAgent()
  }
  const uncover = () => {
    if (historyCoversChat()) setHistoryShown(false)
  }
  const toChat = () => {
    // Synchronous: a hidden field cannot take focus.
    flushSync(() => {
      setRecordShown(false)
      uncover()
    })
    if (!isPhone()) field.current?.focus()
  }
  return (
    <Sheet isSheet={isSheet}>
      <section
        ref={panel}
        className="agent-panel"
        data-history={isHistoryShown || undefined}
        aria-labelledby="agent-title"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        data-focus-target=""
      >
        <PanelHeader
          isHistoryShown={isHistoryShown}
          isRecordShown={isRecordShown}
          onHistory={() => setHistoryShown(!isHistoryShown)}
          onRecord={() => {
            setRecordShown(!isRecordShown)
            uncover()
          }}
          onNewChat={() => {
            startNewChat()
            toChat()
          }}
          onClose={closeAgent}
        />
        <div className="agent-body">
          {isHistoryShown && <HistorySidebar onSelect={toChat} />}
          <div className="agent-main">
            <LinkLine />
            {isRecordShown && (
              <div className="min-h-0 flex-1 overflow-auto p-3">
                <AgentRecord />
              </div>
            )}
            <div hidden={isRecordShown} className="agent-chat">
              <Chat field={field} />
            </div>
          </div>
        </div>
      </section>
    </Sheet>
  )
}

function Chat({ field }: { readonly field: React.RefObject<HTMLTextAreaElement | null> }) {
  const selected = useAgent((state) => state.selected)
  const thread = useAgent((state) => (state.selected === null ? undefined : state.threads[state.selected])) ?? null
  return (
    <>
      {selected === null || thread === null ? <BlankStart /> : <MessageLog key={`log ${selected}`} id={selected} thread={thread} />}
      {thread !== null && <Announcer key={`said ${selected}`} thread={thread} />}
      <Composer conversation={selected} thread={thread} field={field} />
    </>
  )
}

/** Makes the page behind inert where the panel covers the screen. */
function Sheet({ isSheet, children }: { readonly isSheet: boolean; readonly children: ReactNode }) {
  useLayoutEffect(() => {
    const page = document.getElementById('root')
    if (!isSheet || page === null) return
    page.inert = true
    return () => {
      page.inert = false
    }
  }, [isSheet])
  return isSheet ? createPortal(children, document.body) : children
}

type PanelHeaderProps = {
  readonly isHistoryShown: boolean
  readonly isRecordShown: boolean
  readonly onHistory: () => void
  readonly onRecord: () => void
  readonly onNewChat: () => void
  readonly onClose: () => void
}

const PanelHeader = ({ isHistoryShown, isRecordShown, onHistory, onRecord, onNewChat, onClose }: PanelHeaderProps) => (
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

/** Widths where the history covers the conversation (phone, docked panel). Keep in sync with `agent-panel.css`. */
const COVERED = '(width < 48rem), (width >= 90rem)'

const historyCoversChat = (): boolean => matchMedia(COVERED).matches

function LinkLine() {
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

function linkText(link: AgentLink, isOnline: boolean): string | null {
  if (!isOnline) return 'You are offline. Messages are kept and sent once you are back online.'
  return link === 'lost' ? 'Reconnecting. Messages are kept and sent once connected.' : null
}
