import { X } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { type JournalFilter, NO_FILTER, partsSet } from '../journal-filter.ts'
import type { Journal } from '../trips.ts'
import { Choice } from './choice.tsx'
import * as WORDS from './filters-words.ts'
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
  ['', WORDS.longAndShort],
  ['long', WORDS.long],
  ['short', WORDS.short],
] as const
const RESULTS = [
  ['', WORDS.anyResult],
  ['win', WORDS.won],
  ['loss', WORDS.lost],
  ['even', WORDS.breakEven],
  ['open', WORDS.stillOpen],
] as const
const ORIGINS = [
  ['', WORDS.anyOrigin],
  ['paper', WORDS.paper],
  ['import', WORDS.imported],
] as const
const RATINGS = [
  ['', WORDS.anyRating],
  ['1', WORDS.oneOrMore],
  ['2', WORDS.twoOrMore],
  ['3', WORDS.threeOrMore],
  ['4', WORDS.fourOrMore],
  ['5', '5'],
] as const
const DAYS = [WORDS.mon, WORDS.tue, WORDS.wed, WORDS.thu, WORDS.fri, WORDS.sat, WORDS.sun] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour))

/** The parts of the filter, all of which must hold. The address keeps them. */
export function FilterBar({ journal, filter, onChange, hasDays }: FilterBarProps) {
  const set = (part: Partial<JournalFilter>) => onChange({ ...filter, ...part })
  const count = partsSet(filter)
  return (
    <search className="filters" aria-label={WORDS.filters}>
      <NamesMenu title={WORDS.coin} names={journal.table.symbols} chosen={filter.symbols} onChange={(symbols) => set({ symbols })} />
      <NamesMenu
        title={WORDS.tag}
        names={journal.table.tags}
        chosen={filter.tags}
        onChange={(tags) => set({ tags })}
        none={WORDS.noTagsYet}
      />
      <Choice label={WORDS.side} options={SIDES} value={filter.side ?? ''} onChange={(side) => set({ side: side === '' ? null : side })} />
      <Choice
        label={WORDS.result}
        options={RESULTS}
        value={filter.result ?? ''}
        onChange={(result) => set({ result: result === '' ? null : result })}
      />
      {hasDays && (
        <>
          <DayField label={WORDS.from} value={filter.from} onChange={(from) => set({ from })} />
          <DayField label={WORDS.to} value={filter.to} onChange={(to) => set({ to })} />
        </>
      )}
      <RangeField label="R" unit="R" range={filter.r} onChange={(r) => set({ r })} />
      <RangeField label={WORDS.net} unit="USDC" range={filter.net} onChange={(net) => set({ net })} />
      <NamesMenu
        title={WORDS.weekday}
        names={DAYS}
        chosen={filter.weekdays.flatMap((day) => DAYS[day - 1] ?? [])}
        onChange={(names) => set({ weekdays: DAYS.flatMap((name, place) => (names.includes(name) ? [place + 1] : [])) })}
      />
      <NamesMenu
        title={WORDS.hour}
        names={HOURS}
        chosen={filter.hours.map(String)}
        onChange={(hours) => set({ hours: hours.map(Number) })}
      />
      <Choice
        label={WORDS.rating}
        options={RATINGS}
        value={RATINGS.find(([value]) => value === String(filter.rating ?? ''))?.[0] ?? ''}
        onChange={(rating) => set({ rating: rating === '' ? null : Number(rating) })}
      />
      <Choice
        label={WORDS.origin}
        options={ORIGINS}
        value={filter.origin ?? ''}
        onChange={(origin) => set({ origin: origin === '' ? null : origin })}
      />
      {count > 0 && (
        <Button size="sm" variant="ghost" onClick={() => onChange(NO_FILTER)}>
          <X size={14} aria-hidden="true" /> {count === 1 ? WORDS.clearOneFilter : WORDS.clearFilters(count)}
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
