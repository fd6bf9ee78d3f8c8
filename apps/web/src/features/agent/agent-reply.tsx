import type { ChatMessage } from '@aerie/wire/agent'
import { Copy, RotateCcw } from 'lucide-react'
import { ask } from '../../live/agent-client.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { AnswerText } from './answer-text.tsx'
import { ProvenFigures } from './proven-figures.tsx'
import { ToolResult } from './tool-result.tsx'
import { showView, type View, viewOf } from './views.ts'

type AgentReplyProps = {
  readonly message: ChatMessage
  readonly results: ReadonlyArray<ChatMessage | undefined>
  /** The question that this answers, where it is known. */
  readonly question: string | null
}

/** One answer: its text, what its tool calls came to, and what can be done with it. */
export function AgentReply({ message, results, question }: AgentReplyProps) {
  const { content, engine, language, ended, figures = [], proposals = [] } = message
  return (
    <article aria-label="Agent EagleEye" className="agent-answer">
      {content !== '' && <AnswerText text={content} engine={engine} language={language} />}
      {engine === 'llm' && <ProvenFigures figures={figures} />}
      {/* An answer that broke off says so itself. */}
      {ended === 'stopped' && <p className="text-12 text-warning">You stopped this answer.</p>}
      {results.map((stored, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a call is what it is known by
        <ToolResult key={place} reply={message} place={place} stored={stored} />
      ))}
      <Proposals views={proposals.flatMap((proposal) => viewOf(proposal) ?? [])} />
      <div className="agent-actions">
        <IconButton label="Copy answer" onClick={() => copyText(wholeText(message, results), COPIED, BY_HAND)}>
          <Copy size={14} aria-hidden="true" />
        </IconButton>
        {question !== null && (
          <IconButton label="Ask again" onClick={() => ask(question)}>
            <RotateCcw size={14} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </article>
  )
}

/** Charts that the agent would show; nothing moves before they are pressed. */
function Proposals({ views }: { readonly views: readonly View[] }) {
  if (views.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-12 text-ink-2">Show on the main screen?</span>
      {views.map((view) => (
        <Button key={view.path} size="sm" onClick={() => showView(view)}>
          {view.title}
        </Button>
      ))}
    </div>
  )
}

const COPIED = 'The answer is in the clipboard.'
const BY_HAND = 'Mark the answer and copy it by hand.'

const wholeText = ({ content }: ChatMessage, results: AgentReplyProps['results']): string =>
  [content, ...results.map((result) => result?.content ?? '')].filter((text) => text !== '').join('\n')
