import type { AgentLanguage } from '../concepts.ts'
import type { Horizon } from '../horizons.ts'
import type { Reading } from '../reading.ts'
import type { OwnPeriod } from './own-call.ts'
import type { Asked } from './own-calls.ts'
import { type Phrases, phrasesOf } from './own-matcher.ts'

/** Months from January on; forms of one are separated by `/`. English may and march are words, too: only with a word before them. */
const MONTHS: Readonly<Record<AgentLanguage, string>> = {
  en: 'january/jan|february/feb|in march/of march/during march/for march|april|in may/of may/during may/for may|june|july|august|september/sept|october/oct|november/nov|december/dec',
  de: 'januar/jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
  fr: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
  es: 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre/setiembre|octubre|noviembre|diciembre',
  it: 'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre',
  pt: 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
  ru: 'январ*|феврал*|март*|апрел*|май/мая/мае|июн*|июл*|август*|сентябр*|октябр*|ноябр*|декабр*',
  zh: '一月/1月|二月/2月|三月/3月|四月/4月|五月/5月|六月/6月|七月/7月|八月/8月|九月/9月|十月/10月|十一月/11月|十二月/12月',
}

const months = new Map<AgentLanguage, readonly Phrases[]>()

function monthsOf(language: AgentLanguage): readonly Phrases[] {
  const known = months.get(language) ?? MONTHS[language].split('|').map((forms) => phrasesOf(forms.replaceAll('/', '|'), language))
  months.set(language, known)
  return known
}

const HOURS_A_DAY = 24
/** Longest span of days that is asked for. */
const MOST_DAYS = 3_650

/** What a question says of the time: a period, all of it, or something that is no period here. */
export type PeriodReading = { readonly period?: OwnPeriod } | 'unknown'

/**
 * The time that a question names. A span in days, weeks or months counts whole days up to today; a month is the newest of its name.
 *
 * @throws never
 */
export function periodOf({ plain, groupings, matcher }: Asked, reading: Reading): PeriodReading {
  const named = [...matcher.periods].filter(([, is]) => is(plain))
  if (named.length > 1) return 'unknown'
  if (named[0] !== undefined) return { period: named[0][0] }
  const month = monthNamed(plain, matcher.language)
  if (month !== undefined) return { period: `month_${month}` }
  // "At what hour of the day" names no time.
  const isOfClock = groupings.includes('hour') || groupings.includes('weekday')
  const read = daysOf(reading, matcher.noTime(plain) ? 1 : 0)
  const days = isOfClock && read === 'unknown' ? undefined : read
  if (days === 'unknown' || matcher.otherTime(plain)) return 'unknown'
  return days === undefined ? {} : { period: `last_${days}_days` }
}

function monthNamed(plain: string, language: AgentLanguage): number | undefined {
  // Of "十一月" 一月 is a part: the longest name wins.
  const found = monthsOf(language).flatMap((is, at) => (is(plain) ? [at + 1] : []))
  return found.at(-1)
}

/** @param excused so many times that hours cannot say are no times */
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
