import { X } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { type JournalFilter, NO_FILTER, partsSet } from '../journal-filter.ts'
import type { Journal } from '../trips.ts'
import { Choice } from './choice.tsx'
import { NamesMenu } from './names-menu.tsx'
import { RangeField } from './range-field.tsx'

type FilterBarProps = {
  readonly journal: Journal
  readonly filter: JournalFilter
  readonly onChange: (filter: JournalFilter) => void
  /** Whether days are asked for here: two periods have days of their own. */
  readonly hasDays: boolean
}

const SIDES = [
  ['', 'Long and short'],
  ['long', 'Long'],
  ['short', 'Short'],
] as const
const RESULTS = [
  ['', 'Any result'],
  ['win', 'Won'],
  ['loss', 'Lost'],
  ['even', 'Break-even'],
  ['open', 'Still open'],
] as const
const ORIGINS = [
  ['', 'Any origin'],
  ['paper', 'Paper'],
  ['import', 'Imported'],
] as const
const RATINGS = [
  ['', 'Any rating'],
  ['1', '1 or more'],
  ['2', '2 or more'],
  ['3', '3 or more'],
  ['4', '4 or more'],
  ['5', '5'],
] as const
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour))

/** The parts of the filter, all of which must hold. The address keeps them. */
export function FilterBar({ journal, filter, onChange, hasDays }: FilterBarProps) {
  const set = (part: Partial<JournalFilter>) => onChange({ ...filter, ...part })
  const count = partsSet(filter)
  return (
    <search className="filters" aria-label="Filters">
      <NamesMenu title="Coin" names={journal.table.symbols} chosen={filter.symbols} onChange={(symbols) => set({ symbols })} />
      <NamesMenu title="Tag" names={journal.table.tags} chosen={filter.tags} onChange={(tags) => set({ tags })} none="No tags yet." />
      <Choice label="Side" options={SIDES} value={filter.side ?? ''} onChange={(side) => set({ side: side === '' ? null : side })} />
      <Choice
        label="Result"
        options={RESULTS}
        value={filter.result ?? ''}
        onChange={(result) => set({ result: result === '' ? null : result })}
      />
      {hasDays && (
        <>
          <DayField label="From" value={filter.from} onChange={(from) => set({ from })} />
          <DayField label="To" value={filter.to} onChange={(to) => set({ to })} />
        </>
      )}
      <RangeField label="R" unit="R" range={filter.r} onChange={(r) => set({ r })} />
      <RangeField label="Net" unit="USDC" range={filter.net} onChange={(net) => set({ net })} />
      <NamesMenu
        title="Weekday"
        names={DAYS}
        chosen={filter.weekdays.flatMap((day) => DAYS[day - 1] ?? [])}
        onChange={(names) => set({ weekdays: DAYS.flatMap((name, place) => (names.includes(name) ? [place + 1] : [])) })}
      />
      <NamesMenu title="Hour" names={HOURS} chosen={filter.hours.map(String)} onChange={(hours) => set({ hours: hours.map(Number) })} />
      <Choice
        label="Rating"
        options={RATINGS}
        value={RATINGS.find(([value]) => value === String(filter.rating ?? ''))?.[0] ?? ''}
        onChange={(rating) => set({ rating: rating === '' ? null : Number(rating) })}
      />
      <Choice
        label="Origin"
        options={ORIGINS}
        value={filter.origin ?? ''}
        onChange={(origin) => set({ origin: origin === '' ? null : origin })}
      />
      {count > 0 && (
        <Button size="sm" variant="ghost" onClick={() => onChange(NO_FILTER)}>
          <X size={14} aria-hidden="true" /> {count === 1 ? 'Clear 1 filter' : `Clear ${count} filters`}
        </Button>
      )}
    </search>
  )
}

type DayFieldProps = { readonly label: string; readonly value: string | null; readonly onChange: (day: string | null) => void }

const DayField = ({ label, value, onChange }: DayFieldProps) => (
  <label className="filter-field" data-set={value !== null || undefined}>
    <span className="text-12 text-ink-2">{label}</span>
    <input
      type="date"
      className="filter-input num"
      value={value ?? ''}
      min="2009-01-03"
      max="2100-01-01"
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    />
  </label>
)
