import { PERSONA_QUESTIONS, type PersonaAnswers, type PersonaQuestion } from '@aerie/core/persona/questionnaire'
import { recordKeys } from '@aerie/core/record-keys'
import { personaAnswers } from '@aerie/wire/account/account-persona'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { LeaveDialog } from '../leave-dialog.tsx'
import { useLeaveGuard } from '../use-leave-guard.ts'
import { personaQuery, saveAnswers } from './persona-queries.ts'
import { PersonaQuestionField } from './persona-question.tsx'

type Draft = Readonly<Partial<Record<PersonaQuestion, string>>>
type PersonaFormProps = { readonly answers: PersonaAnswers | null; readonly answeredAt: string | null }

const GROUPS: ReadonlyArray<readonly [title: string, questions: readonly PersonaQuestion[]]> = [
  ['Risk', ['willingness', 'risk_return', 'coin_toss', 'deepest_fall', 'after_fall']],
  ['How you trade', ['style', 'horizon', 'risk_per_trade', 'stops', 'trades_per_week']],
  ['What you expect of your trades', ['wins_of_ten', 'held_longer', 'size_after_loss', 'night']],
]

/** The questionnaire, saved as a whole. What is not saved is not left behind without a question. */
export function PersonaForm({ answers, answeredAt }: PersonaFormProps) {
  const [draft, setDraft] = useState<Draft>({})
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const saved: Draft = answers ?? {}
  const values: Draft = { ...saved, ...draft }
  const isChanged = recordKeys(PERSONA_QUESTIONS).some((question) => values[question] !== saved[question])
  const { held, forget } = useLeaveGuard(isChanged)
  const reset = () => {
    setDraft({})
    setTried(false)
  }
  const { mutate, isPending, error } = useMutation(
    {
      mutationFn: saveAnswers,
      onSuccess: (now) => {
        queryClient.setQueryData(personaQuery.queryKey, now)
        reset()
        notify('success', 'Your answers are saved.')
      },
    },
    queryClient,
  )
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged || isPending) return
    const parsed = z.safeParse(personaAnswers, values)
    if (parsed.success) return mutate(parsed.data)
    setTried(true)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[data-missing] input')?.focus())
  }
  return (
    <form ref={form} noValidate className="flex flex-col gap-6 p-4" onSubmit={save}>
      {GROUPS.map(([title, questions]) => (
        <section key={title} aria-label={title} className="flex flex-col gap-5">
          <h3 className="font-semibold text-13 text-ink-1">{title}</h3>
          {questions.map((question) => (
            <PersonaQuestionField
              key={question}
              question={question}
              chosen={values[question]}
              isMissing={isTried && values[question] === undefined}
              onChoose={(answer) => setDraft((last) => ({ ...last, [question]: answer }))}
            />
          ))}
        </section>
      ))}
      {error !== null && (
        <p role="alert" className="text-13 text-danger">
          {errorText(error)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={isPending} disabledReason={isChanged ? undefined : 'Nothing has been changed.'}>
          Save answers
        </Button>
        {isChanged && !isPending && (
          <Button variant="ghost" onClick={reset}>
            Discard changes
          </Button>
        )}
        {!isChanged && answeredAt !== null && <p className="text-12 text-ink-2">{`Saved on ${dateText(answeredAt)}.`}</p>}
      </div>
      {held !== null && (
        <LeaveDialog
          text="You have changed your answers and not saved them."
          onStay={forget}
          onLeave={() => {
            reset()
            held()
          }}
        />
      )}
    </form>
  )
}

const dateText = (at: string): string => new Date(at).toLocaleDateString(undefined, { dateStyle: 'long' })
