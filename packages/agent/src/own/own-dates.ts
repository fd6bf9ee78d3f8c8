import { AGENT_LANGUAGES, type AgentLanguage } from '../concepts.ts'
import { foldText } from '../text/text.ts'
import type { OwnPeriod } from './own-call.ts'
import { MONTHS } from './own-matcher.ts'

/** A question without its dates, and the dates; `unknown` if no periods can express them. */
export type DateCut = { readonly text: string; readonly periods: readonly OwnPeriod[] | 'unknown' }

type Token = { readonly text: string; readonly start: number; readonly end: number }

const pattern = (words: string): RegExp => new RegExp(`^(?:${words})$`, 'u')
const SHORT_MONTHS = ['', '', 'mar', 'apr', '', 'jun', 'jul', 'aug', 'sep', 'okt|ott', '', 'dez|dic'].map((names) =>
  names.split('|').filter(Boolean),
)
const MONTH_NAMES = Array.from({ length: 12 }, (_, at) =>
  pattern(
    AGENT_LANGUAGES.flatMap((language) =>
      (MONTHS[language].split('|')[at] ?? '')
        .split('/')
        .map((name) => foldText(name).toLowerCase().replace(/^.* /, '').replace('*', '\\p{L}*')),
    )
      .concat(SHORT_MONTHS[at] ?? [])
      .join('|'),
  ),
)
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** From Monday; abbreviations only where they are no other word. */
const WEEKDAYS = [
  'monday|montag|lundi|lunes|lunedi|segunda feira|понедельник\\p{L}*',
  'tuesday|dienstag|mardi|martes|martedi|terca feira|вторник\\p{L}*',
  'wednesday|mittwoch|mercredi|miercoles|mercoledi|quarta feira|сред[ауы]',
  'thursday|donnerstag|jeudi|jueves|giovedi|quinta feira|четверг\\p{L}*',
  'friday|freitag|vendredi|viernes|venerdi|sexta feira|пятниц\\p{L}*',
  'saturday|samstag|sonnabend|samedi|sabado|sabato|суббот\\p{L}*',
  'sunday|sonntag|dimanche|domingo|domenica|воскресень\\p{L}*',
].map(pattern)
const HAN_WEEKDAYS = /^[一二三四五六日天]$/
/** A day of each week, or one ahead: no single day. "Los lunes" and "il lunedi" are each of them. */
const HABIT =
  /^(?:every|each|a|jede[nmr]?|einem?|chaque|cada|ogni|tod[oa]s?|los|les|le|il|la|as|aos|nas|кажд\p{L}*|по|每|next|coming|nachste[nmr]?|kommende[nmr]?|prochain|proximo|proxima|prossim[oa]|следующ\p{L}*|下|上|个)$/u
const LAST_DAY =
  /^(?:last|past|previous|this|letzte[nmr]?|vergangene[nmr]?|diese[nmr]?|dernier|passe|pasado|ultimo|este|scors[oa]|quest[oa]|passad[oa]|ultim[oa]|est[ea]|прошл\p{L}*|последн\p{L}*|эт\p{L}*|本|这)$/u
const AHEAD_AFTER = /^(?:prochain|proximo|proxima|prossim[oa]|que|next)$/u

const ORDINAL = /^(?:st|nd|rd|th|er|o|a|го|е|числа|号|日)$/u
const FIRST = /^(?:first|erste[nr]?|premier|primero|primo|primeiro|первого)$/u
const OF = /^(?:of|de|di|del|d|des|the|月|年)$/u
/** Before a date. */
const ON =
  /^(?:on|in|at|of|from|the|am|im|den|dem|der|vom|von|le|la|du|de|des|el|del|en|il|lo|l|di|dei|delle|dal|o|a|no|na|em|do|dos|das|dia|за|на|в|во|от|在|的)$/u
const SINCE = /^(?:since|seit|ab|depuis|desde|da|dal|dalla|с|со|从|自)$/u
const OPEN =
  /^(?:au|al|zum|since|until|till|to|before|after|by|prior|seit|bis|vor|nach|ab|jusqu|depuis|avant|apres|hasta|desde|antes|despues|fino|prima|dopo|dal|ate|depois|до|по|с|со|после|перед|截至|到|从|自|前|后)$/u
const BETWEEN_AND = /^(?:between|zwischen|entre|tra|fra|между)$/u
const BETWEEN = /^(?:between|from|since|zwischen|vom|von|ab|entre|du|de|desde|del|tra|fra|dal|dalla|da|между|с|со|от|从|自|在)$/u
/** "3 and 10 March" is a span only after "between". */
const AND = /^(?:and|und|et|y|e|и|和)$/u
const TO = /^(?:and|to|till|until|through|und|bis|et|au|a|al|y|hasta|e|fino|alla|ao|ate|и|до|по|到|至|和)$/u
/** "The week of March 3". */
const WEEK = /^(?:week|woche|semaine|semana|settimana|недел[яюеи])$/u
const HAN_WEEK = /^(?:那一?周|那个?星期|所在的?周|当周|的?那一周)/u
/** "Two weeks around March 3". */
const AROUND =
  /^(?:weeks|weekend|month|ending|beginning|starting|around|wochen|wochenende|недель|месяц\p{L}*|week end|fin|周|около|around|um|hacia|vers|verso|intorno)$/u
