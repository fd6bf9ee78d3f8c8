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
          {symbol === undefined ? 'Agent predictions' : `Agent predictions for ${symbol}`}
        </h3>
        <Explain title="Agent predictions">
          <p>Every prediction the agent gave you is stored unchanged and scored with the close of its hour.</p>
          <p>“No change” assumes that the price stays the same. Over hours, almost nothing beats it.</p>
        </Explain>
      </div>
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading the agent predictions" className="flex flex-col gap-2">
          <SkeletonRows count={4} className="h-8 w-full" />
        </div>
      )}
      {data === undefined && error !== null && (
        <ErrorState title="The agent predictions could not be loaded" onRetry={() => void refetch()}>
          <ErrorText error={error} />
        </ErrorState>
      )}
      {data !== undefined && <Page data={data} problem={error} onPage={setPage} />}
    </section>
  )
}

type PageProps = { readonly data: AgentPredictionPage; readonly problem: Error | null; readonly onPage: (page: number) => void }

function Page({ data, problem, onPage }: PageProps) {
  if (data.total === 0)
    return (
      <EmptyState title="No predictions yet">
        Ask the agent where BTC, ETH, SOL or XRP will be. Its answers are listed here and scored when their hour has closed.
      </EmptyState>
    )
  return (
    <>
      {problem !== null && (
        <p className="text-12 text-warning">
          These figures are out of date: <ErrorText error={problem} />
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
        {` · ${named.toLocaleString('en-US')} made, ${scored.toLocaleString('en-US')} scored, ${independent.toLocaleString('en-US')} independent outcomes`}
      </p>
      <dl className="num grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-13">
        <Measured
          title="Closer than “no change”"
          share={nearer_than_no_change}
          formula="closes closer to the prediction than to the starting price ÷ closes; ties count half"
        />
        <Measured title="Inside the 80% band" share={inside_80} formula="closes inside the band ÷ closes" />
        <dt className="text-ink-2">Mean error, prediction and “no change”</dt>
        <dd className="text-right text-ink-1">
          {median_error === null
            ? '— nothing scored yet'
            : `${`${scoreText(median_error.ours)} and ${scoreText(median_error.no_change)}`}${median_error.ratio === null ? '' : `, ratio ${ratioText(median_error.ratio)}`}`}
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
        <p>With a 95% Wilson interval for independent outcomes: overlapping predictions for one coin count as one.</p>
      </Explain>
    </dt>
    <dd className="text-right text-ink-1">
      {share === null ? '— nothing scored yet' : `${shareText(share.share)} (${shareText(share.low)} to ${shareText(share.high)})`}
    </dd>
  </>
)

const Entries = ({ entries }: { readonly entries: readonly AgentPrediction[] }) => (
  <ScrollSection aria-label="Predictions" className="scroll-sideways rounded-md border border-line bg-surface-1">
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
