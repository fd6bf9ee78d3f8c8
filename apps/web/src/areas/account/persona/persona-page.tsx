import { MINUS } from '@aerie/core/numbers/decimal-figure'
import {
  PERSONA_FIGURES,
  PERSONA_QUESTIONS,
  PERSONA_TOPICS,
  type PersonaAnswers,
  type PersonaFigure,
  type PersonaFigureName,
  type PersonaQuestion,
  type PersonaReason,
  type PersonaTopic,
  type PersonaVerdict,
} from '@aerie/core/persona'
import { recordKeys, recordOf } from '@aerie/core/record-keys'
import { getPersona, type Persona, personaAnswers, savePersona } from '@aerie/wire/account/account-persona'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { longDateText } from '../../../platform/format/market-text.ts'
import { usePageTitle } from '../../../platform/navigation/page-title.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { FieldError, FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { heldText } from '../../trading/index.ts'
import { LeaveDialog, useLeaveGuard } from '../leave-guard.tsx'
import { PersonaProfile } from './persona-profile.tsx'
import { QUESTION_TEXT } from './persona-questions.ts'

export function PersonaPage() {
  usePageTitle('Trade Persona')
  const query = useQuery(personaQuery, queryClient)
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-6xl flex-col gap-4 p-4">
      <header className="flex flex-col gap-1">
        <h1 className="font-semibold text-24">Trade Persona</h1>
        <p className="max-w-[70ch] text-13 text-ink-2">
          How you describe your trading, next to what your journal shows. It sets the defaults of your risk calculator.
        </p>
      </header>
      <QueryView
        query={query}
        loading="Loading your trade persona"
        failed="Your trade persona could not be loaded"
        stale="Could not update just now. What you see may be out of date."
        rows={4}
      >
        {(persona) => <Sides persona={persona} />}
      </QueryView>
    </div>
  )
}

function Sides({ persona }: { readonly persona: Persona }) {
  const record = (
    <Panel key="record" title="What your journal shows">
      <PersonaRecord persona={persona} />
    </Panel>
  )
  const answers = (
    <Panel key="answers" title="Your answers">
      <PersonaForm answers={persona.answers} answeredAt={persona.answered_at} />
    </Panel>
  )
  return (
    <>
      {persona.profile !== null && persona.defaults !== null && <PersonaProfile profile={persona.profile} defaults={persona.defaults} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">{persona.answers === null ? [answers, record] : [record, answers]}</div>
    </>
  )
}

type PersonaProps = { readonly persona: Persona }
type ShownFigure = Exclude<PersonaFigureName, 'payoff'>

const SHOWN = PERSONA_FIGURES.filter((name): name is ShownFigure => name !== 'payoff')

function PersonaRecord({ persona }: PersonaProps) {
  const { record } = persona
  if (record.trades === 0)
    return (
      <EmptyState action={<ButtonLink to="/claw/trade">Trade on paper</ButtonLink>}>
        No closed trades yet. What they show of you appears here.
      </EmptyState>
    )
  return (
    <div className="flex flex-col">
      <dl className="divide-y divide-line">
        {SHOWN.map((name) => (
          <Figure key={name} name={name} persona={persona} />
        ))}
      </dl>
      <Notes persona={persona} />
    </div>
  )
}

function Figure({ name, persona }: PersonaProps & { readonly name: ShownFigure }) {
  const figure = persona.record.figures[name]
  const { name: title, about, formula } = figureTexts[name]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <dt className="flex items-center gap-1 text-13 text-ink-2">
        {title}
        <Explain title={title}>
          <p>{about}</p>
          <Formula>{formula}</Formula>
        </Explain>
      </dt>
      <dd translate="no" className="num text-right font-semibold text-15 text-ink-1">
        {figure.value === null ? '—' : figureText(name, figure.value)}
      </dd>
      <dd className="num col-span-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-12 text-ink-2">
        <span>{besideFigure(name, figure, persona.record.least)}</span>
        <Comparison name={name} persona={persona} />
      </dd>
    </div>
  )
}

function Comparison({ name, persona: { answers, findings } }: PersonaProps & { readonly name: ShownFigure }) {
  const topic = recordKeys(PERSONA_TOPICS).find((one) => PERSONA_TOPICS[one] === name)
  const verdict = findings.find((finding) => finding.topic === topic)?.verdict
  if (topic === undefined || answers === null || verdict === undefined) return null
  return (
    <span className="flex items-center gap-2">
      {`You say: ${statedText(topic, answers[topic])}`}
      {verdict !== 'unknown' && <Verdict verdict={verdict} />}
    </span>
  )
}

