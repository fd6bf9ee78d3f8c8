import { Bookmark, Columns3, Download, Filter } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../../../../lib/storage/save-file.ts'
import { IconButton } from '../../../../ui/controls/icon-button.tsx'
import { NameDialog } from '../../../../ui/overlays/name-dialog.tsx'
import { notify } from '../../../../ui/states/toast.ts'
import { type FloatItem, FloatMenu } from '../../../../workspace/slots/float-menu.tsx'
import { screenCsv } from './screen-csv.ts'
import { FIELD_NAMES, fieldOf } from './screen-fields.ts'
import { conditionsOf, FILTER_NAME_LENGTH, hasRoom, type ScreenOptions } from './screen-options.ts'
import { SCREENER_WORDS as WORDS } from './screener-words.ts'

type ScreenerBarProps = {
  readonly options: ScreenOptions
  readonly typed: string
  /** `23 of 67`; null while the coins are not there. */
  readonly count: string | null
  readonly csv: Parameters<typeof screenCsv>[0] | null
  readonly onType: (typed: string) => void
  readonly onChange: (next: Partial<ScreenOptions>) => void
  readonly onFilter: () => void
}

/** The one row above the table: search, filter, saved filters, columns and the file. */
export function ScreenerBar({ options, typed, count, csv, onType, onChange, onFilter }: ScreenerBarProps) {
  const [isNaming, setNaming] = useState(false)
  const { filter, saved, columns } = options
  const conditions = conditionsOf(filter)
  const save = (name: string) => {
    const next = { ...options, saved: [...saved.filter((each) => each.name !== name), { name, filter }] }
    if (hasRoom(next)) onChange({ saved: next.saved })
    else notify('warning', WORDS.bar.noRoom, { theme: 'auto' })
  }
  return (
    <div className="slot-bar" role="toolbar" aria-label={WORDS.bar.screener}>
      <input
        type="search"
        className="slot-input screener-search pointer-coarse:min-h-11"
        placeholder={WORDS.bar.search}
        aria-label={WORDS.bar.searchCoins}
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
      <IconButton
        label={conditions === 0 ? WORDS.shared.filter : WORDS.bar.filterSet(conditions)}
        aria-haspopup="dialog"
        onClick={onFilter}
      >
        <Filter size={16} aria-hidden="true" fill={conditions === 0 ? 'none' : 'currentColor'} />
      </IconButton>
      <FloatMenu label={WORDS.bar.savedFilters} items={savedItems(options, onChange, () => setNaming(true))}>
        <Bookmark size={16} aria-hidden="true" />
      </FloatMenu>
      <span className="slot-bar-end" />
      <span translate="no" className="slot-count num" role="status" aria-label={count === null ? undefined : WORDS.bar.coins(count)}>
        {count}
      </span>
      <FloatMenu label={WORDS.bar.columns} items={columnItems(columns, onChange)}>
        <Columns3 size={16} aria-hidden="true" />
      </FloatMenu>
      <IconButton
        label={WORDS.bar.saveAsCsv}
        aria-disabled={csv === null || undefined}
        onClick={() => csv !== null && saveFile('screener.csv', screenCsv(csv), 'text/csv')}
      >
        <Download size={16} aria-hidden="true" />
      </IconButton>
      {isNaming && (
        <NameDialog
          title={WORDS.bar.saveThisFilter}
          label={WORDS.bar.name}
          value=""
          most={FILTER_NAME_LENGTH}
          action={WORDS.bar.save}
          onName={save}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  )
}

function savedItems({ saved }: ScreenOptions, onChange: ScreenerBarProps['onChange'], onName: () => void): readonly FloatItem[] {
  const remove = (gone: string) => {
    onChange({ saved: saved.filter(({ name }) => name !== gone) })
    notify('info', `“${gone}” deleted.`, { theme: 'auto', action: { label: WORDS.bar.undo, run: () => onChange({ saved }) } })
  }
  return [
    ...saved.map(({ name, filter }) => ({ id: `use ${name}`, label: name, onSelect: () => onChange({ filter }) })),
    { id: 'save', label: WORDS.bar.saveThisFilterMenu, startsGroup: saved.length > 0, onSelect: onName },
    ...saved.map(({ name }, index) => ({
      id: `delete ${name}`,
      label: WORDS.bar.delete(name),
      startsGroup: index === 0,
      onSelect: () => remove(name),
    })),
  ]
}

/** The last column stays. */
function columnItems(columns: ScreenOptions['columns'], onChange: ScreenerBarProps['onChange']): readonly FloatItem[] {
  return FIELD_NAMES.map((name) => {
    const isShown = columns.includes(name)
    const next = FIELD_NAMES.filter((each) => (each === name ? !isShown : columns.includes(each)))
    return {
      id: name,
      label: `${fieldOf(name).title}: ${fieldOf(name).words}`,
      isChosen: isShown,
      onSelect: () => next.length > 0 && onChange({ columns: next }),
    }
  })
}
