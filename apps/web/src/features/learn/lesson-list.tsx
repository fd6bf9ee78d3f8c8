import type { LessonHead, LessonProgress, LessonsProgress } from '@aerie/wire/lessons'
import { LESSON_GROUPS } from '@aerie/wire/lessons'
import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, CircleDot } from 'lucide-react'
import { Link } from 'react-router'
import { usePageTitle } from '../../navigation/page-title.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryNotice, QueryView } from '../../ui/states/query-view.tsx'
import { dueText } from './due-text.ts'
import { LEARN_WORDS } from './learn-words.ts'
import { lessonsQuery, progressQuery } from './lessons-queries.ts'

const { list: WORDS, review: REVIEW } = LEARN_WORDS

/** All lessons by group, with how far the user is, and what is due for review. */
export function LessonList() {
  usePageTitle(LEARN_WORDS.title)
  const owner = useSession((state) => state.user?.user_id ?? null)
  const lessons = useQuery(lessonsQuery)
  const progress = useQuery(progressQuery(owner))
  return (
    <>
      <header className="learn-head">
        <h1 className="font-semibold text-24">{LEARN_WORDS.title}</h1>
        <p className="text-13 text-ink-2">{LEARN_WORDS.lead}</p>
      </header>
      <QueryView query={lessons} loading={WORDS.loading} failed={WORDS.failed} rows={8} rowClassName="h-14 w-full" className="">
        {(heads) => (
          <>
            <QueryNotice query={progress} text={WORDS.progressFailed} role="alert" />
            <Today heads={heads} progress={progress.data} />
            <Groups heads={heads} progress={progress.data} />
          </>
        )}
      </QueryView>
    </>
  )
}

type Known = { readonly heads: readonly LessonHead[]; readonly progress: LessonsProgress | undefined }

/** Where to go on, and what is due. */
function Today({ heads, progress }: Known) {
  const done = new Set(progress?.lessons.flatMap(({ lesson, completed_at }) => (completed_at === null ? [] : [lesson])))
  const next = heads.find(({ id }) => !done.has(id))
  return (
    <div className="learn-today">
      <Panel title={progress === undefined ? LEARN_WORDS.title : WORDS.done(done.size, heads.length)}>
        <div className="learn-today-body">
          <progress max={heads.length} value={done.size} aria-label={WORDS.done(done.size, heads.length)} />
          {next !== undefined && (
            <ButtonLink variant="primary" to={`?lesson=${next.id}`}>
              {progress !== undefined && progress.lessons.length > 0 ? WORDS.next(next.title) : WORDS.start}
            </ButtonLink>
          )}
        </div>
      </Panel>
      <Panel title={REVIEW.title}>
        <div className="learn-today-body">
          <p className="text-13 text-ink-2">{reviewText(progress)}</p>
          {progress !== undefined && progress.due > 0 && <ButtonLink to="?review=1">{REVIEW.start}</ButtonLink>}
        </div>
      </Panel>
    </div>
  )
}

function reviewText(progress: LessonsProgress | undefined): string {
  if (progress !== undefined && progress.due > 0) return REVIEW.due(progress.due)
  if (progress === undefined || progress.next_due_at === null) return REVIEW.none
  return REVIEW.next(dueText(Date.parse(progress.next_due_at)))
}

const Groups = ({ heads, progress }: Known) =>
  LESSON_GROUPS.map((group) => (
    <section key={group} aria-label={WORDS.groups[group]}>
      <h2 className="learn-group">{WORDS.groups[group]}</h2>
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
        <span>{WORDS.minutes(head.minutes)}</span>
        {progress !== undefined && <span>{isComplete ? WORDS.completed : WORDS.questions(progress.right, head.questions)}</span>}
        {progress !== undefined && !isComplete && <span>{progress.task_done_at === null ? WORDS.taskOpen : WORDS.taskDone}</span>}
      </span>
    </li>
  )
}
