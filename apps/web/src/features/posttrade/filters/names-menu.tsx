import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from '../../../ui/cx.ts'

type NamesMenuProps = {
  readonly title: string
  readonly names: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  /** What is said where there are no names. */
  readonly none?: string
}

/** Names that are drawn; others are found by typing. */
const MOST_DRAWN = 200

/** Any of several names. A popover of the platform: Escape and a press elsewhere close it. */
export function NamesMenu({ title, names, chosen, onChange, none = 'Nothing to choose.' }: NamesMenuProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const found = names.filter((name) => name.toLowerCase().includes(search.toLowerCase())).slice(0, MOST_DRAWN)
  const toggle = (name: string) => onChange(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name])
  const words = chosen.length === 0 ? title : chosen.length < 3 ? `${title}: ${chosen.join(', ')}` : `${title}: ${chosen.length} chosen`
  return (
    <div className="names-menu">
      <button
        type="button"
        popoverTarget={id}
        className="filter-input"
        data-set={chosen.length > 0 || undefined}
        style={{ anchorName: `--${cssName(id)}` }}
      >
        {words} <ChevronDown size={14} aria-hidden="true" />
      </button>
      <fieldset id={id} popover="auto" aria-label={title} className="names-list" style={{ positionAnchor: `--${cssName(id)}` }}>
        {names.length > 12 && (
          <input
            type="search"
            aria-label={`Search: ${title}`}
            placeholder="Search"
            className="filter-input"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
        {names.length === 0 && <p className="p-2 text-12 text-ink-2">{none}</p>}
        {found.map((name) => (
          <label key={name} className={cx('names-item', chosen.includes(name) && 'text-accent-text')}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {name}
          </label>
        ))}
      </fieldset>
    </div>
  )
}

const cssName = (id: string): string => `names${id.replaceAll(/[^a-zA-Z0-9]/g, '')}`