const HAN_SINCE = /^(?:以来|起)/u
const HAN_OPEN = /^[之以]?[前后]/u
/** A span that ends before or with a date, or begins after it. */
const LIMITS = [
  ['before', /^(?:before|prior|vor|avant|antes|prima|до|перед)$/u],
  ['until', /^(?:until|till|through|bis|jusqu|hasta|fino|ate|至)$/u],
  ['after', /^(?:after|nach|apres|despues|dopo|depois|после)$/u],
] as const
const HAN_LIMITS = [
  ['before', /^[之以]?前/u],
  ['after', /^[之以]?后/u],
] as const
const FILLER = /^(?:the|zum|den|dem|le|el|il|al|l|o|au|to|a|ad|del|до|по)$/u

/** Han numerals before a month or day. */
const HAN_DIGITS = '一二三四五六七八九'
const hanNumber = (text: string): string => {
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text]
  const value =
    (text.includes('十') ? (tens === '' ? 1 : HAN_DIGITS.indexOf(tens ?? '') + 1) * 10 : 0) + (HAN_DIGITS.indexOf(ones || '零') + 1)
  return String(value)
}

/** "11/25", "25/11/2026". */
const SLASHED = /(?<![\p{N}/.])(?!24\/7)(?=\d\d\/|\d\/(?:\d\d|\d\/))(\d{1,2})\/(\d{1,2})(?:\/(20\d\d|\d\d))?(?![\p{N}/])/gu
/** In English either of two small numbers may be the month: an impossible date makes the question refused. In Chinese the month comes first. */
const slashedDate =
  (language: AgentLanguage) =>
  (written: string, first: string, second: string, year = ''): string => {
    const [a, b] = [Number(first), Number(second)]
    if (a > 12 && b > 12) return written
    const isMonthFirst = language === 'zh' || (language === 'en' && b > 12)
    const isUnclear = language === 'en' && a <= 12 && b <= 12 && a !== b
    const [day, month] = isMonthFirst ? [second, first] : [first, second]
    return isUnclear ? ' 31 february ' : dottedDate(written, day, month, year.length === 2 ? `20${year}` : year)
  }

/** "10-11-2026". */
const HYPHENATED = /(?<![\p{N}-])(\d{1,2})-(\d{1,2})-(20\d\d)(?![\p{N}-])/gu

/** "10.11.", "10.11.2026": the day first. */
const DOTTED = /(?<![\p{N}.])(\d{1,2})\.\s?(\d{1,2})\.(\d{4})?(?!\p{N})/gu
const dottedDate = (written: string, day: string, month: string, year = ''): string => {
  const name = MONTHS.en.split('|')[Number(month) - 1]?.split('/')[0]?.replace(/^.* /, '')
  return name === undefined ? written : ` ${day} ${name} ${year} `
}

function tokensOf(text: string): Token[] {
  const found = [...text.matchAll(/\p{N}+|\p{Script=Han}|(?:segunda|terca|quarta|quinta|sexta)[- ]feira|\p{L}+/giu)]
  return found.map(({ 0: word, index }) => ({ text: word.toLowerCase().replace('-', ' '), start: index, end: index + word.length }))
}

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? ''

type Day = { readonly year?: number; readonly month?: number; readonly day?: number; readonly end: number }

const numberAt = (tokens: readonly Token[], at: number, [least, most]: readonly [number, number]): number | undefined => {
  const value = /^\d{1,4}$/.test(wordAt(tokens, at)) ? Number(tokens[at]?.text) : Number.NaN
  return value >= least && value <= most ? value : undefined
}
const monthAt = (tokens: readonly Token[], at: number): number | undefined => {
  const month = MONTH_NAMES.findIndex((is) => is.test(wordAt(tokens, at))) + 1
  return month === 0 ? undefined : month
}
const YEARS = [2009, 2099] as const
const DAYS = [1, 31] as const

const past = (tokens: readonly Token[], at: number, words: RegExp, most: number): number => {
  let end = at
  while (end < at + most && words.test(wordAt(tokens, end))) end += 1
  return end
}

/** A date, a month or a day alone, from its first word on. */
const dateAt = (tokens: readonly Token[], start: number): Day | undefined => numberedAt(tokens, start) ?? namedAt(tokens, start)