const statedText = (topic: PersonaTopic, answer: string): string => {
  const text = textOf(QUESTION_TEXT[topic].answers, answer)
  return topic === 'wins_of_ten' ? `${text} of ten` : text
}

const toneOf = (verdict: PersonaVerdict): string =>
  cx(
    verdict === 'agrees' && 'border-success text-success',
    verdict === 'differs' && 'border-warning text-warning',
    verdict === 'unclear' && 'border-line-strong text-ink-2',
  )

const Verdict = ({ verdict }: { readonly verdict: PersonaVerdict }) => (
  <strong className={cx('rounded-md border px-1.5 font-medium text-11', toneOf(verdict))}>{verdictLabels[verdict]}</strong>
)

function Notes({ persona: { record, findings } }: PersonaProps) {
  const compared = findings.filter(({ verdict }) => verdict !== 'unknown').length
  const count = (trades: number): string => trades.toLocaleString('en-US')
  return (
    <p className="border-line border-t px-4 py-3 text-12 text-ink-2">
      {`${count(record.trades)} closed trades. Days and hours in ${record.zone}.`}
      {record.simulated > 0 && ` ${`${count(record.simulated)} of them at simulated prices.`}`}
      {record.replayed > 0 && ` ${`${count(record.replayed)} of them at replayed prices.`}`}
      {compared > 0 &&
        ` ${`${compared} ${compared === 1 ? 'comparison' : 'comparisons'} at 95%: by chance alone, up to ${`${Math.round(100 * (1 - 0.95 ** compared))}%`} of records would show a difference.`}`}
    </p>
  )
}

const minus = (text: string): string => (/[1-9]/.test(text) ? text.replace('-', MINUS) : text.replace('-', ''))
const percent = (value: number, decimals: number): string => `${minus(value.toFixed(decimals))}%`

function figureText(name: PersonaFigureName, value: number): string {
  switch (name) {
    case 'risk_percent':
      return percent(value, 2)
    case 'hold_ms':
      return heldText(value)
    case 'size_after_loss':
      return `${value.toFixed(2)}×`
    case 'payoff':
      return value.toFixed(2)
    case 'trades_per_week':
      return `${value.toFixed(1)} a week`
    case 'busy_days':
      return `${value > 0 ? `+${value.toFixed(2)}` : minus(value.toFixed(2))} USDC per trade`
    default:
      return percent(100 * value, 1)
  }
}

function besideFigure(name: PersonaFigureName, { value, n, interval, reason }: PersonaFigure, least: number): string {
  if (value === null) return reasonTexts[reason ?? 'undefined'](n, least)
  const range = interval && `95%: ${figureText(name, interval[0])} to ${figureText(name, interval[1])}`
  return [range, `${n.toLocaleString('en-US')} trades`].filter(Boolean).join(' · ')
}

type PersonaFormProps = { readonly answers: PersonaAnswers | null; readonly answeredAt: string | null }

const GROUPS: ReadonlyArray<readonly [title: string, questions: readonly PersonaQuestion[]]> = [
  ['Risk', ['willingness', 'risk_return', 'coin_toss', 'deepest_fall', 'after_fall']],
  ['How you trade', ['style', 'horizon', 'risk_per_trade', 'stops', 'trades_per_week']],
  ['What you expect of your trades', ['wins_of_ten', 'held_longer', 'size_after_loss', 'night']],
]

const QUESTIONS = recordKeys(PERSONA_QUESTIONS)

