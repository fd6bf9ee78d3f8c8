import { defined } from '@aerie/core/defined'
import { AGENT_LANGUAGES, type AgentLanguage, type Concept } from '../concepts.ts'
import { STRONG } from '../intents.ts'
import type { Reading } from '../reading.ts'
import { unreadIn } from '../text/detected-language.ts'
import { editDistance, nearestWords } from '../text/words.ts'
import { ownChinese } from './lexicon/chinese.ts'
import { ownEnglish } from './lexicon/english.ts'
import { ownFrench } from './lexicon/french.ts'
import { ownGerman } from './lexicon/german.ts'
import { ownItalian } from './lexicon/italian.ts'
import { ownPortuguese } from './lexicon/portuguese.ts'
import { ownRussian } from './lexicon/russian.ts'
import { ownSpanish } from './lexicon/spanish.ts'
import type { OwnCall, OwnFigure, OwnGrouping, OwnPeriod } from './own-call.ts'
import { dateCut } from './own-dates.ts'
import { type Exclusion, exclusionCut } from './own-exclusion.ts'
import { callsOf, continued, isCoinless, isOfBook, isTimed, type OwnChange, type OwnFrame, type OwnSubject } from './own-frame.ts'
import type { OwnLexicon, OwnTopic } from './own-lexicon.ts'
import { type OwnMatcher, type OwnMeaning, ownMatcher, plainWords } from './own-matcher.ts'
import { orderedBy } from './own-orders.ts'
import { EARLIER, type PeriodReading, periodOf, withoutStart } from './own-period.ts'
import { isCompared, isExtreme, isRestricted, MEAN, MEANS, OF_COINS, WON_OR_LOST } from './own-restriction.ts'
import { bestUnitIn, type OwnUnit, unitCut } from './own-unit.ts'
import { isForeign, isLimiting, isUsedBy } from './own-use.ts'
import { withOpenOrders } from './own-waiting.ts'

/** Own-data phrases by language. */
export const OWN_LEXICONS: Readonly<Record<AgentLanguage, OwnLexicon>> = {
  en: ownEnglish,
  de: ownGerman,
  fr: ownFrench,
  es: ownSpanish,
  it: ownItalian,
  pt: ownPortuguese,
  ru: ownRussian,
  zh: ownChinese,
}

/**
 * Question about own data; `calls` is empty with a `problem`: an unknown time or coin, somebody else's account, or a command, which the
 * agent never carries out.
 */
export type OwnRequest = {
  readonly calls: readonly OwnCall[]
  readonly language: AgentLanguage
  readonly problem?: 'period' | 'now' | 'record' | 'recent' | 'narrow' | 'unknownCoin' | 'others' | 'command' | 'scope'
  readonly frame?: OwnFrame
  /** Words that were not understood beside what is answered: the answer names them. */
  readonly left?: readonly string[]
  /** A time was asked for that the list is not limited to: the answer says so. */
  readonly isUntimed?: boolean
  /** A part is left out, such as a reason: the answer says so. */
  readonly isPartLeft?: boolean
}

/** What earlier turns leave. `before`: the previous question, if it was on own data; `coins`: those of the previous question of any kind. */
export type OwnContext = {
  readonly before?: OwnFrame | undefined
  readonly coins: readonly string[]
  readonly language: AgentLanguage | undefined
}

/** Topics that never refer to a market, so "my" is optional. */
const ALWAYS_OWN: readonly OwnTopic[] = ['win_rate', 'profit_factor', 'expectancy', 'payoff', 'sqn', 'mean_r', 'mean_hold_ms']

const NAMED_TOPICS: readonly OwnTopic[] = ['positions', 'orders', 'fills', 'account', 'fees', 'funding', ...ALWAYS_OWN]

/** Reader of own-data questions in eight languages; `readRest` reads what is left of a question. Reuse it. */
export function ownReader(readRest: (text: string, language: AgentLanguage) => Reading) {
  const matchers = new Map(AGENT_LANGUAGES.map((language) => [language, ownMatcher(OWN_LEXICONS[language])]))

  const askedIn = ({ text, reading, ...cut }: Question, language: AgentLanguage): Asked => {
    const matcher = defined(matchers.get(language))
    const written = plainWords(text, language)
    const isNamed = [...matcher.topics.values()].some((is) => is(written))
    const spelled = isNamed || language !== reading.language ? written : repairedWords(written, reading.unknowns, matcher)
    const repaired = withOpenOrders(spelled, language, defined(matcher.topics.get('orders')))
    const { plain, start } = withoutStart(repaired, matcher)
    const coins = reading.mentioned.length > 0 ? reading.mentioned : reading.possible
    return {
      plain,
      isSinceStart: start !== undefined,
      isOfOwnStart: start !== undefined && (coins.length === 0 || matcher.self(`${start} `)),
      ...(text.search(COMMA) >= 0 && { listed: plainWords(text.replaceAll(COMMA, ` ${AND_IN[language]} `), language) }),
      rest: once(() => readRest(matcher.rest(plain), language)),
      reading,
      matcher,
      ...subjectsIn(plain, matcher),
      coins,
      ...cut,
    }
  }

  /** Where words are unknown, the language whose phrases of own data cover most of the text comes first. */
  const ordered = (text: string, { unknownCount }: Reading, languages: Languages): Languages => {
    if (unknownCount === 0 || languages.length === 1) return languages
    const left = new Map(
      languages.map((each) => [each, defined(matchers.get(each)).rest(plainWords(text, each)).replaceAll(' ', '').length]),
    )
    const [first, ...more] = languages.toSorted((a, b) => defined(left.get(a)) - defined(left.get(b)))
    return [first ?? languages[0], ...more]
  }

  /** "My win rate and my open orders": every part is answered, if all of them ask for something else. */
  const joined = (request: OwnRequest | null, question: Question, language: AgentLanguage): OwnRequest | undefined => {
    if (request === null) return undefined
    const { text } = question
    // In Portuguese, "o" is an article.
    const either = language === 'es' || language === 'it' ? text.replaceAll(/\s[ou]\s/giu, ' or ') : text
    const parts = either.split(JOIN).filter((part) => !isGreeting(readRest(part, language)))
    if (
      parts.length < 2 ||
      parts.length > MOST_PARTS ||
      (request.frame === undefined && request.problem !== 'now' && request.problem !== 'narrow')
    )
      return request
    // "Unrealised profit and loss", "realised and unrealised": one result.
    const plain = plainWords(text, language)
    if (realisedIn(plain) !== undefined || WINS_AND_LOSSES.test(plain) || GAINS_AND_LOSSES.test(plain)) return request
    const asked = parts.map((part, at) => {
      const named = at === 0 ? part : part.replace(THEIR, ' ')
      return askedIn({ ...question, text: named, reading: readRest(named, language) }, language)
    })
    const frames = framesOfParts(asked)
    // "My last 5 losses and their fees": the list shows them.
    if (frames?.[0]?.subject === 'list' && parts.some((part, at) => at > 0 && THEIR.test(part))) return request
    if (frames === undefined || isOneQuestion(either, frames)) return request
    const left = [...new Set(asked.flatMap((each) => leftOf(each, frames)))]
    return { calls: frames.flatMap(callsOf), frame: request.frame ?? defined(frames[0]), language: request.language, left }
  }

  /** Dates and coins that are left out are cut: the rest is read like a question without them. */
  const questionOf = (asked: string, whole: Reading, context: OwnContext): Question => {
    const language = whole.language ?? context.language ?? 'en'
    const written = asked.replace(OR_NOT, ' ').replace(AND_WHY, ' ').replace(AND_WHEN, ' ').replace(NOT_THAT, '')
    const date = dateCut(written, language)
    const left = exclusionCut(date?.text ?? written, language, (text) => readRest(text, language))
    const unit = unitCut(left?.text ?? date?.text ?? written)
    if (date === undefined && left === undefined && unit === undefined && written === asked) return { text: written, reading: whole }
    const text = unit?.text ?? left?.text ?? date?.text ?? written
    const reading = { ...readRest(text, language), language: whole.language }
    return {
      text,
      reading,
      ...(date && { dates: date.periods }),
      ...(left?.without && { left: left.without }),
      ...(left?.only && { only: left.only }),
      ...(unit && { unit: unit.unit }),
    }
  }

  const read = (written: string, whole: Reading, context: OwnContext): OwnRequest | undefined => {
    if (whole.unspoken !== undefined) return undefined
    const question = questionOf(written, whole, context)
    const { text, reading } = question
    const [first, ...more] = ordered(text, reading, languagesOf(text, reading, context))
    const asked = askedIn(question, first)
    // Only a name in the question's own language is one; "pire" of "mon pire trade" is a word of another.
    const isOthers = isOfOthers(asked)
    const found = isOthers ? undefined : requestOf(text, asked, context)
    if (found !== undefined) return withoutReason(joined(spokenIn(found, reading.language), question, first), written)
    for (const language of more) {
      const again = askedIn(question, language)
      const request = isOthers && ownerOf(again) ? undefined : requestOf(text, again, context)
      if (request !== undefined) return withoutReason(joined(spokenIn(request, reading.language), question, language), written)
    }
    return isOthers ? { calls: [], language: first, problem: 'others' } : undefined
  }

  /** Whether a text names what only an account has: an entry, a stop, fees. */
  const isOwnTopic = (text: string, reading: Reading): boolean =>
    languagesOf(text, reading, { coins: [], language: undefined }).some((language) => {
      const { topics } = defined(matchers.get(language))
      return NAMED_TOPICS.some((topic) => topics.get(topic)?.(plainWords(text, language)))
    })
  return { read, isOwnTopic }
}

/** "Did I make money yesterday or not". */
const OR_NOT = /[\s,]+(?:or not|oder nicht|ou (?:non|pas|n[aã]o)|o no|или нет)(?=\s*(?:$|[?.!,]))/iu