/** "2026-03-03", "2026年3月3日", "3月". */
function numberedAt(tokens: readonly Token[], start: number): Day | undefined {
  const year = numberAt(tokens, start, YEARS)
  const at = year === undefined ? start : past(tokens, start + 1, /^年$/, 1)
  const month = numberAt(tokens, at, [1, 12])
  const isHan = wordAt(tokens, at + 1) === '月'
  if (month === undefined || (year === undefined && !isHan)) return undefined
  const after = isHan ? at + 2 : at + 1
  const day = numberAt(tokens, after, DAYS)
  const dated = { ...(year !== undefined && { year }), month }
  if (day === undefined) return isHan ? { ...dated, end: after } : undefined
  return { ...dated, day, end: past(tokens, after + 1, /^[日号]$/, 1) }
}

/** "March 3", "3rd of March 2026", "March", "3". */
function namedAt(tokens: readonly Token[], start: number): Day | undefined {
  const named = monthAt(tokens, start)
  const isFirst = FIRST.test(wordAt(tokens, start)) && monthAt(tokens, past(tokens, start + 1, OF, 2)) !== undefined
  const day = isFirst ? 1 : numberAt(tokens, named === undefined ? start : start + 1, DAYS)
  if (named !== undefined) {
    const end = day === undefined ? start + 1 : past(tokens, start + 2, ORDINAL, 1)
    return withYear(tokens, { month: named, ...(day !== undefined && { day }), end })
  }
  if (day === undefined) return undefined
  const after = past(tokens, start + 1, ORDINAL, 2)
  const at = past(tokens, after, OF, 2)
  const month = monthAt(tokens, at)
  return month === undefined ? { day, end: after } : withYear(tokens, { month, day, end: at + 1 })
}

function withYear(tokens: readonly Token[], date: Day): Day {
  const at = past(tokens, date.end, OF, 1)
  const year = numberAt(tokens, at, YEARS)
  return year === undefined ? date : { ...date, year, end: at + 1 }
}

const two = (value: number): string => String(value).padStart(2, '0')
/** A day alone has no month. */
const textOf = ({ year, month, day = 1 }: Omit<Day, 'end'>): string => {
  if (year === undefined) return month === undefined ? two(day) : `${two(month)}-${two(day)}`
  return `${year}-${two(month ?? 1)}-${two(day)}`
}
const isReal = ({ year, month = 1, day = 1 }: Day): boolean =>
  day <= (DAYS_OF_MONTH[month - 1] ?? 0) || (month === 2 && day === 29 && year !== undefined && year % 4 === 0)

type Found = { readonly from: number; readonly to: number; readonly period: OwnPeriod | 'unknown' }

/** "Between March 3 and 10", "vom 3. bis 10. März", "from January to March", "3-10 march". */
function rangeAt(tokens: readonly Token[], at: number): Found | undefined {
  const isLed = BETWEEN.test(wordAt(tokens, at))
  const start = past(tokens, isLed ? at + 1 : at, FILLER, 2)
  const first = dateAt(tokens, start)
  if (first === undefined) return undefined
  const joint = past(tokens, first.end, TO, 1)
  const isJoined = joint > first.end
  if (isJoined && AND.test(wordAt(tokens, first.end)) && !BETWEEN_AND.test(wordAt(tokens, at))) return undefined
  const second = dateAt(tokens, past(tokens, joint, FILLER, 2))
  if (second === undefined) return undefined
  const isNamed = first.month !== undefined || second.month !== undefined
  // Two numbers side by side are a range only as the days of one month: "3-10 march".
  const isDays =
    first.day !== undefined && second.day !== undefined && isNamed && (isJoined || first.month === undefined || second.month === undefined)
  // "Vom 3. bis 10.", "from the 3rd to the 10th", but not "from 3 to 10".
  const areDaysAlone = isLed && isJoined && isDayAlone(first) && isDayAlone(second)
  if (areDaysAlone && (LEADS_DAYS.test(wordAt(tokens, at)) || [first, second].every(({ end }) => ORDINAL.test(wordAt(tokens, end - 1)))))
    return { from: at, to: second.end, period: textOf(first) < textOf(second) ? `from_${textOf(first)}_to_${textOf(second)}` : 'unknown' }
  const isMonths = isLed && isJoined && first.day === undefined && second.day === undefined
  return isDays || isMonths ? { from: at, to: second.end, period: spanOf(first, second) } : undefined
}

const LEADS_DAYS = /^(?:vom|du|del|dal)$/u

/** Days, or whole months; what only one of them names is of both. */
function spanOf(first: Day, second: Day): Found['period'] {
  const month = second.month ?? first.month ?? 1
  const from: Day = { month, ...second, ...first, day: first.day ?? 1 }
  const to: Day = { month, ...second, day: second.day ?? DAYS_OF_MONTH[month - 1] ?? 31 }
  // "Between 10 and 3 March"; "December to January 2026" does not say which year it begins in.
  const isTurned = from.month === to.month && from.year === to.year && textOf(from) > textOf(to)
  const isOpen = isTurned || (first.year === undefined && second.year !== undefined && textOf(from) > textOf(to))
  return isReal(from) && isReal(to) && !isOpen ? `from_${textOf(from)}_to_${textOf(to)}` : 'unknown'
}

