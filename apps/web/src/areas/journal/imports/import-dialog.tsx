import {
  type ImportChoices,
  type ImportMapping,
  importChoices,
  importMapping,
  type JournalImport,
  MOST_IMPORT_BYTES,
} from '@aerie/wire/journal/journal-imports'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Spinner } from '../../../ui/states/progress.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { whenText } from '../figure-text.ts'
import { filterStyle } from '../filters/filter-bar.tsx'
import { journalCalls } from '../journal-calls.ts'
import { countText, sourceText } from '../messages.ts'
import { TableScroll } from '../table/table-scroll.tsx'
import { readAgain } from '../use-journal.ts'
import { Connections, connectionsQuery } from './connections.tsx'
import { ImportPreview, Problems } from './import-preview.tsx'
import { ZoneChoice } from './zone-choice.tsx'

const WAYS = [
  { id: 'file', title: 'Import a file' },
  { id: 'connection', title: 'Connect an exchange' },
] as const

export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [batch, setBatch] = useState<JournalImport | null>(null)
  const [way, setWay] = useState<(typeof WAYS)[number]['id']>('file')
  const [busy, setBusy] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const run = async (text: string, work: () => Promise<JournalImport>) => {
    setBusy(text)
    setFault(null)
    try {
      const answer = await work()
      setBatch(answer)
      if (answer.state === 'done' || answer.state === 'undone') readAgain()
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setBusy(null)
    }
  }
  const read = (file: File) => {
    const problem = fileFault(file)
    if (problem === null) void run(`Reading ${file.name}`, () => journalCalls.read(file))
    else setFault(problem)
  }
  const undo = (id: string) => void run('Undoing the import', () => journalCalls.undo(id))
  return (
    <Dialog title="Import trades" isWide className="max-w-4xl!" onClose={onClose}>
      {fault !== null && (
        <p role="alert" className="text-13 text-danger">
          {fault}
        </p>
      )}
      {busy !== null && <ImportProgress text={busy} />}
      {busy === null && batch === null && (
        <>
          <Tabs label="Where the trades come from" tabs={WAYS} selected={way} onSelect={setWay} panelClassName="pt-3">
            {way === 'file' ? <FileChoice onFile={read} /> : <Connections />}
          </Tabs>
          <PastImports onUndo={undo} />
        </>
      )}
      {busy === null && batch !== null && (
        <>
          <Step
            batch={batch}
            onAnswer={(answer) => void run('Reading the file again', () => journalCalls.answer(batch.id, answer))}
            onConfirm={() => void run('Storing the trades', () => journalCalls.confirm(batch.id))}
            onUndo={() => undo(batch.id)}
          />
          <span className="flex justify-end gap-2">
            <Button variant="ghost" onClick={() => setBatch(null)}>
              Another file
            </Button>
            <Button onClick={onClose}>Close</Button>
          </span>
        </>
      )}
    </Dialog>
  )
}

type StepProps = {
  readonly batch: JournalImport
  readonly onAnswer: (answer: ImportChoices) => void
  readonly onConfirm: () => void
  readonly onUndo: () => void
}

function Step({ batch, onAnswer, onConfirm, onUndo }: StepProps) {
  switch (batch.state) {
    case 'mapping_needed':
      return <MappingForm batch={batch} onAnswer={onAnswer} />
    case 'date_order_needed':
      return <DateOrderQuestion batch={batch} onAnswer={(date_order) => onAnswer({ date_order })} />
    case 'zone_needed':
      return (
        <>
          <p className="text-13 text-ink-1">{`In which time zone are the times of ${batch.name}? The file names one that is not known.`}</p>
          <ZoneChoice zone={null} onChoose={(zone) => onAnswer({ zone })} />
        </>
      )
    case 'hedge_needed':
      return <HedgeQuestion batch={batch} onAnswer={(hedge) => onAnswer({ hedge })} />
    case 'ready':
      return <ImportPreview batch={batch} onConfirm={onConfirm} onAnswer={onAnswer} />
    case 'importing':
    case 'done':
    case 'undone':
      return <ImportResult batch={batch} onUndo={onUndo} />
  }
}

/** Null if the file can be sent. */
export function fileFault({ size, name }: Pick<File, 'size' | 'name'>): string | null {
  if (size === 0) return `${name} is empty.`
  const megabytes = (size / 1024 / 1024).toFixed(1)
  return size > MOST_IMPORT_BYTES
    ? `${name} has ${megabytes} MB; the limit is ${MOST_IMPORT_BYTES / 1024 / 1024} MB. Export a shorter period.`
    : null
}

