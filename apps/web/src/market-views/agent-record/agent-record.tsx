import type { AgentPrediction, AgentPredictionPage, AgentRecord as RecordOfSource } from '@aerie/wire/agent'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Explain, Formula } from '../../ui/explain.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SOURCE_WORDS } from '../forecast/forecast-text.ts'
import { ratioText, scoreText, shareText } from '../scorecard/scorecard-text.ts'
import { agentRecordQuery } from './agent-record-query.ts'
import { PredictionRow } from './prediction-row.tsx'

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
      <h3 id={id} className="flex items-center font-semibold text-15 text-ink-1">
        My agent’s predictions{symbol === undefined ? '' : ` of ${symbol}`}
        <Explain title="My agent’s predictions">
          <p>Each prediction that the agent named to you is kept as it was, and scored with the close of its hour once that has come.</p>
          <p>“No change” says that the price stays: over hours, next to nothing beats it.</p>
        </Explain>
      </h3>
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading your agent’s predictions" className="flex flex-col gap-2">
          <SkeletonRows count={4} className="h-8 w-full" />
        </div>
      )}
      {data === undefined && error !== null && (
        <ErrorState title="Your agent’s predictions could not be read" onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      )}
      {data !== undefined && <Page data={data} problem={error === null ? null : errorText(error)} onPage={setPage} />}
    </section>
  )
}

type PageProps = { readonly data: AgentPredictionPage; readonly problem: string | null; readonly onPage: (page: number) => void }

function Page({ data, problem, onPage }: PageProps) {
  if (data.total === 0)
    return (
      <EmptyState title="None yet">
        Ask the agent where BTC, ETH, SOL or XRP will be: what it says is listed here, and scored when its hour has closed.
      </EmptyState>
    )
  return (
    <>
      {problem !== null && <p className="text-12 text-warning">These figures are older: {problem}</p>}
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
        {` · ${named.toLocaleString('en-US')} named, ${scored.toLocaleString('en-US')} scored, ${independent.toLocaleString('en-US')} independent`}
      </p>
      <dl className="num grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-13">
        <Measured
          title="Nearer than “no change”"
          share={nearer_than_no_change}
          formula="closes nearer to the prediction than to the price it started from ÷ closes; equally near counts half"
        />
        <Measured title="Inside the 80% band" share={inside_80} formula="closes inside the band ÷ closes" />
        <dt className="text-ink-2">Mean error, ours and “no change”</dt>
        <dd className="text-right text-ink-1">
          {median_error === null
            ? '— nothing scored yet'
            : `${scoreText(median_error.ours)} and ${scoreText(median_error.no_change)}${median_error.ratio === null ? '' : `, ratio ${ratioText(median_error.ratio)}`}`}
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
        <p>With Wilson’s interval at 95% for the independent outcomes: spans of the same coin that overlap share their luck.</p>
      </Explain>
    </dt>
    <dd className="text-right text-ink-1">
      {share === null ? '— nothing scored yet' : `${shareText(share.share)} (${shareText(share.low)} to ${shareText(share.high)})`}
    </dd>
  </>
)

const HEADS = ['Prediction', 'Said', 'Came']

const Entries = ({ entries }: { readonly entries: readonly AgentPrediction[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section aria-label="Single predictions" tabIndex={0} className="scroll-sideways rounded-md border border-line bg-surface-1">
    <table className="num w-full text-right text-13">
      <thead className="border-line border-b text-12 text-ink-2">
        <tr>
          {HEADS.map((head) => (
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
  </section>
)

type PagesProps = Pick<AgentPredictionPage, 'page' | 'size' | 'total'> & { readonly onPage: (page: number) => void }

function Pages({ page, size, total, onPage }: PagesProps) {
  if (total <= size) return null
  return (
    <nav aria-label="Pages of predictions" className="flex justify-end gap-2">
      <Button size="sm" disabledReason={page <= 1 ? 'These are the newest.' : undefined} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button size="sm" disabledReason={page * size >= total ? 'There are no older ones.' : undefined} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </nav>
  )
}
