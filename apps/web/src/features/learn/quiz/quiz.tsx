import type { LessonQuestion } from '@aerie/wire/lessons'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { LEARN_WORDS } from '../learn-words.ts'
import { QuestionCard } from './question-card.tsx'

const { quiz: WORDS } = LEARN_WORDS

type QuizProps = { readonly lesson: string; readonly questions: readonly LessonQuestion[] }

/** The questions of a lesson, one after the other. */
export function Quiz({ lesson, questions }: QuizProps) {
  const [results, setResults] = useState<readonly boolean[]>([])
  const question = questions[results.length]
  const right = results.filter(Boolean).length
  return (
    <Panel title={WORDS.title}>
      <div className="learn-quiz">
        {question === undefined ? (
          <>
            <p role="status" className="num font-medium text-15">
              {WORDS.result(right, results.length)}
            </p>
            <p className="text-13 text-ink-2">{right === results.length ? WORDS.allRight : WORDS.someWrong}</p>
            <Button onClick={() => setResults([])}>{WORDS.restart}</Button>
          </>
        ) : (
          <QuestionCard
            key={question.id}
            lesson={lesson}
            question={question}
            place={WORDS.of(results.length + 1, questions.length)}
            takesFocus={results.length > 0}
            isLast={results.length + 1 === questions.length}
            onNext={(wasRight) => setResults([...results, wasRight])}
          />
        )}
      </div>
    </Panel>
  )
}
