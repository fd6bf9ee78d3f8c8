import type { AgentLanguage } from '../concepts.ts'
import type { Horizon } from '../horizons.ts'
import type { Reading } from '../reading.ts'
import type { OwnGrouping, OwnPeriod } from './own-call.ts'
import type { OwnMatcher } from './own-matcher.ts'

const HOURS_A_DAY = 24
const MOST_DAYS = 3_650

/** Period of a question: none is all time; `unknown` is a time that no call can express. */
export type PeriodReading = { readonly period?: OwnPeriod } | 'unknown'

/** "Since January" is more than January. */
const SINCE: Readonly<Record<AgentLanguage, RegExp>> = {
  en: / (?:since|from) /u,
  de: / (?:seit|ab) /u,
  fr: / depuis /u,
  es: / desde /u,
  it: / (?:da|dal) /u,
  pt: / desde /u,
  ru: / (?:с|со) /u,
  zh: /以来|自从|从/u,
}

/** All time, although it says "since". */
const SINCE_START =
  / (?:since (?:i|we) (?:started|began|opened|joined)|since the (?:start|beginning)|since day one|seit (?:beginn|anfang|start)|seit ich|depuis le debut|depuis que j|desde el (?:principio|inicio)|desde que (?:empece|abri)|dall inizio|da quando ho|desde o (?:inicio|comeco)|desde que (?:comecei|abri)|с самого начала)(?= )|开户以来|从一开始/u

type Dated = { readonly plain: string; readonly groupings: readonly OwnGrouping[]; readonly matcher: OwnMatcher }

/** Period of a question. Days, weeks and months count whole days up to today; a month name is the latest one. */
export function periodOf({ plain: written, groupings, matcher }: Dated, reading: Reading): PeriodReading {
  const plain = written.replace(SINCE_START, ' ')
  const named = [...matcher.periods].filter(([, is]) => is(plain))
  if (named.length > 1) return 'unknown'
  if (named[0] !== undefined) return { period: named[0][0] }
  // 十一月 contains 一月: the longest name wins.
  const month = matcher.months.findLastIndex((is) => is(plain)) + 1
  if (month > 0 && SINCE[matcher.language].test(plain)) return 'unknown'
  if (month > 0) return { period: `month_${month}` }
  if (plain !== written) return {}
  // "At what hour of the day" is a grouping, not a time.
  const isOfClock = groupings.includes('hour') || groupings.includes('weekday')
  const read = daysOf(reading, matcher.noTime(plain) ? 1 : 0)
  const days = isOfClock && read === 'unknown' ? undefined : read
  if (days === 'unknown' || matcher.otherTime(plain)) return 'unknown'
  return days === undefined ? {} : { period: `last_${days}_days` }
}

function daysOf({ segments }: Reading, excused: number): number | 'unknown' | undefined {
  const named = segments.flatMap(({ horizons }) => horizons).filter(isTime)
  const vague = named.filter(({ hours }) => Number.isNaN(hours))
  const spans = vague.length <= excused ? named.filter((each) => !vague.includes(each)) : named
  const [span] = spans
  if (span === undefined) return undefined
  const days = span.hours / HOURS_A_DAY
  const isWhole = Number.isInteger(days) && days >= 1 && days <= MOST_DAYS
  return spans.length === 1 && isWhole && span.direction !== 'future' ? days : 'unknown'
}

const isTime = ({ direction, isBare, isToday }: Horizon): boolean => direction !== 'now' && isBare !== true && isToday !== true
