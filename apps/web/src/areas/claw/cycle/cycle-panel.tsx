import { defined } from '@aerie/core/defined'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CHECKLIST, NOTES, WATCHLISTS } from '../../../platform/documents/document-specs.ts'
import { useDocumentNames } from '../../../platform/documents/named-documents.ts'
import { type UserDocument, useDocument } from '../../../platform/documents/use-document.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryNotice } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { checklistStep, layoutStep, notesStep, type Step, type StepState, watchlistStep } from './cycle-steps.ts'

export const CyclePanel = ({ className }: { readonly className: string }) => (
  <Panel title="Trading cycle" className={className}>
    <div className="claw-cycle-parts">
      <Part title="1. Before">
        <LayoutLine />
        <DocumentLine title="Watchlist" document={useDocument(WATCHLISTS)} step={watchlistStep} />
        <DocumentLine title="Checklist" document={useDocument(CHECKLIST)} step={(body) => checklistStep(body, Date.now())} />
        <DocumentLine title="Notes" document={useDocument(NOTES)} step={notesStep} />
      </Part>
      <Part title="2. Trade">
        <StepLine step={sectionStep('Orders and positions', '/claw/trade')} />
        <StepLine step={sectionStep('Alerts', '/tradealerts')} />
      </Part>
      <Part title="3. After">
        <StepLine step={sectionStep('Journal', '/claw/posttrade')} />
        <StepLine step={{ title: 'Track record', state: 'open', description: 'See how past predictions performed', to: '/ipc/BTC' }} />
      </Part>
    </div>
  </Panel>
)

const sectionStep = (title: string, to: string): Step => ({ title, to, state: 'open', description: 'Open' })

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h3 className="mb-1 font-semibold text-12 text-ink-3">{title}</h3>
    <ul>{children}</ul>
  </section>
)

const MARKS: Readonly<Record<StepState, { readonly sign: string; readonly text: string }>> = {
  done: { sign: '●', text: 'done' },
  open: { sign: '○', text: 'open' },
}

function StepLine({ step: { title, state, description, to } }: { readonly step: Step }) {
  return (
    <li className="claw-step" data-state={state}>
      <span className="claw-step-mark" role="img" aria-label={MARKS[state].text}>
        {MARKS[state].sign}
      </span>
      <span className="min-w-0">
        <Link to={to} className="text-13 text-ink-1 underline-offset-2 hover:underline">
          {title}
        </Link>
        <span className="num block text-12 text-ink-2">{description}</span>
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
    <FailedLine title={title} message={document.trouble ?? ''} onRetry={document.retry} />
  )
}

function LayoutLine() {
  const query = useDocumentNames('layout')
  const { data, error } = query
  if (data !== undefined) return <StepLine step={layoutStep(data)} />
  return error === null ? (
    <WaitingLine title="Workspace" />
  ) : (
    <li className="claw-step">
      <QueryNotice query={query} text={failed('Workspace')} role="alert" />
    </li>
  )
}

const WaitingLine = ({ title }: { readonly title: string }) => (
  <li className="claw-step">
    <div role="status" aria-label={`Loading: ${title}`} className="min-w-0 flex-1">
      <Skeleton className="h-9 w-full" />
    </div>
  </li>
)

type FailedLineProps = { readonly title: string; readonly message: string; readonly onRetry: () => void }

const FailedLine = ({ title, message, onRetry }: FailedLineProps) => (
  <li className="claw-step text-12 text-warning">
    <p role="alert" className="min-w-0 flex-1">
      {failed(title)} {message}
    </p>
    <Button size="sm" onClick={onRetry}>
      Try Again
    </Button>
  </li>
)

const failed = (title: string) => `${title} could not be loaded.`
