import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import type { FigureRange } from '@aerie/journal/trip-table'
import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, type ToggleEvent, useId, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { cx } from '../../../ui/cx.ts'
import { type DayText, dayTextOf, type JournalFilter, NO_FILTER, partsSet } from '../journal-filter.ts'
import type { Journal } from '../trips.ts'

/** The small controls of this area: buttons, inputs and selects. `data-set` marks a filter in use, on the control or on its field. */
export const filterStyle =
  'inline-flex min-h-[30px] min-w-0 items-center gap-1 rounded-md border border-line-input bg-surface-1 px-2 text-12 text-ink-1 hover:bg-surface-3 in-data-set:border-accent data-set:border-accent aria-invalid:border-danger pointer-coarse:min-h-11'

type FilterBarProps = {
  readonly journal: Journal
  readonly filter: JournalFilter
  readonly onChange: (filter: JournalFilter) => void
  /** False in the comparison, whose periods have their own days. */
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
const DOWN = <ChevronDown size={14} aria-hidden="true" />
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour))

export function FilterBar({ journal, filter, onChange, hasDays }: FilterBarProps) {
  const set = (part: Partial<JournalFilter>) => onChange({ ...filter, ...part })
  const count = partsSet(filter)
  return (
    <search
      className="flex flex-wrap items-center gap-1.5 max-md:scroll-sideways max-md:-mx-3 max-md:flex-nowrap max-md:pl-3 max-md:[scrollbar-width:none] max-md:*:flex-none"
      aria-label="Filters"
    >
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
          <PeriodPresets filter={filter} onChange={set} />
          <DayField label="From" value={filter.from} onChange={(from) => set({ from })} />
          <DayField label="To" value={filter.to} onChange={(to) => set({ to })} />
        </>
      )}
      <MoreFilters filter={filter} onChange={set} />
      {count > 0 && (
        <Button size="sm" variant="ghost" onClick={() => onChange(NO_FILTER)}>
          <X size={14} aria-hidden="true" /> {count === 1 ? 'Clear 1 filter' : `Clear ${count} filters`}
        </Button>
      )}
    </search>
  )
}

type PartProps = { readonly filter: JournalFilter; readonly onChange: (part: Partial<JournalFilter>) => void }

function PeriodPresets({ filter: { from, to }, onChange }: PartProps) {
  const [presets] = useState(() => periodPresets(Date.now()))
  return (
    <fieldset className="inline-flex" aria-label="Period">
      {presets.map((preset) => (
        <button
          key={preset.title}
          type="button"
          className={cx(
            filterStyle,
            'num -ml-px not-first:rounded-l-none not-last:rounded-r-none aria-pressed:z-1 aria-pressed:border-accent',
          )}
          aria-pressed={preset.from === from && to === null}
          onClick={() => onChange({ from: preset.from, to: null })}
        >
          {preset.title}
        </button>
      ))}
    </fieldset>
  )
}

/** Periods up to now. Days include today. */
export function periodPresets(now: number): readonly { readonly title: string; readonly from: DayText | null }[] {
  const today = new Date(now)
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const day = (at: Date): DayText => dayTextOf(at.getTime())
  return [
    { title: '7d', from: day(new Date(year, month, date - 6)) },
    { title: '30d', from: day(new Date(year, month, date - 29)) },
    { title: 'This month', from: day(new Date(year, month, 1)) },
    { title: 'This year', from: day(new Date(year, 0, 1)) },
    { title: 'All', from: null },
  ]
}

function MoreFilters({ filter, onChange: set }: PartProps) {
  const { r, net, weekdays, hours, rating, origin } = filter
  const count = partsSet({ ...NO_FILTER, r, net, weekdays, hours, rating, origin })
  return (
    <FilterMenu
      title="More filters"
      button={
        <>
          {count === 0 ? 'More' : `More: ${count}`} {DOWN}
        </>
      }
      isSet={count > 0}
      listClassName="gap-2 p-3 open:grid"
    >
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
        className="mb-1 w-full"
        options={RATINGS}
        value={RATINGS.find(([value]) => value === String(filter.rating ?? ''))?.[0] ?? ''}
        onChange={(rating) => set({ rating: rating === '' ? null : Number(rating) })}
      />
      <Choice
        label="Origin"
        className="mb-1 w-full"
        options={ORIGINS}
        value={filter.origin ?? ''}
        onChange={(origin) => set({ origin: origin === '' ? null : origin })}
      />
    </FilterMenu>
  )
}

type DayFieldProps = { readonly label: string; readonly value: string | null; readonly onChange: (day: string | null) => void }

const DayField = ({ label, value, onChange }: DayFieldProps) => (
  <label className="inline-flex items-center gap-1" data-set={value !== null || undefined}>
    <span className="text-12 text-ink-2">{label}</span>
    <input
      type="date"
      className={cx(filterStyle, 'num')}
      value={value ?? ''}
      min="2009-01-03"
      max="2100-01-01"
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    />
  </label>
)

type ChoiceProps<T extends string> = {
  readonly label: string
  readonly className?: string
  readonly options: ReadonlyArray<readonly [value: T, title: string]>
  readonly value: T
  readonly onChange: (value: T) => void
}

const Choice = <T extends string>({ label, className, options, value, onChange }: ChoiceProps<T>) => (
  <Select
    aria-label={label}
    className={cx(filterStyle, className)}
    data-set={value !== '' || undefined}
    value={value}
    options={options}
    onChange={onChange}
  />
)

