import { type ImportChoices, importChoices, type JournalImport } from '@aerie/wire/journal/journal-imports'
import { useState } from 'react'
import * as z from 'zod/mini'
import { amountFigure, DASH, exactFigure } from '../../../platform/format/figures.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Price } from '../../trading/index.ts'
import { marketSymbol } from '../detail/trip-window.ts'
import { exactText } from '../figure-text.ts'
import { filterStyle } from '../filters/filter-bar.tsx'
import { countText, sourceText } from '../messages.ts'
import { TableScroll } from '../table/table-scroll.tsx'
import { Sum } from '../table/trades-view.tsx'
import { ZoneChoice } from './zone-choice.tsx'

type ImportPreviewProps = {
  readonly batch: JournalImport
  readonly onConfirm: () => void
  readonly onAnswer?: (answer: ImportChoices) => void
}

export function ImportPreview({ batch, onConfirm, onAnswer }: ImportPreviewProps) {
  const {
    exchange,
    title,
    name,
    rows,
    entries,
    duplicates,
    others,
    problem_count,
    preview,
    date_order,
    sample,
    unopened,
    at_border = 0,
    zone = null,
    zone_from,
    problems,
    contract_size = null,
  } = batch
  const isAsked = (words: string): boolean => problems.some(({ text }) => text.includes(words))
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-ink-1">{`${name}: ${sourceText(exchange, title)}`}</p>
      <dl className="num flex flex-wrap gap-x-5 gap-y-0.5 pt-0.5 pb-2 text-12">
        <Count title="Rows" value={rows} />
        <Count title="To add" value={entries} />
        <Count title="Already there" value={duplicates} />
        <Count title="Not trades" value={others} />
        <Count title="Not valid" value={problem_count} />
      </dl>
      {date_order !== null && hasAmbiguousForm(sample) && (
        <p className="text-12 text-ink-2">{datesAreRead(date_order === 'day-first' ? 'day first' : 'month first')}</p>
      )}
      {zone !== null && <p className="text-12 text-ink-2">{timesAreRead(zone, zone_from === 'assumed')}</p>}
      {zone !== null && (zone_from !== 'file' || isAsked('the zone of this file')) && onAnswer !== undefined && (
        <ZoneChoice zone={zone} onChoose={(chosen) => onAnswer({ zone: chosen })} />
      )}
      {(contract_size !== null || isAsked('the contract size')) && onAnswer !== undefined && (
        <ContractSize size={contract_size ?? ''} onChoose={(size) => onAnswer({ contract_size: size })} />
      )}
      {unopened !== null && unopened > 0 && (
        <p className="text-12 text-warning">
          {closesUnopened(countText(unopened, 'fill', 'fills'))}
          {/\bspot\b/i.test(title) && ` ${MARGIN}`}
        </p>
      )}
      {at_border > 0 && <p className="text-12 text-warning">{countOnce(countText(at_border, 'trade', 'trades'))}</p>}
      <Problems batch={batch} />
      <Preview preview={preview} />
      <Button variant="primary" isReasonShown disabledReason={entries === 0 ? nothingToAdd(problem_count) : undefined} onClick={onConfirm}>
        {add(countText(entries, 'entry', 'entries'))}
      </Button>
    </div>
  )
}

type ContractSizeProps = { readonly size: string; readonly onChoose: (size: string) => void }

/** Shown when the sizes of a file are in contracts that it does not explain. */
function ContractSize({ size, onChoose }: ContractSizeProps) {
  const [text, setText] = useState(size)
  const entered = text.trim()
  const isValid = z.safeParse(importChoices, { contract_size: entered }).success
  const reason = isValid ? (entered === size ? 'The file is read with this size.' : undefined) : 'Enter a number above 0, such as 0.01.'
  return (
    <span className="flex flex-wrap items-end gap-2">
      <label className="flex flex-col gap-1 text-12 text-ink-2">
        Contract size: coins, or dollars if margined in the coin
        <input className={filterStyle} value={text} inputMode="decimal" onChange={({ target }) => setText(target.value)} />
      </label>
      <Button size="sm" disabledReason={reason} onClick={() => onChoose(entered)}>
        Read with this size
      </Button>
    </span>
  )
}

const Count = ({ title, value }: { readonly title: string; readonly value: number }) => (
  <Sum title={title} value={value.toLocaleString('en-US')} />
)

export const Problems = ({ batch: { problems, problem_count } }: { readonly batch: JournalImport }) =>
  problem_count === 0 ? null : (
    <details className="text-12">
      <summary className="text-warning">{notValidSkipped(countText(problem_count, 'row', 'rows'))}</summary>
      <p>Correct these rows in the file and import it again: what is already there is skipped.</p>
      <ul className="num max-h-40 overflow-auto py-2 text-ink-2">
        {problems.map(({ row, text }) => (
          <li key={row}>{`Row ${row}: ${text}`}</li>
        ))}
        {problem_count > problems.length && <li>{`and ${(problem_count - problems.length).toLocaleString('en-US')} more`}</li>}
      </ul>
    </details>
  )

const Preview = ({ preview }: Pick<JournalImport, 'preview'>) => (
  <TableScroll>
    <table className="trip-table num" aria-label="Preview">
      <thead>
        <tr>
          <th scope="col" className="max-sm:hidden">
            Row
          </th>
          <th scope="col">When</th>
          <th scope="col">Market</th>
          <th scope="col" className="max-sm:hidden">
            What
          </th>
          <th scope="col">Size</th>
          <th scope="col">Price</th>
          <th scope="col">Fee, funding or net</th>
        </tr>
      </thead>
      <tbody>
        {preview.map(({ row, at, symbol, kind, side, size, price, amount, coin }) => (
          <tr key={row}>
            <td className="max-sm:hidden">{row}</td>
            <td>{exactText(Date.parse(at))}</td>
            <td>
              {symbol}
              <span className="block text-ink-2 sm:hidden">{whatOf(kind, side)}</span>
            </td>
            <td className="max-sm:hidden">{whatOf(kind, side)}</td>
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

const whatOf = (kind: string, side: string | null) => (side === null ? kind : `${kind}, ${side}`)

/** Day and month as numbers before the year; ISO dates have one reading. */
const hasAmbiguousForm = (sample: JournalImport['sample']): boolean =>
  sample.some((cells) => cells.some((cell) => /\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b/.test(cell)))

const datesAreRead = (text: string) => `Dates are read ${text}.`

const timesAreRead = (zone: string, isAssumed: boolean) =>
  isAssumed ? `Times are read in ${zone}, as the file names no time zone.` : `Times are read in ${zone}.`

const add = (entries: string) => `Add ${entries}`

const notValidSkipped = (problem_count: string) => `${problem_count} not valid, skipped`

const countOnce = (trades: string) =>
  `${trades} at the start or end of this file equal those of an earlier file that ends or begins at the same time. Without trade numbers they count once. If both happened, undo the earlier import and export one file for the whole time.`

const nothingToAdd = (problems: number) =>
  problems === 0 ? 'Everything in this file is already in the journal.' : 'This file has nothing to add.'

const closesUnopened = (fills: string) =>
  `${fills} of positions that were opened before this file begins. Import the earlier file too, or no trade is made of them.`

const MARGIN =
  'If they are of a margin account and opened short positions, do not add this file: it looks like one of spot trades, in which a sale opens none.'