type DateOrderQuestionProps = {
  readonly batch: JournalImport
  readonly onAnswer: (order: 'day-first' | 'month-first') => void
}

const DATE = /\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{2,4})\b/

/** Shown when the day/month order is ambiguous: displays one date of the file read both ways. */
function DateOrderQuestion({ batch: { sample, name }, onAnswer }: DateOrderQuestionProps) {
  const [text, first, second] = DATE.exec(sample.flat().join(' ')) ?? []
  const month = (number: string | undefined) =>
    new Intl.DateTimeFormat('en-GB', { month: 'long' }).format(new Date(2026, Number(number ?? 1) - 1, 1))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-13 text-ink-1">
        {text === undefined
          ? `Which comes first in the dates of ${name}?`
          : `The date order in ${name} is ambiguous. Which day is ${text}?`}
      </legend>
      <span className="flex flex-wrap gap-2">
        <Button data-autofocus="" onClick={() => onAnswer('day-first')}>
          {text === undefined ? 'The day' : `${Number(first)} ${month(second)} (day first)`}
        </Button>
        <Button onClick={() => onAnswer('month-first')}>
          {text === undefined ? 'The month' : `${Number(second)} ${month(first)} (month first)`}
        </Button>
      </span>
    </fieldset>
  )
}

type HedgeQuestionProps = { readonly batch: JournalImport; readonly onAnswer: (isHedged: boolean) => void }

/** Shown when trades of a file contradict a single position per market, and it has no column with the position's side. */
const HedgeQuestion = ({ batch: { name }, onAnswer }: HedgeQuestionProps) => (
  <fieldset className="flex flex-col gap-3">
    <legend className="mb-2 text-13 text-ink-1">
      {`In ${name}, some trades against an open position realise no profit. Did the account use hedge mode, with a long and a short position open at the same time?`}
    </legend>
    <span className="flex flex-wrap gap-2">
      <Button data-autofocus="" onClick={() => onAnswer(true)}>
        Yes, hedge mode
      </Button>
      <Button onClick={() => onAnswer(false)}>No, one position per market</Button>
    </span>
  </fieldset>
)

function PastImports({ onUndo }: { readonly onUndo: (id: string) => void }) {
  const { data: connections = [] } = useQuery(connectionsQuery, queryClient)
  const connected = new Set(connections.map(({ import_id }) => import_id))
  const query = useQuery(
    {
      queryKey: ['journal', 'imports'] as const,
      queryFn: ({ signal }) => journalCalls.imports({ signal }),
      staleTime: 0,
      select: doneImports,
    },
    queryClient,
  )
  return (
    <QueryView
      query={query}
      loading="Loading earlier imports"
      failed="Earlier imports could not be loaded"
      stale="Earlier imports could not be updated."
      isCompact
      rows={1}
      rowClassName="h-8 w-full"
      className=""
      isEmpty={(done) => done.every(({ id }) => connected.has(id))}
    >
      {(done) => (
        <section aria-label="Earlier imports" className="flex flex-col gap-2">
          <h3 className="font-semibold text-13">Earlier imports</h3>
          <ul className="flex flex-col gap-1">
            {done
              .filter(({ id }) => !connected.has(id))
              .map(({ id, name, exchange, title, trips, done_at, created_at }) => (
                <li key={id} className="num flex flex-wrap items-center justify-between gap-2 text-12 text-ink-2">
                  <span>{`${name}, ${sourceText(exchange, title)}, ${whenText(Date.parse(done_at ?? created_at))}${trips === null ? '' : `, ${countText(trips, 'trade', 'trades')}`}`}</span>
                  <Button size="sm" aria-label={`Undo import of ${name}`} onClick={() => onUndo(id)}>
                    Undo import
                  </Button>
                </li>
              ))}
          </ul>
        </section>
      )}
    </QueryView>
  )
}

const doneImports = (imports: readonly JournalImport[]): JournalImport[] => imports.filter(({ state }) => state === 'done')

const PHASES = { reading: 'rows read', storing: 'rows stored', building: 'trades built' } as const
const ASK_EVERY_MS = 700

function ImportProgress({ text }: { readonly text: string }) {
  const { data } = useQuery(
    {
      queryKey: ['journal', 'import-progress'] as const,
      queryFn: ({ signal }) => journalCalls.progress({ signal }),
      refetchInterval: ASK_EVERY_MS,
      gcTime: 0,
    },
    queryClient,
  )
  const isKnown = data != null && data.total > 0
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-13">
        <Spinner /> {text}
      </p>
      {isKnown && (
        <>
          <progress className="w-full accent-(--track-fill)" aria-label={text} max={data.total} value={data.done} />
          <p className="num text-12 text-ink-2">{`${data.done.toLocaleString('en-US')} of ${data.total.toLocaleString('en-US')} ${PHASES[data.phase]}`}</p>
        </>
      )}
    </div>
  )
}

