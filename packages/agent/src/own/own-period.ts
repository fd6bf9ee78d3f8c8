import { defined } from '@aerie/core/defined'
import type { AgentLanguage } from '../concepts.ts'
import type { Horizon } from '../horizons.ts'
import type { Reading } from '../reading.ts'
import type { OwnGrouping, OwnPeriod } from './own-call.ts'
import type { OwnMatcher, Phrases } from './own-matcher.ts'
import { bestUnitIn } from './own-unit.ts'

const HOURS_A_DAY = 24
const MOST_DAYS = 3_650
const UNIT_DAYS = [1, 7, 30]

/** Period of a question: none is all time; `unknown` is a time that no call can express. */
export type PeriodReading = { readonly period?: OwnPeriod; readonly also?: readonly OwnPeriod[] } | 'unknown'

/** The period before a current one. */
export const EARLIER: Readonly<Record<string, OwnPeriod>> = {
  today: 'yesterday',
  this_week: 'last_week',
  this_month: 'last_month',
  this_quarter: 'last_quarter',
  this_year: 'last_year',
  last_7_days: 'last_week',
  last_30_days: 'last_month',
}

/** Between two periods that are both asked for: "this month vs last month". */
const JOINT =
  / (?:and|und|et|y|e|ed|и|or|oder|ou|o|oppure|или|vs|versus|than|als|qu en|que en?|gegenuber|gegen|contre|contra|contro|против|чем|compared (?:to|with)|im vergleich zu[mr]?)(?= )|和|跟|与|比|、|对比|还是|或/gu
/** "This month and last". */
const AND_LAST =
  / (?:and|und|et|y|e|ed|и|vs|versus|than|als|compared (?:to|with)) (?:the |el |la |le |il |lo |o |a |den |die |das |no |na )?(?:last|previous|letzte[nrs]?|vorige[nrs]?|passee?|derniere?|precedente?|pasad[oa]|anterior|scors[oa]|passad[oa]|прошл\p{L}*)(?: one)? $/u
/** Before a month, which is left out: "before November", "until November". */
const BEFORE: Readonly<Record<AgentLanguage, RegExp>> = {
  en: / (?:before|prior to|until|till)(?= )/gu,
  de: / vor(?: dem)?(?= )/gu,
  fr: / avant(?= )/gu,
  es: / antes de(?= )/gu,
  it: / prima (?:di|del)(?= )/gu,
  pt: / antes d[eo](?= )/gu,
  ru: / (?:до|перед)(?= )/gu,
  zh: /^$/gu,
}

/** Before a month, which may be included: "bis November" is answered without and with it. */
const UNTIL: Readonly<Record<AgentLanguage, RegExp>> = {
  en: / (?:up to|through)(?= )/gu,
  de: / bis(?= )/gu,
  fr: / jusqu (?:a|au|en)(?= )/gu,
  es: / hasta(?= )/gu,
  it: / fino ad?(?= )/gu,
  pt: / ate(?= )/gu,
  ru: / по(?= )/gu,
  zh: /截至|截止到?|直到|到(?=.{1,5}为止)/gu,
}

/** "Since January", "since the 1st of January": up to today, and so more than January. */
const SINCE: Readonly<Record<AgentLanguage, RegExp>> = {
  en: / since(?= )/gu,
  de: / (?:seit|ab)(?= )/gu,
  fr: / depuis(?= )/gu,
  es: / desde(?= )/gu,
  it: / (?:da|dal)(?= )/gu,
  pt: / desde(?= )/gu,
  ru: / (?:с|со)(?= )/gu,
  zh: /从|自从/gu,
}

/** A bound of an open span before a time: "since yesterday", "up to last week", "before October". */
const BOUND: Readonly<Record<AgentLanguage, RegExp>> = {
  en: / (?:since|until|till|up to|before|prior to|after|by the end of)(?= )/gu,
  de: / (?:seit(?! (?:monats|wochen|quartals))|bis|bis zum|vor|vor dem|nach|nach dem|ab)(?= )/gu,
  fr: / (?:depuis|jusqu a|jusqu en|avant|apres)(?= )/gu,
  es: / (?:desde|hasta|antes de|antes del|despues de|despues del)(?= )/gu,
  it: / (?:da|dal|dalla|fino a|fino al|prima di|prima del|dopo|dopo il)(?= )/gu,
  pt: / (?:desde|ate|antes de|antes do|antes da|depois de|depois do|depois da)(?= )/gu,
  ru: / (?:с|со|до|по|после|перед)(?= )/gu,
  zh: /从|自从|截至|直到/gu,
}