/** "On March 3", "since the 3rd of March", "before the 3rd", "the week of March 3", "March 2025", "in 2025". */
function dayAt(tokens: readonly Token[], at: number): Found | undefined {
  const found = dateAt(tokens, at) ?? yearAt(tokens, at)
  const date = found && (isDayAlone(found) ? withNextMonth(tokens, found) : found)
  // A month alone has a period of its own.
  if (date === undefined || (date.year === undefined && (date.day === undefined || (isDayAlone(date) && !isMarked(tokens, at, date)))))
    return undefined
  const from = beforeOf(tokens, at)
  const [before, first] = [wordAt(tokens, from - 1), wordAt(tokens, from)]
  const after = wordsAfter(tokens, date.end)
  const limited = untilNowOf(tokens, { from, to: date.end }) ?? limitOf(tokens, { from, to: date.end })
  // "Trades from March 3": on it, or since.
  const isOpen = limited === undefined && (OPEN.test(before) || first === 'from' || AROUND.test(before) || HAN_OPEN.test(after))
  const { from: start, to } = limited ?? { from, to: date.end }
  return { from: start, to, period: isOpen || !isReal(date) ? 'unknown' : datePeriod(date, limited?.kind) }
}

/** "From November 1 to now". */
function untilNowOf(tokens: readonly Token[], { from, to }: Pick<Found, 'from' | 'to'>): Limit | undefined {
  const isFrom = [from, from - 1].find((at) => FROM_NOW.test(wordAt(tokens, at)))
  const end = past(tokens, past(tokens, to, TO, 1), FILLER, 1)
  return isFrom !== undefined && end > to && UP_TO_NOW.test(wordAt(tokens, end)) ? { kind: 'from', from: isFrom, to: end + 1 } : undefined
}
const FROM_NOW = /^(?:from|since|von|vom|ab|de|du|desde|del|dal|da|с|от|从)$/u
const UP_TO_NOW = /^(?:now|today|jetzt|heute|maintenant|hoy|ahora|oggi|adesso|ora|hoje|agora|сегодня|сеичас)$/u

function datePeriod(date: Day, kind: Limit['kind'] | undefined): Found['period'] {
  const { year = 0, month, day } = date
  // "Until 2025" may include it.
  if (kind !== undefined) return day === undefined && kind !== 'from' && kind !== 'before' ? 'unknown' : `${kind}_${textOf(date)}`
  if (day !== undefined) return `on_${textOf(date)}`
  const last = month === undefined ? { month: 12, day: 31 } : { month, day: DAYS_OF_MONTH[month - 1] ?? 31 }
  return `from_${textOf({ year, ...(month && { month }) })}_to_${textOf({ year, ...last })}`
}

const isDayAlone = ({ year, month, day }: Day): boolean => year === undefined && month === undefined && day !== undefined

/** "The 13th and the 17th of March": the month of both. */
function withNextMonth(tokens: readonly Token[], date: Day): Day {
  const at = past(tokens, date.end, AND, 1)
  const next = at === date.end ? undefined : dateAt(tokens, past(tokens, at, ON, 2))
  return next?.month === undefined || next.day === undefined ? date : { ...date, month: next.month, ...(next.year && { year: next.year }) }
}

/** "On the 10th", "am 10.", "le 10", "dia 10", "10-го", "10号": a day of the newest month that has it; not "the 10th trade" or "il 10 %". */
function isMarked(tokens: readonly Token[], at: number, { end }: Day): boolean {
  const [before, last, next] = [wordAt(tokens, at - 1), wordAt(tokens, end - 1), wordAt(tokens, end)]
  if (last === '号' || before === 'dia' || /^(?:го|числа)$/u.test(last)) return true
  const isLast = next === '' || AND.test(next) || POLITE.test(next)
  if (/^(?:st|nd|rd|th)$/u.test(last)) return before === 'the' && (isLast || wordAt(tokens, at - 2) === 'on')
  return isLast && /^(?:am|le|el|il)$/u.test(before)
}
const POLITE = /^(?:please|pls|bitte|svp|stp|favor|per|por|did|what|how|was|wie|combien|cuanto|quanto)$/u

type Limit = { readonly kind: 'from' | 'before' | 'until' | 'after' | 'week'; readonly from: number; readonly to: number }

