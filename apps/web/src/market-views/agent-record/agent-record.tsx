import type { AgentPrediction, AgentPredictionPage, AgentRecord as RecordOfSource } from '@aerie/wire/agent/agent'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryClient } from '../../lib/http/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Explain, Formula } from '../../ui/overlays/explain.tsx'
import { ScrollSection } from '../../ui/scroll-section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ErrorText } from '../../ui/states/error-text.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { SOURCE_WORDS } from '../forecast/forecast-text.ts'
import { ratioText, scoreText, shareText } from '../scorecard/scorecard-text.ts'
import { agentRecordQuery } from './agent-record-query.ts'
import { AGENT_RECORD_WORDS } from './agent-record-words.ts'
import * as NO_CHANGE_WORDS from './no-change-words.ts'
import { PredictionRow } from './prediction-row.tsx'

const WORDS = AGENT_RECORD_WORDS

type AgentRecordProps = {
  /** Of this coin only. */
  readonly symbol?: string
}

/** “My agent's predictions”: every prediction that the agent named to this user, and how it did. */
export function AgentRecord({ symbol }: AgentRecordProps) {
  const id = useId()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(agentRecordQuery(symbol ?? null, page), queryClient)
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex items-center">
        <h3 id={id} className="font-semibold text-15 text-ink-1">
          {symbol === undefined ? WORDS.title : WORDS.of(symbol)}
        </h3>
        <Explain title={WORDS.title}>
          <p>{WORDS.about}</p>
          <p>{NO_CHANGE_WORDS.noChangeAbout}</p>
        </Explain>
      </div>
      {data === undefined && error === null && (
        <div role="status" aria-label={WORDS.loading} className="flex flex-col gap-2">
          <SkeletonRows count={4} className="h-8 w-full" />
        </div>
      )}
      {data === undefined && error !== null && (
        <ErrorState title={WORDS.failed} onRetry={() => void refetch()}>
          <ErrorText error={error} />
        </ErrorState>
      )}
      {data !== undefined && <Page data={data} problem={error} onPage={setPage} />}
    </section>
  )
}

type PageProps = { readonly data: AgentPredictionPage; readonly problem: Error | null; readonly onPage: (page: number) => void }

function Page({ data, problem, onPage }: PageProps) {
  if (data.total === 0) return <EmptyState title={WORDS.none}>{WORDS.noneText}</EmptyState>
  return (
    <>
      {problem !== null && (
        <p className="text-12 text-warning">
          {WORDS.stale} <ErrorText error={problem} />
        </p>
      )}
      {data.records.map((record) => (
        <Summary key={record.source} record={record} />
      ))}
      <Entries entries={data.entries} />
      <Pages {...data} onPage={onPage} />
    </>
  )
}

/** The figures of one kind of source: what was simulated never counts as live. */
function Summary({ record }: { readonly record: RecordOfSource }) {
  const { source, named, scored, independent, median_error, nearer_than_no_change, inside_80 } = record
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-surface-1 p-3">
      <p className="num text-12 text-ink-2">
        <span className={source === 'live' ? undefined : 'font-medium text-ink-1'}>{SOURCE_WORDS[source]}</span>
        {WORDS.counts(named.toLocaleString('en-US'), scored.toLocaleString('en-US'), independent.toLocaleString('en-US'))}
      </p>
      <dl className="num grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-13">
        <Measured title={WORDS.nearer} share={nearer_than_no_change} formula={WORDS.nearerFormula} />
        <Measured title={WORDS.inside} share={inside_80} formula={WORDS.insideFormula} />
        <dt className="text-ink-2">{WORDS.error}</dt>
        <dd className="text-right text-ink-1">
          {median_error === null
            ? WORDS.nothing
            : `${WORDS.and(scoreText(median_error.ours), scoreText(median_error.no_change))}${median_error.ratio === null ? '' : WORDS.ratio(ratioText(median_error.ratio))}`}
        </dd>
      </dl>
    </div>
  )
}

type MeasuredProps = { readonly title: string; readonly share: RecordOfSource['inside_80']; readonly formula: string }

const Measured = ({ title, share, formula }: MeasuredProps) => (
  <>
    <dt className="flex items-center text-ink-2">
      {title}
      <Explain title={title}>
        <Formula>{formula}</Formula>
        <p>{WORDS.interval}</p>
      </Explain>
    </dt>
    <dd className="text-right text-ink-1">
      {share === null ? WORDS.nothing : WORDS.share(shareText(share.share), shareText(share.low), shareText(share.high))}
    </dd>
  </>
)

const Entries = ({ entries }: { readonly entries: readonly AgentPrediction[] }) => (
  <ScrollSection aria-label={WORDS.list} className="scroll-sideways rounded-md border border-line bg-surface-1">
    <table className="num w-full text-right text-13">
      <thead className="border-line border-b text-12 text-ink-2">
        <tr>
          {WORDS.heads.map((head) => (
            <th key={head} scope="col" className="px-3 py-1.5 font-medium first:text-left">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <PredictionRow key={`${entry.currency} ${entry.hours} ${entry.issued_at} ${entry.source}`} entry={entry} />
        ))}
      </tbody>
    </table>
  </ScrollSection>
)

type PagesProps = Pick<AgentPredictionPage, 'page' | 'size' | 'total'> & { readonly onPage: (page: number) => void }

function Pages({ page, size, total, onPage }: PagesProps) {
  if (total <= size) return null
  return (
    <nav aria-label={WORDS.pages} className="flex justify-end gap-2">
      <Button size="sm" disabledReason={page <= 1 ? WORDS.atNewest : undefined} onClick={() => onPage(page - 1)}>
        {WORDS.newer}
      </Button>
      <Button size="sm" disabledReason={page * size >= total ? WORDS.atOldest : undefined} onClick={() => onPage(page + 1)}>
        {WORDS.older}
      </Button>
    </nav>
  )
}
