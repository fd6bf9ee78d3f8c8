import type { LessonQuestion } from '@aerie/wire/learn'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QuestionCard } from './question-card.tsx'

type QuizProps = { readonly lesson: string; readonly questions: readonly LessonQuestion[] }

export function Quiz({ lesson, questions }: QuizProps) {
  const [results, setResults] = useState<readonly boolean[]>([])
  const question = questions[results.length]
  const right = results.filter(Boolean).length
  return (
    <Panel title="Quiz">
      <div className="learn-quiz">
        {question === undefined ? (
          <>
            <p role="status" className="num font-medium text-15">
              {`${right} of ${results.length} right`}
            </p>
            <p className="text-13 text-ink-2">
              {right === results.length ? 'Every answer was right. There is nothing to review.' : 'Wrong answers come back for review.'}
            </p>
            <Button onClick={() => setResults([])}>Take the quiz again</Button>
          </>
        ) : (
          <QuestionCard
            key={question.id}
            lesson={lesson}
            question={question}
            place={`Question ${results.length + 1} of ${questions.length}`}
            takesFocus={results.length > 0}
            isLast={results.length + 1 === questions.length}
            onNext={(wasRight) => setResults([...results, wasRight])}
          />
        )}
      </div>
    </Panel>
  )
}