/** What a date bounds, with the place of the words that say it. */
function limitOf(tokens: readonly Token[], { from, to }: { readonly from: number; readonly to: number }): Limit | undefined {
  const at = LINK.test(wordAt(tokens, from - 1)) ? from - 2 : from - 1
  const word = wordAt(tokens, at)
  const after = wordsAfter(tokens, to)
  const han = [HAN_SINCE, ...HAN_LIMITS.map(([, is]) => is), HAN_WEEK].map((is) => is.exec(after)?.[0].length ?? 0)
  const end = to + Math.max(...han)
  if (SINCE.test(wordAt(tokens, from - 1)) || HAN_SINCE.test(after)) return { kind: 'from', from: SINCE.test(word) ? at : from, to: end }
  const kind = LIMITS.find(([, is]) => is.test(word))?.[0]
  // "截至": up to; "至" alone joins two dates.
  if (kind !== undefined && word !== '至') return { kind, from: at, to }
  if (word === '至' && wordAt(tokens, at - 1) === '截') return { kind: 'until', from: at - 1, to }
  const hanKind = HAN_LIMITS.find(([, is]) => is.test(after))?.[0]
  if (hanKind !== undefined) return { kind: hanKind, from, to: end }
  if (WEEK.test(wordAt(tokens, from - 1))) return { kind: 'week', from: from - 1, to }
  return HAN_WEEK.test(after) ? { kind: 'week', from, to: end } : undefined
}
const LINK = /^(?:zum|au|al|to|a|ad|alla|ao)$/u
const wordsAfter = (tokens: readonly Token[], at: number): string =>
  tokens
    .slice(at, at + 4)
    .map(({ text }) => (/^\p{Script=Han}$/u.test(text) ? text : ' '))
    .join('')

/** A year alone. */
const yearAt = (tokens: readonly Token[], at: number): Day | undefined => {
  const year = numberAt(tokens, at, YEARS)
  if (
    year === undefined ||
    !/^(?:in|of|during|im|jahr|en|de|nel|del|em|в|за|на|since|seit|depuis|desde|dal|с|before|vor|avant|antes|prima|до|从|自|从)$/.test(
      tokens[at - 1]?.text ?? '从',
    )
  )
    return undefined
  return { year, end: past(tokens, at + 1, /^(?:年|году?|года)$/, 1) }
}

/** "How did I do on March 3": elsewhere, "do" is Portuguese. */
const isVerb = (tokens: readonly Token[], at: number): boolean =>
  wordAt(tokens, at) === 'do' && /^(?:i|we|trades?|longs?|shorts?)$/.test(wordAt(tokens, at - 1))

function beforeOf(tokens: readonly Token[], at: number): number {
  let from = at
  while (
    from > 0 &&
    from > at - 3 &&
    ON.test(wordAt(tokens, from - 1)) &&
    !SINCE.test(wordAt(tokens, from - 1)) &&
    !isVerb(tokens, from - 1)
  )
    from -= 1
  // A weekday beside its date says nothing more.
  return from > 0 && WEEKDAYS.some((is) => is.test(wordAt(tokens, from - 1))) ? beforeOf(tokens, from - 1) : from
}

const weekdayOf = (tokens: readonly Token[], at: number): { readonly weekday: number; readonly end: number } | undefined => {
  const named = WEEKDAYS.findIndex((is) => is.test(wordAt(tokens, at))) + 1
  if (named > 0) return { weekday: named, end: at + 1 }
  const week = tokens[at]?.text === '周' || tokens[at]?.text === '拜' || tokens[at]?.text === '期' ? at + 1 : 0
  const han = wordAt(tokens, week)
  // "上周一共": in total.
  if (han === '一' && /^[共直样]$/.test(wordAt(tokens, week + 1))) return undefined
  return week > 0 && HAN_WEEKDAYS.test(han) ? { weekday: Math.min('一二三四五六日天'.indexOf(han) + 1, 7), end: week + 1 } : undefined
}

/** "Come vado di lunedì", but not "il trade di lunedì". */
const EACH_TIME = /^(?:vado|va|faccio|guadagno|perdo|opero)$/

/** "On Monday", "last Friday": the latest one before today; not "every Monday". */
function weekdayAt(tokens: readonly Token[], at: number): Found | undefined {
  const found = weekdayOf(tokens, at)
  if (found === undefined) return undefined
  const isHan = /^[星礼]$/.test(wordAt(tokens, at - 1))
  const named = isHan ? at - 1 : at
  // "Friday last week": the week is another period.
  const isAfter = LAST_DAY.test(wordAt(tokens, found.end)) && !WEEK.test(wordAt(tokens, found.end + 1))
  const isBefore = LAST_DAY.test(wordAt(tokens, named - 1))
  const from = isBefore ? named - 1 : named
  const before = wordAt(tokens, from - 1)
  // "上周五" is the Friday of last week, not the latest one.
  if (/^[上下]$/.test(before)) {
    const isLastWeek =
      before === '上' &&
      wordAt(tokens, from - 2) !== '上' &&
      !HAN_OPEN.test(wordsAfter(tokens, found.end)) &&
      !HAN_SINCE.test(wordsAfter(tokens, found.end))
    return { from: from - 1, to: found.end, period: isLastWeek ? `last_week_day_${found.weekday}` : 'unknown' }
  }
  const isEach = HABIT.test(before) || (before === 'di' && EACH_TIME.test(wordAt(tokens, from - 2)))
  const isHabit = isEach && !isAfter && !isBefore
  return isHabit || AHEAD_AFTER.test(wordAt(tokens, found.end))
    ? undefined
    : weekdayIn(tokens, { from, end: isAfter ? found.end + 1 : found.end, weekday: found.weekday })
}

