import type { ChatMessage } from '@aerie/wire/agent/agent'
import { ArrowDown } from 'lucide-react'
import { useRef } from 'react'
import { askAgain, readAgain, readOlder } from '../../../live/agent/agent-client.ts'
import { isAwaitingReply, type PendingQuestion, type Thread } from '../../../live/agent/agent-thread.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { AgentReply } from '../answer/agent-reply.tsx'
import { AnswerText } from '../answer/answer-text.tsx'
import { useCallRuns } from '../tool-results/run-calls.ts'
import { OwnMessage } from './own-message.tsx'
import { Suggestions } from './suggestions.tsx'
import { type ThreadItem, threadItems } from './thread-items.ts'
import { useEarlier } from './use-earlier.ts'
import { useScrollToLatest } from './use-scroll-to-latest.ts'

type MessageLogProps = { readonly id: string; readonly thread: Thread }

/** What was said in one conversation, oldest first. Read out elsewhere, a sentence at a time (`Announcer`). */
export function MessageLog({ id, thread }: MessageLogProps) {
  const { messages, waiting, partial, isRead, problem, failure, older, isReadingOlder, earlier } = thread
  const area = useRef<HTMLDivElement>(null)
  const told = useCallRuns((runs) => Object.keys(runs).length)
  const { hasNew, toLatest } = useScrollToLatest(area, {
    size: messages.length - earlier + waiting.length + told + (partial?.text.length ?? 0),
    ownSize: waiting.length,
    isRead,
  })
  useEarlier(area, { first: messages[0]?._id ?? null, onTop: () => readOlder(id) })
  const isUnread = !isRead && messages.length === 0 && problem === null
  return (
    <div className="agent-log-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <div ref={area} role="log" aria-live="off" aria-label="Conversation" aria-busy={isUnread} tabIndex={0} className="agent-log">
        <div className="agent-log-content">
          {isUnread && <HistorySkeleton />}
          {problem !== null && (
            <ErrorState title="The conversation could not be loaded" onRetry={() => readAgain(id)}>
              {problem}
            </ErrorState>
          )}
          {older !== null && (
            <Button size="sm" className="self-center" busy={isReadingOlder} onClick={() => readOlder(id)}>
              Show earlier messages
            </Button>
          )}
          {threadItems(messages).map((item) => (
            <ItemBoundary key={item.message._id} of={item.message}>
              <Entry item={item} messages={messages} />
            </ItemBoundary>
          ))}
          {waiting.map((asked) => (
            <WaitingMessage key={asked.id} asked={asked} />
          ))}
          {failure !== null && (
            <ErrorState title="No answer yet" onRetry={() => readAgain(id)}>
              {failure.words}
            </ErrorState>
          )}
          <ItemBoundary of={thread.partial}>
            <Coming thread={thread} />
          </ItemBoundary>
          <Suggestions questions={isAwaitingReply(thread) ? [] : suggestionsOf(messages)} />
        </div>
      </div>
      {hasNew && (
        <Button size="sm" className="agent-new" onClick={toLatest}>
          New message <ArrowDown size={14} aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}

function Entry({ item, messages }: { readonly item: ThreadItem; readonly messages: readonly ChatMessage[] }) {
  const { message } = item
  if (item.kind === 'question') return <OwnMessage text={message.content} />
  const question = messages.find(({ _id }) => _id === message.reply_to)?.content ?? null
  return <AgentReply message={message} results={item.kind === 'reply' ? item.results : []} question={question} />
}

const WaitingMessage = ({ asked: { id, text, problem } }: { readonly asked: PendingQuestion }) => (
  <OwnMessage text={text}>
    {problem !== null && (
      <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-12 text-danger">
        {`Not sent: ${problem}`}
        <Button size="sm" onClick={() => askAgain(id)}>
          Send again
        </Button>
      </p>
    )}
  </OwnMessage>
)

/** The answer that is on its way: as far as it has come, or its shape. */
function Coming({ thread }: { readonly thread: Thread }) {
  const { partial } = thread
  if (partial !== null)
    return (
      <article aria-label="Agent EagleEye" aria-busy="true" className="agent-answer">
        <AnswerText text={partial.text} engine="llm" language={undefined} isPart />
      </article>
    )
  if (!isAwaitingReply(thread)) return null
  return (
    <div role="status" aria-label="Agent EagleEye is answering" className="agent-answer">
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
    </div>
  )
}

const HistorySkeleton = () => (
  <div role="status" aria-label="Loading the conversation" className="flex flex-col gap-4">
    <Skeleton className="h-9 w-3/5 self-end" />
    <Skeleton className="h-4 w-4/5" />
    <Skeleton className="h-4 w-1/2" />
    <Skeleton className="h-9 w-2/5 self-end" />
    <Skeleton className="h-4 w-3/4" />
  </div>
)

/** What the newest answer suggests. */
const suggestionsOf = (messages: readonly ChatMessage[]): readonly string[] =>
  messages.findLast(({ reply_to }) => reply_to !== undefined)?.suggestions ?? []
