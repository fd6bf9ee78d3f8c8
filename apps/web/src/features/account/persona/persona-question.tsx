import { PERSONA_QUESTIONS, type PersonaQuestion } from '@aerie/core/persona/questionnaire'
import { useId } from 'react'
import { FieldError } from '../../../ui/controls/field-error.tsx'
import { QUESTION_WORDS } from './persona-words.ts'

type PersonaQuestionProps = {
  readonly question: PersonaQuestion
  readonly chosen: string | undefined
  /** The form was sent without an answer to it. */
  readonly isMissing: boolean
  readonly onChoose: (answer: string) => void
}

/** One question: its answers as radio buttons, so that arrows choose and Tab goes on. */
export function PersonaQuestionField({ question, chosen, isMissing, onChoose }: PersonaQuestionProps) {
  const id = useId()
  const { ask, answers } = QUESTION_WORDS[question]
  return (
    <fieldset className="min-w-0" aria-describedby={isMissing ? id : undefined} data-missing={isMissing || undefined}>
      <legend className="mb-2 text-13 text-ink-1">{ask}</legend>
      <div className="flex flex-wrap gap-1.5">
        {PERSONA_QUESTIONS[question].map((answer) => (
          <label
            key={answer}
            className="flex min-h-8 min-w-8 cursor-pointer items-center justify-center rounded-md border border-line-input px-2.5 text-13 text-ink-2 hover:bg-surface-2 has-checked:border-accent-text has-checked:bg-accent-soft has-checked:text-ink-1 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            <input
              type="radio"
              name={question}
              value={answer}
              checked={chosen === answer}
              aria-invalid={isMissing || undefined}
              onChange={() => onChoose(answer)}
              className="sr-only"
            />
            {textOf(answers, answer)}
          </label>
        ))}
      </div>
      {isMissing && <FieldError id={id}>Choose an answer.</FieldError>}
    </fieldset>
  )
}

/** The text of an answer to a question. */
export const textOf = (answers: Readonly<Record<string, string>>, answer: string): string => answers[answer] ?? ''