/** "From Monday to Wednesday", "between Monday and Friday": the newest such days whose last one has begun. */
function weekdayRangeAt(tokens: readonly Token[], at: number): Found | undefined {
  const before = wordAt(tokens, at - 1)
  const isLed = LEADS_WEEKDAYS.test(wordAt(tokens, at))
  const start = past(tokens, isLed ? at + 1 : at, HAN_WEEK_PREFIX, 1)
  const first = weekdayOf(tokens, past(tokens, start, FILLER, 1))
  const joint = first === undefined ? at : past(tokens, first.end, TO, 2)
  if (first === undefined || joint === first.end) return undefined
  if (AND.test(wordAt(tokens, first.end)) && !BETWEEN_AND.test(wordAt(tokens, at))) return undefined
  const second = weekdayOf(tokens, past(tokens, past(tokens, joint, FILLER, 2), HAN_WEEK_PREFIX, 1))
  if (second === undefined) return undefined
  const isOther = HABIT.test(before) || LAST_DAY.test(before) || /^[上下]$/.test(before) || first.weekday === second.weekday
  return { from: at, to: second.end, period: isOther ? 'unknown' : `weekday_${first.weekday}_to_${second.weekday}` }
}
const LEADS_WEEKDAYS = /^(?:between|from|zwischen|vom|von|entre|du|de|desde|del|tra|fra|da|dal|dalla|между|с|со|从|自)$/u
const HAN_WEEK_PREFIX = /^[星礼]$/u

const QUARTER = /^(?:quarters?|quartals?|trimestres?|trimestri|квартал\p{L}*)$/u
const QUARTER_ORDINALS = [
  '1|first|erste[nrms]?|premier|primer|primo|primeiro|перв\\p{L}*',
  '2|second|zweite[nrms]?|deuxieme|second|segundo|secondo|втор\\p{L}*',
  '3|third|dritte[nrms]?|troisieme|tercer|terzo|terceiro|трет\\p{L}*',
  '4|fourth|vierte[nrms]?|quatrieme|cuarto|quarto|четверт\\p{L}*',
].map(pattern)
const QUARTER_BOUNDS =
  /^(?:since|until|till|before|after|from|through|between|to|end|start|beginning|middle|half|month|week|early|late|mid|seit|ab|bis|vor|nach|zwischen|anfang|mitte|ende|halfte|depuis|avant|apres|debut|fin|desde|hasta|antes|despues|principios|finales|da|dal|fino|prima|dopo|inizio|fine|ate|depois|inicio|с|до|по|после|перед|начал\p{L}*|кон[ец]\p{L}*)$/u

/** "Q3", "Q3 2025", "the third quarter", "3. Quartal": its months, the newest ones without a year. */
function quarterAt(tokens: readonly Token[], at: number): Found | undefined {
  const found = shortQuarterAt(tokens, at) ?? longQuarterAt(tokens, at)
  if (found === undefined) return undefined
  const dated = withYear(tokens, { month: found.quarter * 3 - 2, end: found.end })
  const last: Day = { ...dated, month: found.quarter * 3, day: DAYS_OF_MONTH[found.quarter * 3 - 1] ?? 31 }
  const from = beforeOf(tokens, at)
  const isPart = [from - 3, from - 2, from - 1, from].some((place) => place < at && QUARTER_BOUNDS.test(wordAt(tokens, place)))
  return { from, to: dated.end, period: isPart ? 'unknown' : `from_${textOf(dated)}_to_${textOf(last)}` }
}

type Quarter = { readonly quarter: number; readonly end: number }

function shortQuarterAt(tokens: readonly Token[], at: number): Quarter | undefined {
  const quarter = /^[qt]$/.test(wordAt(tokens, at)) ? numberAt(tokens, at + 1, [1, 4]) : undefined
  return quarter === undefined || tokens[at]?.end !== tokens[at + 1]?.start ? undefined : { quarter, end: at + 2 }
}

function longQuarterAt(tokens: readonly Token[], at: number): Quarter | undefined {
  const isHan = wordAt(tokens, at + 1) === '季'
  const han = isHan ? Number(hanNumber(wordAt(tokens, at))) || Number(wordAt(tokens, at)) : 0
  if (han >= 1 && han <= 4) return { quarter: han, end: past(tokens, at + 2, /^度$/, 1) }
  const quarter = QUARTER_ORDINALS.findIndex((is) => is.test(wordAt(tokens, at))) + 1
  const end = past(tokens, at + 1, QUARTER_ENDING, 1)
  return quarter > 0 && QUARTER.test(wordAt(tokens, end)) ? { quarter, end: end + 1 } : undefined
}
const QUARTER_ENDING = /^(?:st|nd|rd|th|er|e|o|º|и|ии|м|ем)$/u