function PersonaForm({ answers, answeredAt }: PersonaFormProps) {
  const { values, set, error, reset, isChanged, isBusy, failure, formProps } = useForm({
    schema: personaAnswers,
    /** Empty: not answered. */
    initial: recordOf(QUESTIONS, (question): string => answers?.[question] ?? ''),
    send: async (next) => {
      queryClient.setQueryData(personaQuery.queryKey, await saveAnswers(next))
      reset()
      notify('success', 'Your answers are saved.')
    },
  })
  const { held, forget } = useLeaveGuard(isChanged)
  return (
    <form {...formProps} className="flex flex-col gap-6 p-4">
      {GROUPS.map(([title, questions]) => (
        <section key={title} aria-label={title} className="flex flex-col gap-5">
          <h3 className="font-semibold text-13 text-ink-1">{title}</h3>
          {questions.map((question) => (
            <PersonaQuestionField
              key={question}
              question={question}
              chosen={values[question]}
              isMissing={error(question) !== undefined}
              onChoose={(answer) => set(question, answer)}
            />
          ))}
        </section>
      ))}
      <FormFailure failure={failure} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={isBusy} disabledReason={isChanged ? undefined : 'Nothing has been changed.'}>
          Save answers
        </Button>
        {isChanged && !isBusy && (
          <Button variant="ghost" onClick={reset}>
            Discard changes
          </Button>
        )}
        {!isChanged && answeredAt !== null && <p className="text-12 text-ink-2">{`Saved on ${longDateText(answeredAt)}.`}</p>}
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

const inZone = () => ({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone })

const personaQuery = queryOptions({
  queryKey: ['account-persona'] as const,
  queryFn: ({ signal }) => api(getPersona, { query: inZone(), signal }),
})

const saveAnswers = (answers: PersonaAnswers) => api(savePersona, { query: inZone(), body: answers })

type PersonaQuestionProps = {
  readonly question: PersonaQuestion
  readonly chosen: string
  readonly isMissing: boolean
  readonly onChoose: (answer: string) => void
}

function PersonaQuestionField({ question, chosen, isMissing, onChoose }: PersonaQuestionProps) {
  const id = useId()
  const { ask, answers } = QUESTION_TEXT[question]
  return (
    <fieldset className="min-w-0" aria-describedby={isMissing ? id : undefined}>
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

const textOf = (answers: Readonly<Record<string, string>>, answer: string): string => answers[answer] ?? ''

type FigureText = { readonly name: string; readonly about: string; readonly formula: string }

/** `payoff` has no row of its own: it is part of the defaults. */
const figureTexts: Readonly<Record<Exclude<PersonaFigureName, 'payoff'>, FigureText>> = {
  risk_percent: {
    name: 'Risk per trade',
    about: 'What the stop would have cost, as a share of the account when the position was opened. Trades without a stop are left out.',
    formula: 'median of initial risk / realised equity at entry',
  },
  stop_share: {
    name: 'Opened with a stop',
    about: 'Imported trades are left out: files contain no stops.',
    formula: 'trades with a stop at entry / trades; Wilson 95%',
  },
  hold_ms: { name: 'Hold time', about: 'From the first fill of a position to its last.', formula: 'median of last fill − first fill' },
  win_rate: { name: 'Win rate', about: 'Trades that broke even are left out.', formula: 'wins / (wins + losses); Wilson 95%' },
  losers_longer: {
    name: 'Losers held longer',
    about:
      'How often a losing trade, drawn at random, was held longer than a winning one. Above 50%, losers are held longer: the disposition effect.',
    formula: 'P(hold of a loser > hold of a winner), ties half; Newcombe 95%',
  },
  size_after_loss: {
    name: 'Size after a loss',
    about: 'How large a position opened after a loss is, compared with one opened after a win.',
    formula: 'geometric mean after losses / after wins; Welch 95%',
  },
  quick_reentry: {
    name: 'Back within 10 minutes of a loss',
    about: 'Of the trades that follow a loss, how many were opened within 10 minutes of it.',
    formula: 'quick trades / trades after a loss; Wilson 95%',
  },
  night_share: {
    name: 'Opened at night',
    about: 'Between 23:00 and 06:00 of the time zone below.',
    formula: 'trades opened at night / trades; Wilson 95%',
  },
  trades_per_week: {
    name: 'Trades a week',
    about: 'Over whole weeks from your first trade on, those without a trade included.',
    formula: 'mean of trades a week; Student 95%',
  },
  busy_days: {
    name: 'Result on busy days',
    about:
      'Net result of a trade on days with more than twice your usual number of trades, less that on other days. Below 0, busy days cost: overtrading.',
    formula: 'mean net on busy days − mean net on others; Welch 95%',
  },
}

const verdictLabels: Readonly<Record<PersonaVerdict, string>> = { agrees: 'Agrees', differs: 'Differs', unclear: 'Not clear', unknown: '' }

const reasonTexts: Readonly<Record<PersonaReason, (n: number, least: number) => string>> = {
  too_few: (n: number, least: number) => `Not enough trades yet: ${n} of ${least}`,
  one_sided: (n: number) => `Needs ten trades of each kind; ${n} in all`,
  too_short: (n: number) => `Needs four weeks of trading; ${n} trades so far`,
  undefined: (n: number) => `Not defined for these ${n} trades`,
}
