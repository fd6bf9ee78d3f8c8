import { Link, useSearchParams } from 'react-router'
import './learn.css'
import { LESSON_GROUPS, type LessonHead, type LessonProgress, type LessonsProgress } from '@aerie/wire/learn'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Circle, CircleCheck, CircleDot } from 'lucide-react'
import { queryClient } from '../../platform/api/query-client.ts'
import { lazyPart } from '../../platform/browser/lazy-part.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { useSession } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryNotice, QueryView } from '../../ui/states/query-view.tsx'
import { dueText, lessonsQuery, progressQuery } from './lessons-queries.ts'

const LessonView = lazyPart(async () => (await import('./lesson-view.tsx')).LessonView)
const ReviewView = lazyPart(async () => (await import('./review-view.tsx')).ReviewView)

export function LearnPage() {
  const [params] = useSearchParams()
  const lesson = params.get('lesson')
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto flex w-full max-w-[1160px] flex-1 flex-col gap-4 p-3 sm:p-4">
        {lesson === null && !params.has('review') ? (
          <LessonList />
        ) : (
          <>
            <Link
              to="?"
              className="inline-flex min-h-6 items-center gap-1.5 self-start text-13 text-ink-2 hover:text-ink-1 hover:underline"
            >
              <ArrowLeft size={14} aria-hidden="true" /> All lessons
            </Link>
            {lesson === null ? <ReviewView /> : <LessonView key={lesson} id={lesson} />}
          </>
        )}
      </div>
    </QueryClientProvider>
  )
}

function LessonList() {
  usePageTitle('Learn')
  const owner = useSession((state) => state.user?.user_id ?? null)
  const lessons = useQuery(lessonsQuery)
  const progress = useQuery(progressQuery(owner))
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 className="font-semibold text-24">Learn</h1>
        <p className="text-13 text-ink-2">
          Short lessons with something to do in each. Tasks are checked by what you really do on your paper account.
        </p>
      </header>
      <QueryView query={lessons} loading="Loading the lessons" failed="The lessons could not be loaded" rows={8} rowClassName="h-14 w-full">
        {(heads) => (
          <>
            <QueryNotice query={progress} text="Your progress could not be loaded." role="alert" />
            <Today heads={heads} progress={progress.data} />
            <Groups heads={heads} progress={progress.data} />
          </>
        )}
      </QueryView>
    </>
  )
}

type Known = { readonly heads: readonly LessonHead[]; readonly progress: LessonsProgress | undefined }

function Today({ heads, progress }: Known) {
  const done = new Set(progress?.lessons.flatMap(({ lesson, completed_at }) => (completed_at === null ? [] : [lesson])))
  const next = heads.find(({ id }) => !done.has(id))
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,300px),1fr))] gap-3">
      <Panel title={progress === undefined ? 'Learn' : doneText(done.size, heads.length)}>
        <div className="flex flex-col items-start gap-3 p-3">
          <progress className="lesson-progress" max={heads.length} value={done.size} aria-label={doneText(done.size, heads.length)} />
          {next !== undefined && (
            <ButtonLink variant="primary" to={`?lesson=${next.id}`}>
              {progress !== undefined && progress.lessons.length > 0 ? `Continue: ${next.title}` : 'Start the first lesson'}
            </ButtonLink>
          )}
        </div>
      </Panel>
      <Panel title="Review">
        <div className="flex flex-col items-start gap-3 p-3">
          <p className="text-13 text-ink-2">{reviewText(progress)}</p>
          {progress !== undefined && progress.due > 0 && <ButtonLink to="?review=1">Start the review</ButtonLink>}
        </div>
      </Panel>
    </div>
  )
}

function reviewText(progress: LessonsProgress | undefined): string {
  if (progress !== undefined && progress.due > 0)
    return progress.due === 1 ? '1 question is due today' : `${progress.due} questions are due today`
  if (progress === undefined || progress.next_due_at === null)
    return 'Nothing to review. Questions you answer wrongly come back here after a day or more.'
  return `Nothing is due. The next question is due ${dueText(Date.parse(progress.next_due_at))}.`
}

const Groups = ({ heads, progress }: Known) =>
  LESSON_GROUPS.map((group) => (
    <section key={group} aria-label={groups[group]}>
      <h2 className="mb-1.5 font-semibold text-13 text-ink-2">{groups[group]}</h2>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface-1">
        {heads
          .filter((head) => head.group === group)
          .map((head) => (
            <LessonItem key={head.id} head={head} progress={progress?.lessons.find(({ lesson }) => lesson === head.id)} />
          ))}
      </ul>
    </section>
  ))

type LessonItemProps = { readonly head: LessonHead; readonly progress: LessonProgress | undefined }

function LessonItem({ head, progress }: LessonItemProps) {
  const isComplete = progress !== undefined && progress.completed_at !== null
  const Icon = isComplete ? CircleCheck : progress === undefined ? Circle : CircleDot
  return (
    <li className="relative grid min-h-14 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-surface-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Icon size={18} aria-hidden="true" className={isComplete ? 'text-success' : 'text-ink-3'} />
      <span className="flex min-w-0 flex-col gap-0.5">
        {/* The whole row leads to the lesson. */}
        <Link to={`?lesson=${head.id}`} className="font-medium text-[0.875rem] text-ink-1 after:absolute after:inset-0">
          {head.title}
        </Link>
        <span className="text-12 text-ink-2">{head.summary}</span>
      </span>
      <span className="num flex flex-wrap gap-x-3 gap-y-0.5 text-12 text-ink-2 max-sm:col-start-2 sm:justify-end">
        <span>{`${head.minutes} min`}</span>
        {progress !== undefined && <span>{isComplete ? 'Completed' : `${progress.right} of ${head.questions} questions`}</span>}
        {progress !== undefined && !isComplete && <span>{progress.task_done_at === null ? 'Task open' : 'Task done'}</span>}
      </span>
    </li>
  )
}

const doneText = (done: number, all: number) => `${done} of ${all} lessons completed`

const groups = {
  start: 'Getting started',
  market: 'The market',
  risk: 'Risk',
  custody: 'Custody and staking',
  practice: 'Practice',
}
