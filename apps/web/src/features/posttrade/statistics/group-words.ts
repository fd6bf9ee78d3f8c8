import type { JOURNAL_GROUPINGS } from '@aerie/wire/journal/journal-statistics'
import type { JournalFilter } from '../journal-filter.ts'

/** What trades are grouped by. */
export type Grouping = (typeof JOURNAL_GROUPINGS)[number]

const TITLES: Readonly<Record<Grouping, string>> = {
  symbol: 'Coin',
  side: 'Side',
  tag: 'Tag',
  hour: 'Hour of opening',
  weekday: 'Weekday of opening',
}
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export const groupTitle = (by: Grouping): string => TITLES[by]

/** A group's key as it is read. */
export function groupWords(by: Grouping, key: string): string {
  if (by === 'weekday') return WEEKDAYS[Number(key) - 1] ?? key
  if (by === 'hour') return `${key.padStart(2, '0')}:00`
  return by === 'tag' && key === '' ? 'without a tag' : key
}

/** The part of the filter that shows a group's trades; null where there is none. */
export function partOf(by: Grouping, key: string): Partial<JournalFilter> | null {
  switch (by) {
    case 'symbol':
      return { symbols: [key] }
    case 'side':
      return key === 'long' || key === 'short' ? { side: key } : null
    case 'tag':
      return key === '' ? null : { tags: [key] }
    case 'hour':
      return { hours: [Number(key)] }
    case 'weekday':
      return { weekdays: [Number(key)] }
  }
}