export function ImportResult({ batch, onUndo }: { readonly batch: JournalImport; readonly onUndo: () => void }) {
  const { state, entries, duplicates, trips, name, unopened } = batch
  if (state === 'undone')
    return (
      <p role="status" className="text-13">
        {`Import of ${name} undone. Its trades were removed from the journal.`}
      </p>
    )
  if (state === 'importing')
    return (
      <p role="status" className="text-13">
        {`${name} is still being saved. You can close this: all of it is saved, or nothing.`}
      </p>
    )
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="num text-13">
        {addedFrom(countText(entries, 'entry', 'entries'), name)}
        {trips === null ? '. ' : `: ${countText(trips, 'trade', 'trades')}. `}
        {duplicates > 0 && alreadyThereSkipped(countText(duplicates, 'row was', 'rows were'))}
      </p>
      {unopened !== null && unopened > 0 && <p className="text-12 text-warning">{unopenedKept(countText(unopened, 'fill', 'fills'))}</p>}
      <Problems batch={batch} />
      <span>
        <Button onClick={onUndo}>Undo import</Button>
      </span>
    </div>
  )
}

const addedFrom = (entries: string, name: string) => `${entries} added from ${name}`

const alreadyThereSkipped = (duplicates: string) => `${duplicates} already there and skipped.`

const unopenedKept = (fills: string) =>
  `${fills} of positions that no imported file opens. Import the earlier file, and trades are made of them.`

function FileChoice({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same as dropping a file
    <div
      className="flex flex-col items-start gap-3 rounded-md border border-line-strong border-dashed p-4 data-over:border-accent data-over:bg-accent-soft"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file !== undefined) onFile(file)
      }}
    >
      <p className="text-13 text-ink-2">
        CSV and XLSX files of Binance, Binance.US, BingX, Bitfinex, Bitget, BitMEX, Bitstamp, BloFin, Bybit, Coinbase, Crypto.com, Deribit,
        dYdX, Gate, Gemini, HTX, Hyperliquid, Kraken, KuCoin, MEXC, OKX and Poloniex are recognised. For other files you assign the columns.
        Nothing is saved before you confirm.
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.xlsx,.zip,text/csv,text/plain,application/zip"
        aria-label="CSV file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) onFile(file)
          target.value = ''
        }}
      />
      <Button variant="primary" data-autofocus="" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
    </div>
  )
}

type MappingFormProps = { readonly batch: JournalImport; readonly onAnswer: (answer: ImportChoices) => void }

function MappingForm({ batch: { header, sample, name }, onAnswer }: MappingFormProps) {
  const [chosen, setChosen] = useState<Readonly<Partial<Record<MappingField, string>>>>(() => guessMapping(header))
  const [source, setSource] = useState('')
  const [contractSize, setContractSize] = useState('')
  const { mapping, missing } = mappingOf(chosen)
  const answer = mapping === null ? null : mappingAnswer(mapping, { source, contractSize })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-ink-2">{`The columns of ${name} are not recognised. Assign them below.`}</p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,180px),1fr))] gap-2">
        {MAPPING_FIELDS.map(({ id, title, isNeeded }) => (
          <label key={id} className="flex flex-col gap-1 text-12 text-ink-2">
            {isNeeded ? title : `${title} (optional)`}
            <select
              className={filterStyle}
              value={chosen[id] ?? ''}
              onChange={({ target }) => setChosen({ ...chosen, [id]: target.value })}
            >
              <option value="">{isNeeded ? 'Choose a column' : 'None'}</option>
              {header.map((column) => (
                <option key={column} value={column}>
                  {column}
                </option>
              ))}
            </select>
          </label>
        ))}
        <label className="flex flex-col gap-1 text-12 text-ink-2">
          Exchange or account (optional)
          <input className={filterStyle} value={source} maxLength={34} onChange={({ target }) => setSource(target.value)} />
        </label>
        <label className="flex flex-col gap-1 text-12 text-ink-2">
          Contract size: coins, or dollars if margined in the coin (optional)
          <input
            className={filterStyle}
            value={contractSize}
            inputMode="decimal"
            onChange={({ target }) => setContractSize(target.value)}
          />
        </label>
      </div>
      <p className="text-12 text-ink-2">Positions of files with different exchange or account names never close each other.</p>
      <SampleRows header={header} sample={sample} />
      <Button
        variant="primary"
        isReasonShown
        disabledReason={mappingFault(missing, answer !== null)}
        onClick={() => answer !== null && onAnswer(answer)}
      >
        Read the file
      </Button>
    </div>
  )
}