/** "First week of November", "end of October": a part of a month or year. */
const PART =
  / (?:(?:first|second|third|fourth|last|final|1st|2nd|3rd|4th|other) (?:few )?(?:week|weeks|half|day|days|month|months|quarter) of|(?:end|start|beginning|middle|rest) of|early|mid|late|(?:erste|zweite|dritte|letzte)[nrs]? (?:woche|halfte|tage|tag) (?:im|des|vom)|(?:anfang|mitte|ende)|(?:premiere|deuxieme|derniere) (?:semaine|moitie) (?:de|d)|(?:debut|mi|fin) (?:de )?|(?:primera|segunda|ultima) (?:semana|mitad|quincena) de|(?:principios|mediados|finales|inicio|fin) de|(?:prima|seconda|ultima) (?:settimana|meta) di|(?:inizio|meta|fine) (?:di )?|(?:primeira|segunda|ultima) (?:semana|metade|quinzena) de|(?:comeco|inicio|meados|meio|final|fim) de|(?:перв|втор|трет|последн)\p{L}* (?:недел|половин)\p{L}*|(?:начал|середин|кон[ец])\p{L}*) |[上中下]旬|第[一二三四]周|上半|下半|月[初中末底]/u

/** All time, although it says "since" or "today", or names an opening: "since I opened the account". */
const SINCE_START =
  / (?:since (?:i|we) (?:started|began|opened|joined)(?! (?:using|with|to|doing|adding|setting|going|following|it) )(?: trading| (?:the|my|this) account)?|since the (?:start|beginning)|since day one|seit (?:beginn|anfang|start)|seit (?:der )?(?:konto)?eroffnung|seit ich (?:(?:das |mein |dieses )?konto (?:eroffnet )?habe|trade|handle|dabei bin|hier bin|angefangen habe|begonnen habe)|depuis le debut|depuis (?:l )?ouverture(?: d[ue] (?:mon |ce )?compte)?|depuis que j (?:ai )?(?:ouvert|commence|debute)(?: (?:mon|le|ce) compte| a trader)?|depuis que je (?:trade|suis la)|desde el (?:principio|inicio|comienzo)|desde que (?:empece|abri|comence)(?! (?:a usar|con|a poner|a seguir) )(?: (?:la|mi|esta) cuenta| a operar)?|dall inizio|dall apertura(?: del conto)?|da quando (?:ho (?:aperto|iniziato|cominciato)(?! a (?:usare|mettere|seguire) )(?: (?:il|questo) (?:mio )?conto| a fare trading| a operare)?|opero)|desde o (?:inicio|comeco)|desde que (?:comecei|abri)(?! (?:a usar|com|a colocar|a seguir) )(?: (?:a|minha|a minha|esta) conta| a operar)?|с самого начала|с (?:момента )?открытия(?: (?:моего )?счета)?|с начала (?:торговли|работы)|(?:up to|until|till) today|bis heute|jusqu a aujourd hui|hasta hoy|fino a(?:d)? oggi|ate hoje|до сегодня\p{L}*)(?= )|自?开户以来|自?开户到现在|从开户|开始交易以来|从一开始|截至今天/u

