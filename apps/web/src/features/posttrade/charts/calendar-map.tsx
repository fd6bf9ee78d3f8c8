import './charts.css'
import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { type DayText, dayTextOf } from '../journal-filter.ts'
import { microOf, microText } from '../money-text.ts'

/** What the trades that closed on a day came to. */
type DayResult = { readonly net: number; readonly count: number }

type CalendarMapProps = {
  readonly days: JournalStatistics['calendar']
  /** Where the days begin and end. */
  readonly zone: string
  /** Shows the trades of a day. */
  readonly onDay: (day: DayText) => void
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** What each day came to, a month at a time, by the days of the user's own zone. */
export function CalendarMap({ days: results, zone, onDay }: CalendarMapProps) {
  const days = new Map(results.map(({ day, trades, net }) => [day, { net: microOf(net) ?? 0, count: trades }]))
  const newest = [...days.keys()].reduce((last, day) => (day > last ? day : last), '')
  const [today] = useState(() => dayTextOf(Date.now()))
  const [chosen, setChosen] = useState<MonthText | null>(null)
  const month = chosen ?? monthOf(newest === '' ? today : newest)
  const most = Math.max(0, ...[...days.values()].map(({ net }) => Math.abs(net)))
  return (
    <figure className="calendar">
      <figcaption className="curve-head">
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
      <table className="calendar-table num" onKeyDown={moveByDay}>
        <caption className="sr-only">Net result by day of closing. Arrow keys move, Enter shows the trades of a day.</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
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

function Day({ day, result, most, onDay }: DayProps) {
  const date = Number(day.slice(-2))
  if (result === undefined) return <span className="calendar-day">{date}</span>
  const { net, count } = result
  const trades = count === 1 ? '1 trade' : `${count} trades`
  return (
    <button
      type="button"
      className="calendar-day"
      data-day={day}
      data-side={net < 0 ? 'down' : net > 0 ? 'up' : undefined}
      data-level={levelOf(net, most)}
      aria-label={`${day}: ${microText(net)} USDC, ${trades}`}
      title={`${microText(net)} USDC, ${trades}`}
      onClick={() => onDay(day)}
    >
      <span>{date}</span>
      <span className="calendar-net">{shortOf(net)}</span>
    </button>
  )
}

/** Whole USDC: the cents are in the title. */
const shortOf = (net: number): string => {
  const text = microText(net)
  return text.includes('.') ? text.slice(0, text.indexOf('.')) : text
}

/** To the next day that has trades, in the direction of the key. */
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

/** A month: `2026-11`. */
type MonthText = string

/** The month of a day. */
const monthOf = (day: DayText): MonthText => day.slice(0, 7)

/** The month so many later. */
export function monthAfter(month: MonthText, count: number): MonthText {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthOf(dayTextOf(new Date(year, number - 1 + count, 1).getTime()))
}

/** Weeks of a month from Monday on; days of other months are null. */
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

/** Depth of colour of a day, 1 to 4 by its size beside the largest; 0 where it came to nothing. */
export function levelOf(net: number, most: number): number {
  if (net === 0 || most === 0) return 0
  return Math.max(1, Math.ceil((Math.abs(net) / most) * 4))
}
