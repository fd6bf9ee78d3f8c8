import type { LessonQuestion, LessonVerdict } from '@aerie/wire/learn'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { Button, buttonStyle } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Panel } from '../../../ui/panel.tsx'
import { dueText, readProgressAgain, sendAnswer } from '../lessons-queries.ts'

type QuizProps = { readonly lesson: string; readonly questions: readonly LessonQuestion[] }

export function Quiz({ lesson, questions }: QuizProps) {
  const [results, setResults] = useState<readonly boolean[]>([])
  const question = questions[results.length]
  const right = results.filter(Boolean).length
  return (
    <Panel title="Quiz">
      <div className="flex flex-col gap-3 p-3">
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

type QuestionCardProps = {
  readonly lesson: string
  readonly question: LessonQuestion
  readonly place: string
  readonly isLast: boolean
  readonly takesFocus: boolean
  readonly onNext: (wasRight: boolean) => void
}

/** The server returns the correct choice only after the answer. */
export function QuestionCard({ lesson, question, place, isLast, takesFocus, onNext }: QuestionCardProps) {
  const id = useId()
  const { form, choose, verdict } = useAnswer(lesson, question.id)
  const { choice } = form.values
  const missing = form.error('choice')
  const problem = missing ?? (form.failure && `Your answer was not saved. ${form.failure.text}`)
  const next = useRef<HTMLButtonElement>(null)
  const choices = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (takesFocus) choices.current?.querySelector('input')?.focus()
  }, [takesFocus])
  useEffect(() => {
    if (verdict !== null) next.current?.focus()
  }, [verdict])
  return (
    <form {...form.formProps} className="flex flex-col items-start gap-3" aria-labelledby={`${id}-text`}>
      <p className="num text-12 text-ink-3">{place}</p>
      <fieldset ref={choices} className="flex w-full min-w-0 flex-col gap-1.5">
        <legend id={`${id}-text`} className="mb-2 font-medium text-15 text-ink-1">
          {question.text}
        </legend>
        {question.choices.map((each) => (
          <Choice
            key={each.id}
            group={id}
            choice={each}
            isChosen={choice === each.id}
            isMissing={missing !== undefined}
            verdict={verdict}
            onChoose={() => choose(each.id)}
          />
        ))}
      </fieldset>
      {problem && (
        <p role="alert" className="text-12 text-danger">
          {problem}
        </p>
      )}
      {verdict === null ? (
        <Button type="submit" variant="primary" busy={form.isBusy}>
          Check answer
        </Button>
      ) : (
        <>
          <p role="status" className={cx('text-13', verdict.is_right ? 'text-success' : 'text-danger')}>
            {verdict.is_right ? 'Right' : 'Not right'}
            {verdict.due_at !== null && !verdict.is_right && ` · ${`This question comes back ${dueText(Date.parse(verdict.due_at))}.`}`}
          </p>
          <button ref={next} type="button" className={buttonStyle('primary')} onClick={() => onNext(verdict.is_right)}>
            {isLast ? 'Finish' : 'Next question'}
          </button>
        </>
      )}
    </form>
  )
}

type ChoiceProps = {
  readonly group: string
  readonly choice: LessonQuestion['choices'][number]
  readonly isChosen: boolean
  readonly isMissing: boolean
  readonly verdict: LessonVerdict | null
  readonly onChoose: () => void
}

function Choice({ group, choice, isChosen, isMissing, verdict, onChoose }: ChoiceProps) {
  const isRight = verdict?.right_choice === choice.id
  const why = verdict?.explanations.find((one) => one.choice === choice.id)?.text
  const state = verdict === null ? undefined : isRight ? 'right' : isChosen ? 'wrong' : 'other'
  return (
    <label
      data-state={state}
      className="flex min-h-9 items-start gap-2 rounded-md border border-line px-2.5 py-2 text-13 text-ink-1 has-checked:border-line-strong has-checked:bg-surface-3 data-[state=right]:border-success data-[state=wrong]:border-danger"
    >
      <input
        className="mt-px size-4 flex-none"
        type="radio"
        name={group}
        checked={isChosen}
        disabled={verdict !== null}
        aria-invalid={isMissing || undefined}
        onChange={onChoose}
      />
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="flex items-center gap-1.5">
          {choice.text}
          {state === 'right' && <CircleCheck size={14} role="img" aria-label="Right answer" className="shrink-0 text-success" />}
          {state === 'wrong' && <CircleX size={14} role="img" aria-label="Your answer" className="shrink-0 text-danger" />}
        </span>
        {why !== undefined && <span className="text-12 text-ink-2">{why}</span>}
      </span>
    </label>
  )
}

const schema = z.object({ choice: z.string().check(z.minLength(1, 'Choose an answer first.')) })

function useAnswer(lesson: string, question: string) {
  const [verdict, setVerdict] = useState<LessonVerdict | null>(null)
  // Idempotency key per choice: a retry counts once.
  const key = useRef(newUuid())
  const form = useForm({
    schema,
    initial: { choice: '' },
    send: async ({ choice }) => {
      if (verdict !== null) return
      setVerdict(await sendAnswer({ lesson, question, choice, key: key.current }))
      readProgressAgain()
    },
  })
  const choose = (next: string) => {
    key.current = newUuid()
    form.reset()
    form.set('choice', next)
  }
  return { form, choose, verdict }
}
