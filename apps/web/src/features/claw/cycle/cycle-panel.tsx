import { defined } from '@aerie/core/defined'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CHECKLIST, NOTES, WATCHLISTS } from '../../../documents/document-specs.ts'
import { useDocumentNames } from '../../../documents/named-documents.ts'
import { type UserDocument, useDocument } from '../../../documents/use-document.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryNotice } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { CLAW_WORDS } from '../claw-words.ts'
import { checklistStep, layoutStep, notesStep, type Step, type StepState, watchlistStep } from './cycle-steps.ts'

const { cycle: WORDS } = CLAW_WORDS

/** The cycle of a trade, before, during and after, with how far one is. */
export const CyclePanel = ({ className }: { readonly className: string }) => (
  <Panel title={WORDS.title} className={className}>
    <div className="claw-cycle-parts">
      <Part title={WORDS.parts.before}>
        <LayoutLine />
        <DocumentLine title={WORDS.watchlist} document={useDocument(WATCHLISTS)} step={watchlistStep} />
        <DocumentLine title={WORDS.checklist} document={useDocument(CHECKLIST)} step={(body) => checklistStep(body, Date.now())} />
        <DocumentLine title={WORDS.notes} document={useDocument(NOTES)} step={notesStep} />
      </Part>
      <Part title={WORDS.parts.trade}>
        <StepLine step={sectionStep(WORDS.orders, '/claw/trade')} />
        <StepLine step={sectionStep(WORDS.alerts, '/tradealerts')} />
      </Part>
      <Part title={WORDS.parts.after}>
        <StepLine step={sectionStep(WORDS.journal, '/claw/posttrade')} />
        <StepLine step={{ title: WORDS.record, state: 'open', words: WORDS.recordText, to: '/ipc/BTC' }} />
      </Part>
    </div>
  </Panel>
)

const sectionStep = (title: string, to: string): Step => ({ title, to, state: 'open', words: WORDS.open })

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h3 className="mb-1 font-semibold text-12 text-ink-3">{title}</h3>
    <ul>{children}</ul>
  </section>
)

const MARKS: Readonly<Record<StepState, { readonly sign: string; readonly words: string }>> = {
  done: { sign: '●', words: WORDS.marks.done },
  open: { sign: '○', words: WORDS.marks.open },
}

function StepLine({ step: { title, state, words, to } }: { readonly step: Step }) {
  return (
    <li className="claw-step" data-state={state}>
      <span className="claw-step-mark" role="img" aria-label={MARKS[state].words}>
        {MARKS[state].sign}
      </span>
      <span className="min-w-0">
        <Link to={to} className="text-13 text-ink-1 underline-offset-2 hover:underline">
          {title}
        </Link>
        <span className="num block text-12 text-ink-2">{words}</span>
      </span>
    </li>
  )
}

type DocumentLineProps<K extends 'watchlists' | 'checklist' | 'notes'> = {
  readonly title: string
  readonly document: UserDocument<K>
  readonly step: (body: NonNullable<UserDocument<K>['value']>) => Step
}

function DocumentLine<K extends 'watchlists' | 'checklist' | 'notes'>({ title, document, step }: DocumentLineProps<K>) {
  if (document.state === 'ready') return <StepLine step={step(defined(document.value))} />
  return document.state === 'loading' ? (
    <WaitingLine title={title} />
  ) : (
    <FailedLine title={title} words={document.trouble ?? ''} onRetry={document.retry} />
  )
}

function LayoutLine() {
  const query = useDocumentNames('layout')
  const { data, error } = query
  if (data !== undefined) return <StepLine step={layoutStep(data)} />
  return error === null ? (
    <WaitingLine title={WORDS.workspace} />
  ) : (
    <li className="claw-step">
      <QueryNotice query={query} text={WORDS.failed(WORDS.workspace)} role="alert" />
    </li>
  )
}

const WaitingLine = ({ title }: { readonly title: string }) => (
  <li className="claw-step">
    <div role="status" aria-label={WORDS.loading(title)} className="min-w-0 flex-1">
      <Skeleton className="h-9 w-full" />
    </div>
  </li>
)

type FailedLineProps = { readonly title: string; readonly words: string; readonly onRetry: () => void }

const FailedLine = ({ title, words, onRetry }: FailedLineProps) => (
  <li className="claw-step text-12 text-warning">
    <p role="alert" className="min-w-0 flex-1">
      {WORDS.failed(title)} {words}
    </p>
    <Button size="sm" onClick={onRetry}>
      {CLAW_WORDS.retry}
    </Button>
  </li>
)