/** "Week 46", "KW 46": no period has a number of a week. */
function numberedWeekAt(tokens: readonly Token[], at: number): Found | undefined {
  const isWeek = /^(?:week|kw|woche|semaine|semana|settimana|недел[яюи])$/u.test(wordAt(tokens, at))
  const isNumbered = isWeek && numberAt(tokens, at + 1, [1, 53]) !== undefined && tokens[at + 2] === undefined
  return isNumbered ? { from: at, to: at + 2, period: 'unknown' } : undefined
}

const FROM_ON = /^(?:until|till|to|through|onwards?)$/
const TO_NOW = /^(?:now|today)$/

type Weekday = { readonly from: number; readonly end: number; readonly weekday: number }

function weekdayIn(tokens: readonly Token[], { from: start, end, weekday }: Weekday): Found {
  const before = wordAt(tokens, start - 1)
  // "Da" is "of" in Portuguese and "since" in Italian.
  const isOf = before === 'da' && wordAt(tokens, start).endsWith('feira')
  const from = isOf || ON.test(before) ? start - 1 : start
  const outer = isOf ? '' : wordAt(tokens, from - 1)
  const after = end + (HAN_SINCE.exec(wordsAfter(tokens, end))?.[0].length ?? 0)
  const to = past(tokens, after, /^s$/, 1)
  // "From Monday until now"; another end is another span.
  if (before === 'from' && FROM_ON.test(wordAt(tokens, to)))
    return TO_NOW.test(wordAt(tokens, to + 1))
      ? { from, to: to + 2, period: `since_weekday_${weekday}` }
      : { from, to: to + 1, period: /^onwards?$/.test(wordAt(tokens, to)) ? `since_weekday_${weekday}` : 'unknown' }
  if (SINCE.test(outer) || after > end) return { from: SINCE.test(outer) ? from - 1 : from, to, period: `since_weekday_${weekday}` }
  return { from, to, period: OPEN.test(outer) || HAN_OPEN.test(wordsAfter(tokens, to)) ? 'unknown' : `weekday_${weekday}` }
}

const AGO =
  /(?<![\p{L}\p{N}])(?:(?:(\p{N}{1,3}) (?:days? ago|giorni fa|dias atras|дн(?:я|еи) назад)|(?:vor (\p{N}{1,3}) tagen|il y a (\p{N}{1,3}) jours|hace (\p{N}{1,3}) dias|ha (\p{N}{1,3}) dias))(?![\p{L}\p{N}])|(\p{N}{1,3}) ?天(?:之)?前)/iu
const TWO_DAYS_AGO =
  /(?<![\p{L}\p{N}])(?:the day before yesterday|two days ago|vorgestern|vor zwei tagen|avant[- ]hier|il y a deux jours|anteayer|antes de ayer|hace dos dias|l ?altro ieri|altroieri|due giorni fa|anteontem|ha dois dias|dois dias atras|позавчера|два дня назад)(?![\p{L}\p{N}])|前天/iu
/** Some weeks, months or hours ago: a day or a span around it. */
const LONG_AGO =
  /(?<![\p{L}\p{N}])(?:(?:(?:\p{N}+|a|an|one|two|three|four|five|six|couple of|few|several|due|tre|quattro|una?|dois|duas|tres|um|uma|два|две|три) )?(?:hours?|days?|weeks?|fortnights?|months?|years?) ago|vor (?:\p{N}+|eine[mnr]|zwei|drei|vier|funf|sechs|ein paar|einigen) (?:stunden?|tage?n?|wochen?|monate?n?|jahre?n?)|il y a (?:\p{N}+|une?|deux|trois|quatre|quelques) (?:heures?|jours?|semaines?|mois|ans?)|hace (?:\p{N}+|una?|dos|tres|cuatro|unas|unos|pocos) (?:horas?|dias?|semanas?|mes(?:es)?|anos?)|(?:\p{N}+|una?|due|tre|quattro|qualche) (?:or[ae]|giorn[io]|settiman[ae]|mes[ei]|ann[io]) fa|ha (?:\p{N}+|uma?|dois|duas|tres|quatro|algumas?) (?:horas?|dias?|semanas?|mes(?:es)?|anos?)|(?:\p{N}+|uma?|dois|duas|tres|quatro) (?:horas?|dias?|semanas?|mes(?:es)?|anos?) atras|(?:\p{N}+ |два |две |три |четыре )?(?:час|дн|недел|месяц|лет|год)\p{L}* назад)(?![\p{L}\p{N}])|[\p{N}一二两三四五六七八九十几](?:(?:个)?(?:小时|天|周|星期|年)|个月)(?:之)?前/iu
