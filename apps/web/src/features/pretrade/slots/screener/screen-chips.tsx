import { INDUSTRIES } from '@aerie/wire/market/industries'
import { X } from 'lucide-react'
import { focusWhenGone } from '../../../../ui/focus-when-gone.ts'
import { boundText, FIELD_NAMES } from './screen-fields.ts'
import { conditionsOf, type ScreenFilter, withBound } from './screen-options.ts'

/** The conditions that hold, each with a way to drop it. */
export function ScreenChips({ filter, onFilter }: { readonly filter: ScreenFilter; readonly onFilter: (filter: ScreenFilter) => void }) {
  if (conditionsOf(filter) === 0) return null
  const industries = INDUSTRIES.filter(({ value }) => value !== undefined && filter.industries.includes(value))
  return (
    <ul className="screen-chips" aria-label="Conditions">
      {industries.length > 0 && (
        <Chip text={industries.map(({ title }) => title).join(' or ')} onDrop={() => onFilter({ ...filter, industries: [] })} />
      )}
      {FIELD_NAMES.map((name) => {
        const bound = filter.bounds[name]
        return bound === undefined ? null : (
          <Chip key={name} text={boundText(name, bound)} onDrop={() => onFilter(withBound(filter, name, {}))} />
        )
      })}
    </ul>
  )
}

const Chip = ({ text, onDrop }: { readonly text: string; readonly onDrop: () => void }) => (
  <li ref={focusWhenGone}>
    <button type="button" className="screen-chip num pointer-coarse:min-h-11" aria-label={`Remove ${text}`} onClick={onDrop}>
      {text}
      <X size={12} aria-hidden="true" />
    </button>
  </li>
)