function mappingFault(missing: readonly string[], isValid: boolean): string | undefined {
  if (missing.length > 0) return `Assign a column to: ${missing.join(', ')}.`
  return isValid ? undefined : 'Enter the contract size as a number above 0, such as 0.01.'
}

/** The answer of the form; null if one of its texts is not valid. */
export function mappingAnswer(
  mapping: ImportMapping,
  { source, contractSize }: { readonly source: string; readonly contractSize: string },
): ImportChoices | null {
  const [name, size] = [source.trim(), contractSize.trim()]
  const parsed = z.safeParse(importChoices, { mapping, ...(name !== '' && { source: name }), ...(size !== '' && { contract_size: size }) })
  return parsed.success ? parsed.data : null
}

const SampleRows = ({ header, sample }: Pick<JournalImport, 'header' | 'sample'>) => (
  <TableScroll>
    <table className="trip-table num" aria-label="First rows of the file">
      <thead>
        <tr>
          {header.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sample.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are identified by position and never move
          <tr key={row}>
            {header.map((column, place) => (
              <td key={column}>{cells[place]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroll>
)

type MappingField = keyof ImportMapping

/** `names`: best first; the first that matches a free column wins. */
type FieldDescription = { readonly id: MappingField; readonly title: string; readonly isNeeded: boolean; readonly names: readonly RegExp[] }

const MAPPING_FIELDS: readonly FieldDescription[] = [
  { id: 'time', title: 'Time', isNeeded: true, names: [/(fill|exec|trade|trans).*(time|date)/i, /time|date|executed at/i] },
  { id: 'symbol', title: 'Market', isNeeded: true, names: [/symbol|market|pair|instrument|contract/i, /^(?!.*fee).*(coin|asset)/i] },
  { id: 'side', title: 'Side', isNeeded: true, names: [/side|direction/i, /action|^type$|buy/i, /type/i] },
  // An order's price is what was asked for; the average or filled price is what was paid.
  {
    id: 'price',
    title: 'Price',
    isNeeded: true,
    names: [
      /(avg|average|fill|exec|trade).*price|price.*(avg|average|fill|exec)/i,
      /^(?!.*(order|limit|stop|trigger)).*price/i,
      /price|^rate$|^px$/i,
    ],
  },
  {
    id: 'size',
    title: 'Size',
    isNeeded: true,
    names: [
      /(fill|exec).*(size|amount|quantity|qty)|^executed$/i,
      /^(?!.*order).*(size|quantity|qty)|^sz$|^vol$/i,
      /amount|size|quantity|qty/i,
    ],
  },
  {
    id: 'fee',
    title: 'Fee',
    isNeeded: false,
    names: [/^(trading )?fees?$|^commission$/i, /^(?!.*(coin|asset|currency|unit|rate)).*(fees?|commission)/i],
  },
  { id: 'fee_coin', title: 'Fee coin', isNeeded: false, names: [/fee.*(coin|asset|currency|unit)/i] },
  { id: 'trade_id', title: 'Trade ID', isNeeded: false, names: [/(trade|fill|exec|trans).*id/i, /^id$/i] },
]

type Chosen = Readonly<Partial<Record<MappingField, string>>>

/** Each column is used for at most one field. */
export function guessMapping(header: readonly string[]): Chosen {
  const taken = new Set<string>()
  const guess: Partial<Record<MappingField, string>> = {}
  for (const { id, names } of MAPPING_FIELDS) {
    const free = header.filter((name) => !taken.has(name))
    const column = names.map((shape) => free.find((name) => shape.test(name))).find((name) => name !== undefined)
    if (column === undefined) continue
    taken.add(column)
    guess[id] = column
  }
  return guess
}

/** The mapping, or the required fields without a column. */
export function mappingOf(chosen: Chosen): { readonly mapping: ImportMapping | null; readonly missing: readonly string[] } {
  const missing = MAPPING_FIELDS.filter(({ id, isNeeded }) => isNeeded && (chosen[id] ?? '') === '').map(({ title }) => title)
  const parsed = z.safeParse(importMapping, Object.fromEntries(Object.entries(chosen).filter(([, column]) => column !== '')))
  return { mapping: parsed.success ? parsed.data : null, missing }
}