/** "Before I used stops", "since I switched": a time by what happened. */
const EVENT =
  / (?:(?:before|after) i(?! (?:get|am|m|would|run) )|(?:bevor|nachdem|seitdem|seit) ich|(?:avant|apres) (?:que (?:je?|j)|d avoir|avoir)|depuis que je?|(?:antes|despues) de (?:que|haber|empezar)|desde que|(?:prima|dopo) (?:che|aver\p{L}*)|da quando|(?:antes|depois) (?:de|que) (?:eu|ter|comecar)|(?:до|после) того как|с тех пор(?: как)?|(?:since|until|before|after) (?:then|that)|seitdem|seither|bis dahin|depuis lors|(?:avant|apres) (?:ca|cela)|(?:desde|hasta) entonces|(?:antes|despues) de es[oe]|da allora|(?:prima|dopo) di (?:quello|cio)|desde entao|ate entao|(?:antes|depois) disso|(?:до|после) этого)(?= )|自从|自我|从那(?:以后|时|之后)|(?:在|到)?那之[前后]|(?:开始|改用).{1,12}(?:之?后|以来|之?前)/u

/** A question without the words for all time, and those words. "Since the start of October" is not all time. */
export function withoutStart(plain: string, matcher: OwnMatcher): { readonly plain: string; readonly start: string | undefined } {
  const start = monthsIn(plain, matcher).length === 0 ? SINCE_START.exec(plain)?.[0] : undefined
  return { plain: start === undefined ? plain : plain.replace(start, ''), start }
}

type Dated = {
  readonly plain: string
  readonly groupings: readonly OwnGrouping[]
  readonly matcher: OwnMatcher
  /** All time is named. */
  readonly isSinceStart: boolean
  /** The question with a word instead of each comma: "today, this week and this month". */
  readonly listed?: string
  /** Dates that were cut from the question. */
  readonly dates?: readonly OwnPeriod[] | 'unknown'
  /** The question without the phrases of own data, and so without named periods. */
  readonly rest: () => Reading
}

/** Period of a question. Days, weeks and months count whole days up to today; a month name is the latest one. */
export function periodOf({ dates, ...asked }: Dated, reading: Reading): PeriodReading {
  const named = periodIn(asked, reading)
  if (dates === undefined) return named
  if (named === 'unknown' || dates === 'unknown') return 'unknown'
  const [period, ...also] = dates
  const weekday = /^weekday_(\d)$/.exec(period ?? '')?.[1]
  // "Friday last week" is not the latest Friday.
  if (named.period === 'last_week' && weekday !== undefined && also.length === 0) return { period: `last_week_day_${Number(weekday)}` }
  // "Yesterday and the day before yesterday".
  if ((named.period === 'yesterday' || named.period === 'today') && named.also === undefined && dates.every((date) => DAY.test(date)))
    return { period: named.period, also: dates }
  return named.period !== undefined || period === undefined ? 'unknown' : { period, ...(also.length > 0 && { also }) }
}

/** A single day. */
const DAY = /^(?:days_ago|weekday|on)_[\d-]+$/

function periodIn({ plain, listed, groupings, matcher, isSinceStart, rest }: Dated, reading: Reading): PeriodReading {
  if (AND_AFTER.test(plain) || EVENT.test(plain)) return 'unknown'
  const once = namedPeriod(plain, matcher)
  const named = once === 'unknown' && listed !== undefined ? namedPeriod(listed, matcher) : once
  // "This month in the morning", "last week after lunch": a part of the period.
  if (named !== undefined) return rest().segments.some(({ horizons }) => horizons.some(isVagueTime)) ? 'unknown' : named
  if (isSinceStart) return {}
  // "At what hour of the day", "我最好的一天": a grouping, not a time.
  const isOfClock = groupings.includes('hour') || groupings.includes('weekday')
  const read = daysOf(reading, matcher.noTime(plain) ? 1 : 0)
  const isOfUnit = isOfClock
    ? read === 'unknown' || read === 1
    : bestUnitIn(plain, true) !== undefined && UNIT_DAYS.some((days) => days === read)
  const days = isOfUnit ? undefined : read
  if (days === 'unknown' || matcher.otherTime(plain)) return 'unknown'
  if (days === undefined) return {}
  // "Yday", in whatever spelling; weeks and months are spans up to today.
  const isDay = reading.segments.some(({ horizons }) => horizons.some((each) => each.isDay === true))
  return { period: isDay ? (days === 1 ? 'yesterday' : `days_ago_${days}`) : `last_${days}_days` }
}

