import { PERSONA_TOPICS, type PersonaTopic, type PersonaVerdict } from '@aerie/core/persona/persona-findings'
import { PERSONA_FIGURES, type PersonaFigureName } from '@aerie/core/persona/persona-record'
import { recordKeys } from '@aerie/core/record-keys'
import type { Persona } from '@aerie/wire/account/account-persona'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { cx } from '../../../ui/cx.ts'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { textOf } from './persona-question.tsx'
import { besideFigure, figureText } from './persona-text.ts'
import { FIGURE_WORDS, QUESTION_WORDS, PERSONA_WORDS as WORDS } from './persona-words.ts'

type PersonaProps = { readonly persona: Persona }
type ShownFigure = Exclude<PersonaFigureName, 'payoff'>

const SHOWN = PERSONA_FIGURES.filter((name): name is ShownFigure => name !== 'payoff')

/** Each figure of the record, how sure it is, and whether it agrees with what the user says. */
export function PersonaRecord({ persona }: PersonaProps) {
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
  const { name: title, about, formula } = FIGURE_WORDS[name]
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
      {`You say: ${saidText(topic, answers[topic])}`}
      {verdict !== 'unknown' && <Verdict verdict={verdict} />}
    </span>
  )
}

const saidText = (topic: PersonaTopic, answer: string): string => {
  const text = textOf(QUESTION_WORDS[topic].answers, answer)
  return topic === 'wins_of_ten' ? `${text} of ten` : text
}

const toneOf = (verdict: PersonaVerdict): string =>
  cx(
    verdict === 'agrees' && 'border-success text-success',
    verdict === 'differs' && 'border-warning text-warning',
    verdict === 'unclear' && 'border-line-strong text-ink-2',
  )

const Verdict = ({ verdict }: { readonly verdict: PersonaVerdict }) => (
  <strong className={cx('rounded-sm border px-1.5 font-medium text-11', toneOf(verdict))}>{WORDS.verdict[verdict]}</strong>
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