/** "Not the fees, the net result": only what follows is asked for. */
const NOT_THAT =
  /^\s*(?:not?|kein(?:e|en)?|nicht|pas|i (?:don['’]?t|do not) (?:want|need|care about)|ich will nicht|je ne veux pas|no quiero|no me interesan?|non voglio|non mi interessa(?:no)?|n[aã]o quero|n[aã]o me interessam?|не|не надо|мне не нужн[аы]|我?不要|不是|不看)\s*(?:\p{L}+ ?){1,3}[,，;]\s*(?:(?:but|just|only|sondern|nur|mais|seulement|juste|uniquement|quiero|sino|solo|sólo|voglio|quero|so|só|а|только|我要|只要)\s)*(?=\p{L})/iu

/** "My best trade and why": the trade, without a cause. */
const AND_WHY =
  /[\s,]+(?:and|und|et|y|e|и)\s+(?:why|how come|warum|wieso|weshalb|pourquoi|por\s?qu[eé]|perch[eé]|почему)(?=\s*(?:$|[?.!]))|[,，]\s*(?:为什么|为何)(?=\s*(?:$|[?？]))/iu

/** "My biggest loss and on which day": the trade shows its time. */
const AND_WHEN =
  /[\s,]+(?:and|und|et|y|e|и)\s+(?:when|(?:on )?(?:which|what) (?:day|date)|wann|an welchem (?:tag|datum)|quand|quel jour|cu[aá]ndo|(?:en )?qu[eé] d[ií]a|quando|(?:in )?che giorno|(?:em )?que dia|когда|в како\S день)(?: (?:was (?:it|that)|war (?:es|das)|c'?\s?[eé]tait|fue|è stato|foi|это было))?(?=\s*(?:$|[?.!]))|[,，]\s*(?:是)?(?:什么时候|哪天)(?=\s*(?:$|[?？]))/iu
const isDated = ({ frame }: OwnRequest): boolean => frame === undefined || frame.subject === 'list' || frame.subject.startsWith('per_')

const withoutReason = (request: OwnRequest | undefined, written: string): OwnRequest | undefined =>
  request === undefined || !(AND_WHY.test(written) || (AND_WHEN.test(written) && !isDated(request)))
    ? request
    : { ...request, isPartLeft: true }

/** A refusal is written in the language of the question, whichever phrases led to it. */
const spokenIn = (request: OwnRequest | null, language: AgentLanguage | undefined): OwnRequest | null =>
  request?.problem === undefined || language === undefined ? request : { ...request, language }

type Cut = {
  readonly dates?: readonly OwnPeriod[] | 'unknown'
  readonly left?: Exclusion['without']
  readonly only?: Exclusion['only']
  readonly unit?: OwnUnit
}
type Question = Cut & { readonly text: string; readonly reading: Reading }

/** In a later part of a question: of what the first part names. */
const THEIR = /(?<!\p{L})(?:their|leurs?|loro|sus?|seus?|deren|их)(?!\p{L})/iu
/** "How many wins and losses": one count. */
const WINS_AND_LOSSES =
  / (?:how many|wie viele|combien de|cuant[ao]s|quant[ei]|quant[ao]s|сколько) (?:\p{L}+ )?(?:wins|winners|gewinn\p{L}*|gain\p{L}*|ganad\p{L}*|vincent\p{L}*|ganh\p{L}*|прибыльн\p{L}*) (?:and|or|vs|und|oder|et|ou|y|o|e|и|или) /u
/** "Gains and losses": one result. */
const GAINS_AND_LOSSES =
  / (?:(?:gains?|profits?|gewinne?|ganancias?|guadagni|profitti|ganhos|lucros|прибыл\p{L}*) (?:and|or|und|oder|et|ou|y|o|e|и|или) (?:loss(?:es)?|verluste?|pertes?|perdidas?|perdite|perdas|prejuizos|убытк\p{L}*)|(?:loss(?:es)?|verluste?|pertes?|perdidas?|perdite|perdas|prejuizos|убытк\p{L}*) (?:and|or|und|oder|et|ou|y|o|e|и|или) (?:gains?|profits?|gewinne?|ganancias?|guadagni|profitti|ganhos|lucros|прибыл\p{L}*)) /u
const JOIN =
  /[,;]\s*(?:and|und|et|y|e|и|а)?\s+|\s(?:and|und|sowie|et|y|e|ed|и|&|vs\.?|versus|or|oder|ou|oppure|или)\s|和|以及|还有|或者?|，/iu
const isGreeting = ({ concepts, unknownCount }: Reading): boolean =>
  unknownCount === 0 && concepts.size > 0 && [...concepts].every((concept) => concept === 'greet' || concept === 'thanks')
const OR = /\s(?:or|oder|ou|oppure|или)\s|或/iu
/** "Am I winning or losing" is one question. */
const isOneQuestion = (text: string, frames: readonly OwnFrame[]): boolean =>
  (OR.test(text) && frames.some(({ subject }) => ONE_OF_TWO.includes(subject))) ||
  (VERSUS.test(text) && frames.some(({ subject }) => subject === 'list'))
/** "Holding time of winners vs losers". */
const VERSUS = /\s(?:vs\.?|versus)\s/iu
const ONE_OF_TWO: readonly OwnSubject[] = ['net', 'overview', 'list', 'trades', 'account']
const MOST_PARTS = 3

/** Questions of the parts; undefined unless each has its own subject and is understood. Earlier parts share what the last one names. */
function framesOfParts(parts: readonly Asked[]): readonly OwnFrame[] | undefined {
  const periods = parts.map((asked) => periodOf(asked, asked.reading))
  const changes = parts.map((asked, at) => changeIn(asked, defined(periods[at])))
  // "My last short, how did it go": one question.
  const isEcho = (change: OwnChange, at: number) =>
    change.subject === 'overview' && Object.keys(change).length === 1 && !isMine(defined(parts[at]))
  if (changes.some(({ subject }) => subject === 'list') && changes.some(isEcho)) return undefined
  const [first = {}, last = {}] = [changes[0], changes.at(-1)]
  // "My last 5 losses and the fees on them": a list shows them itself; "which coin did I trade most and my win rate on it" needs the answer.
  if ((first.subject === 'list' || first.by !== undefined) && parts.some((asked, at) => at > 0 && isReferred(asked))) return undefined
  const frames = changes.map((change, at) => {
    const asked = defined(parts[at])
    // "My PnL in October and my worst trade on BTC".
    if (at < changes.length - 1) return withShared(change, isTimed(change) && change.period !== undefined ? {} : last)
    // "My best trade in October and my worst in November".
    const isSameList = first.subject === 'list' && first.rank !== undefined && change.subject === undefined && change.rank !== undefined
    // "My fees in November and how much of it was BTC".
    const isPart = change.subject === undefined && isReferred(asked)
    // "And my win rate ever" is of all trades.
    const isOfAll = (asked.isSinceStart || ALL_TIME.test(asked.plain)) && !isReferred(asked)
    const isOfSame = change.subject === 'open' && (change.kind === 'stop' || change.kind === 'take_profit') && !MANY_STOPS.test(asked.plain)
    return withShared(
      isSameList || isPart ? { ...(first.subject && { subject: first.subject }), ...change } : change,
      isOfAll ? {} : first,
      isReferred(asked) || isOfSame,
    )
  })
  const isWhole = frames.every((frame, at) => {
    const [asked, period] = [defined(parts[at]), defined(periods[at])]
    // "My SOL short, liquidation?" is one question.
    const isAsking = asked.topics.size > 0 || frame.rank !== undefined || asked.plain.trim().split(' ').length > MOST_OF_NAME
    return isFrame(frame) && isAsking && !isNotOurs(asked) && checked(frame, asked, period).problem === undefined
  })
  const areRanked = frames.every(({ subject }) => subject === 'list')
  // A part of the first figure is another one.
  const keys = frames.map(({ subject, rank }, at) => (areRanked ? rank : changes[at]?.subject === undefined ? `part ${at}` : subject))
  // "Equity, free margin and open PnL": what one answer shows is shown once.
  const distinct = new Map(frames.map((frame) => [JSON.stringify(frame), frame]))
  const isDistinct = keys.every((key) => key !== undefined) && new Set(keys).size === distinct.size
  return isWhole && isDistinct && distinct.size > 1 ? [...distinct.values()].filter(isFrame) : undefined
}

/** "Where is my SOL liquidated and where is my stop": of that coin. */
const MANY_STOPS = / (?:stops|stopps|stop orders|take profits|tps|all|alle|tous|todos|tutti|все|стопы) |所有|全部/u

/** "In total" may be of the time that was named. */
const ALL_TIME =
  / (?:ever|all time|lifetime|since i started|overall|jemals|aller zeiten|seit beginn|depuis (?:le debut|toujours)|de tous les temps|desde el principio|de todos los tiempos|di sempre|dall inizio|de todos os tempos|desde o inicio|за все время|с самого начала) |有史以来|历史上|开户以来/u
/** Words of a noun without a question. */
const MOST_OF_NAME = 4
const isReferred = ({ rest, plain }: Asked): boolean => rest().concepts.has('it') || rest().concepts.has('both') || THERE.test(plain)

function withShared(
  { tickers = [], ...change }: OwnChange,
  { tickers: shared = [], side, period, also }: OwnChange,
  isOfIt = false,
): OwnChange {
  const isOfTime = isTimed(change)
  const named = { ...change, tickers: tickers.length > 0 || !(isOfTime || isOfIt) ? tickers : shared }
  return isOfTime ? { ...(side && { side }), ...(period && { period }), ...(also && { also }), ...named } : named
}

/** "My open possitions": unknown words that are one slip away from a word of own data, where none is spelled right. */
const repairedWords = (plain: string, unknowns: readonly string[], { words }: OwnMatcher): string =>
  unknowns.slice(0, MOST_REPAIRED).reduce((text, unknown) => {
    const [nearest] = unknown.length < SHORTEST_REPAIRED || NO_SLIPS.test(unknown) ? [] : nearestWords(unknown, words)
    return nearest === undefined || editDistance(unknown, nearest, 1) > 1 ? text : text.replace(` ${unknown} `, ` ${nearest} `)
  }, plain)
const SHORTEST_REPAIRED = 5
/** Words of their own, not slips in "trade" or "order". */
const NO_SLIPS = /^(?:traders?|traded|trading|older|border)$/u
const MOST_REPAIRED = 8

/** Null if the question is not on own data, whatever the language: it is not read in another. */
function requestOf(text: string, asked: Asked, context: OwnContext): OwnRequest | null | undefined {
  const problem = refusedIn(text, asked)
  if (problem !== undefined) return { calls: [], language: asked.matcher.language, problem }
  // A forecast or a price is no answer to what the account may become, or would have with other trades.
  if ((isMine(asked) && isOfChance(asked)) || ((isMine(asked) || asked.topics.size > 0) && BENCHMARK.test(asked.plain)))
    return { calls: [], language: asked.matcher.language, problem: 'scope' }
  if (!isNotOurs(asked) && !isCondition(asked)) return requestIn(asked, context)
  // The price now is no answer to "how much would I make if eth hits 5k".
  const isOfTime = asked.dates !== undefined || asked.reading.segments.some(({ horizons }) => horizons.length > 0)
  const isHypothesis =
    !isOfTime && HYPOTHESIS.test(asked.plain) && (isCondition(asked) || asked.matcher.reason(asked.plain)) && isMine(asked)
  return isHypothesis ? { calls: [], language: asked.matcher.language, problem: 'scope' } : null
}

/** "Chance my BTC trade ends in profit", "will my short make money": of something that only the account has. */
const isOfChance = ({ plain, topics, matcher }: Asked): boolean =>
  topics.size > 0 && (CHANCE.test(plain) || (WILL.test(plain) && (topics.has('net') || topics.has('orders')))) && !matcher.distance(plain)
const CHANCE =
  / (?:odds|chances?|probabilit\p{L}*|likelihood|likely|wahrscheinlich\p{L}*|probabilidad\p{L}*|probabil\p{L}*|вероятн\p{L}*|шанс\p{L}*) |概率|几率|可能性/u
const WILL = / (?:will my|wird mein\p{L}*|werden meine|va mon|vont mes|будет ли мо\p{L}*) |我的.*会.*吗/u
/** "Did I beat BTC", "compared to just holding". */
const BENCHMARK =
  / (?:(?:beat|beats|beating|outperform\p{L}*|underperform\p{L}*) (?:the )?(?!(?:me|my|last|this|the) )\p{L}+|(?:than|vs|versus|against|compared (?:to|with)) (?:if i (?:had )?|(?:just |simply )?(?:buy and )?)(?:hold|held|holding|hodl\p{L}*)|buy and hold|kaufen und halten|als (?:einfach(?:es)? |nur )?halten) /u

/** "If SOL goes to 170, what do I lose". */
const isCondition = ({ plain, topics, reading }: Asked): boolean =>
  CONDITION.test(plain) && topics.has('net') && !reading.segments.some(({ horizons }) => horizons.some(({ isBare }) => isBare !== true))
const CONDITION = /(?:^| )(?:if|wenn|falls|si|se|если) (?=.*\p{N})|(?:如果|假如|要是).*\p{N}/u

const HYPOTHESIS = / (?:if|would|wenn|wurde|si|se|serais?|если|бы) |如果/u

const COMMA = /[,、，]/gu
const AND_IN: Readonly<Record<AgentLanguage, string>> = { en: 'and', de: 'und', fr: 'et', es: 'y', it: 'e', pt: 'e', ru: 'и', zh: '和' }

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined
  return () => {
    known ??= { value: read() }
    return known.value
  }
}

type Asked = Cut & {
  readonly plain: string
  /** All time is named, by words that `plain` leaves out. */
  readonly isSinceStart: boolean
  /** All time of the account: "since I started". */
  readonly isOfOwnStart: boolean
  /** With a word instead of each comma. */
  readonly listed?: string
  /** The question without the phrases of own data: an empty one is about nothing else. */
  readonly rest: () => Reading
  readonly reading: Reading
  readonly topics: ReadonlySet<OwnTopic>
  readonly groupings: readonly OwnGrouping[]
  readonly coins: readonly string[]
  readonly matcher: OwnMatcher
}

function subjectsIn(plain: string, matcher: OwnMatcher): Pick<Asked, 'topics' | 'groupings'> {
  const isOfClosed = CLOSED_POSITIONS.test(plain) || LAST_OF_SIDE.test(plain)
  const named = [...matcher.topics].flatMap(([topic, is]) => (is(plain) ? [topic] : []))
  return {
    topics: new Set(isOfClosed ? [...named.filter((topic) => topic !== 'positions'), 'trades'] : named),
    groupings: [...matcher.groupings].flatMap(([by, is]) =>
      is(plain) ||
      (by === 'side' && isOfBothSides(plain, matcher)) ||
      (by === 'symbol' && ((WHERE_MOST.test(plain) && isOfCosts(new Set(named))) || RANKED_COIN.test(plain)))
        ? [by]
        : [],
    ),
  }
}

/** "Biggest loser coin", "moneda más rentable". */
const RANKED_COIN =
  / (?:best|worst|top|(?:biggest|largest) (?:losing|winning|loser|winner)|(?:most|least) profitable|(?:beste|schlechteste|schlimmste|profitabelste)[nrs]?|pire|meilleure?|peor|mejor|peggiore?|migliore?|pior|melhor|худш\p{L}*|лучш\p{L}*|сам\p{L}* (?:прибыльн|убыточн)\p{L}*) (?:\p{L}+ )?(?:coin|coins|crypto|token|munze|monnaie|moneda|moneta|moeda|cripto|монет\p{L}*|актив\p{L}*) | (?:coin|crypto|monnaie|moneda|moneta|moeda|cripto) (?:la )?(?:plus|mas|piu|mais|moins|menos|meno) (?:rentable|lucrativ[oa]|redditizi[oa]) /u

/** "Where do I pay the most fees". */
const WHERE_MOST = / (?:where|wo|ou|donde|dove|onde|где) (?:\p{L}+ )*(?:most|meisten|le plus|plus de|mas|piu|mais|больше всего) |哪里.*最/u

/** Closed positions are trades. */
const CLOSED_POSITIONS =
  / (?:closed positions?|positions? (?:i(?: have| ve)? )?closed|geschlossene[nr]? position(?:en)?|positions? (?:fermees?|cloturees?)|posici(?:on|ones) cerradas?|posizion[ei] chius[ae]|posic(?:ao|oes) fechadas?|закрыт\p{L}* позици\p{L}*) |已平仓(?:的?仓位)?/u

/** "My last short", "my last 3 longs": trades, not all of that side. */
const LAST_OF_SIDE =
  / (?:last|latest|most recent|newest|previous|letzte[rnms]?|jungste[rnm]?|neueste[rnm]?|derniers?|dernieres?|ultim[oaie]s?|последн\p{L}*) (?:\p{N}+ )?(?:\p{L}+ )?(?:shorts?|longs?|cortos?|largos?|шорт\p{L}*|лонг\p{L}*) |(?:最后|最近|最新|上)的?(?:一|\p{N}+)?[笔单个]的?(?:空|多|做空|做多)/u
const LAST_ONE_OF_SIDE =
  / (?:last|latest|most recent|newest|previous|letzte[rnm]?|jungste[rnm]?|neueste[rnm]?|dernier|derniere|ultim[oa]|последнии|последнего|последнему|последнем) (?:\p{L}+ )?(?:short|long|corto|largo|шорт\p{L}?|лонг\p{L}?) /u
/** Exactly one newest trade. */
const isSingle = (plain: string, matcher: OwnMatcher): boolean => matcher.single(plain) || LAST_ONE_OF_SIDE.test(plain)

/** "More with longs or with shorts". */
const isOfBothSides = (plain: string, { long, short }: OwnMatcher): boolean => long(withoutHowLong(plain)) && short(plain)
const withoutHowLong = (plain: string): string => plain.replaceAll(' how long ', ' ')

const ADDRESS = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}\.\p{L}{2,}/u
const ACCOUNT_TOPICS: readonly OwnTopic[] = ['positions', 'orders', 'fills', 'account', 'trades']
/** "Ada's balance": somebody's, even if the name is a coin's. */
const POSSESSED =
  / (?!(?:what|who|where|how|it|that|there|here|let|today|yesterday|week|month|year|day) )\p{L}+ s (?:\p{L}+ )?(?:account|balance|positions?|orders?|trades?|pnl|portfolio|holdings|equity|profits?|journal|fills?) /u
/** "Johns positions", "las posiciones de Juan": an unknown name where the owner is named. */
const OWNER: Readonly<Partial<Record<AgentLanguage, RegExp>>> = {
  en: / (\p{L}{3,}) (?:account|balance|positions?|orders?|trades?|pnl|portfolio|holdings) | (?:of|by|from) (\p{L}{3,}) /u,
  de: / (?:von|vom) (\p{L}{3,}) /u,
  fr: / (?:de|d|du) (\p{L}{3,}) /u,
  es: / (?:de|del) (\p{L}{3,}) /u,
  it: / (?:di|del|dello|della) (\p{L}{3,}) /u,
  pt: / (?:de|do|da) (\p{L}{3,}) /u,
  ru: / (?:позици|ордер|сделк|баланс)\p{L}* (\p{L}{3,}) /u,
}
/** "Show me": the one who asks, not the one who owns. */
const TO_ME =
  /^ \p{L}+ (?:me|us|mir|uns|moi|nous)(?= )| (?:(?:show|give|tell|teach|send|make|get|find|let|for|to) (?:me|us)|(?:zeige?|gib|sage?|mache?|nenne?) (?:mir|uns)|(?:montre|donne|dis|fais) (?:moi|nous)|me (?:mostra|mostre|muestra|da|diz|di)|(?:покажи|скажи|даи) (?:мне|нам))(?= )/gu

const EVERYTHING = / (?:take me out|get me out|everything|alles|tout|todo|tutto|tudo|все) |全部|所有/u

/** "Flip my position": an unknown verb in front. */
const IMPERATIVE = /^ (?:please |bitte )?(?!cade )(\p{L}{3,}) (?:my|mein\p{L}*|mon|ma|mes|mis?|mio|mia|meu|minha|мо[юи]) /u
/** Begins with a verb that acts on an order or position: "close half of my btc", "cancel the eth order". */
const ORDER =
  /^ (?:(?:please|pls|bitte|por favor|per favore|s il (?:te|vous) plait|пожалуиста|can you|could you|kannst du|konntest du|peux tu|puedes|puoi|pode|можешь|now|ok|hey) )*(?:place|put|set|attach|close|cancel|kill|move|change|adjust|raise|lower|tighten|widen|double|halve|reduce|increase|flatten|hedge|reverse|flip|sell|exit|cut|trim|scale|delete|remove|modify|liquidate|dump|take profit on (?:half|all|some|the|my)|platzier\p{L}*|setze?|stelle?|hebe?|senke?|erhohe?|schliess\p{L}*|stornier\p{L}*|verschieb\p{L}*|verdoppl?\p{L}*|halbier\p{L}*|reduzier\p{L}*|verkauf(?:en?|t)?|losch\p{L}*|place[rz]?|ferme[rz]?|cloture[rz]?|annule[rz]?|monte[rz]?|remonte[rz]?|baisse[rz]?|descends|mets|deplace[rz]?|double[rz]?|reduis|vends|(?:coloca|cierra|cerrar|cancela|cancelar|mueve|mover|duplica|reduce|vende|sube|baja|pon|quita|ajusta)(?:me|te|se)?(?:l[aeo]s?)?|(?:piazza|imposta|chiudi|chiudere|annulla|cancella|sposta|raddoppia|riduci|vendi|alza|abbassa|metti|togli)(?:mi|me)?(?:l[aeio])?|feche|fecha|fechar|cancele|mova|dobre|reduza|venda|suba|baixe|abaixe|coloque|закро\p{L}*|отмени\p{L}*|передвин\p{L}*|удво\p{L}*|сократи\p{L}*|подними|опусти|поставь|продаи\p{L}*) /u
/** "Mach meinen Short zu". */
const SEPARATED =
  /^ (?:(?:bitte|jetzt|kannst du) )*(?:mach|mache|zieh|ziehe|hau|nimm|stell|stelle|setz|setze|lose|hol|hole) .*(?:zu|dicht|platt|glatt|nach|hoch|runter|rauf|raus|mit|auf|weg)(?: \p{L}+)? $/u
/** "Make btc pump to 100k". */
const PRICE_ORDER =
  /^ (?:please )?(?:raise|lower|pump|push|increase|decrease|boost) the price |^ (?:please )?(?:(?:make|turn|set|pump|push|force|bring|let) (?:.* )?(?:to|at|be|into)|(?:mach|setz|stell|bring|treib)\p{L}* (?:.* )?(?:auf|zu)|(?:fais|mets|monte|pousse) (?:.* )?a|(?:haz|pon|sube|baja|lleva) (?:.* )?(?:a|en)|(?:fai|metti|porta|alza) (?:.* )?a|(?:faca|coloque|ponha|leve) (?:.* )?(?:para|em|a)|(?:сделаи|подними|опусти|поставь) (?:.* )?(?:до|на)) \p{N}|(?:把|让|使).*(?:到|成|为)\p{N}/u
/** "Where did I put my stop": what the user has done. */
const HAS_DONE =
  / (?:did i|have i|habe ich|hab ich|j ai (?:mis|place|fixe)|ai je (?:mis|place|fixe)|puse|coloque el stop|he puesto|ho (?:messo|impostato)|coloquei|pus|botei|я (?:поставил\p{L}*|выставил\p{L}*)) |我把.*(?:哪|多少)/u
const ENTRY = /^ (?:please )?go (?:long|short) /u
const AMOUNT = /\p{N}| (?:zero|null|nul|cero|ноль|ноля|нуля) |零/u

/** Commands and somebody else's account, which the market reading would otherwise answer with a price. */
function refusedIn(text: string, asked: Asked): 'others' | 'command' | undefined {
  const { plain, reading, matcher, topics } = asked
  if (reading.concepts.has('inject') || reading.concepts.has('alert')) return undefined
  if (ADDRESS.test(text) && ACCOUNT_TOPICS.some((topic) => topics.has(topic))) return 'others'
  if (matcher.language === 'en' && !/ (?:my|mine|our) /.test(plain) && POSSESSED.test(plain)) return 'others'
  return isCommand(asked) ? 'command' : undefined
}

function isCommand({ plain, rest, reading, matcher, topics }: Asked): boolean {
  const isOfBooked = topics.has('positions') || topics.has('orders')
  const isOfSide = reading.coins.length > 0 && (matcher.long(plain) || matcher.short(plain))
  const isUnknownVerb = isOfBooked && rest().unknowns.includes(IMPERATIVE.exec(plain)?.[1] ?? '')
  const isOrder =
    (ORDER.test(plain) || (matcher.language === 'de' && SEPARATED.test(plain))) && (matcher.self(plain) || isOfBooked || isOfSide)
  const isCoinOrder = reading.coins.length > 0 && (PRICE_ORDER.test(plain) || ENTRY.test(plain))
  if (isUnknownVerb || isOrder || isCoinOrder) return true
  if (!matcher.command(plain) || matcher.reason(plain) || HAS_DONE.test(plain)) return false
  const isPriced = (reading.concepts.has('price') || reading.concepts.has('currency')) && AMOUNT.test(plain)
  return isPriced || isOfBooked || EVERYTHING.test(plain) || matcher.long(plain) || matcher.short(plain)
}

const isOfOthers = (asked: Asked): boolean => asked.matcher.language === asked.reading.language && ownerOf(asked)

/** An unknown name owns what is asked about. */
function ownerOf({ plain, rest, matcher, topics }: Asked): boolean {
  const owner = ACCOUNT_TOPICS.some((topic) => topics.has(topic)) && OWNER[matcher.language]?.exec(plain)?.slice(1).find(Boolean)
  return (
    typeof owner === 'string' &&
    !NO_OWNER.test(owner) &&
    rest().unknowns.includes(owner) &&
    !isMine({ plain, matcher }) &&
    !matcher.distance(plain)
  )
}

/** "Highest balance", "peak equity". */
const NO_OWNER =
  /^(?:highest|lowest|biggest|largest|smallest|peak|average|median|maximum|minimum|total|overall|remaining|spare|paper|demo|practice|simulated|virtual|manual|automatic|isolated)$/u

const isMine = ({ plain, matcher }: Pick<Asked, 'plain' | 'matcher'>): boolean => matcher.self(plain.replaceAll(TO_ME, ' '))

const HAN = /\p{Script=Han}/u
const CYRILLIC = /\p{Script=Cyrillic}/u

/** The text's own language first; others only if the script allows. */
type Languages = readonly [AgentLanguage, ...AgentLanguage[]]

function languagesOf(text: string, { language }: Reading, context: OwnContext): Languages {
  if (HAN.test(text)) return ['zh']
  if (CYRILLIC.test(text)) return ['ru']
  const isLatin = (one: AgentLanguage | undefined): one is AgentLanguage => one !== undefined && one !== 'zh' && one !== 'ru'
  const [first = 'en', ...more] = [...new Set([language, context.language, 'en' as const, ...AGENT_LANGUAGES])].filter(isLatin)
  return [first, ...more]
}

function requestIn(asked: Asked, context: OwnContext): OwnRequest | undefined {
  const { matcher, reading, plain } = asked
  const { language } = matcher
  const period = periodOf(asked, reading)
  const named = changeIn(asked, period)
  const short = context.before && shortFollowUp(asked, named, { ...context, before: context.before })
  if (short !== undefined) return short
  const change =
    onlySome(named, asked, context) ?? ranked(named, asked, context) ?? orderedNext(named, asked, context) ?? elided(named, asked, context)
  if (asked.coins.length > MOST_COINS) return undefined
  const isAmountOfIt = asked.coins.length === 0 && context.coins.length > 0 && asked.topics.size === 0 && matcher.amount(plain)
  const tickers = isAmountOfIt || isReferring(asked, change, context) ? context.coins : asked.coins
  const frame: OwnChange = { ...change, ...(isAmountOfIt && { subject: 'positions' }), tickers }
  const isNext = isFollowUp(asked, change, period, context)
  // "Per trade?" after a result is of the same trades.
  const isOfSame = isNext && !isMine(asked) && asked.coins.length === 0 && change.period === undefined && isTimed(context.before ?? {})
  // "Only the ones I lost" says whose they are, but limits the list before.
  const isOfList = isNext && context.before !== undefined && isTraded(context.before) && isOnlySome(change, plain)
  const isNew = isFrame(frame) && isOwn(asked, change, context) && !isOfSame && !isOfList
  if (isFrame(frame) && isNew) return { ...checked(frame, asked, period), language }
  const next = isNext && context.before && continued(context.before, change)
  if (!next) return undefined
  const spoken = reading.language ?? language
  // "The week before?" after last week: another period, which none of the calls has.
  const isShifted = change.period !== undefined && change.period === context.before?.period && Object.keys(change).length === 1
  return isShifted ? { calls: [], problem: 'period', language: spoken } : { ...checked(next, asked, period), language: spoken }
}

/** "And without?", "and the month before?", "the fees on it": short questions that only the previous one gives a meaning. */
function shortFollowUp(asked: Asked, named: OwnChange, context: OwnContext & { readonly before: OwnFrame }): OwnRequest | undefined {
  const { plain, reading, matcher } = asked
  const { language } = matcher
  if (WITHOUT_IT.test(plain)) return withoutIt(context.before, language)
  const earlier = periodBefore(asked, context.before)
  if (earlier === 'unknown') return { calls: [], problem: 'period', language }
  if (earlier !== undefined)
    return requestIn({ ...asked, plain: plain.replace(BEFORE_THAT, ' '), dates: [earlier], reading: { ...reading, segments: [] } }, context)
  // "How much margin does it use" after a position.
  const isOfPosition = context.before.subject === 'positions' && context.before.tickers.length > 0 && asked.coins.length === 0
  if (isOfPosition && named.subject === 'account' && IT.test(plain))
    return { calls: callsOf(context.before), frame: context.before, language }
  const ofList = context.before.subject === 'list' ? figureOfList(asked, named, context.before) : undefined
  return ofList && { ...ofList, language }
}

const IT = / (?:it|that one|sie|elle|il|ella|essa|ela|она) |它/u

/** "The fees on it" after a list of trades: it shows them; a win rate of those trades is no figure. */
function figureOfList(
  { rest, plain, coins, topics }: Asked,
  { subject }: OwnChange,
  before: OwnFrame,
): Omit<OwnRequest, 'language'> | undefined {
  const isOfIt = coins.length === 0 && (rest().concepts.has('it') || OF_IT.test(plain)) && !topics.has('positions')
  if (!isOfIt || subject === undefined || !(OF_TRADE.includes(subject) || FIGURES.some((figure) => figure === subject))) return undefined
  return OF_TRADE.includes(subject) ? { calls: callsOf(before), frame: before } : { calls: [], problem: 'narrow' }
}
const OF_IT =
  / (?:on|of|for|from) (?:it|them|that|those|these)(?: (?:one|trade)s?)? | (?:davon|dabei|darauf|dafur|damit|dessus|di essi|su quella|su quello|nele|nela|neles|deles|delas|por ella|en ella|en esa|en ese|на неи|на нем|по неи|по нему|по ним|за нее) |那笔|这笔|它/u

/** "And the month before?" after October, whose month is not the current one. */
function periodBefore({ plain }: Asked, before: OwnFrame | undefined): OwnPeriod | 'unknown' | undefined {
  if (before?.period === undefined || EARLIER[before.period] !== undefined || !BEFORE_THAT.test(plain)) return undefined
  const month = Number(/^month_(\d+)$/.exec(before.period)?.[1])
  return month > 0 && MONTH_BEFORE.test(plain) ? `month_${month === 1 ? 12 : month - 1}` : 'unknown'
}
const BEFORE_THAT =
  / (?:(?:the )?(?:day|week|month|year) before(?: that)?|(?:the )?previous (?:day|week|month|year)|the one before(?: that)?|(?:der |die |im |den )?(?:tag|woche|monat|jahr) (?:davor|zuvor)|(?:im |die |den )?vor(?:tag|woche|monat|jahr)|(?:le |la |l )?(?:jour|semaine|mois|annee) (?:d avant|precedente?)|(?:el |la )?(?:dia|semana|mes|ano) (?:anterior|previ[oa])|(?:il |la |l )?(?:giorno|settimana|mese|anno) (?:prima|precedente)|(?:o |a )?(?:dia|semana|mes|ano) anterior|(?:в |за )?предыдущ\p{L}* (?:день|недел\p{L}|месяц\p{L}?|год\p{L}?))(?= )|(?:再)?(?:前|上)一?个?(?:月|周|天)/u
const MONTH_BEFORE = / (?:month|monat|vormonat|mois|mes|mese|месяц\p{L}?)(?= )|月/u

/** "And without?" after the result of a coin leaves that coin out. */
function withoutIt(before: OwnFrame, language: AgentLanguage): OwnRequest {
  const next = before.tickers.length > 0 && continued(before, { tickers: [], without: before.tickers })
  return next ? { calls: callsOf(next), frame: next, language } : { calls: [], problem: 'narrow', language }
}
const WITHOUT_IT =
  /^ (?:(?:and|what about|und|wie ist es|et|y|e|ed|а|и) )?(?:without|ohne|sans|sin|senza|sem|без)(?: (?:it|them|that|ihn|sie|es|den|das|elle?|lui|eux|ca|el|ella|ellos|eso|lui|lei|quello|ele|ela|isso|него|нее|этого))? $|^(?:那)?(?:不算|不含|除去|去掉)(?:它|这个)?呢?$/u

const isFrame = (frame: OwnChange): frame is OwnFrame => frame.subject !== undefined

const NO_COINS: readonly string[] = [
  'YTD',
  'MTD',
  'SQN',
  'ROI',
  'PNL',
  'MAE',
  'MFE',
  'USD',
  'USDC',
  'TWAP',
  'OK',
  'PL',
  'CLAW',
  'EOD',
  'TP',
  'SL',
  'DD',
  'PF',
  'WR',
]

/** An unknown coin or time is reported; it never widens to all coins or all time. */
function checked(
  frame: OwnFrame,
  asked: Asked,
  period: PeriodReading,
): Pick<OwnRequest, 'calls' | 'problem' | 'frame' | 'left' | 'isUntimed' | 'isPartLeft'> {
  const problem = problemIn(frame, asked, period)
  if (problem !== undefined) return { calls: [], problem }
  const isUntimed = frame.subject === 'filled' && (period === 'unknown' || period.period !== undefined)
  const subjects = subjectsNamed(frame, asked)
  // "Fees by coin and by side".
  const isSplitTwice = OF_COINS.includes(frame.subject) && asked.groupings.length > 1
  if (isSplitTwice || subjects.some((subject) => isNarrower({ ...frame, subject }, asked))) return { calls: [], problem: 'narrow' }
  // "My best and worst trade": both.
  const ranks = frame.subject === 'list' && frame.rank === undefined && isBestAndWorst(asked) ? (['best', 'worst'] as const) : []
  const frames = ranks.length > 0 ? ranks.map((rank) => ({ ...frame, rank })) : subjects.map((each) => ({ ...frame, subject: each }))
  if (unusedIn(asked, frames, (meaning) => !isLimiting(meaning)).length > 0) return { calls: [], problem: 'narrow' }
  if (
    frames.every((each) => isTimed(each) && each.period === undefined && !each.subject.startsWith('per_') && each.by === undefined) &&
    MY_SPAN.test(asked.plain)
  )
    return { calls: [], problem: 'period' }
  const calls = frames.flatMap(callsOf)
  // "How far is my limit order": its price is shown, no distance.
  const isPartLeft = isOrdered(frame.subject) && asked.matcher.distance(asked.plain)
  return { calls, frame, left: leftOf(asked, frames), ...(isUntimed && { isUntimed }), ...(isPartLeft && { isPartLeft }) }
}

/** "My trading week": a time that the answer would leave out. */
const MY_SPAN =
  / (?:my|our|mein(?:e[mnrs]?)?|mon|ma|mi|mio|mia|meu|minha|мо(?:и|я|ю|еи|его)) (?:\p{L}+ )?(?:day|week|month|year|tag|woche|monat|jahr|journee|semaine|mois|annee|dia|semana|mes|ano|giornata|settimana|mese|anno|день|недел[яюи]|месяц|год) /u

/** An unknown coin, a time that is not known, or a unit that no amount has. */
function problemIn(frame: OwnFrame, { plain, reading, rest, coins, matcher }: Asked, period: PeriodReading): OwnRequest['problem'] {
  const { object } = rest()
  const isUnknown =
    reading.strangers.some((word) => !NO_COINS.includes(word)) ||
    (coins.length === 0 && object !== undefined && object === reading.object && plain.endsWith(` ${object} `))
  if (isUnknown) return 'unknownCoin'
  // "My account worth in BTC": amounts are in USDC.
  if (coins.length > 0 && IN_COIN.test(plain)) return 'narrow'
  if (period === 'unknown' && isTimed(frame)) return 'period'
  // "The biggest position I ever had": only the open ones are known.
  if (frame.subject === 'positions' && EVER.test(plain) && isExtreme(plain)) return 'now'
  // "My equity high".
  if (frame.subject === 'account' && PEAK.test(plain)) return 'now'
  if (frame.subject === 'account' && period !== 'unknown' && period.period !== undefined && GROWTH.test(plain)) return 'now'
  if (frame.subject === 'open' && STOPPED_OUT.test(plain)) return 'now'
  // "Will I get liquidated tomorrow": the position shows how far that is.
  const isOfLiquidation = reading.isAhead && frame.subject === 'positions' && LIQUIDATED.test(plain)
  if (isOfNow(frame) && isOfPast(period) && !matcher.detail(plain) && !isOfLiquidation) return 'now'
  return frame.without !== undefined && !isWithout(frame) ? 'narrow' : undefined
}

/** No coins are left out of the account, of one coin or of the market's figures. */
const isWithout = (frame: OwnFrame): boolean => isCoinless(frame) && frame.tickers.length === 0

const IN_COIN =
  / (?:worth|value|balance|equity|net worth|wert|guthaben|valeur|solde|valor|saldo|valore|стоимость|баланс) (?:in|en|em|в) \p{L}+ $| in \p{L}+ terms /u
const EVER = / (?:ever|i ve had|i had|jemals|jamais|que he tenido|che ho avuto|que (?:ja )?tive|за все время|когда либо) |有史以来|曾经/u

const PEAK =
  / (?:(?<!how )high|highs|peak|(?<!how )low|lows|highest|lowest|record|ath|hochststand|tiefststand|hochste[nr]?|niedrigste[nr]?|plus haut|plus bas|maximo|minimo|massimo|максимум\p{L}*|минимум\p{L}*|пик\p{L}*) |最高|最低|峰值/u

/** "My equity two weeks ago": open positions, open orders and the account are known as of now. */
const isOfNow = ({ subject }: OwnFrame): boolean =>
  subject === 'positions' || subject === 'account' || subject === 'open' || subject === 'done'
const LIQUIDATED = / (?:liqu?i\p{L}*|ликвид\p{L}*) |强平|爆仓/u
/** "How much did my account grow this month": not its state now. */
const GROWTH =
  / (?:gr[eo]w\p{L}*|chang\p{L}*|increas\p{L}*|decreas\p{L}*|gewachsen|verander\p{L}*|zugenommen|cre[cs]\p{L}*|grandi|augment\p{L}*|evolu\p{L}*|aument\p{L}*|cambia\p{L}*|mudou|вырос\p{L}*|измени\p{L}*|увелич\p{L}*) |增长|变化|增加/u
/** A stop that was hit is no open order, and ended ones are not counted by period. */
const STOPPED_OUT =
  / (?:(?:was|were|did|been|got|how often|how many times) .*(?:stopped|stops? (?:\p{L}+ )*(?:hit|triggered))|(?:wurde|wurden|bin|worden) .*(?:ausgestoppt|gestoppt)|stops? .*(?:ausgelost|touches?|declenches?|atteints?)|stops? .*(?:han? saltado|saltaron|saltou|scattat[oi])|(?:saltaron|salto|scattat[oi]|saltou|atingid[oa]s?) .*stops?|(?:fui|fomos) stopad\p{L}*|(?:выбил\p{L}*|сработал\p{L}*) .*стоп\p{L}*|стоп\p{L}* .*(?:выбил|сработал)\p{L}*) |被止损|被打止损|止损.*(?:触发|打掉)/u
const isOfPast = (period: PeriodReading): boolean =>
  period === 'unknown' || (period.period !== undefined && period.period !== 'today' && !period.period.startsWith('this_'))

/** "Excluding BTC", "trades over 1000 dollars": a set that no call has. */
function isNarrower(frame: OwnFrame, asked: Asked): boolean {
  const { rest, plain, matcher, topics, reading, unit } = asked
  const isPerUnit = frame.subject.startsWith('per_')
  if (unit !== undefined && !isPerUnit) return true
  // "The day with the most fees": only results are ranked by day.
  if (unit === undefined && isPerUnit && (isOfCosts(topics) || UNRANKED.some((topic) => topics.has(topic)) || matcher.many(plain)))
    return true
  const left = matcher.rest(plain)
  // "Correlation of my positions": a figure that nothing has.
  if (
    rest().concepts.has('not') ||
    rest().meant.some(({ text, concepts }) => concepts.has('metric') && !HOW_MANY.test(text)) ||
    isRestricted(frame, { plain, left, isBeforeCosts: matcher.aside(plain), isOfResult: topics.has('net') })
  )
    return true
  if (isOfSet(frame, asked) || (frame.by === 'symbol' && frame.tickers.length > 0)) return true
  const isOfOrders = isOrdered(frame.subject)
  if (MEANS.includes(frame.subject) && isOfCosts(topics) && !matcher.aside(plain)) return true
  if (isOfOrders && (matcher.best(plain) || matcher.worst(plain))) return true
  if (isOfOrders && matcher.bareResult(matcher.without('orders', plain))) return true
  const days = Number(DAYS_IN_PERIOD.exec(frame.period ?? '')?.[1])
  const isUsed = (value: number) =>
    value === frame.count ||
    isCompared(frame, { plain }) ||
    // "Did I ever lose 5 in a row": the longest streak shows it.
    frame.subject === 'streaks' ||
    (frame.subject === 'win_rate' && (value === 10 || value === 100)) ||
    UNIT_DAYS.some((unit) => value * unit === days)
  return [...numbersIn(left), ...reading.numerals].some((value) => !isUsed(value))
}

const UNRANKED: readonly OwnTopic[] = ['volume', 'win_rate', 'max_drawdown', 'streaks', 'mean_hold_ms', 'mean_slippage']

/** One trade, a margin mode, a side or a kind of order that the answer does not tell apart. */
function isOfSet(frame: OwnFrame, { plain, matcher, topics, only }: Asked): boolean {
  const { subject, tickers, side, by } = frame
  // "Slippage on my last trade".
  if (FIGURES.some((each) => each === subject) && subject !== 'streaks' && topics.has('trades') && isSingle(plain, matcher)) return true
  // A list of all positions shows both modes.
  if (subject === 'positions' && tickers.length === 0 && MODE.test(plain)) return true
  // A position has no share of the account.
  if (subject === 'positions' && SHARE_OF.test(plain)) return true
  if (isOfOneTrade(frame, plain)) return true
  if (tickers.length === 0 && side !== undefined && (isOrdered(subject) || subject === 'account')) return true
  if (only !== undefined && (isOfBook(frame) ? subject !== 'positions' || tickers.length > 0 : by === 'side')) return true
  // "Profit of my limit orders": no result is kept by kind of order; "win rate after a loss": nor by what went before.
  return isTimed(frame) && (isOfKind(plain, topics) || CONDITIONAL.test(subject === 'payoff' ? plain.replace(WHEN_I, ' ') : plain))
}
const isOfOneTrade = ({ subject, by }: OwnFrame, plain: string): boolean =>
  (subject === 'list' && THAN_BEFORE.test(plain)) || (by === 'weekday' && ONE_TRADE.test(plain))
/** "My biggest win on weekends": weekdays show results, not trades. */
const ONE_TRADE =
  / (?:biggest|largest|best|worst|grosste[rn]?|beste[rn]?|schlechteste[rn]?|meilleure?|pire|mejor|peor|mayor|migliore?|peggiore?|maggior|melhor|pior|maior|лучш\p{L}*|худш\p{L}*) (?:win|loss|trade|winner|loser|gewinn|verlust|perte|gain|ganancia|perdida|operacion|guadagno|perdita|operazione|ganho|perda|operacao|сделк\p{L}*)(?= )/u
/** "Did my last trade make more than the one before". */
const THAN_BEFORE =
  / (?:than|als|que|che|di|do que|a|чем|compared (?:to|with)|vs) (?:the |my |der |die |das |le |la |celui |celle |el |il |quello |o |al? )?(?:(?:one|trade) )?(?:before|previous|prior|davor|vorherige\p{L}*|precedente?|d avant|anterior|di prima|предыдущ\p{L}*)(?: (?:one|trade|it|that))? $|比(?:上|前)一?[笔单个]/u
const CONDITIONAL =
  /(?<=\p{L} )(?:when|whenever|while|after (?:an?|each|every|my)|wahrend|nachdem|nach (?:einem|einer|jedem)|immer wenn|lorsque|apres (?:un|une|chaque)|cada vez que|despues de (?:un|una|cada)|dopo (?:un|una|ogni)|depois de (?:um|uma|cada)|после (?:кажд\p{L}*|убыт\p{L}*|прибыл\p{L}*)) (?!(?:did|do|was|were|have|is|are) )(?:\p{L}+ )*(?:loss|losses|win|wins|loser|winner|falling|rising|dropping|up|down|volatile|streak|verlust\p{L}*|gewinn\p{L}*|fallt|steigt|perte|gain|baisse|monte|perdida|ganancia|baja|sube|perdita|guadagno|scende|sale|perda|ganho|cai|sobe|убыт\p{L}*|прибыл\p{L}*) |(?:亏损|盈利)(?:之)?后|[涨跌]的?时候?|[涨跌]时/u
/** "What I make on average when I win": the mean win. */
const WHEN_I =
  / (?:when|wenn|quand|lorsque|cuando|quando|когда) (?:i|ich|je|eu|io|я)? ?(?:win|lose|gewinne|verliere|gagne|perds|gano|pierdo|vinco|guadagno|perdo|ganho|perco|выигрываю|проигрываю|зарабатываю|теряю)(?= )/u
const SHARE_OF = / (?:how much|what part|what share|what percent\p{L}*|%) of my (?:equity|account|balance|portfolio|capital) /u
const MODE =
  / (?:isolated|isolierte?[nr]?|isolee?s?|aislad[oa]s?|isolat[oaie]|isolad[oa]s?|изолированн\p{L}*|cross(?= (?:margin|mode|positions?|marge|marg\p{L}+))) |逐仓|全仓/u

/** "Fees on limit orders": no figure distinguishes trades by the kinds of their orders. */
const isOfKind = (plain: string, topics: ReadonlySet<OwnTopic>): boolean => {
  const { kind, orderSide } = orderedBy(plain)
  return kind !== undefined || (orderSide !== undefined && topics.has('orders'))
}

const HOW_MANY = /how many|combien|cuant|quant|сколько|多少|wie ?viel/u
const numbersIn = (plain: string): number[] => [...plain.matchAll(/\p{N}+/gu)].map(([digits]) => Number(digits))

/** Words of the question that none of the answers takes into account, without those that only tell its language. */
function leftOf({ rest, matcher, plain, reading }: Asked, frames: readonly OwnFrame[]): readonly string[] {
  const harmless = reading.meant.flatMap(({ text, concepts }) => (HARMLESS.some((each) => concepts.has(each)) ? [text] : []))
  const unused = unusedIn({ plain, matcher }, frames).filter((word) => !harmless.includes(word))
  const foreign = rest().meant.flatMap(({ text, concepts }) =>
    frames.every((frame) => isForeign(concepts, frame)) ? (matcher.language === 'zh' ? [text.replaceAll(' ', '')] : text.split(' ')) : [],
  )
  const isMean = frames.some(({ subject }) => subject.startsWith('per_') || MEAN_SHOWN.includes(subject))
  const isRanked = frames.some(({ by, subject }) => by !== undefined && OF_COINS.includes(subject))
  const isExtremeShown = frames.some(({ subject }) => EXTREMES.includes(subject))
  const limiting = frames.some(({ rank, subject }) => rank === 'best' || rank === 'worst' || subject === 'account') ? [] : limitingIn(plain)
  const words = [...new Set([...rest().unknowns, ...unused, ...foreign, ...limiting, ...reading.currencies])]
  return (
    matcher.language === 'zh'
      ? [
          ...unused,
          ...limiting,
          ...foreign,
          ...reading.currencies,
          ...hanWords(plain.replace(CLOSED_POSITIONS, ' ').replace(NO_STOP, ' '), rest().unknowns),
        ]
      : unreadIn(words, matcher.language)
  ).filter(
    (word) =>
      !(isMean && MEAN.test(` ${word} `)) &&
      word.search(REALISED) < 0 &&
      !NET.test(word) &&
      !ASKING.test(word) &&
      !(isExtremeShown && isExtreme(` ${word} `)) &&
      !(isRanked && MOST_WORD.test(word)) &&
      !(TRADED_MOST.test(plain) && MOST_WORD.test(word) && frames.some(({ subject }) => subject === 'volume')) &&
      !frames.some(({ orderSide }) => orderSide !== undefined && orderedBy(` ${word} `).orderSide === orderSide),
  )
}
/** Chinese has no spaces: unknown characters side by side are a word, a single one may be a particle. */
function hanWords(plain: string, unknowns: readonly string[]): readonly string[] {
  const words: string[] = []
  let [at, word] = [0, '']
  for (const letter of `${plain} `) {
    const isUnknown = letter === unknowns[at]
    if (!isUnknown && word.length >= LEAST_OF_HAN) words.push(word)
    word = isUnknown ? word + letter : ''
    if (isUnknown) at += 1
  }
  return words
}
const LEAST_OF_HAN = 2
/** Adjectives that are filler in a question on the market, but beside trades they limit them: "my good trades". */
const LIMITING = (() => {
  const nouns =
    '(?:trades?|positions?|orders?|longs|shorts|wins|loss(?:es)?|positionen|operation(?:es)?|operacion(?:es)?|operazion[ei]|ordini|operac(?:ao|oes)|сдел\\p{L}*|треид\\p{L}*|ордер\\p{L}*)'
  const adjectives =
    '(?:quick|fast|small|new|old|good|bad|real|live|flat|intraday|overnight|swing|running|possible|same|each|every|several|kleine[nr]?|kurze[nr]?|gute[nr]?|einzelne[nr]?|selben|jede[nrms]?|mehrere[nr]?|petite?s?|bons?|bonnes?|memes|chaque|plusieurs|buen[oa]s?|pequen[oa]s?|mism[oa]s|cada|varias|varios|buon[aieo]|piccol[aieo]|stess[aieo]|ogni|boas?|bons|curtas|inteiras|mesm[oa]s|хорош\\p{L}*|кажд\\p{L}*|те же)'
  return new RegExp(
    ` (${adjectives}) ${nouns}(?= )| ${nouns} (${adjectives})(?= )|(相同|同样|部分|每个|新|旧|好|坏)的?(?:交易|单子?|仓位)`,
    'gu',
  )
})()
const limitingIn = (plain: string): readonly string[] =>
  [...plain.matchAll(LIMITING)].flatMap((found) => found.slice(1).filter((word) => word !== undefined))
/** Words of a question that ask or compare, and limit nothing. */
const ASKING =
  /^(?:what|who|when|was|wann|lange|als|than|quand|quando|cuando|когда|чем|more|mehr|work|works|charged|happened|explain|belegt|gebunden|gingen|ins|resta|minus|above|over|below|under|uber|unter|sopra|sotto|выше|ниже|开始|最容易|几[个笔次]|多少钱|(?:是)?什么(?:时候)?|到|月|是什么时候)$/u
const EXTREMES: readonly OwnSubject[] = ['streaks', 'max_drawdown']
/** Results are after costs. */
const NET = /^(?:nett?[oa]?s?|liquid[oa]s?|чист\p{L}*)$/u
/** An entry and a holding time are means. */
const MEAN_SHOWN: readonly OwnSubject[] = [...MEANS, 'mean_hold_ms', 'positions']
const HAN_JOINTS = /^(?:的|了|还?是|和|哪[笔个])+$/u
const MOST_WORD = /^(?:the |am |le )?(?:most|often|meisten|haufigsten|plus|souvent|mas|всего|чаще|больше)$/u
const HARMLESS: readonly Concept[] = ['and', 'filler', 'ask', 'article', 'of', 'in', 'at']

/** Words of own data that none of the answers takes into account. */
function unusedIn(
  { plain, matcher }: Pick<Asked, 'plain' | 'matcher'>,
  frames: readonly OwnFrame[],
  isExcused: (meaning: OwnMeaning) => boolean = () => false,
): readonly string[] {
  const uses = frames.map(isUsedBy)
  const said = plain.replace(CLOSED_POSITIONS, ' ').replaceAll(REALISED, ' ')
  const unused = matcher.unused(said, (meaning) => isExcused(meaning) || uses.some((isUsed) => isUsed(meaning)))
  return unused.filter((word) => !HAN_JOINTS.test(word))
}

/** Concepts of another question, or of a time that own data does not have. */
const ELSEWHERE: readonly Concept[] = [
  ...([
    'price',
    'predict',
    'history',
    'future',
    'level',
    'move',
    'trade',
    'compare',
    'metric',
    'explain',
    'why',
    'help',
    'currency',
  ] as const),
  ...(['own', 'advice', 'thanks', 'clock', 'far', 'tomorrow', 'twoDaysAhead', 'ahead', 'thousand'] as const),
]
const PRICED: readonly Concept[] = ['price', 'currency']
/** Italian "su" is a preposition, and "up". */
const isAboutElse = ({ unknowns, meant, isAhead }: Reading, allowed: readonly Concept[] = []): boolean =>
  isAhead ||
  unknowns.length > 0 ||
  meant.some(({ concepts }) => !concepts.has('of') && ELSEWHERE.some((concept) => concepts.has(concept) && !allowed.includes(concept)))

function isOwn(asked: Asked, change: OwnChange, context: OwnContext): boolean {
  const { plain, topics, matcher, coins } = asked
  // "Make me rich", "can you trade for me": somebody who only names himself may ask for something else.
  const isSaid =
    ((isMine(asked) || (asked.isOfOwnStart && isTimed(change))) && !isTalk(asked, change)) ||
    (matcher.self(plain) && Object.keys(change).length > 1 && asked.rest().unknowns.length === 0)
  if (isSaid) return true
  if (isGeneral(plain)) return false
  // "Fees except on BTC": no figure of the market leaves anything out.
  if ((asked.left ?? asked.only) !== undefined && change.subject !== undefined && asked.rest().unknowns.length === 0) return true
  if (isOfOwnTopic(asked)) return true
  const isOfRealised =
    realisedIn(plain) !== undefined && (topics.size > 0 || change.period !== undefined) && !asked.rest().concepts.has('metric')
  // "Stop price on BTC": the price of an order or position.
  const isPriced = isOfBook(change) && change.subject !== 'account'
  const allowed = [...(isPriced ? PRICED : []), ...allowedBy(change)]
  if (change.subject === 'streaks' && coins.length === 0 && asked.rest().unknowns.length === 0) return true
  const isOfDistance = coins.length > 0 && change.subject === 'positions' && matcher.distance(plain)
  return (
    isOfRealised ||
    isOfDistance ||
    isBareResult(asked, change) ||
    (isOfAccount(asked, change, context) && !isAboutElse(besidePeriod(asked, change), allowed))
  )
}

/** Without "last", "the last 7 days" would lie ahead. */
const besidePeriod = ({ rest }: Asked, { period }: OwnChange): Reading => (period === undefined ? rest() : { ...rest(), isAhead: false })

/** Meanings that name a side: "any sell orders" is no order to sell. */
const allowedBy = ({ by, orderSide, tickers }: OwnChange): readonly Concept[] => [
  ...(orderSide === undefined ? [] : (['trade'] as const)),
  ...(by === 'side' ? (['compare', 'move'] as const) : []),
  // "Fees on BTC vs ETH".
  ...((tickers?.length ?? 0) > 1 ? (['compare'] as const) : []),
]

/** A topic that only an account has. */
const isOfOwnTopic = ({ plain, topics, matcher, rest, reading }: Asked): boolean =>
  (ALWAYS_OWN.some((topic) => topics.has(topic)) && !reading.concepts.has('explain')) ||
  (matcher.bare(plain) && (matcher.language === 'zh' || rest().unknowns.length <= MOST_UNKNOWN))

/** "What is a stop loss", "open positions of whales on binance": a definition, or a market's own figure. */
const isGeneral = (plain: string): boolean => DEFINITION.test(plain) || CROWD.test(plain)
const DEFINITION =
  / do (?:orders|positions|stops|limit orders) | bid (?:and )?ask | (?:bid|ask) (?:price|side|size) |^ how (?:big|large) (?:is|are) (?!(?:my|our|the) )|^ (?:\p{L}+ )?(?:what (?:is|are|does) (?!(?:the|left|my|our|available|still|in|on|at) )|(?:teach me about|explain|define|erklare?|explique\p{L}*|spieg\p{L}*|explica\p{L}*|объясни\p{L}*) |was (?:ist|sind|bedeutet) (?!(?:die|der|das|mein\p{L}*|noch|gerade|aktuell) )|c est quoi |qu est ce qu (?:une? )?|qu est ce que |que (?:es|son|significa) (?!(?:el|la|los|las|mi|mis) )|(?:che )?cos e |cosa (?:e|significa) |che significa |o que (?:e|sao|significa) |что (?:такое|значит) )| (?:mean|means|meaning|bedeutet|significa|difference between|unterschied|difference entre|diferencia entre|differenza|diferenca entre) |разниц|区别|什么是|是什么意思|解释/u
const CROWD =
  / (?:people|traders|whales?|retail|crowd|the market|market wide|binance|bybit|coinbase|exchanges|who|anyone else|anybody|somebody|crypto market|hedge funds?|funds of|miners?|holders?|in (?:\p{L}+ )?history|leute|handler|wale|markt|gens|baleines?|marche|gente|ballenas?|mercado|persone|balene|mercato|pessoas|baleias?|люди|треидеры|китов|киты|рынке?|биржах?) |散户|鲸鱼|大户|市场|交易所/u

/** "I closed the door and lost my keys": the verbs of a result, but about other things. Chinese has no word boundaries to count. */
const isTalk = ({ plain, matcher, rest, coins, groupings }: Asked, { subject }: OwnChange): boolean =>
  (subject === 'net' || subject === 'overview') &&
  coins.length === 0 &&
  groupings.length === 0 &&
  !matcher.bareResult(plain) &&
  matcher.language !== 'zh' &&
  rest().unknowns.length >= LEAST_TALK
const LEAST_TALK = 2
/** Unknown words beside what only an account has. */
const MOST_UNKNOWN = 1

/** "Open orders", "worst trade ever", "SOL stop", "funding paid this month": a market has none of these. */
function isOfAccount(asked: Asked, change: OwnChange, { before }: OwnContext): boolean {
  const { plain, matcher, coins } = asked
  const { subject, period, side } = change
  if (before !== undefined) return false
  if (side !== undefined && (subject === 'net' || subject === 'list')) return true
  const isCost = COSTS.some((cost) => cost === subject)
  if (isCost && matcher.paid(plain)) return true
  if (coins.length > 0) {
    const isRanked = subject === 'list' && [change.rank, change.result, change.count].some((each) => each !== undefined)
    const isResult = (period !== undefined && matcher.bareResult(plain)) || (subject === 'net' && matcher.paid(plain))
    // "Fees and funding on SOL", "drawdown on BTC trades".
    const isFigure = asked.topics.has('trades') && FIGURES.some((figure) => figure === subject)
    const isBothCosts = COSTS.every((cost) => asked.topics.has(cost))
    return (
      (isOfBook(change) && subject !== 'account') || isRanked || isResult || (isCost && (period !== undefined || isBothCosts)) || isFigure
    )
  }
  return matcher.listed(plain) || (isCost ? period !== undefined || change.by !== undefined : isOfTrades(asked, change))
}

/** Results and trades without a coin. */
function isOfTrades({ plain, topics, matcher }: Asked, { subject, period, by, rank, count, result }: OwnChange): boolean {
  if (by !== undefined && by !== 'symbol' && rank !== undefined) return true
  // "What made more, longs or shorts".
  if (by === 'side' && MORE.test(plain) && BOTH_SIDES.test(plain)) return true
  if (by === 'symbol' && rank !== undefined && PROFITABLE.test(plain)) return true
  if (by !== undefined) return subject === 'volume' || topics.has('overview') || topics.has('trades') || matcher.bareResult(plain)
  if (subject === 'list') return [period, rank, count, result].some((each) => each !== undefined)
  if ((subject === 'overview' || subject === 'trades') && period !== undefined) return true
  if (subject?.startsWith('per_') === true) return true
  // A market has a volume too.
  return (
    (topics.has('net') && matcher.bareResult(plain)) ||
    ((subject !== 'volume' || period !== undefined) && FIGURES.some((figure) => figure === subject))
  )
}

/** "Least profitable coin": a market has none. */
const PROFITABLE =
  / (?:profitable|losing|winning|profitabelste\p{L}*|rentabelste\p{L}*|rentables?|redditizi[ao]|lucrativ[ao]|прибыльн\p{L}*|убыточн\p{L}*) /u

const MORE = / (?:more|better|mehr|besser|plus|mieux|mas|mejor|piu|meglio|mais|melhor|больше|лучше) |更|多还是|还是.*多/u
/** Trades of both sides, not the choice of one. */
const BOTH_SIDES =
  / (?:longs|largos|compras|comprados|лонги|long)(?= ).* (?:shorts|cortos|vendidos|шорты|short) | (?:shorts|cortos|vendidos|шорты|short)(?= ).* (?:longs|largos|comprados|лонги|long) |(?:多单|做多).*(?:空单|做空)|(?:空单|做空).*(?:多单|做多)/u

/** "Result this week", "max drawdown": a market has them only with a coin. */
function isBareResult({ plain, topics, coins, rest, matcher }: Asked, { period, also }: OwnChange): boolean {
  if (coins.length > 0) return false
  // "Which was better, October or November".
  if (also !== undefined && MORE.test(plain)) return rest().unknowns.length === 0
  if (topics.has('max_drawdown')) return rest().unknowns.length <= MOST_UNKNOWN
  return matcher.bareResult(plain) && period !== undefined && rest().unknowns.length === 0
}

const AHEAD_OF_ME =
  / (?:will i|am i going to|werde ich|vais je|je vais|voy a|saro|guadagnero|perdero|serai je|vou \p{L}+[aei]r|буду|заработаю) |我会|我将/u
const BOOK_TOPICS: readonly OwnTopic[] = ['orders', 'fills', 'account']
/** "Is my account safe", "can I short doge here", "the formula of my win rate": no figure answers it. */
const ABOUT_IT =
  / (?:order ?book|orderbuch|carnet d ordres|libro de ordenes|book degli ordini|libro ordini|livro de ordens|стакан\p{L}*|(?:can|may|could) i (?:go )?(?:short|long|trade|buy|sell|deposit|withdraw)|(?:good|ideal|sensible|guter|bon|buen|buon|bom) (?:stop|take profit|leverage|hebel|levier)|do i (?:still )?(?:need|have) to|would i (?:need|have) to|muss ich (?:\p{L}+ )*(?:machen|verdienen)|dois je (?:\p{L}+ )*gagner|tengo que ganar|devo guadagnare|preciso ganhar|нужно заработать|safe|secure|hacked|verified|formula|formel|formule|calculated|computed|berechnet|calcule|calculad\p{L}*|calcolat\p{L}*|password|passwort|mot de passe|contrasena|senha|пароль|рассчитыва\p{L}*|безопас\p{L}*) |订单簿|盘口|安全|公式|怎么算|密码/u
/** Staking, subscriptions, copied trades and accounts elsewhere and taxes have no tool: a trading balance or result is another figure. */
const OTHER_PRODUCT =
  / (?:(?:live|real|other|second|2nd|main|sub|apex|hyperliquid|echte[snm]?|andere[snm]?|zweite[snm]?) (?:accounts?|konto|konten)|(?:comptes?|cuentas?|conto|conti|contas?) (?:reels?|live|reale?s?|reais|principal\p{L}*|secondaires?|secundari\p{L}*|secondari\p{L}*)|(?:deuxieme|autre|segunda|otra|secondo|altro|outra) (?:compte|cuenta|conto|conta)|(?:реальн|друг|втор)\p{L}* счет\p{L}*|(?:my|the|our|mein\p{L}*|mon|mis?|mio|meus?|мо\p{L}*) (?:trading |trade )?(?:bots?|robots?|algos?|бот\p{L}*)|tax(?:es|ed|able)?|steuer\p{L}*|impots?|impuestos?|tasse|imposte|impostos?|налог\p{L}*|binance(?! coin)|bybit|okx|coinbase|kraken|bitget|kucoin|ftx|stak\p{L}*|cop(?:y|ies|ied|ying|iers?)|copytrad\p{L}*|follow(?:ers?|ing| me| my)|leaders?|leaderboard|(?:nach)?kopier\p{L}*|folge[nr]?|suiveurs?|abonnes|me suivent|copi(?:a|an|ant|ano|ato|ati|at|e|ent|ado|ados|eurs?|o)|seguidor\p{L}*|me siguen|mi seguono|seguaci|me seguem|копир\p{L}*|подписчик\p{L}*|лидер\p{L}*|unstak\p{L}*|rewards?|subscri\p{L}*|memberships?|vest\p{L}*|referral|abo|abonnement\p{L}*|mitgliedschaft|belohnung\p{L}*|recompens\p{L}*|suscripcion|abbonamento|ricompens\p{L}*|assinatura|стеик\p{L}*|подписк\p{L}*|наград\p{L}*) |税|质押|订阅|奖励|跟单|复制|粉丝|带单|实盘|真实账户|另一个账户|机器人/u

const isOfOther = ({ plain, matcher }: Pick<Asked, 'plain' | 'matcher'>): boolean =>
  matcher.others(isMine({ plain, matcher }) ? plain.replace(OF_THEM, ' $1 ') : plain)
/** "How many shorts did I take and what is their PnL": that of the trades, not of somebody else. */
const OF_THEM =
  / ((?:trades|shorts|longs|positions|orders|winners|losers|positionen|verlierer|gewinner|ordres|operations|operaciones|posiciones|cortos|largos|operazioni|posizioni|ordini|operacoes|posicoes|ordens|сделк\p{L}*|сделок|позици\p{L}*|шорт\p{L}*|лонг\p{L}*) (?:.* )?)(?:their|they|leurs?|loro|sus?|seus?|suas?|deren|ihre?|их)(?! (?:trades|positions|orders|account|trader)) /u

/** What a venue was paid is no coin's, although its coin has the same name. */
const isOfOtherProduct = (plain: string, topics: ReadonlySet<OwnTopic>): boolean =>
  OTHER_PRODUCT.test(plain) || ((isOfCosts(topics) || AT_VENUE.test(plain)) && VENUE.test(plain))
const VENUE = / (?:hyperliquid|hyper liquid|apex|dydx|gmx|uniswap) /u
/** "PnL on Hyperliquid": trades of one exchange are not told apart. */
const AT_VENUE =
  / (?:on|at|via|auf|bei|uber|sur|chez|en|su|na|no|pela|pelo|на|через) (?:hyperliquid|hyper liquid|apex|dydx|gmx|uniswap) |在(?:hyperliquid|dydx|gmx|apex)/u

/** Commands, reasons, alerts, the future and other people's data are out of scope. */
function isNotOurs({ plain, topics, groupings, matcher, reading: { concepts, isAhead } }: Asked): boolean {
  if (isOfOther({ plain, matcher }) || isOfOtherProduct(plain, topics) || ABOUT_IT.test(plain) || matcher.reason(plain)) return true
  if (matcher.act(plain) && !HAS_DONE.test(plain)) return true
  // "Will I be profitable", "the best stop for my BTC": no figure of the account answers it.
  const isOfResult = topics.has('net') || topics.has('overview')
  if ((isOfResult && AHEAD_OF_ME.test(plain)) || (topics.has('orders') && matcher.best(plain))) return true
  const isOfTime = [...matcher.periods.values()].some((is) => is(plain))
  // "Losers" alone is a market's word for advice; with trades they are the user's own.
  const isLosers = matcher.losers(plain) && (topics.has('trades') || isOfTime)
  const isBestCoin =
    (isMine({ plain, matcher }) || (isOfTime && (matcher.self(plain) || matcher.best(plain) === matcher.worst(plain)))) &&
    groupings.includes('symbol') &&
    !concepts.has('trade')
  if (concepts.has('inject') || concepts.has('alert') || (concepts.has('advice') && !isLosers && !isBestCoin)) return true
  // "Is my BTC protected by a stop", "the target price I set".
  const isBook = isMine({ plain, matcher }) && !isAhead && BOOK_TOPICS.some((topic) => topics.has(topic))
  return concepts.has('predict') && !isBook && !topics.has('expectancy') && !topics.has('win_rate')
}

const LEANING: Readonly<Record<AgentLanguage, RegExp>> = {
  en: /^ (?:and|what about|how about|ok and|same|now|only|just|but) /u,
  de: /^ (?:und|wie ist es|wie war es|wie sieht es|was ist mit|nur|aber|und wie) /u,
  fr: /^ (?:et|qu en est il|seulement|mais) /u,
  es: /^ (?:y|que tal|solo|pero|e) /u,
  it: /^ (?:e|ed|solo|ma|invece) /u,
  pt: /^ (?:e|so|mas|quanto) /u,
  ru: /^ (?:а|и|только|но) /u,
  zh: /^(?:那|那么|还有|只看|而)/u,
}
const isLeaning = ({ plain, matcher }: Asked): boolean => LEANING[matcher.language].test(plain)

/** What a follow-up leaves out: "and last?" after this month, "the filled ones" after orders. */
function elided(change: OwnChange, { plain, matcher, reading, isSinceStart }: Asked, { before }: OwnContext): OwnChange {
  if (before === undefined || change.subject !== undefined) return change
  if ((before.subject === 'open' || before.subject === 'filled') && matcher.done(plain)) return { ...change, subject: 'done' }
  // "Which one is closest to liquidation", "show 5", "compared to last month".
  if (before.subject === 'positions' && matcher.distance(plain)) return { ...change, subject: 'positions' }
  const [count, ...counts] = reading.numerals
  if (before.subject === 'list' && count !== undefined && counts.length === 0 && Object.keys(change).length === 0 && COUNTED.test(plain))
    return { count: Math.min(count, MOST_TRADES) }
  if (before.period !== undefined && change.period !== undefined && before.period !== change.period && COMPARED_WITH.test(plain))
    return { ...change, period: before.period, also: [change.period, ...(change.also ?? [])] }
  if (isTimed(before) && matcher.many(plain)) return { ...change, subject: 'trades' }
  if (isTimed(before) && Object.keys(change).length === 0 && (isSinceStart || matcher.noTime(plain))) return { period: undefined }
  const earlier = EARLIER[before.period ?? '']
  return earlier !== undefined && Object.keys(change).length === 0 && isOfLast(reading, plain) ? { period: earlier } : change
}

/** "Which of those are buys" after orders. */
function orderedNext(named: OwnChange, { plain }: Asked, { before }: OwnContext): OwnChange | undefined {
  const { side: _, ...change } = named
  const ordered = orderedBy(plain)
  const isNext = isOrdered(before?.subject) && change.subject === undefined && Object.keys(ordered).length > 0
  return isNext ? { ...change, ...ordered } : undefined
}

/** "Only the ones at a loss" after a list: its trades, no result. */
function onlySome(change: OwnChange, { plain, matcher }: Asked, { before }: OwnContext): OwnChange | undefined {
  if (before === undefined || !isTraded(before) || !isOnlySome(change, plain)) return undefined
  const isWinners = matcher.winners(plain)
  return isWinners === matcher.losers(plain) ? undefined : { subject: 'list', result: isWinners ? 'win' : 'loss' }
}

/** "My 3 worst": trades, if nothing else is named. */
function ranked(change: OwnChange, asked: Asked, { before }: OwnContext): OwnChange | undefined {
  const { plain, rest, topics, groupings } = asked
  if (before !== undefined || change.subject !== undefined || topics.size > 0 || groupings.length > 0) return undefined
  if ((change.rank !== 'best' && change.rank !== 'worst') || !isMine(asked)) return undefined
  return plain.trim().split(' ').length <= MOST_OF_RANK && rest().unknowns.length === 0 ? { ...change, subject: 'list' } : undefined
}
const MOST_OF_RANK = 5

const isTraded = ({ subject }: OwnFrame): boolean => subject === 'list' || subject === 'trades'
const isOnlySome = ({ subject, tickers, period, rank, side }: OwnChange, plain: string): boolean =>
  (subject === 'net' || subject === 'list' || subject === undefined) &&
  [tickers, period, rank, side].every((each) => each === undefined) &&
  ONLY.test(plain)
const ONLY =
  /^ (?:(?:and|ok|show|me|now|und|zeig|mir|et|montre|y|e|mostra|muestra|а|и|покажи) )*(?:only|just|nur|seulement|uniquement|que|juste|solo|solamente|soltanto|so|apenas|somente|только|лишь) |^(?:那|现在)?(?:只|仅)/u
const isOfLast = ({ concepts }: Reading, plain: string): boolean => concepts.has('last') || PREVIOUS.test(plain)
const PREVIOUS = / (?:previous|prior|one before) /u

const COUNTED =
  /^ (?:(?:and|ok|now|show|me|give|list|make|it|the|top|last|und|zeig\p{L}*|mir|die|et|montre|moi|y|muestra|e|mostra|покажи|а) )*\p{N}+(?: (?:of|them|more|instead|please|trades?|davon|stuck|de|ellas?))* $/u
const COMPARED_WITH =
  /^ (?:and )?(?:how does (?:that|it) compare (?:to|with)|compare[d]? (?:to|with)|vs|versus|against|im vergleich zu[mr]?|verglichen mit|gegenuber|compare a|par rapport a|comparado con|en comparacion con|rispetto a|em comparacao com|comparado com|по сравнению с|против) |^(?:跟|和|与).*(?:比|相比)/u

/** "And my position?", "my result on it": of the coin that was asked about before. */
function isReferring(asked: Asked, change: OwnChange, { coins }: OwnContext): boolean {
  if (asked.coins.length > 0 || coins.length === 0 || coins.length > MOST_COINS) return false
  const isOfIt = asked.rest().concepts.has('it') || asked.rest().concepts.has('both') || THERE.test(asked.plain)
  return isOfIt || (isLeaning(asked) && isOfBook(change))
}

const ONLY_WORD = / (?:only|just|nur|seulement|uniquement|juste|solo|solamente|soltanto|so|apenas|somente|только|лишь) /u

const THERE =
  / (?:there|on it|in it|on that|da|dort|darauf|davon|dabei|damit|dessus|la dessus|ahi|alli|su di esso|li|ai|nele|nela|там|по неи|по нему|на неи|на нем) |那里|它/u
const MOST_WORDS = 8
const MOST_OF_ELLIPSIS = 3

/** "And last month?", "in percent?", "the worst one": a short question that changes the previous one on own data. */
function isFollowUp(asked: Asked, change: OwnChange, period: PeriodReading, { before }: OwnContext): boolean {
  const { plain, matcher, coins, rest, topics } = asked
  const isDetail = matcher.detail(plain)
  if (before === undefined || (period === 'unknown' && !isDetail) || coins.length > 1) return false
  const words = plain.trim().split(' ').length
  if (words > MOST_WORDS) return false
  // "E su ETH?": one word of another meaning beside the coin asks nothing else.
  const isCoinOnly =
    coins.length === 1 &&
    words - (ONLY_WORD.test(plain) ? 1 : 0) <= MOST_OF_ELLIPSIS &&
    isLeaning(asked) &&
    !STRONG.some((each) => rest().concepts.has(each))
  const allowed: readonly Concept[] = [
    ...(COMPARED_WITH.test(plain) ? (['compare'] as const) : []),
    ...(change.orderSide === undefined ? [] : (['trade'] as const)),
  ]
  // "Which of those are buys".
  const isOfSide = change.orderSide !== undefined && rest().unknowns.every((word) => orderedBy(` ${word} `).orderSide !== undefined)
  if (isCoinOnly || isOfSide ? rest().isAhead : isAboutElse(rest(), allowed)) return false
  // A price or history of a coin, not another coin of the same question: "SOL now", "BTC yesterday" after a position.
  const isNewQuestion = coins.length > 0 && !isLeaning(asked) && (rest().concepts.has('ask') || rest().concepts.has('at'))
  const isOfMarket =
    isNewQuestion ||
    rest().concepts.has('now') ||
    (isOfBook(before) && topics.size === 0 && asked.dates !== undefined) ||
    (isOfBook(before) && topics.size === 0 && rest().segments.some(({ horizons }) => horizons.length > 0))
  return !isOfMarket && (Object.keys(change).length > 0 || isDetail)
}

/** Maximum number of coins per question; with more, none is looked up. */
const MOST_COINS = 4
const MOST_TRADES = 10

/** Ordered so that longer phrases match first: "average profit per trade" is the expectancy. */
const FIGURES: readonly Exclude<OwnFigure, 'overview' | 'net' | 'trades' | `per_${string}`>[] = [
  'streaks',
  'win_rate',
  'profit_factor',
  'max_drawdown',
  'sharpe',
  'sortino',
  'sqn',
  'mean_r',
  'mean_hold_ms',
  'mean_slippage',
  'payoff',
  'expectancy',
  'funding',
  'fees',
  'volume',
]

/** "Result without fees" asks for the result. */
const COSTS = ['funding', 'fees'] as const satisfies readonly OwnFigure[]
/** What a listed trade shows of itself. */
const OF_TRADE: readonly OwnSubject[] = [...COSTS, 'mean_hold_ms']
/** "Win rate or profit factor", "more fees than funding": all figures that are named are shown. */
function subjectsNamed({ subject }: OwnFrame, { plain, matcher }: Asked): readonly OwnSubject[] {
  const figures: readonly OwnSubject[] = FIGURES
  const first = figures.indexOf(subject)
  let left = matcher.without('aside', plain.replaceAll(FUNDING_FEES, 'funding'))
  const others = (first < 0 ? [] : FIGURES.slice(first)).filter((figure) => {
    const isNamed = matcher.topics.get(figure)?.(left) === true
    if (isNamed) left = matcher.without(figure, left)
    // "On average" is the mean of the first figure.
    return isNamed && figure !== subject && !MEANS.includes(figure)
  })
  return [subject, ...others]
}
/** "Funding fees" are funding. */
const FUNDING_FEES =
  /(?:funding|finanzierungs) ?(?:fees?|costs?|gebuhr\p{L}*|kosten)|(?:frais|comision\p{L}*|commission\p{L}*|taxas?|costes?|costi|комисси\p{L}*) (?:de |di |del |do |за |по )?(?:funding|financ\p{L}*|finanz\p{L}*|фандинг\p{L}*|финансир\p{L}*)/gu
const isOfCosts = (topics: ReadonlySet<OwnTopic>): boolean => COSTS.some((cost) => topics.has(cost))

function subjectIn(asked: Asked, period: PeriodReading): OwnSubject | undefined {
  const named = withKind(subjectOf(asked), asked)
  // "Did I make more in October or November" is no list of the best trades.
  const isOfPeriods = named === 'list' && period !== 'unknown' && period.also !== undefined && !asked.topics.has('trades')
  return isOfPeriods || (named === undefined && (isBareMean(asked) || isBareComparison(asked, period))) ? 'net' : named
}

/** What a question says of its subject, coin, span, side and rank; empty if it says nothing. */
function changeIn(asked: Asked, period: PeriodReading): OwnChange {
  const plainSubject = subjectIn(asked, period)
  const isPerUnit = plainSubject !== undefined && PER_UNIT.includes(plainSubject) && asked.groupings.length === 0
  const subject = asked.unit !== undefined && isPerUnit ? (`per_${asked.unit}` as const) : plainSubject
  const isBook = isOfBook(subject === undefined ? {} : { subject })
  const by = subject === 'list' || subject?.startsWith('per_') === true || isBook ? undefined : asked.groupings[0]
  const isListed = subject === 'list' || subject === undefined
  return {
    ...(subject !== undefined && { subject }),
    ...(asked.coins.length > 0 && { tickers: asked.coins }),
    ...(asked.left && { without: asked.left }),
    ...(period !== 'unknown' && period),
    // "Am I long anything": an answer with the shorts too.
    ...(!asked.matcher.holding(asked.plain) && sideOf(asked)),
    // "Without shorts".
    ...(asked.only && { side: asked.only }),
    ...(by !== undefined && { by }),
    ...(isOrdered(subject) && orderedBy(asked.plain)),
    ...(isListed ? listed(asked, subject, period) : by !== undefined && by !== 'side' && rankIn(asked)),
  }
}

/** "Daily average for this month": of the result. */
const isBareMean = ({ unit, plain }: Asked): boolean => unit !== undefined && MEAN.test(plain)
/** "Was my August better than my September": the result. */
const isBareComparison = (asked: Asked, period: PeriodReading): boolean =>
  period !== 'unknown' &&
  period.also !== undefined &&
  asked.topics.size === 0 &&
  (isMine(asked) || (asked.coins.length === 0 && MORE.test(asked.plain)))
/** What has a mean a day, week or month. */
const PER_UNIT: readonly OwnSubject[] = ['net', 'overview', 'trades', 'list', 'expectancy', 'payoff', 'fees', 'funding']
const isOrdered = (subject: OwnSubject | undefined): boolean => subject === 'open' || subject === 'done' || subject === 'filled'
/** "Did my stop fill": an order that ended, because a fill has no kind. */
const withKind = (subject: OwnSubject | undefined, { plain }: Asked): OwnSubject | undefined =>
  subject === 'filled' && orderedBy(plain).kind !== undefined ? 'done' : subject

function rankIn({ plain, matcher, groupings, topics }: Asked): { readonly rank?: 'best' | 'worst' } {
  const [isBest, isWorst] = [matcher.best(plain), matcher.worst(plain)]
  // "Which coin made me lose most", in whatever verb.
  if (!isBest && !isWorst && groupings.length > 0 && topics.has('net') && MOST.test(plain) && !TRADED_MOST.test(plain))
    return { rank: LOST.test(plain) ? 'worst' : 'best' }
  if (groupings.length > 0 && topics.has('net') && LEAST.test(plain)) return { rank: LOST.test(plain) ? 'best' : 'worst' }
  if (isBest === isWorst) return {}
  return { rank: isBest && !((MOST_LOST.test(plain) || TOP_LOST.test(plain)) && !BETTER.test(plain)) ? 'best' : 'worst' }
}
const MOST = / (?:the most|most(?! of)|am meisten|le plus|mas|piu|mais|больше всего|чаще(?: всего)?) |最/u
const LEAST = / (?:the least|least|am wenigsten|le moins|menos|di meno|meno|меньше всего) |最少/u
const LOST =
  / (?:los(?:es?|t|ing)|verl[io]\p{L}*|perd\p{L}*|pert\p{L}*|prejui\p{L}*|убыт\p{L}*|(?:по)?теря\p{L}*|слил\p{L}*|минус\p{L}*|minus|miese[nr]?|red|rouge|rojo|rosso|vermelho) |[亏赔]/u
const isBestAndWorst = ({ plain, matcher }: Asked): boolean =>
  matcher.best(plain) && matcher.worst(plain) && !(MOST_LOST.test(plain) && !BETTER.test(plain))
/** "Top 5 losses", "the biggest 3 losing trades": the size alone is no gain. */
const TOP_LOST =
  / (?:top|biggest|largest|grosste\p{L}*|plus gr(?:os|and)\p{L}*|mayores|maggiori|maiores|крупнеиш\p{L}*) (?:\p{N}+ )?(?:\p{L}+ )?(?:los(?:s|ses|ers?|ing)|verlust\p{L}*|verlierer\p{L}*|pertes?|perdant\p{L}*|perdidas?|perdedor\p{L}*|perdite|perdent\p{L}*|perdas|prejuizos?|убыт\p{L}*) /u
/** "Which hour loses me the most money", although "the most money" alone is the best. */
const MOST_LOST =
  / (?:los(?:es?|t|ing)|verlier\p{L}*|verloren|verlust\p{L}*|perd\p{L}*|pertes?|perdidas?|prejuizos?|убыт\p{L}*|теря\p{L}*|потеря\p{L}*) .*(?:most|meisten|plus|mas|piu|mais|больше всего) | (?:most|meisten|plus|mas|piu|mais|больше всего) (?:\p{L}+ )?(?:loss\p{L}*|verlust\p{L}*|perd\p{L}*|pertes?|prejuizos?|убыт\p{L}*) |亏.*最|最.*亏/u
const BETTER = / (?:best|beste\p{L}*|meilleure?s?|mejor(?:es)?|miglior[ei]|melhor(?:es)?|лучш\p{L}*) |最好|最佳/u

function listed(asked: Asked, subject: 'list' | undefined, period: PeriodReading): Pick<OwnChange, 'rank' | 'result' | 'count'> {
  const { plain, matcher } = asked
  const { rank } = rankIn(asked)
  const isWinners = matcher.winners(plain)
  const isLosers = matcher.losers(plain) || (subject === 'list' && isOfLosses(asked))
  const order =
    rank !== undefined
      ? { rank }
      : isWinners !== isLosers
        ? { result: isWinners ? ('win' as const) : ('loss' as const) }
        : subject === 'list' && isNewestAsked(asked)
          ? { rank: 'newest' as const }
          : undefined
  if (order === undefined) return {}
  const counted = countOf(asked, period === 'unknown' ? undefined : period.period)
  return { ...order, ...(rank === undefined && isSingle(plain, matcher) && { count: 1 }), ...counted }
}

const isNewestAsked = ({ plain, topics, matcher }: Asked): boolean =>
  isSingle(plain, matcher) || (matcher.newest(plain) && !topics.has('net') && !topics.has('overview'))

function subjectOf(asked: Asked): OwnFrame['subject'] | undefined {
  const { topics, groupings, plain, matcher } = asked
  if (isOfPositions(asked)) return 'positions'
  const isRanked = matcher.best(plain) !== matcher.worst(plain)
  const figure = figureSubject(asked, isRanked)
  if (figure !== undefined) return figure
  const isOfTag = groupings[0] === 'tag' && topics.has('trades') && matcher.newest(plain)
  if (groupings[0] === 'symbol' && TRADED_MOST.test(plain) && !topics.has('net')) return 'volume'
  // "Which coin do I buy" asks for no result.
  const isResult = groupings[0] !== 'symbol' || topics.size > 0 || isRanked
  if (groupings.length > 0 && !isOfTag && isResult) return 'net'
  const realised = realisedIn(plain)
  // A rank is among trades; "realised vs unrealised" are both in the result.
  if (realised !== undefined && !isRanked) return realised === 'un' ? 'positions' : 'net'
  const isOfOpen = topics.has('net') && (isRanked ? topics.has('trades') && isNow(asked) : isOpenNow(asked))
  return bookSubject(asked, isRanked) ?? (isOfOpen ? 'positions' : resultSubject(asked, isRanked))
}

/** What only the open positions show. */
function isOfPositions({ topics, plain, matcher, coins }: Asked): boolean {
  const isAmount = coins.length > 0 && topics.size === 0 && matcher.amount(plain)
  // A position shows how far its stop and liquidation are, not a limit order.
  const isOfStop = topics.has('orders') && orderedBy(plain).kind === 'stop'
  const isDistance = matcher.distance(plain) && (isOfStop || topics.has('positions'))
  // "Which positions have no stop": each shows its stop.
  const isUnprotected = topics.has('positions') && NO_STOP.test(plain)
  // "How many percent am I down on BTC": a coin's closed trades have no share of a deposit.
  const isShare = coins.length > 0 && topics.has('net') && AM_I.test(plain) && matcher.detail(plain) && !isTimeNamed(plain, matcher)
  const isOfSides = topics.size === 0 && OF_OPEN.test(plain) && (matcher.long(plain) || matcher.short(plain))
  const isOfAny = topics.has('net') && AM_I.test(plain) && ANYTHING.test(plain) && !isTimeNamed(plain, matcher)
  return matcher.holding(plain) || isAmount || isDistance || isUnprotected || isShare || isOfSides || isOfAny
}
const AM_I = / (?:am i|i m|bin ich|ich bin|je suis|suis je|estoy|voy|sono|sto|estou|to|я (?:сеичас )?(?:ли )?в) /u
/** "Am I in profit on anything". */
const ANYTHING =
  / (?:on|in|with|at) (?:anything|any(?: of them| coin| trade)?|something) | (?:irgendwo|irgendwas|mit irgendetwas|sur quelque chose|en algo|en alguna|su qualcosa|em alguma coisa|em algo|хоть где(?: то)?|где нибудь) /u
const NO_STOP =
  / (?:no|without an?|without|missing an?|keinen?|ohne|sans|pas de|sin|sem|senza|без) (?:stops?|sl|stop loss|стоп\p{L}*)(?= )|没有?设?止损|无止损/u
/** "Which coin do I trade the most": the volume of each, with its trades. */
const TRADED_MOST =
  / trade (?:the )?most | traded (?:the )?most | most (?:often )?traded | trade most often |(?:handle|trade) ich am (?:meisten|haufigsten)|am (?:meisten|haufigsten) gehandelt|trade\p{L}* le plus| opero (?:mas|con mas)| mas opero |чаще всего торгу|торгую (?:чаще|больше) всего|交易得?最多|最常交易/u

function figureSubject({ topics, groupings, plain, matcher, dates }: Asked, isRanked: boolean): OwnFrame['subject'] | undefined {
  const best = bestUnitIn(plain, isTimeNamed(plain, matcher) || dates !== undefined)
  if (best !== undefined) return `per_${best}`
  // "Average profit per trade" is of all trades, not of the winners.
  const isPerTrade = topics.has('expectancy') && PER_TRADE.test(plain)
  // "Fees without funding" are fees.
  const isCost = (one: OwnTopic) => !matcher.aside(plain) || matcher.topics.get(one)?.(matcher.without('aside', plain)) === true
  const figure = FIGURES.find(
    (one) => topics.has(one) && (!COSTS.some((cost) => cost === one) || isCost(one)) && !(isPerTrade && one === 'payoff'),
  )
  // "Funding of my open position": each position shows its own.
  if ((figure === 'fees' || figure === 'funding') && OF_OPEN.test(plain) && !matcher.done(plain)) return 'positions'
  // "PnL with fees": the result shows them too.
  if (figure === 'fees' && groupings.length === 0 && RESULT.test(matcher.without('aside', plain))) return 'net'
  // "Fees on my last trade": no account pays them.
  const isOfOneTrade = topics.has('trades') && (isSingle(plain, matcher) || (isRanked && !isPerTrade)) && !matcher.many(plain)
  if (figure !== undefined && isOfOneTrade && OF_TRADE.includes(figure)) return 'list'
  // "Average profit per winning trade" is no mean of all trades.
  return figure === 'expectancy' && WON_OR_LOST.test(plain) ? 'payoff' : figure
}

const OF_OPEN =
  / (?:open|current|running|live|offene[nrsm]?|laufende[nrsm]?|aktuelle[nrsm]?) (?:\p{L}+ )?(?:positions?|trades?|shorts?|longs?|position(?:en)?) | (?:positions?|posicion(?:es)?|posizion[ei]|posic(?:ao|oes)|operacion(?:es)?|operazion[ei]|operac(?:ao|oes)|trades?|shorts?|longs?|cortos?|largos?) (?:\p{L}+ ){0,3}(?:(?:that|which) (?:\p{L}+ )?(?:still )?open|still open|i (?:still )?have open|ouvertes?|en cours|actuelles?|abiert[ao]s?|actual(?:es)?|apert[aeio]|in corso|abert[ao]s?) | (?:открыт|текущ)\p{L}* (?:\p{L}+ )?(?:позици|сделк|лонг|шорт)\p{L}* |(?:未平仓|持仓|当前仓位|现在的仓位)/u

const isTimeNamed = (plain: string, { periods, months }: OwnMatcher): boolean => [...periods.values(), ...months].some((is) => is(plain))

/** A result by its noun; "what I lose in fees" names none. */
const RESULT =
  / (?:pnl|p&l|p l|profits?|gewinn|gewinne|ergebnis|benefices?|resultats?|beneficios?|ganancias?|resultados?|profitto|profitti|guadagn[oi]|risultat[oi]|lucros?|прибыль|прибыли|результат\p{L}*|пнл) |盈亏|利润|收益/u

const PER_TRADE =
  / (?:per trade|a trade|pro trade|je trade|par trade|por (?:trade|operacion|operacao)|(?:per|a) (?:trade|operazione)|на (?:одну |каждую )?сделку|за (?:одну |каждую )?сделку|(?:с|со) (?:однои |каждои )?сделки) |每笔/u

/** `un` if only the unrealised result is named. */
function realisedIn(plain: string): 'un' | 'too' | undefined {
  const found = [...plain.matchAll(REALISED)].map(([word]) => /^(?:un|no|na|ni|не|未)/.test(word))
  return found.length === 0 ? undefined : found.every(Boolean) ? 'un' : 'too'
}
const REALISED = /(?<!\p{L})(?:(?:un|non |no |nao |nicht )?reali[sz](?!ti)|(?:не)?реализован)\p{L}*|[已未]实现/gu

/** "十一月空单赚了多少": the result of closed trades. */
const isOfClosedSide = ({ topics, plain, matcher }: Asked): boolean =>
  matcher.language === 'zh' && topics.has('net') && isTimeNamed(plain, matcher) && !OF_OPEN.test(plain)

function bookSubject(asked: Asked, isRanked: boolean): OwnFrame['subject'] | undefined {
  const { topics, plain, matcher, coins } = asked
  if (topics.has('fills') && !(topics.has('orders') && matcher.done(plain))) return 'filled'
  const beside = besideOrders(plain, topics)
  if (beside !== undefined) return beside
  if (topics.has('orders')) return matcher.done(plain) ? 'done' : 'open'
  if (CAPACITY.test(plain)) return 'account'
  // "Which open trade is losing most": each position shows its result.
  if (topics.has('positions') && !isOfClosedSide(asked) && (!isRanked || OF_OPEN.test(plain) || isNow(asked))) return 'positions'
  const isResult = (topics.has('net') || topics.has('overview')) && !matcher.listed(plain)
  if (!topics.has('account') || isResult) return undefined
  // An account has no coin; the margin of a coin is its position's.
  return coins.length > 0 && (matcher.self(plain) || matcher.bare(plain)) ? 'positions' : 'account'
}

/** "Margin left after my open orders"; "is my stop below my entry": a position shows both. */
function besideOrders(plain: string, topics: ReadonlySet<OwnTopic>): 'account' | 'positions' | undefined {
  if (!topics.has('orders')) return undefined
  if (topics.has('account') && MARGIN_LEFT.test(plain)) return 'account'
  return topics.has('positions') && orderedBy(plain).kind === 'stop' && ENTRY_PRICE.test(plain) ? 'positions' : undefined
}
const MARGIN_LEFT =
  / (?:margin|marge|margen|margine|margem|маржи|маржа) (?:.* )?(?:left|remaining|free|available|frei|ubrig|reste|restante|libre|disponible|queda|libero|rimane|resta|livre|sobra|осталось|свободн\p{L}*) | (?:left|free|available|freie|libre|свободн\p{L}*) (?:of |de |di )?(?:my |mi |ma |mia |minha )?(?:margin|marge|margen|margine|margem|маржи|маржа) |(?:可用|剩余)保证金/u
const ENTRY_PRICE =
  / (?:entry|liquidation|liq|einstieg\p{L}*|einstand\p{L}*|prix d entree|entree|entrada|ingresso|entrata|вход\p{L}*) |开仓价|入场价|强平价|爆仓价/u

/** "How big a position can I still open": the free margin. */
const CAPACITY =
  / (?:(?:max|maximum|biggest|largest) (?:\p{L}+ )?(?:position|trade|size|order)(?: size)? (?:that )?i can|can i still (?:buy|open|trade|afford|short|long|add)|kann ich noch (?:\p{L}+ )*(?:kaufen|offnen|eroffnen|aufmachen)|puis je encore (?:ouvrir|acheter)|puedo (?:aun |todavia )(?:abrir|comprar)|posso ancora (?:aprire|comprare)|ainda posso (?:abrir|comprar)|могу еще (?:открыть|купить)|еще могу (?:открыть|купить)) |还能[开买做]|还可以[开买]/u

const TIMES = / (?:how many times|combien de fois|cuantas veces|quante volte|quantas vezes|сколько раз) |[几多少]+次/u

/** "How many wins this week", "how many times did I win", but not "how many dollars". */
const isOfWinsAndLosses = ({ plain, matcher, reading }: Asked): boolean =>
  (matcher.winners(plain) || matcher.losers(plain) || TIMES.test(plain)) && !reading.concepts.has('currency')

/** The best, the worst or the newest trades, winners or losers. */
function isListAsked(asked: Asked, isRanked: boolean): boolean {
  const { topics, plain, matcher } = asked
  const isOfTrades = topics.has('trades')
  const isOfSide = matcher.long(plain) !== matcher.short(plain)
  if (isBestAndWorst(asked) && (isOfTrades || topics.has('net'))) return true
  if (isRanked && (isOfTrades || isOfSide || topics.has('positions') || topics.has('net'))) return true
  return isOfTrades && (matcher.winners(plain) !== matcher.losers(plain) || isNewestAsked(asked))
}

function resultSubject(asked: Asked, isRanked: boolean): OwnFrame['subject'] | undefined {
  const { topics, plain, matcher, coins } = asked
  const isOfTrades = topics.has('trades')
  const isOfSide = matcher.long(plain) !== matcher.short(plain)
  if (matcher.many(plain) && (isOfTrades || (topics.has('net') && (isOfSide || isOfWinsAndLosses(asked))))) return 'trades'
  if (isListAsked(asked, isRanked) || isOfLosses(asked)) return 'list'
  if (topics.has('overview') && !(topics.has('net') && matcher.paid(plain))) return 'overview'
  if (topics.has('net') || matcher.aside(plain)) return 'net'
  if (isOfTrades) return 'list'
  if (matcher.bareResult(plain) && (coins.length === 0 || isMine(asked))) return 'net'
  return topics.size === 0 ? sideSubject(asked) : undefined
}

/** "My losses last week": the trades that lost, not the net result. */
const isOfLosses = ({ plain, topics, groupings }: Asked): boolean =>
  topics.has('net') && groupings.length === 0 && LOSSES.test(plain) && !WITH_GAINS.test(plain) && realisedIn(plain) === undefined
const LOSSES = / (?:losses|verluste|pertes|perdidas|perdite|perdas|prejuizos|убытки|убытков) /u
const WITH_GAINS =
  / (?:gains?|profits?|wins?|pnl|gewinne?|benefices?|ganancias?|beneficios?|guadagn[oi]|profitt[oi]|ganhos?|lucros?|прибыл\p{L}*|cost|how (?:much|big|large|high|bad)|wie (?:viel|hoch|gross)|combien|cuant[oa]s?|quant[oaie]s?|сколько) /u

function sideSubject(asked: Asked): OwnFrame['subject'] | undefined {
  const { plain, matcher } = asked
  if (matcher.long(plain) === matcher.short(plain)) return undefined
  if (!matcher.self(plain) && !(THE_SIDE.test(plain) && isTimeNamed(plain, matcher))) return undefined
  if (isOpenNow(asked)) return 'positions'
  // "Show all shorts of October".
  if (ALL_OF_SIDE.test(plain)) return 'list'
  // "How are my longs doing": closed and open ones together.
  return matcher.many(plain) ? 'trades' : 'net'
}

/** "Did the shorts pay off in November". */
const THE_SIDE = / (?:the|die|den|les|los|las|le|gli|i|os|as|по) (?:shorts?|longs?|cortos|largos|шорт\p{L}*|лонг\p{L}*) /u
const ALL_OF_SIDE =
  / (?:list|show|all|alle|liste|tous|toutes|todos|todas|tutti|все) (?:\p{L}+ )?(?:my |meine |mes |mis |i miei |meus |мои )?(?:shorts|longs|cortos|largos|шорты|лонги) /u

/** "How much am I down on SOL right now", "is my SOL short in the red": an open position, not closed trades. */
const isOpenNow = (asked: Asked): boolean => {
  const { plain, coins, matcher } = asked
  return coins.length > 0
    ? isNow(asked) || ONE_SIDE.test(plain) || (AM_I.test(plain) && SIDE_OF_ONE.test(plain) && !isTimeNamed(plain, matcher))
    : isNow(asked) && matcher.long(plain) !== matcher.short(plain)
}
const isNow = ({ reading }: Asked): boolean =>
  reading.segments.some(({ horizons }) => horizons.some(({ direction }) => direction === 'now'))
const SIDE_OF_ONE = / (?:short|long|corto|largo|шорт[еуа]?|лонг[еуа]?) /u
const ONE_SIDE = / (?:my|the|mein|meinem|meinen|mon|mi|il mio|meu|мои|моем) (?:\p{L}+ )?(?:short|long|trade|шорт|лонг)(?= )/u

const DAYS_IN_PERIOD = /^last_(\d+)_days$/
const UNIT_DAYS = [1, 7, 30, 365]

/** A number that counts the days or weeks of the period counts no trades. */
function countOf({ plain, reading }: Asked, period: OwnFrame['period']): Pick<OwnChange, 'count'> {
  const days = Number(DAYS_IN_PERIOD.exec(period ?? '')?.[1])
  const digits = [...plain.matchAll(/(?<!\p{N})(\d{1,3})(?=\s?(?!\p{N}))/gu)].map(([, found]) => Number(found))
  const han = [...plain.matchAll(HAN_COUNT)].map(([, numeral = '']) => HAN_NUMERALS.indexOf(numeral.replace('两', '二')) + 1)
  const counts = digits.length > 0 ? digits : han.length > 0 ? han : reading.numerals
  const count = counts.find((each) => each >= 1 && !UNIT_DAYS.some((unit) => each * unit === days))
  return count === undefined ? {} : { count: Math.min(count, MOST_TRADES) }
}

const HAN_NUMERALS = '一二三四五六七八九十'
const HAN_COUNT = /(?<!第)([二两三四五六七八九十])[笔单个次]/gu

function sideOf({ plain: written, topics, groupings, matcher }: Asked): { readonly side?: 'long' | 'short' } {
  if (groupings.includes('side')) return {}
  // A long streak is no long position.
  const plain = topics.has('streaks') ? matcher.without('streaks', written) : written
  const [isLong, isShort] = [matcher.long(withoutHowLong(plain)), matcher.short(plain)]
  return isLong === isShort ? {} : { side: isLong ? 'long' : 'short' }
}