/** "Before November vs after". */
const AND_AFTER =
  / (?:vs|versus|and|or|than|compared (?:to|with)|und|oder|als|gegen|et|ou|que|y|o|e|и|или) (?:after|afterwards|since|before|danach|davor|nachher|vorher|apres|avant|despues|antes|dopo|prima|depois|после|до)(?: (?:it|that|then))? $/u

/** A period or month by its name; undefined without one. */
function namedPeriod(plain: string, matcher: OwnMatcher): PeriodReading | undefined {
  const [named, ...others] = [...matcher.periods].filter(([, is]) => is(plain))
  const [month, ...months] = monthsIn(plain, matcher)
  if (others.length + months.length > 0) return joinedPeriods(plain, matcher)
  if (month !== undefined) return named === undefined || named[0] === 'this_year' ? monthPeriod(plain, month, matcher) : 'unknown'
  if (named === undefined) return undefined
  const [period, is] = named
  const current = CURRENT.get(period)
  if (current !== undefined && isComparedWith(plain, matcher, is)) return { period: current, also: [period] }
  if (isAfter(plain, BOUND[matcher.language], is)) return 'unknown'
  if (!AND_LAST.test(plain)) return { period }
  const before = EARLIER[period]
  return before === undefined ? 'unknown' : { period, also: [before] }
}

const CURRENT: ReadonlyMap<OwnPeriod, OwnPeriod> = new Map(
  Object.entries(EARLIER).flatMap(([period, before]) => (period.startsWith('last_') ? [] : [[before, period as OwnPeriod] as const])),
)
/** "My PnL compared to last month": this one too. */
function isComparedWith(plain: string, { topics }: OwnMatcher, is: Phrases): boolean {
  if (isAfter(plain, THAN, is)) return true
  const { index } = COMPARED.exec(plain) ?? {}
  if (index === undefined || !is(plain.slice(index))) return false
  const before = plain.startsWith(' ') ? plain.slice(0, index + 1) : plain
  return IMPROVED.test(before) || [...topics.values()].some((is) => is(before))
}
/** "Have I improved compared to last month". */
const IMPROVED =
  / (?:better|improved?|improving|worse|besser|verbessert|schlechter|mejor\p{L}*|empeor\p{L}*|amelior\p{L}*|mieux|progresse|miglior\p{L}*|meglio|peggior\p{L}*|melhor\p{L}*|pior\p{L}*|улучш\p{L}*|лучше|хуже) |进步|更好/u
/** "Did I make more than last week". */
const THAN =
  /(?<= (?:more|less|better|worse|mehr|weniger|besser|schlechter|plus|moins|mieux|mas|menos|mejor|peor|piu|meno|meglio|peggio|mais|melhor|pior|больше|меньше|лучше|хуже) (?:\p{L}+ ){0,3})(?:than|als|que|che|do que|чем)(?= )/gu
const COMPARED =
  / (?:compared (?:to|with)|vs|versus|im vergleich zu[mr]?|verglichen mit|gegenuber|compare a|par rapport a[u]?|comparad[oa] con|respecto (?:al?|a la)|en comparacion con|rispetto (?:al?|alla)|em comparacao com|comparad[oa] com|em relacao a[o]?|по сравнению с|против) |[跟和与比].*(?:相比|比)|比上/u

/** "This month vs last month", "October and November"; not from one to another, and not two at once: "last week in October". */
function joinedPeriods(plain: string, matcher: OwnMatcher): PeriodReading {
  if (BETWEEN.test(plain)) return 'unknown'
  for (const { 0: joint, index } of plain.matchAll(JOINT)) {
    const [first, second] = [plain.slice(0, index).padEnd(index + 1), plain.slice(index + joint.length)].map((half) =>
      namedPeriod(half, matcher),
    )
    if (first === undefined || second === undefined || first === 'unknown' || second === 'unknown') continue
    const [period, ...also] = [first, second].flatMap((half) => [half.period, ...(half.also ?? [])]).filter((each) => each !== undefined)
    if (period !== undefined && also.length < MOST_PERIODS) return { period, also }
  }
  return 'unknown'
}
const BETWEEN = / (?:between|zwischen|entre|tra|fra|между) /u
const MOST_PERIODS = 3