type NamesMenuProps = {
  readonly title: string
  readonly names: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly none?: string
}

/** Maximum number of options rendered; others are found by typing. */
const MOST_DRAWN = 200

function NamesMenu({ title, names, chosen, onChange, none = 'Nothing to choose.' }: NamesMenuProps) {
  const [search, setSearch] = useState('')
  const found = names.filter((name) => name.toLowerCase().includes(search.toLowerCase())).slice(0, MOST_DRAWN)
  const toggle = (name: string) => onChange(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name])
  const buttonText =
    chosen.length === 0 ? title : chosen.length < 3 ? `${title}: ${chosen.join(', ')}` : `${title}: ${chosen.length} chosen`
  return (
    <FilterMenu
      title={title}
      button={
        <>
          {buttonText} {DOWN}
        </>
      }
      isSet={chosen.length > 0}
    >
      {names.length > 12 && (
        <input
          type="search"
          aria-label={`Search: ${title}`}
          placeholder="Search"
          className={cx(filterStyle, 'mb-1 w-full')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {names.length === 0 && <p className="p-2 text-12 text-ink-2">{none}</p>}
      {found.map((name) => (
        <MenuOption
          key={name}
          isChosen={chosen.includes(name)}
          className={chosen.includes(name) ? 'text-accent-text' : undefined}
          onToggle={() => toggle(name)}
        >
          {name}
        </MenuOption>
      ))}
    </FilterMenu>
  )
}

type FilterMenuProps = {
  readonly title: string
  readonly button: ReactNode
  readonly isSet?: boolean
  readonly listClassName?: string
  readonly children: ReactNode
}

/** A button with a list that opens below it; without anchor positioning it opens where it is in the page. */
export function FilterMenu({ title, button, isSet = false, listClassName = 'p-1', children }: FilterMenuProps) {
  const id = useId()
  const anchor = `--menu${id.replaceAll(/[^a-zA-Z0-9]/g, '')}`
  return (
    <div>
      <button type="button" popoverTarget={id} className={filterStyle} data-set={isSet || undefined} style={{ anchorName: anchor }}>
        {button}
      </button>
      <fieldset
        id={id}
        popover="auto"
        aria-label={title}
        className={cx(
          'inset-auto top-[calc(anchor(bottom)+4px)] left-[anchor(left)] max-h-80 min-w-40 max-w-[calc(100vw-16px)] [position-try-fallbacks:flip-inline,flip-block]',
          'rounded-md border border-line-strong bg-surface-2 text-ink-1 shadow-float',
          listClassName,
        )}
        style={{ positionAnchor: anchor }}
        onToggle={focusFirstField}
      >
        {children}
      </fieldset>
    </div>
  )
}

type MenuOptionProps = {
  readonly isChosen: boolean
  readonly title?: string
  readonly className?: string | undefined
  readonly onToggle: () => void
  readonly children: ReactNode
}

export const MenuOption = ({ isChosen, title, className, onToggle, children }: MenuOptionProps) => (
  <label
    className={cx('flex min-h-7 items-center gap-2 rounded-[4px] px-2 text-13 hover:bg-surface-3 pointer-coarse:min-h-11', className)}
    title={title}
  >
    <input type="checkbox" checked={isChosen} onChange={onToggle} /> {children}
  </label>
)

/** Only if opened by keyboard: a field that takes a finger's focus opens the keyboard over the list. */
function focusFirstField({ newState, currentTarget: list }: ToggleEvent<HTMLElement>): void {
  if (newState === 'open' && list.ownerDocument.activeElement?.matches(':focus-visible'))
    list.querySelector<HTMLElement>('input, select, button')?.focus()
}

type RangeFieldProps = {
  readonly label: string
  readonly unit: string
  readonly range: FigureRange
  readonly onChange: (range: FigureRange) => void
}

const NUMBER = /^-?\d{1,12}(\.\d{1,6})?$/

const RangeField = ({ label, unit, range, onChange }: RangeFieldProps) => (
  <span className="inline-flex items-center gap-1" data-set={range.min !== undefined || range.max !== undefined || undefined}>
    <span className="text-12 text-ink-2">{label}</span>
    <End name={`${label} from, ${unit}`} unit={unit} hint="from" value={range.min} onChange={(min) => onChange({ ...range, min })} />
    <End name={`${label} to, ${unit}`} unit={unit} hint="to" value={range.max} onChange={(max) => onChange({ ...range, max })} />
  </span>
)

type EndProps = {
  readonly name: string
  readonly unit: string
  readonly hint: string
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}

function End({ name, unit, hint, value, onChange }: EndProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (value === undefined ? '' : String(value))
  const read = parseTypedNumber(text, { units: unit === 'USDC' ? DOLLARS : [unit], isSigned: true })
  const problem =
    read.kind === 'wrong' ? read.problem : read.kind === 'number' && !NUMBER.test(read.text) ? 'A number, such as -1.5' : undefined
  const finish = () => {
    if (typed === null || problem !== undefined) return
    setTyped(null)
    const next = read.kind === 'number' ? Number(read.text) : undefined
    if (next !== value) onChange(next)
  }
  return (
    <input
      inputMode="decimal"
      aria-label={name}
      aria-invalid={problem !== undefined || undefined}
      title={problem}
      placeholder={hint}
      className={cx(filterStyle, 'num w-16')}
      value={text}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={finish}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
    />
  )
}
