import type { DueQuestion } from '@aerie/wire/learn'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { useSession } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { reviewQuery } from './lessons-queries.ts'
import { QuestionCard } from './quiz/quiz.tsx'

export function ReviewView() {
  usePageTitle('Review')
  const owner = useSession((state) => state.user?.user_id ?? null)
  const query = useQuery(reviewQuery(owner))
  return (
    <>
      <h1 className="font-semibold text-24">Review</h1>
      <QueryView
        query={query}
        loading="Loading the questions to review"
        failed="The questions could not be loaded"
        rows={4}
        rowClassName="h-8 w-full"
        className="flex max-w-[68ch] flex-col gap-4"
      >
        {(questions) => <Questions questions={questions} />}
      </QueryView>
    </>
  )
}

function Questions({ questions }: { readonly questions: readonly DueQuestion[] }) {
  const [results, setResults] = useState<readonly boolean[]>([])
  const due = questions[results.length]
  if (due === undefined) return <EmptyState action={<ButtonLink to="?">Back to the lessons</ButtonLink>}>{overText(results)}</EmptyState>
  return (
    <Panel title={`From “${due.title}”`} className="flex max-w-[68ch] flex-col gap-4">
      <div className="flex flex-col gap-3 p-3">
        <QuestionCard
          key={`${due.lesson} ${due.question.id}`}
          lesson={due.lesson}
          question={due.question}
          place={`Question ${results.length + 1} of ${questions.length}`}
          takesFocus={results.length > 0}
          isLast={results.length + 1 === questions.length}
          onNext={(wasRight) => setResults([...results, wasRight])}
        />
      </div>
    </Panel>
  )
}

const overText = (results: readonly boolean[]): string =>
  results.length === 0
    ? 'Nothing to review. Questions you answer wrongly come back here after a day or more.'
    : `${results.filter(Boolean).length} of ${results.length} were right. Wrong answers come back tomorrow.`
