import { coalesceByKey } from '@aerie/runtime/coalesce'
import type { Lesson } from '@aerie/wire/learn'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { ApiError } from '../../platform/api/api-error.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { openMessages } from '../../platform/live/messages/messages-client.ts'
import { onNotice, onNoticesResumed } from '../../platform/live/notices.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { ForeignLink } from '../../ui/controls/foreign-link.tsx'
import { MarkdownView } from '../../ui/markdown-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../ui/states/error-boundary.tsx'
import { ErrorText } from '../../ui/states/error-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { FigureView } from './figures/figure-view.tsx'
import { lessonQuery, lessonsQuery, readProgressAgain, taskQuery } from './lessons-queries.ts'
import { Quiz } from './quiz/quiz.tsx'

export function LessonView({ id }: { readonly id: string }) {
  const query = useQuery(lessonQuery(id))
  const { data, error } = query
  usePageTitle(data?.title ?? 'Learn')
  const isUnknown = error instanceof ApiError && (error.code === 'not_found' || error.code === 'bad_input')
  return isUnknown ? (
    <EmptyState title="There is no such lesson" action={<ButtonLink to="?">All lessons</ButtonLink>}>
      It may have been renamed. Choose one from the list.
    </EmptyState>
  ) : (
    <QueryView
      query={query}
      loading="Loading the lesson"
      failed="The lesson could not be loaded"
      rows={6}
      rowClassName="h-6 w-full"
      className="flex max-w-[68ch] flex-col gap-4"
    >
      {(lesson) => <LessonBody lesson={lesson} />}
    </QueryView>
  )
}

const LessonBody = ({ lesson }: { readonly lesson: Lesson }) => (
  <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,68ch)_minmax(380px,1fr)]">
    <article className="lesson-text flex max-w-[68ch] flex-col gap-4">
      <h1 className="font-semibold text-24">{lesson.title}</h1>
      <p className="text-13 text-ink-2">
        {lesson.summary} {`${lesson.minutes} minutes`}
      </p>
      {lesson.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a lesson never change their order
        <ItemBoundary key={index} of={block}>
          <Block block={block} />
        </ItemBoundary>
      ))}
      <Sources sources={lesson.sources} />
    </article>
    <div className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-[calc(var(--header)+16px)]">
      <TaskPanel lesson={lesson.id} task={lesson.task} />
      <Quiz lesson={lesson.id} questions={lesson.quiz} />
      <NextLesson id={lesson.id} />
    </div>
  </div>
)

function Block({ block }: { readonly block: Lesson['blocks'][number] }) {
  if (block.kind === 'text') return <MarkdownView text={block.text} />
  if (block.kind === 'key')
    return (
      <p className="border-accent border-l-[3px] bg-accent-soft px-3 py-2.5 text-15 text-ink-1">
        <b>Remember.</b> {block.text}
      </p>
    )
  return (
    <figure className="rounded-md border border-line bg-surface-1">
      <FigureView figure={block.figure} />
      <figcaption className="border-line border-t px-3 py-2 text-12 text-ink-2">{block.caption}</figcaption>
    </figure>
  )
}

const Sources = ({ sources }: Pick<Lesson, 'sources'>) => (
  <section className="text-12 text-ink-2 [&_a]:underline">
    <h2 className="mb-1 font-semibold">Sources</h2>
    <ul className="flex flex-col gap-1">
      {sources.map(({ title, by, year, url }) => (
        <li key={title}>
          {url === null ? <cite>{title}</cite> : <ForeignLink href={url}>{title}</ForeignLink>}
          {`, ${by}${year === null ? '' : `, ${year}`}`}
        </li>
      ))}
    </ul>
  </section>
)

function NextLesson({ id }: { readonly id: string }) {
  const { data } = useQuery(lessonsQuery)
  const next = data?.[data.findIndex((head) => head.id === id) + 1]
  return next === undefined ? null : (
    <ButtonLink to={`?lesson=${next.id}`} className="self-start">
      {`Next: ${next.title}`}
    </ButtonLink>
  )
}

type TaskPanelProps = { readonly lesson: string; readonly task: Lesson['task'] }

function TaskPanel({ lesson, task }: TaskPanelProps) {
  const { isDone, isFetching, isPending, error, refetch } = useTaskCheck(lesson)
  return (
    <Panel title="Your task" trailing={isDone && <CircleCheck size={16} aria-hidden="true" className="text-success" />}>
      <div className="flex flex-col gap-3 p-3">
        <p className="font-medium text-13 text-ink-1">{task.text}</p>
        <ol className="flex list-decimal flex-col gap-1.5 pl-[18px] text-13 text-ink-2">
          {task.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p role="status" className={isDone ? 'text-12 text-success' : 'text-12 text-ink-2'}>
          {isDone ? (
            'Done. We found it in your account.'
          ) : isPending ? (
            'Checking your account …'
          ) : error === null ? (
            'Not done yet. This updates when you do it.'
          ) : (
            <>
              Your account could not be checked. <ErrorText error={error} />
            </>
          )}
        </p>
        <span className="flex flex-wrap gap-2">
          <ButtonLink variant={isDone ? 'secondary' : 'primary'} to={task.to}>
            {task.button}
          </ButtonLink>
          {!isDone && (
            <Button busy={isFetching} onClick={() => void refetch()}>
              Check now
            </Button>
          )}
        </span>
      </div>
    </Panel>
  )
}

/** One check at a time; a running check may predate the change, so it is followed by another. */
const checkAgain = coalesceByKey(async (lesson: string): Promise<void> => {
  const checks = { queryKey: ['lessons', 'task', lesson] }
  if (queryClient.isFetching(checks) > 0) await queryClient.refetchQueries(checks, { cancelRefetch: false })
  await queryClient.invalidateQueries(checks, { cancelRefetch: false })
})

/** Rechecked when the user's own data changes and on window focus. */
function useTaskCheck(lesson: string) {
  const owner = useSession((state) => state.user?.user_id ?? null)
  const check = useQuery(taskQuery(lesson, owner), queryClient)
  const isDone = check.data?.done_at != null
  useEffect(() => {
    if (isDone) return readProgressAgain()
    openMessages()
    const again = () => void checkAgain(lesson)
    const stops = [onNotice(again), onNoticesResumed(again)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [lesson, isDone])
  return { ...check, isDone }
}
