import { defined } from '@aerie/core/defined'
import { AGENT_LANGUAGES, type AgentLanguage } from '../concepts.ts'
import type { Reading } from '../reading.ts'
import { ownChinese } from './lexicon/chinese.ts'
import { ownEnglish } from './lexicon/english.ts'
import { ownFrench } from './lexicon/french.ts'
import { ownGerman } from './lexicon/german.ts'
import { ownItalian } from './lexicon/italian.ts'
import { ownPortuguese } from './lexicon/portuguese.ts'
import { ownRussian } from './lexicon/russian.ts'
import { ownSpanish } from './lexicon/spanish.ts'
import type { OwnCall } from './own-call.ts'
import { type Asked, callsFrom } from './own-calls.ts'
import { followUp } from './own-follow-up.ts'
import type { OwnLexicon, OwnTopic } from './own-lexicon.ts'
import { type OwnMatcher, ownMatcher, plainWords } from './own-matcher.ts'
import { type PeriodReading, periodOf } from './own-period.ts'

/** How one asks for own data, by language. */
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

/** A question on the asking user's own data; without calls where its time or its coin is none that is known. */
export type OwnRequest = {
  readonly calls: readonly OwnCall[]
  readonly language: AgentLanguage
  readonly problem?: 'period' | 'unknownCoin'
}

/** Topics that nobody asks a market about: they need no "my". */
const ALWAYS_OWN: readonly OwnTopic[] = ['win_rate', 'profit_factor', 'expectancy', 'payoff', 'sqn', 'mean_r', 'mean_hold_ms']

/**
 * Reads questions on the asking user's own positions, orders and journal, in eight languages. Build one and keep it.
 *
 * @throws never
 */
export function ownReader() {
  const matchers = new Map(AGENT_LANGUAGES.map((language) => [language, ownMatcher(OWN_LEXICONS[language])]))

  /** @param before what the question before was about, where it was about own data */
  return (text: string, reading: Reading, before?: OwnRequest): OwnRequest | undefined => {
    for (const language of languagesOf(text, reading, before)) {
      const matcher = defined(matchers.get(language)) // one for each language
      const plain = plainWords(text, language)
      const found = readIn(plain, reading, matcher, before)
      // What is refused in its own language is not taken for a question of another.
      if (found !== undefined || isNotOurs(plain, reading, matcher)) return found
    }
    return undefined
  }
}

const HAN = /\p{Script=Han}/u
const CYRILLIC = /\p{Script=Cyrillic}/u

/** The language that the words are of first; others only where the script allows. */
function languagesOf(text: string, { language }: Reading, before: OwnRequest | undefined): readonly AgentLanguage[] {
  if (HAN.test(text)) return ['zh']
  if (CYRILLIC.test(text)) return ['ru']
  const first = [language, before?.language].filter((one) => one !== undefined)
  return [...new Set([...first, 'en' as const, ...AGENT_LANGUAGES])].filter((one) => one !== 'zh' && one !== 'ru')
}

// the plain text is of the matcher's language
function readIn(plain: string, reading: Reading, matcher: OwnMatcher, before: OwnRequest | undefined): OwnRequest | undefined {
  if (isNotOurs(plain, reading, matcher)) return undefined
  const asked = askedIn(plain, reading, matcher)
  const period = periodOf(asked, reading)
  const language = reading.language ?? matcher.language
  const calls = isOwn(asked) ? callsFrom(asked, period === 'unknown' ? undefined : period.period) : undefined
  if (calls !== undefined) return { ...checked(calls, reading, period), language }
  return goingOn(asked, { reading, period, before })
}

/** Capitals that are said of trades and are no coin. */
const NO_COINS: readonly string[] = ['YTD', 'MTD', 'SQN', 'ROI', 'PNL', 'MAE', 'MFE', 'USD', 'USDC', 'TWAP', 'OK', 'PL', 'CLAW', 'EOD']

/** A coin or a time that is not known is said so: the answer is never that of all coins or of all time instead. */
function checked(calls: readonly OwnCall[], { strangers }: Reading, period: PeriodReading): Pick<OwnRequest, 'calls' | 'problem'> {
  if (strangers.some((word) => !NO_COINS.includes(word))) return { calls: [], problem: 'unknownCoin' }
  return period === 'unknown' && isTimed(calls) ? { calls: [], problem: 'period' } : { calls }
}

type Leaning = { readonly reading: Reading; readonly period: PeriodReading; readonly before: OwnRequest | undefined }

/** What goes on from a question on own data; one that names a price or a forecast is of the market. */
function goingOn(asked: Asked, { reading, period, before }: Leaning): OwnRequest | undefined {
  if (before === undefined || reading.concepts.has('price') || reading.concepts.has('predict')) return undefined
  const calls = followUp(asked, period, before)
  return calls && { calls, language: reading.language ?? asked.matcher.language }
}

function askedIn(plain: string, reading: Reading, matcher: OwnMatcher): Asked {
  const topics = new Set([...matcher.topics].flatMap(([topic, is]) => (is(plain) ? [topic] : [])))
  const groupings = [...matcher.groupings].flatMap(([by, is]) => (is(plain) ? [by] : []))
  return { plain, topics, groupings, coins: reading.mentioned, matcher }
}

const isOwn = ({ plain, topics, matcher }: Asked): boolean =>
  matcher.self(plain) || ALWAYS_OWN.some((topic) => topics.has(topic)) || isListed(plain, topics, matcher.language)

/** "Open orders?", "offene Positionen": nobody else's are shown here. */
const LISTED: Readonly<Partial<Record<AgentLanguage, RegExp>>> = {
  en: /^ (?:show |list |any )?(?:open|pending|resting|working) (?:orders?|positions?|trades) $/u,
  de: /^ (?:zeige? )?offene (?:orders?|positionen|auftrage|trades) $/u,
  fr: /^ (?:ordres ouverts|positions ouvertes|ordres en attente) $/u,
  es: /^ (?:ordenes abiertas|posiciones abiertas|ordenes pendientes) $/u,
  it: /^ (?:ordini aperti|posizioni aperte) $/u,
  pt: /^ (?:ordens abertas|posicoes abertas) $/u,
  ru: /^ (?:открытые (?:ордера|позиции|заявки)) $/u,
  zh: /^(?:当前)?(?:挂单|持仓|未平仓|未成交订单)$/u,
}
const isListed = (plain: string, topics: ReadonlySet<OwnTopic>, language: AgentLanguage): boolean =>
  (topics.has('orders') || topics.has('positions')) && LISTED[language]?.test(plain) === true

const isTimed = (calls: readonly OwnCall[]): boolean => calls.some(({ name }) => name === 'get_own_statistics' || name === 'get_own_trades')

/** Orders to act, reasons, alerts, the future and what belongs to others are no such questions. */
function isNotOurs(plain: string, { concepts }: Reading, matcher: OwnMatcher): boolean {
  if (matcher.others(plain) || matcher.act(plain) || matcher.reason(plain)) return true
  if (concepts.has('inject') || concepts.has('alert') || concepts.has('advice')) return true
  return concepts.has('predict') && !matcher.topics.get('expectancy')?.(plain) && !matcher.topics.get('win_rate')?.(plain)
}
