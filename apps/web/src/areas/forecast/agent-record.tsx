import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import {
  type AgentPrediction,
  type AgentPredictionPage,
  getAgentPredictions,
  type AgentRecord as RecordOfSource,
} from '@aerie/wire/agent/agent'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { hoursText, priceText, SOURCE_LABELS } from '../../platform/format/market-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Moment } from '../../ui/moment.tsx'
import { Explain, Formula } from '../../ui/overlays/explain.tsx'
import { ScrollSection } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { TableHead } from '../../ui/table.tsx'
import { ratioText, scoreText, shareText } from './scorecard/scorecard-text.ts'

const AGENT_RECORD_TEXT = {
  heads: ['Prediction', 'Predicted', 'Outcome'],
} as const

const TEXT = AGENT_RECORD_TEXT

type AgentRecordProps = {
  readonly symbol?: string
}

export function AgentRecord({ symbol }: AgentRecordProps) {
  const id = useId()
  const [page, setPage] = useState(1)
  const query = useQuery(agentRecordQuery(symbol ?? null, page), queryClient)
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
      <QueryView
        query={query}
        loading="Loading the agent predictions"
        failed="The agent predictions could not be loaded"
        stale="These figures are out of date:"
        rows={4}
        rowClassName="h-8 w-full"
        isEmpty={({ total }) => total === 0}
        empty={
          <EmptyState title="No predictions yet">
            Ask the agent where BTC, ETH, SOL or XRP will be. Its answers are listed here and scored when their hour has closed.
          </EmptyState>
        }
      >
        {(data) => (
          <>
            {data.records.map((record) => (
              <Summary key={record.source} record={record} />
            ))}
            <Entries entries={data.entries} />
            <Pages {...data} onPage={setPage} />
          </>
        )}
      </QueryView>
    </section>
  )
}

/** Per kind of source: simulated predictions never count as live. */
function Summary({ record }: { readonly record: RecordOfSource }) {
  const { source, named, scored, independent, median_error, nearer_than_no_change, inside_80 } = record
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-surface-1 p-3">
      <p className="num text-12 text-ink-2">
        <span className={source === 'live' ? undefined : 'font-medium text-ink-1'}>{SOURCE_LABELS[source]}</span>
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
      <TableHead
        className="border-line border-b text-12 text-ink-2"
        cellClassName="px-3 py-1.5 font-medium first:text-left"
        titles={TEXT.heads}
      />
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

const agentRecordQuery = (symbol: string | null, page: number) =>
  queryOptions({
    queryKey: ['agent-predictions', symbol, page] as const,
    queryFn: ({ signal }) => api(getAgentPredictions, { query: { page: String(page), symbol: symbol ?? undefined }, signal }),
    staleTime: 10 * SECOND_MS,
    refetchInterval: MINUTE_MS,
    placeholderData: keepPreviousData,
  })

const BADGES = { live: null, sim: 'SIM', replay: 'REPLAY' } as const

function PredictionRow({ entry }: { readonly entry: AgentPrediction }) {
  const { currency, hours, issued_at, due_at, predicted, low80, high80, anchor, close, quote, source } = entry
  const price = (value: number) => priceText(value, quote)
  const { text, tone } = outcomeOf(entry)
  return (
    <tr className="border-line border-b align-top last:border-0 hover:bg-surface-3">
      <th scope="row" className="px-3 py-2 text-left font-normal text-12 text-ink-2">
        <span className="block font-medium text-13 text-ink-1">
          {currency}, {hoursText(hours)}
          {BADGES[source] !== null && <span className="ml-1.5 font-semibold text-11 text-info">{BADGES[source]}</span>}
        </span>
        <span className="block">
          made <Moment at={issued_at} /> {`at ${price(anchor)}`}
        </span>
        <span className="block">
          for <Moment at={due_at} />
        </span>
      </th>
      <td className="px-3 py-2">
        <span className="block font-medium">{price(predicted)}</span>
        <span className="block text-12 text-ink-2">{`80%: ${price(low80)} to ${price(high80)}`}</span>
      </td>
      <td className="px-3 py-2">
        <span className="block font-medium">{close === null ? '—' : price(close)}</span>
        <span className={cx('block text-12', tone)}>{text}</span>
      </td>
    </tr>
  )
}

export function outcomeOf({ state, close, predicted, anchor, low80, high80 }: AgentPrediction): {
  readonly text: string
  readonly tone: string
} {
  if (state === 'open') return { text: 'open', tone: 'text-ink-2' }
  if (state === 'unscorable' || close === null) return { text: 'not scored: no close for that hour', tone: 'text-warning' }
  const ours = Math.abs(Math.log(close / predicted))
  const theirs = Math.abs(Math.log(close / anchor))
  const than = ours === theirs ? 'as close as' : ours < theirs ? 'closer than' : 'further than'
  const isInside = close >= low80 && close <= high80
  return { text: outcome(than, isInside ? 'inside' : 'outside'), tone: isInside ? 'text-ink-1' : 'text-warning' }
}

const outcome = (than: string, side: string) => `${than} “no change”, ${side} 80%`
