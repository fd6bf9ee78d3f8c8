import { Link, useSearchParams } from 'react-router'
import './learn.css'
import { LESSON_GROUPS, type LessonHead, type LessonProgress, type LessonsProgress } from '@aerie/wire/learn'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, CircleDot } from 'lucide-react'
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
      <div className="learn">
        {lesson !== null ? <LessonView key={lesson} id={lesson} /> : params.has('review') ? <ReviewView /> : <LessonList />}
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
      <header className="learn-head">
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
    <div className="learn-today">
      <Panel title={progress === undefined ? 'Learn' : doneText(done.size, heads.length)}>
        <div className="learn-today-body">
          <progress max={heads.length} value={done.size} aria-label={doneText(done.size, heads.length)} />
          {next !== undefined && (
            <ButtonLink variant="primary" to={`?lesson=${next.id}`}>
              {progress !== undefined && progress.lessons.length > 0 ? `Continue: ${next.title}` : 'Start the first lesson'}
            </ButtonLink>
          )}
        </div>
      </Panel>
      <Panel title="Review">
        <div className="learn-today-body">
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
      <h2 className="learn-group">{groups[group]}</h2>
      <ul className="learn-lessons">
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
    <li className="learn-lesson" data-complete={isComplete || undefined}>
      <Icon size={18} aria-hidden="true" className="learn-lesson-mark" />
      <span className="flex min-w-0 flex-col gap-0.5">
        <Link to={`?lesson=${head.id}`} className="learn-lesson-link">
          {head.title}
        </Link>
        <span className="text-12 text-ink-2">{head.summary}</span>
      </span>
      <span className="learn-lesson-facts num">
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