/** An open span since such a day is none of the periods. */
const OPEN_BEFORE = /(?:since|seit|depuis|desde|da|с|со|until|bis|从)\s*$/iu

/** "Na sexta" at the end: elsewhere it is also "sixth". */
const SHORT_FEIRA = /(?<=(?:^| )(?:na|da|de|desde) )(segunda|terca|quarta|quinta|sexta)(?=(?: passada)?\s*(?:[?.!,]|$))/giu

type Span = { readonly start: number; readonly end: number; readonly period: OwnPeriod | 'unknown' }

/** Between dates that are all asked for: "on Monday and Tuesday". */
const JOINT =
  /^[\s.,;、，]*(?:and|und|et|y|e|и|和|跟|与|vs\.?|versus|than|als)?\s*(?:(?:on|am|den|dem|the|el|le|lo|il|o|del|du|dal|в|за|at|在)\s+)*$/iu
const BETWEEN_THEM = /(?:between|zwischen|entre|tra|fra|между)\s+(?:the|el|il|o|le|dem)?\s*$/iu
const MOST_DATES = 3

const normalized = (written: string, language: AgentLanguage): string =>
  foldText(written)
    .replaceAll(SHORT_FEIRA, '$1-feira')
    .replaceAll(HYPHENATED, '$1/$2/$3')
    .replaceAll(SLASHED, slashedDate(language))
    .replaceAll(DOTTED, dottedDate)
    .replaceAll(/[一二三四五六七八九十]{1,3}(?=[月日号])/gu, hanNumber)

/** Whether a question names a date, a quarter, a week by its number, or several days in a row; days alone and spans ago are not tested. */
export function namesDate(written: string, language: AgentLanguage): boolean {
  if (!MAY_BE_DATE.test(written)) return false
  const tokens = tokensOf(normalized(written, language))
  return tokens.some((_, at) => CALENDAR.some((find) => find(tokens, at) !== undefined))
}
/** Without a number or two days, no date needs to be searched for. */
const MAY_BE_DATE = /\p{N}|[一二三四五六七八九十]|quart|квартал|trimestr|day|tag|di|nes|feira|вторник|сред|четверг|пятниц/iu
const CALENDAR = [rangeAt, quarterAt, dayAt, numberedWeekAt, weekdayRangeAt] as const

/** The dates, weekdays or days some days ago that a question names; undefined without one. */
export function dateCut(written: string, language: AgentLanguage): DateCut | undefined {
  let text = normalized(written, language)
  const read = text
  const spans: Span[] = []
  for (let found = spanIn(text); found !== undefined && spans.length <= MOST_DATES; found = spanIn(text)) {
    spans.push(found)
    text = text.slice(0, found.start).padEnd(found.end) + text.slice(found.end)
  }
  if (spans.length === 0) return undefined
  const ordered = spans.toSorted((a, b) => a.start - b.start)
  // "Between Monday and Wednesday" is every day from one to the other.
  const isBetween = ordered.length > 1 && BETWEEN_THEM.test(read.slice(0, ordered[0]?.start))
  const isJoined = !isBetween && ordered.every(({ start }, at) => at === 0 || JOINT.test(read.slice(ordered[at - 1]?.end, start)))
  const periods = ordered.flatMap(({ period }) => (period === 'unknown' ? [] : [period]))
  const [first, last] = [ordered[0]?.start ?? 0, ordered.at(-1)?.end ?? 0]
  const rest = isJoined ? `${read.slice(0, first)} ${read.slice(last)}` : text
  return { text: rest.trim(), periods: isJoined && periods.length === spans.length && spans.length <= MOST_DATES ? periods : 'unknown' }
}

function spanIn(text: string): Span | undefined {
  const ago = AGO.exec(text) ?? TWO_DAYS_AGO.exec(text)
  const long = ago === null ? LONG_AGO.exec(text) : null
  if (long !== null) return { start: long.index, end: long.index + long[0].length, period: 'unknown' }
  if (ago !== null) {
    const days = Number(ago.slice(1).find(Boolean) ?? 2)
    const period = OPEN_BEFORE.test(text.slice(0, ago.index)) || days === 0 ? 'unknown' : (`days_ago_${days}` as const)
    return { start: ago.index, end: ago.index + ago[0].length, period }
  }
  const tokens = tokensOf(text)
  for (const find of [...CALENDAR, weekdayAt]) {
    for (let at = 0; at < tokens.length; at += 1) {
      const found = find(tokens, at)
      const [first, last] = [tokens[found?.from ?? 0], tokens[(found?.to ?? 1) - 1]]
      if (found !== undefined && first !== undefined && last !== undefined)
        return { start: first.start, end: last.end, period: found.period }
    }
  }
  return undefined
}
