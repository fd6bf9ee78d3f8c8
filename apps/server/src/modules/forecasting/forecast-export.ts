import { QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import type { ChainRow, RecordRow } from './forecast-repository.ts'

/** One exported record by the names of its columns: everything that its hash covers, the hash, and its score. */
function exportedRecord({ sourceId, sourceKind }: ChainRow, { forecast, score }: RecordRow) {
  return {
    seq: forecast.seq,
    source_id: sourceId,
    source_kind: sourceKind,
    symbol: forecast.symbol,
    hours: forecast.hours,
    issued_at: forecast.issuedAt,
    due_at: forecast.dueAt,
    made_at: forecast.madeAt,
    model: forecast.model,
    candles: forecast.candles,
    quote: forecast.quote,
    anchor: forecast.anchor,
    quantiles: forecast.quantiles,
    baseline: forecast.baseline,
    prev_hash: forecast.prevHash.toString('hex'),
    hash: forecast.hash.toString('hex'),
    state: score?.state ?? 'open',
    outcome: score?.outcome ?? null,
    crps: score?.crps ?? null,
    random_walk_crps: score?.baselineCrps ?? null,
    tail_pinball: score?.tailPinball ?? null,
    random_walk_tail_pinball: score?.baselineTailPinball ?? null,
    median_error: score?.medianError ?? null,
    random_walk_median_error: score?.baselineMedianError ?? null,
    width_80: score?.width80 ?? null,
    random_walk_width_80: score?.baselineWidth80 ?? null,
    pit: score?.pit ?? null,
  }
}

type Pages = AsyncIterable<{ readonly chain: ChainRow; readonly rows: readonly RecordRow[] }>
type Exported = ReturnType<typeof exportedRecord>

const COLUMNS = [
  'seq',
  'source_id',
  'source_kind',
  'symbol',
  'hours',
  'issued_at',
  'due_at',
  'made_at',
  'model',
  'candles',
  'quote',
  'anchor',
  'quantiles',
  'baseline',
  'prev_hash',
  'hash',
  'state',
  'outcome',
  'crps',
  'random_walk_crps',
  'tail_pinball',
  'random_walk_tail_pinball',
  'median_error',
  'random_walk_median_error',
  'width_80',
  'random_walk_width_80',
  'pit',
] as const satisfies readonly (keyof Exported)[]

const HEADER = COLUMNS.flatMap((column) => {
  if (column === 'quantiles') return QUANTILE_LEVELS.map((level) => `q${level}`)
  return column === 'baseline' ? QUANTILE_LEVELS.map((level) => `random_walk_q${level}`) : [column]
}).join(',')

/** No value of a record holds a comma, a quote or a line break, and all are ASCII; numbers have all their digits. */
const csvLine = (record: Exported): string => `${COLUMNS.map((column) => record[column] ?? '').join(',')}\r\n`

/** The record as CSV, a page at a time. */
export async function* csvExport(pages: Pages): AsyncGenerator<string> {
  let header = `${HEADER}\r\n`
  for await (const { chain, rows } of pages) {
    yield header + rows.map((row) => csvLine(exportedRecord(chain, row))).join('')
    header = ''
  }
  if (header !== '') yield header
}

/** The record as `{"data": [...]}`, a page at a time. */
export async function* jsonExport(pages: Pages): AsyncGenerator<string> {
  let separator = '{"data":[\n'
  for await (const { chain, rows } of pages) {
    yield separator + rows.map((row) => JSON.stringify(exportedRecord(chain, row))).join(',\n')
    separator = ',\n'
  }
  yield separator === ',\n' ? '\n]}\n' : '{"data":[]}\n'
}
