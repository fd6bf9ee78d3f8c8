import { type ChatMessage, feedbackId } from '@aerie/wire/agent/agent'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { askAgain, readAgain, readOlder } from '../../../platform/live/agent/agent-client.ts'
import { isAwaitingReply, type PendingQuestion, type Thread } from '../../../platform/live/agent/agent-thread.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { AgentReply } from '../answer/agent-reply.tsx'
import { AnswerText } from '../answer/answer-text.tsx'
import { useCallRuns } from '../tool-results/run-calls.ts'
import { Suggestions } from './blank-start.tsx'

type MessageLogProps = { readonly id: string; readonly thread: Thread }

/** Oldest first. Screen readers get the text from `Announcer` instead. */
export function MessageLog({ id, thread }: MessageLogProps) {
  const { messages, waiting, partial, isRead, problem, failure, older, isReadingOlder, earlier } = thread
  const area = useRef<HTMLDivElement>(null)
  const runCount = useCallRuns((runs) => Object.keys(runs).length)
  const { hasNew, toLatest } = useScrollToLatest(area, {
    size: messages.length - earlier + waiting.length + runCount + (partial?.text.length ?? 0),
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
              {failure.message}
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

const suggestionsOf = (messages: readonly ChatMessage[]): readonly string[] =>
  messages.findLast(({ reply_to }) => reply_to !== undefined)?.suggestions ?? []

type OwnMessageProps = {
  readonly text: string
  readonly children?: ReactNode
}

const OwnMessage = ({ text, children }: OwnMessageProps) => (
  <article aria-label="You" className="agent-own">
    <p dir="auto" className="whitespace-pre-wrap text-13 text-ink-1">
      {text}
    </p>
    {children}
  </article>
)

type ThreadItem =
  | { readonly kind: 'question'; readonly message: ChatMessage }
  /** `results[n]` is the result of the reply's call `n`; undefined until it arrives. */
  | { readonly kind: 'reply'; readonly message: ChatMessage; readonly results: ReadonlyArray<ChatMessage | undefined> }
  | { readonly kind: 'note'; readonly message: ChatMessage }

export function threadItems(messages: readonly ChatMessage[]): ThreadItem[] {
  const byId = new Map(messages.map((message) => [message._id, message]))
  const placed = new Set<string>()
  const items = messages.map((message): ThreadItem => {
    if (message.sender === 'user') return { kind: 'question', message }
    if (message.reply_to === undefined) return { kind: 'note', message }
    const ids = (message.tool_calls ?? []).map((_, place) => feedbackId(message._id, place))
    for (const id of ids) placed.add(id)
    return { kind: 'reply', message, results: ids.map((id) => byId.get(id)) }
  })
  return items.filter(({ message }) => !placed.has(message._id))
}

const NEAR_TOP_PX = 200

type Earlier = {
  readonly first: string | null
  readonly onTop: () => void
}

/** Loads older messages near the top of `area` and preserves the scroll position. */
function useEarlier(area: RefObject<HTMLElement | null>, { first, onTop }: Earlier): void {
  const reach = useRef(onTop)
  const end = useRef({ first, fromEnd: 0 })
  useEffect(() => {
    reach.current = onTop
  })
  useEffect(() => {
    const log = area.current
    if (log === null) return
    let top = log.scrollTop
    const look = (): void => {
      end.current.fromEnd = log.scrollHeight - log.scrollTop
      if (log.scrollTop < top && log.scrollTop < NEAR_TOP_PX) reach.current()
      top = log.scrollTop
    }
    log.addEventListener('scroll', look, { passive: true })
    return () => log.removeEventListener('scroll', look)
  }, [area])
  useLayoutEffect(() => {
    const log = area.current
    if (log === null || first === end.current.first) return
    // Prepended messages shift the content: keep the distance to the end.
    if (end.current.first !== null && end.current.fromEnd > 0) log.scrollTo({ top: log.scrollHeight - end.current.fromEnd })
    end.current.first = first
  }, [area, first])
}

const SCROLL_DELAY_MS = 100
const SCROLL_DELAY_AFTER_HISTORY_MS = 300
const NEAR_PX = 48

type ScrollContent = {
  readonly size: number
  readonly ownSize: number
  readonly isRead: boolean
}
type ScrollState = {
  readonly hasNew: boolean
  readonly toLatest: () => void
}

/** Keeps the end of `area` in view while the reader is there. */
function useScrollToLatest(area: RefObject<HTMLElement | null>, { size, ownSize, isRead }: ScrollContent): ScrollState {
  const [hasNew, setNew] = useState(false)
  const isAtEnd = useRef(true)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const watched = useRef<Watched | null>(null)
  const toLatest = useCallback(() => {
    isAtEnd.current = true
    setNew(false)
    area.current?.scrollTo({ top: area.current.scrollHeight })
  }, [area])
  const scrollIn = useCallback(
    (delayMs: number) => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        watched.current?.look()
        if (isAtEnd.current) toLatest()
      }, delayMs)
    },
    [toLatest],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    watched.current = watch(area.current, {
      onScroll: (isEnd) => {
        isAtEnd.current = isEnd
        if (isEnd) setNew(false)
      },
      onGrowth: () => isAtEnd.current && scrollIn(SCROLL_DELAY_MS),
    })
    return () => watched.current?.stop()
  }, [area, scrollIn])
  useEffect(() => {
    if (!isRead) return
    isAtEnd.current = true
    scrollIn(SCROLL_DELAY_AFTER_HISTORY_MS)
  }, [isRead, scrollIn])
  useEffect(() => {
    if (ownSize === 0) return
    isAtEnd.current = true
    scrollIn(SCROLL_DELAY_MS)
  }, [ownSize, scrollIn])
  useEffect(() => {
    if (size === 0) return
    if (isAtEnd.current) scrollIn(SCROLL_DELAY_MS)
    else setNew(true)
  }, [size, scrollIn])
  return { hasNew, toLatest }
}

type Watcher = { readonly onScroll: (isAtEnd: boolean) => void; readonly onGrowth: () => void }
type Watched = {
  /** Reads the scroll position now: browsers fire scroll events only with the next frame. */
  readonly look: () => void
  readonly stop: () => void
}

/** Tracks the scroll position and content that grows later (charts, formatted text). */
function watch(area: HTMLElement | null, { onScroll, onGrowth }: Watcher): Watched | null {
  const content = area?.firstElementChild
  if (area === null || !content) return null
  let top = area.scrollTop
  const look = () => {
    const isAtEnd = area.scrollHeight - area.scrollTop - area.clientHeight < NEAR_PX
    // Only scrolling up leaves the end: content growing below does not scroll.
    if (isAtEnd || area.scrollTop < top) onScroll(isAtEnd)
    top = area.scrollTop
  }
  const observer = new ResizeObserver(onGrowth)
  observer.observe(content)
  area.addEventListener('scroll', look, { passive: true })
  return {
    look,
    stop: () => {
      observer.disconnect()
      area.removeEventListener('scroll', look)
    },
  }
}
