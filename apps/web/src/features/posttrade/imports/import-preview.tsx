import type { JournalImport } from '@aerie/wire/journal/journal-imports'
import { amountFigure, DASH, exactFigure } from '../../../platform/format/figures.ts'
import { Price } from '../../../trading/account/price.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { marketSymbol } from '../detail/trip-window.ts'
import { TableScroll } from '../table/table-scroll.tsx'
import { exactText } from '../time-text.ts'
import * as WORDS from './import-dialog-words.ts'
import { countText, sourceText } from './import-words.ts'

/** What the file holds, as it was read, before anything is stored. */
export function ImportPreview({ batch, onConfirm }: { readonly batch: JournalImport; readonly onConfirm: () => void }) {
  const { exchange, title, name, rows, entries, duplicates, others, problem_count, preview, date_order, unopened } = batch
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-ink-1">{`${name}: ${sourceText(exchange, title)}`}</p>
      <dl className="trades-sums num">
        <Count title={WORDS.rows} value={rows} />
        <Count title={WORDS.toAdd} value={entries} />
        <Count title={WORDS.alreadyThere} value={duplicates} />
        <Count title={WORDS.notTrades} value={others} />
        <Count title={WORDS.notValid} value={problem_count} />
      </dl>
      {date_order !== null && (
        <p className="text-12 text-ink-2">{WORDS.datesAreRead(date_order === 'day-first' ? WORDS.dayFirst : WORDS.monthFirst)}</p>
      )}
      {unopened !== null && unopened > 0 && (
        <p className="text-12 text-warning">{WORDS.closesUnopened(countText(unopened, 'fill', 'fills'))}</p>
      )}
      <Problems batch={batch} />
      <Preview preview={preview} />
      <Button variant="primary" isReasonShown disabledReason={entries === 0 ? WORDS.nothingNew : undefined} onClick={onConfirm}>
        {WORDS.add(countText(entries, 'entry', 'entries'))}
      </Button>
    </div>
  )
}

const Count = ({ title, value }: { readonly title: string; readonly value: number }) => (
  <div>
    <dt>{title}</dt>
    <dd translate="no">{value.toLocaleString('en-US')}</dd>
  </div>
)

/** Rows that are left out, and what to do about each. */
export const Problems = ({ batch: { problems, problem_count } }: { readonly batch: JournalImport }) =>
  problem_count === 0 ? null : (
    <details className="text-12">
      <summary className="text-warning">{WORDS.notValidSkipped(countText(problem_count, 'row', 'rows'))}</summary>
      <p>{WORDS.correctAndAgain}</p>
      <ul className="import-problems num">
        {problems.map(({ row, text }) => (
          <li key={row}>{WORDS.rowProblem(row, text)}</li>
        ))}
        {problem_count > problems.length && <li>{`and ${(problem_count - problems.length).toLocaleString('en-US')} more`}</li>}
      </ul>
    </details>
  )

const Preview = ({ preview }: Pick<JournalImport, 'preview'>) => (
  <TableScroll>
    <table className="trip-table num" aria-label={WORDS.preview}>
      <thead>
        <tr>
          <th scope="col">{WORDS.row}</th>
          <th scope="col">{WORDS.when}</th>
          <th scope="col">{WORDS.market}</th>
          <th scope="col">{WORDS.what}</th>
          <th scope="col">{WORDS.size}</th>
          <th scope="col">{WORDS.price}</th>
          <th scope="col">{WORDS.feeFundingNet}</th>
        </tr>
      </thead>
      <tbody>
        {preview.map(({ row, at, symbol, kind, side, size, price, amount, coin }) => (
          <tr key={row}>
            <td>{row}</td>
            <td>{exactText(Date.parse(at))}</td>
            <td>{symbol}</td>
            <td>{side === null ? kind : `${kind}, ${side}`}</td>
            <td translate="no">{size === null ? DASH : exactFigure(size)}</td>
            <td translate="no">
              <Price of={price} symbol={marketSymbol({ symbol, origin: 'import' })} />
            </td>
            <td translate="no" title={`${amount} ${coin}`}>{`${amountFigure(amount)} ${coin}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroll>
)
