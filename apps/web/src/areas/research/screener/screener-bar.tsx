import { csvLine, textCell } from '@aerie/journal/csv-text'
import { Bookmark, Columns3, Download, Filter } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../../../platform/storage/save-file.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { NameDialog } from '../../../ui/overlays/name-dialog.tsx'
import { FloatMenu } from '../../workspace/index.ts'
import { type Candidate, candidateFigure, FIELD_NAMES, type FieldName, fieldOf } from './screen-fields.ts'
import { conditionsOf, FILTER_NAME_LENGTH, hasRoom, type ScreenOptions } from './screen-options.ts'

type ScreenerBarProps = {
  readonly options: ScreenOptions
  readonly typed: string
  readonly count: string | null
  readonly csv: Parameters<typeof screenCsv>[0] | null
  readonly onType: (typed: string) => void
  readonly onChange: (next: Partial<ScreenOptions>) => void
  readonly onFilter: () => void
}

export function ScreenerBar({ options, typed, count, csv, onType, onChange, onFilter }: ScreenerBarProps) {
  const [isNaming, setNaming] = useState(false)
  const { filter, saved, columns } = options
  const conditions = conditionsOf(filter)
  const save = (name: string) => {
    const next = { ...options, saved: [...saved.filter((each) => each.name !== name), { name, filter }] }
    if (hasRoom(next)) onChange({ saved: next.saved })
    else notify('warning', 'There is no room for more saved filters. Delete one first.', { theme: 'auto' })
  }
  return (
    <div className="slot-bar" role="toolbar" aria-label="Screener">
      <input
        type="search"
        className="slot-input screener-search pointer-coarse:min-h-11"
        placeholder="Search"
        aria-label="Search coins by name or symbol"
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
      <IconButton label={conditions === 0 ? 'Filter' : `Filter: ${conditions} set`} aria-haspopup="dialog" onClick={onFilter}>
        <Filter size={16} aria-hidden="true" fill={conditions === 0 ? 'none' : 'currentColor'} />
      </IconButton>
      <FloatMenu label="Saved filters" items={savedItems(options, onChange, () => setNaming(true))}>
        <Bookmark size={16} aria-hidden="true" />
      </FloatMenu>
      <span className="slot-bar-end" />
      <span translate="no" className="slot-count num" role="status" aria-label={count === null ? undefined : `${count} coins`}>
        {count}
      </span>
      <FloatMenu label="Columns" items={columnItems(columns, onChange)}>
        <Columns3 size={16} aria-hidden="true" />
      </FloatMenu>
      <IconButton
        label="Save as CSV"
        aria-disabled={csv === null || undefined}
        onClick={() => csv !== null && saveFile('screener.csv', screenCsv(csv), 'text/csv')}
      >
        <Download size={16} aria-hidden="true" />
      </IconButton>
      {isNaming && (
        <NameDialog
          title="Save this filter"
          label="Name"
          value=""
          most={FILTER_NAME_LENGTH}
          action="Save"
          onName={save}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  )
}

function savedItems({ saved }: ScreenOptions, onChange: ScreenerBarProps['onChange'], onName: () => void): readonly MenuItem[] {
  const remove = (gone: string) => {
    onChange({ saved: saved.filter(({ name }) => name !== gone) })
    notify('info', `“${gone}” deleted.`, { theme: 'auto', action: { label: 'Undo', run: () => onChange({ saved }) } })
  }
  return [
    ...saved.map(({ name, filter }) => ({ id: `use ${name}`, label: name, onSelect: () => onChange({ filter }) })),
    { id: 'save', label: 'Save this filter…', startsGroup: saved.length > 0, onSelect: onName },
    ...saved.map(({ name }, index) => ({
      id: `delete ${name}`,
      label: `Delete “${name}”`,
      startsGroup: index === 0,
      onSelect: () => remove(name),
    })),
  ]
}

/** The last column cannot be hidden. */
function columnItems(columns: ScreenOptions['columns'], onChange: ScreenerBarProps['onChange']): readonly MenuItem[] {
  return FIELD_NAMES.map((name) => {
    const isShown = columns.includes(name)
    const next = FIELD_NAMES.filter((each) => (each === name ? !isShown : columns.includes(each)))
    return {
      id: name,
      label: `${fieldOf(name).title}: ${fieldOf(name).description}`,
      isChosen: isShown,
      onSelect: () => next.length > 0 && onChange({ columns: next }),
    }
  })
}

type CsvRequest = { readonly rows: readonly Candidate[]; readonly columns: readonly FieldName[]; readonly source: string }

/** CSV (RFC 4180) in table order: full precision, empty if unknown; with currency, source and time of each price. */
export function screenCsv({ rows, columns, source }: CsvRequest): string {
  const head = ['symbol', 'name', ...columns.map((name) => fieldOf(name).title), 'quote', 'source', 'price_as_of']
  const lines = rows.map((row) => {
    const { symbol, name, quote, asOf } = row.coin
    const figures = columns.map((column) => candidateFigure(row, column)?.toString() ?? '')
    return [symbol, name, ...figures, quote, source, asOf === null ? '' : new Date(asOf).toISOString()]
  })
  return [head, ...lines].map((line) => csvLine(line.map(csvField))).join('')
}

/** Numbers may begin with a sign; other text must not, against formula injection. */
const csvField = (text: string): string => (text !== '' && Number.isFinite(Number(text)) ? text : textCell(text))
