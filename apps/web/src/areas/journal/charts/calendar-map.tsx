import { TableHead } from '../../../ui/table.tsx'
import './charts.css'
import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { dayText, microOf, microText } from '../figure-text.ts'
import { type DayText, dayTextOf } from '../journal-filter.ts'

type DayResult = { readonly net: number; readonly count: number }

type CalendarMapProps = {
  readonly days: JournalStatistics['calendar']
  readonly zone: string
  readonly onDay: (day: DayText) => void
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

export function CalendarMap({ days: results, zone, onDay }: CalendarMapProps) {
  const days = new Map(results.map(({ day, trades, net }) => [day, { net: microOf(net) ?? 0, count: trades }]))
  const newest = [...days.keys()].reduce((last, day) => (day > last ? day : last), '')
  const [today] = useState(() => dayTextOf(Date.now()))
  const [chosen, setChosen] = useState<MonthText | null>(null)
  const month = chosen ?? monthOf(newest === '' ? today : newest)
  const most = Math.max(0, ...[...days.values()].map(({ net }) => Math.abs(net)))
  return (
    // Six weeks, as in the longest month: changing the month shifts nothing.
    <figure className="flex min-h-[326px] min-w-0 flex-col gap-1">
      <figcaption className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <span className="font-medium text-13 text-ink-1">{monthName.format(new Date(`${month}-01T12:00:00`))}</span>
        <span className="flex items-center gap-1 text-12 text-ink-3">
          {zone}
          <IconButton label="Previous month" onClick={() => setChosen(monthAfter(month, -1))}>
            <ChevronLeft size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label="Next month" onClick={() => setChosen(monthAfter(month, 1))}>
            <ChevronRight size={16} aria-hidden="true" />
          </IconButton>
        </span>
      </figcaption>
      <table className="num w-full table-fixed border-separate border-spacing-0.5" onKeyDown={moveByDay}>
        <caption className="sr-only">Net result by day of closing. Arrow keys move, Enter shows the trades of a day.</caption>
        <TableHead titles={WEEKDAYS} cellClassName="font-normal text-11 text-ink-3" />
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, place) => (
                <td key={day ?? place}>{day !== null && <Day day={day} result={days.get(day)} most={most} onDay={onDay} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

type DayProps = {
  readonly day: DayText
  readonly result: DayResult | undefined
  readonly most: number
  readonly onDay: (day: DayText) => void
}

const DAY = 'flex min-h-11 w-full flex-col items-center justify-center rounded-[4px] bg-surface-2 text-11/[14px]'

function Day({ day, result, most, onDay }: DayProps) {
  const date = Number(day.slice(-2))
  if (result === undefined) return <span className={cx(DAY, 'text-ink-3')}>{date}</span>
  const { net, count } = result
  const trades = count === 1 ? '1 trade' : `${count} trades`
  return (
    <button
      type="button"
      className={cx(DAY, 'calendar-day text-ink-1 forced-color-adjust-none hover:outline hover:outline-line-strong')}
      data-day={day}
      data-side={net < 0 ? 'down' : net > 0 ? 'up' : undefined}
      data-level={levelOf(net, most)}
      title={`${microText(net)} USDC, ${trades}`}
      onClick={() => onDay(day)}
    >
      <span>{date}</span>
      <span className="max-w-full overflow-hidden whitespace-nowrap font-medium">{shortOf(net)}</span>
      <span className="sr-only">{`, ${dayText(day)}: ${microText(net)} USDC, ${trades}`}</span>
    </button>
  )
}

/** Whole USDC; the title shows cents. */
const shortOf = (net: number): string => {
  const text = microText(net)
  return text.includes('.') ? text.slice(0, text.indexOf('.')) : text
}

/** Moves to the next day with trades in the key's direction. */
function moveByDay(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key]
  const from = event.target instanceof HTMLElement ? event.target.dataset.day : undefined
  if (step === undefined || from === undefined) return
  event.preventDefault()
  const days = [...event.currentTarget.querySelectorAll<HTMLElement>('button[data-day]')]
  const at = Number(from.slice(-2))
  const beyond = days.filter(({ dataset }) =>
    step < 0 ? Number(dataset.day?.slice(-2)) <= at + step : Number(dataset.day?.slice(-2)) >= at + step,
  )
  ;(step < 0 ? beyond.at(-1) : beyond[0])?.focus()
}

type MonthText = string

const monthOf = (day: DayText): MonthText => day.slice(0, 7)

export function monthAfter(month: MonthText, count: number): MonthText {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthOf(dayTextOf(new Date(year, number - 1 + count, 1).getTime()))
}

/** Weeks start on Monday; days of other months are null. */
export function weeksOf(month: MonthText): ReadonlyArray<ReadonlyArray<DayText | null>> {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const lead = (new Date(year, number - 1, 1).getDay() + 6) % 7
  const count = new Date(year, number, 0).getDate()
  const days = Array.from({ length: Math.ceil((lead + count) / 7) * 7 }, (_, place) => {
    const date = place - lead + 1
    return date < 1 || date > count ? null : `${month}-${String(date).padStart(2, '0')}`
  })
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** Colour intensity 1 to 4, relative to the largest day; 0 for a zero result. */
export function levelOf(net: number, most: number): number {
  if (net === 0 || most === 0) return 0
  return Math.max(1, Math.ceil((Math.abs(net) / most) * 4))
}
