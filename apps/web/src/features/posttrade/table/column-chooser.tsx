import { Columns3 } from 'lucide-react'
import { useId } from 'react'
import { TRIP_COLUMNS } from './columns.ts'
import type { Chooser } from './use-columns.ts'

/** Which columns the table has. */
export function ColumnChooser({ chosen, onChange }: Chooser) {
  const id = useId()
  const toggle = (name: string) => onChange(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name])
  return (
    <div className="names-menu trips-columns">
      <button type="button" popoverTarget={id} className="filter-input" style={{ anchorName: '--trip-columns' }}>
        <Columns3 size={14} aria-hidden="true" /> Columns
      </button>
      <fieldset id={id} popover="auto" aria-label="Columns" className="names-list" style={{ positionAnchor: '--trip-columns' }}>
        {TRIP_COLUMNS.map(({ id: name, title, words }) => (
          <label key={name} className="names-item" title={words}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {title}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
