import type { LessonQuestion, LessonVerdict } from '@aerie/wire/lessons'
import { CircleCheck, CircleX } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { errorText } from '../../../lib/http/error-text.ts'
import { newUuid } from '../../../lib/new-uuid.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { buttonStyle } from '../../../ui/controls/button-style.ts'
import { cx } from '../../../ui/cx.ts'
import { dueText } from '../due-text.ts'
import { readProgressAgain, sendAnswer } from '../lessons-queries.ts'

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
  const { choice, choose, verdict, isSending, problem, submit } = useAnswer(lesson, question.id)
  const next = useRef<HTMLButtonElement>(null)
  const choices = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (takesFocus) choices.current?.querySelector('input')?.focus()
  }, [takesFocus])
  useEffect(() => {
    if (verdict !== null) next.current?.focus()
  }, [verdict])
  return (
    <form className="learn-question" onSubmit={submit} aria-labelledby={`${id}-text`}>
      <p className="num text-12 text-ink-3">{place}</p>
      <fieldset ref={choices}>
        <legend id={`${id}-text`}>{question.text}</legend>
        {question.choices.map((each) => (
          <Choice key={each.id} group={id} choice={each} isChosen={choice === each.id} verdict={verdict} onChoose={() => choose(each.id)} />
        ))}
      </fieldset>
      {problem !== null && (
        <p role="alert" className="text-12 text-danger">
          {problem}
        </p>
      )}
      {verdict === null ? (
        <Button type="submit" variant="primary" busy={isSending}>
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
  readonly verdict: LessonVerdict | null
  readonly onChoose: () => void
}

function Choice({ group, choice, isChosen, verdict, onChoose }: ChoiceProps) {
  const isRight = verdict?.right_choice === choice.id
  const why = verdict?.explanations.find((one) => one.choice === choice.id)?.text
  const state = verdict === null ? undefined : isRight ? 'right' : isChosen ? 'wrong' : 'other'
  return (
    <label className="learn-choice" data-state={state}>
      <input type="radio" name={group} checked={isChosen} disabled={verdict !== null} onChange={onChoose} />
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

function useAnswer(lesson: string, question: string) {
  const [choice, setChoice] = useState<string | null>(null)
  const [verdict, setVerdict] = useState<LessonVerdict | null>(null)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // Idempotency key per choice: a retry counts once.
  const key = useRef(newUuid())
  const choose = (next: string) => {
    key.current = newUuid()
    setProblem(null)
    setChoice(next)
  }
  const send = async (chosen: string) => {
    setSending(true)
    setProblem(null)
    try {
      setVerdict(await sendAnswer({ lesson, question, choice: chosen, key: key.current }))
      readProgressAgain()
    } catch (error) {
      setProblem(`Your answer was not saved. ${errorText(error)}`)
    } finally {
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending || verdict !== null) return
    if (choice === null) setProblem('Choose an answer first.')
    else void send(choice)
  }
  return { choice, choose, verdict, isSending, problem, submit }
}