/** 十一月 contains 一月: of Chinese names, the longest wins. */
function monthsIn(plain: string, { months, language }: OwnMatcher): number[] {
  const found = months.flatMap((is, at) => (is(plain) ? [at + 1] : []))
  if (language !== 'zh' || found.length < 2) return found
  return [...plain.matchAll(/[\d一二三四五六七八九十]+月/gu)].length > 1 ? found : found.slice(-1)
}

function monthPeriod(plain: string, month: number, { months, language }: OwnMatcher): PeriodReading {
  const is = defined(months[month - 1])
  const isSince = isAfter(plain, SINCE[language], is) || plain.includes('月以来') || /月\d+日以来/u.test(plain)
  // "Since the beginning of January" is since January.
  if (PART.test(isSince ? plain.replace(START, ' ') : plain)) return 'unknown'
  if (isSince) return { period: `since_month_${month}` }
  if (isAfter(plain, BEFORE[language], is) || /月(?:之前|以前|前)/u.test(plain)) return { period: `before_${monthText(month)}-01` }
  if (isAfter(plain, UNTIL[language], is))
    return { period: `before_${monthText(month)}-01`, also: [`until_${monthText(month)}-${LAST_DAY}`] }
  // "Trades from October": in it, or since.
  return isAfter(plain, BOUND[language], is) || isAfter(plain, FROM, is) ? 'unknown' : { period: `month_${month}` }
}
const monthText = (month: number): string => String(month).padStart(2, '0')
/** Of a shorter month too. */
const LAST_DAY = 31
const FROM = / from(?= )/gu
const START =
  / (?:(?:the )?(?:start|beginning) of|anfang|beginn|(?:le )?debut|(?:el )?(?:principios|inicio|comienzo)|(?:l )?inizio|(?:o )?(?:comeco|inicio)|начала)(?= )/u

/** Whether the words of a time come right after such a word. */
const isAfter = (plain: string, before: RegExp, is: Phrases): boolean =>
  [...plain.matchAll(before)].some(({ 0: bound, index }) => {
    const after = plain.slice(index + bound.length)
    if (!plain.startsWith(' ')) return is(after.slice(0, NEAR_LETTERS))
    const words = after.replace(FILLER, ' ').trim().split(' ').slice(0, NEAR_WORDS)
    // Without its first word, the time must be another one, or none.
    return words.some((_, at) => is(`${bound} ${words.slice(0, at + 1).join(' ')} `) && !is(` ${words.slice(1, at + 1).join(' ')} `))
  })
/** "The 1st of", "the start of". */
const FILLER =
  /^ (?:(?:the|start|end|beginning|early|mid|late|of|le|la|l|les|el|los|il|lo|o|a|os|de|del|do|da|du|d|des|der|die|dem|den|zum|anfang|beginn|mitte|ende|debut|fin|inicio|principios|comienzo|inizio|fine|comeco|fim|начала|конца|середины|first|ersten|premier|primero|primo|primeiro|первого|\p{N}+(?:st|nd|rd|th|er|e|o)?) )+/u
const NEAR_WORDS = 3
const NEAR_LETTERS = 4

function daysOf({ segments }: Reading, excused: number): number | 'unknown' | undefined {
  const named = segments.flatMap(({ horizons }) => horizons).filter(isTime)
  const vague = named.filter(({ hours }) => Number.isNaN(hours))
  const spans = vague.length <= excused ? named.filter((each) => !vague.includes(each)) : named
  const [span] = spans
  if (span === undefined) return undefined
  const days = span.hours / HOURS_A_DAY
  const isWhole = Number.isInteger(days) && days >= 1 && days <= MOST_DAYS && span.isOfHours !== true
  // "За неделю": results lie in the past.
  return spans.length === 1 && isWhole && (span.direction !== 'future' || span.isWeak === true) ? days : 'unknown'
}

const isVagueTime = (horizon: Horizon): boolean => isTime(horizon) && (Number.isNaN(horizon.hours) || horizon.direction === 'future')

const isTime = ({ direction, isBare, isToday }: Horizon): boolean => direction !== 'now' && isBare !== true && isToday !== true
