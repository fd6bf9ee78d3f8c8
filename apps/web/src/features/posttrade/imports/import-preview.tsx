import type { JournalImport } from '@aerie/wire/journal-imports'
import { DASH } from '../../../live/figure-text.ts'
import { figure } from '../../../trading/exact.ts'
import { Button } from '../../../ui/button.tsx'
import { TableScroll } from '../table/table-scroll.tsx'
import { exactText } from '../time-text.ts'
import { countText, sourceText } from './import-words.ts'

/** What the file holds, as it was read, before anything is stored. */
export function ImportPreview({ batch, onConfirm }: { readonly batch: JournalImport; readonly onConfirm: () => void }) {
  const { exchange, title, name, rows, entries, duplicates, others, problem_count, preview, date_order } = batch
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-ink-1">{`${name}: ${sourceText(exchange, title)}`}</p>
      <dl className="trades-sums num">
        <Count title="Rows" value={rows} />
        <Count title="To add" value={entries} />
        <Count title="Already there" value={duplicates} />
        <Count title="Nothing to journal" value={others} />
        <Count title="Not readable" value={problem_count} />
      </dl>
      {date_order !== null && (
        <p className="text-12 text-ink-2">{`Dates are read ${date_order === 'day-first' ? 'day first' : 'month first'}.`}</p>
      )}
      <Problems batch={batch} />
      <Preview preview={preview} />
      <Button
        variant="primary"
        isReasonShown
        disabledReason={entries === 0 ? 'Nothing in this file is new.' : undefined}
        onClick={onConfirm}
      >
        {`Add ${countText(entries, 'entry', 'entries')}`}
      </Button>
    </div>
  )
}

const Count = ({ title, value }: { readonly title: string; readonly value: number }) => (
  <div>
    <dt>{title}</dt>
    <dd>{value.toLocaleString('en-US')}</dd>
  </div>
)

/** Rows that are left out, and what to do about each. */
export const Problems = ({ batch: { problems, problem_count } }: { readonly batch: JournalImport }) =>
  problem_count === 0 ? null : (
    <details className="text-12">
      <summary className="text-warning">{`${countText(problem_count, 'row', 'rows')} cannot be read and will be left out`}</summary>
      <ul className="import-problems num">
        {problems.map(({ row, text }) => (
          <li key={row}>{`Row ${row}: ${text}`}</li>
        ))}
        {problem_count > problems.length && <li>{`and ${(problem_count - problems.length).toLocaleString('en-US')} more`}</li>}
      </ul>
    </details>
  )

const Preview = ({ preview }: Pick<JournalImport, 'preview'>) => (
  <TableScroll>
    <table className="trip-table num" aria-label="Entries as they were read">
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">When</th>
          <th scope="col">Market</th>
          <th scope="col">What</th>
          <th scope="col">Size</th>
          <th scope="col">Price</th>
          <th scope="col">Fee, funding or net</th>
        </tr>
      </thead>
      <tbody>
        {preview.map(({ row, at, symbol, kind, side, size, price, amount, coin }) => (
          <tr key={row}>
            <td>{row}</td>
            <td>{exactText(Date.parse(at))}</td>
            <td>{symbol}</td>
            <td>{side === null ? kind : `${kind}, ${side}`}</td>
            <td>{size === null ? DASH : figure(size)}</td>
            <td>{price === null ? DASH : figure(price)}</td>
            <td>{`${figure(amount)} ${coin}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroll>
)
