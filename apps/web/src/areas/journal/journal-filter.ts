import { type FigureRange, TRIP_FIGURES, type TripFigure, type TripFilter, type TripOrder } from '@aerie/journal/trip-table'

/** Date in the user's zone, e.g. `2026-11-22`. */
export type DayText = string

/** Days are in the user's zone, both inclusive. */
export type JournalFilter = {
  readonly symbols: readonly string[]
  readonly side: 'long' | 'short' | null
  readonly tags: readonly string[]
  readonly from: DayText | null
  readonly to: DayText | null
  readonly result: 'win' | 'loss' | 'even' | 'open' | null
  readonly origin: 'paper' | 'import' | null
  readonly hours: readonly number[]
  /** 1 is Monday, 7 Sunday; of the opening. */
  readonly weekdays: readonly number[]
  /** Multiples of the initial risk. */
  readonly r: FigureRange
  /** USDC. */
  readonly net: FigureRange
  /** Minimum number of stars. */
  readonly rating: number | null
}

export const NO_FILTER: JournalFilter = {
  symbols: [],
  side: null,
  tags: [],
  from: null,
  to: null,
  result: null,
  origin: null,
  hours: [],
  weekdays: [],
  r: {},
  net: {},
  rating: null,
}

const ORDERS: ReadonlyArray<TripOrder['figure']> = [...TRIP_FIGURES, 'symbol']
export const FIRST_ORDER: TripOrder = { figure: 'closed', isDescending: true }

const DAY_NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
/** Limits on length and number of names read from the address. */
const LONGEST = 40
const MOST = 50
const MICRO = 1_000_000

/** Ignores invalid parts. */
export function parseFilter(params: URLSearchParams): JournalFilter {
  const one = <T extends string>(name: string, allowed: readonly T[]): T | null => allowed.find((each) => each === params.get(name)) ?? null
  const rating = Number(params.get('rating'))
  return {
    symbols: namesOf(params.get('symbol')).map((name) => name.toUpperCase()),
    side: one('side', ['long', 'short']),
    tags: namesOf(params.get('tag')),
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
    result: one('result', ['win', 'loss', 'even', 'open']),
    origin: one('origin', ['paper', 'import']),
    hours: namesOf(params.get('hour')).flatMap((text) => (/^(1?\d|2[0-3])$/.test(text) ? [Number(text)] : [])),
    weekdays: namesOf(params.get('day')).flatMap((text) => DAY_NAMES.flatMap((name, day) => (name === text ? [day + 1] : []))),
    r: rangeOf(params.get('r')),
    net: rangeOf(params.get('net')),
    rating: Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : null,
  }
}

/** Omits unset parts; keeps other parameters of `params`. */
export function printFilter(filter: JournalFilter, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  const setParam = (name: string, text: string | null) => (text === null || text === '' ? next.delete(name) : next.set(name, text))
  setParam('symbol', filter.symbols.join(','))
  setParam('side', filter.side)
  setParam('tag', filter.tags.map(escaped).join(','))
  setParam('from', filter.from)
  setParam('to', filter.to)
  setParam('result', filter.result)
  setParam('origin', filter.origin)
  setParam('hour', filter.hours.join(','))
  setParam('day', filter.weekdays.map((day) => DAY_NAMES[day - 1]).join(','))
  setParam('r', rangeText(filter.r))
  setParam('net', rangeText(filter.net))
  setParam('rating', filter.rating === null ? null : String(filter.rating))
  return next
}

/** `?sort=-net` is descending; newest first by default. */
export function parseOrder(params: URLSearchParams): TripOrder {
  const text = params.get('sort') ?? ''
  const figure = ORDERS.find((each) => each === text.replace(/^-/, ''))
  return figure === undefined ? FIRST_ORDER : { figure, isDescending: text.startsWith('-') }
}

/** Null for the default order. */
export const printOrder = ({ figure, isDescending }: TripOrder): string | null =>
  figure === FIRST_ORDER.figure && isDescending === FIRST_ORDER.isDescending ? null : `${isDescending ? '-' : ''}${figure}`

export const partsSet = (filter: JournalFilter): number => [...printFilter(filter, new URLSearchParams()).keys()].length

export function tripFilterOf(filter: JournalFilter): TripFilter {
  const { symbols, side, tags, result, origin, hours, weekdays, rating } = filter
  return {
    symbols: symbols.length === 0 ? undefined : symbols,
    side: side ?? undefined,
    tags: tags.length === 0 ? undefined : tags,
    result: result ?? undefined,
    origin: origin ?? undefined,
    hours: hours.length === 0 ? undefined : hours,
    weekdays: weekdays.length === 0 ? undefined : weekdays,
    ranges: rangesOf(filter, rating),
  }
}

function rangesOf(filter: JournalFilter, rating: number | null): Partial<Record<TripFigure, FigureRange>> {
  const span = spanOf(filter)
  return {
    ...(span === null ? {} : { closed: span }),
    ...(isOpen(filter.r) ? {} : { r: filter.r }),
    ...(isOpen(filter.net) ? {} : { net: { min: inMicro(filter.net.min), max: inMicro(filter.net.max) } }),
    ...(rating === null ? {} : { rating: { min: rating } }),
  }
}

const isOpen = ({ min, max }: FigureRange): boolean => min === undefined && max === undefined
const inMicro = (value: number | undefined): number | undefined => (value === undefined ? undefined : Math.round(value * MICRO))

/** First and last millisecond of the days; null if unset. */
export function spanOf({ from, to }: Pick<JournalFilter, 'from' | 'to'>): FigureRange | null {
  if (from === null && to === null) return null
  return {
    min: from === null ? undefined : dayStart(from, 0),
    max: to === null ? undefined : dayStart(to, 1) - 1,
  }
}

/** Midnight `later` days on in the user's zone: days with a clock change have 23 or 25 hours. */
function dayStart(day: DayText, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}

export function dayTextOf(ms: number): DayText {
  const at = new Date(ms)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
}

export function dayOf(text: string | null): DayText | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  return dayTextOf(dayStart(text, 0)) === text ? text : null
}

// Percent-encodes commas in tags, since the list is comma-separated.
const escaped = (tag: string): string => tag.replaceAll('%', '%25').replaceAll(',', '%2C')
const plain = (text: string): string => text.replaceAll('%2C', ',').replaceAll('%25', '%')

function namesOf(text: string | null): readonly string[] {
  const names = (text ?? '').split(',').flatMap((name) => (name === '' || name.length > 3 * LONGEST ? [] : [plain(name)]))
  return [...new Set(names)].slice(0, MOST)
}

const NUMBER = '-?\\d{1,12}(?:\\.\\d{1,6})?'
const RANGE = new RegExp(`^(${NUMBER})?\\.\\.(${NUMBER})?$`)

/** E.g. `-1..2`, `1..` or `..-0.5`. */
function rangeOf(text: string | null): FigureRange {
  const [, min, max] = RANGE.exec(text ?? '') ?? []
  return { ...(min === undefined ? {} : { min: Number(min) }), ...(max === undefined ? {} : { max: Number(max) }) }
}

const rangeText = ({ min, max }: FigureRange): string | null => (isOpen({ min, max }) ? null : `${min ?? ''}..${max ?? ''}`)

const CAPITAL = /^(?=.*[1-9])\d{1,12}(?:\.\d{1,6})?$/

export const parseCapital = (text: string | null): string | null => (text !== null && CAPITAL.test(text) ? text : null)
