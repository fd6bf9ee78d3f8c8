import { itemAt } from '@aerie/core/item-at'
import type { AgentLanguage, Concept } from '../concepts.ts'
import type { Word } from '../text/words.ts'

const BEFORE: ReadonlySet<Concept> = new Set([
  ...(['of', 'and', 'compare', 'predict', 'price', 'history', 'again', 'follow', 'ask', 'past', 'future', 'not', 'now'] as const),
  ...(['greet', 'today'] as const),
])
const AFTER: ReadonlySet<Concept> = new Set([
  ...(['and', 'compare', 'price', 'predict', 'history', 'past', 'future', 'ask', 'move', 'level', 'in', 'next', 'last'] as const),
  ...(['since', 'agoBefore', 'now', 'today', 'tomorrow', 'yesterday', 'twoDaysAgo', 'twoDaysAhead', 'at', 'again'] as const),
  ...(['follow', 'coinNoun', 'currency', 'to', 'not'] as const),
])
/** A name directly before one of these is a coin, regardless of what precedes it. */
const NOUNS: ReadonlySet<Concept> = new Set(['price', 'predict', 'coinNoun', 'currency'])
const EVIDENCE: ReadonlySet<Concept> = new Set([
  'alert',
  ...(['price', 'predict', 'history', 'ask', 'future', 'past', 'now', 'today', 'tomorrow', 'yesterday', 'minute', 'hour'] as const),
  ...(['day', 'week', 'month', 'fortnight', 'halfDay', 'level', 'compare', 'twoDaysAgo', 'twoDaysAhead'] as const),
])
/** Words that carry no meaning of their own next to a name: `and near?`, `link please`. */
const BESIDE: ReadonlySet<Concept> = new Set(['and', 'follow', 'greet', 'again', 'compare', 'coinNoun', 'thanks'])
/** Number after a name: only these make it a time, as in `near 6 hours ago`, never `near 100k`. */
const TIME_AFTER: ReadonlySet<Concept> = new Set(['minute', 'hour', 'day', 'week', 'month', 'and', 'last', 'next'])
const UNITS: ReadonlySet<Concept> = new Set(['minute', 'hour', 'day', 'week', 'month'])
const TIMES: ReadonlySet<Concept> = new Set([
  ...(['minute', 'hour', 'day', 'week', 'month', 'halfDay', 'fortnight', 'last', 'next', 'today', 'tomorrow', 'yesterday', 'now'] as const),
  ...(['twoDaysAgo', 'twoDaysAhead'] as const),
])
/** Words between a name and its time. */
const MOST_BEFORE_TIME = 4
const PLAIN_BEFORE =
  /^(si|se|quand|cuando|quando|show|zeig|zeige|montre|muestra|mostra|покажи|is|are|be|if|me|us|what|please|does|do|with|ist|sind|est|es|e|sont|son|sono|sao)$/
const HOW = /^(how|where|wie|wo|comment|cómo|como|come|как|donde|où|ou|onde|dove)$/
const PLAIN_AFTER = /^(is|are|be|please|pls|plz|rn|will|too|bitte|ist|with|stp|svp|der|s|的|呢|了|吗)$/
const OPENING_SIGN = /^[#(*[{<_~]$/

type MentionContext = {
  readonly words: readonly Word[]
  readonly at: number
  readonly language: AgentLanguage | undefined
  /** The text is all caps, so capitals are no signal. */
  readonly isShouting: boolean
  readonly hasEvidence: boolean
}

const means = (word: Word | undefined, concepts: ReadonlySet<Concept>): boolean =>
  word !== undefined && [...word.concepts].some((concept) => concepts.has(concept))
const is = (word: Word | undefined, ...concepts: readonly Concept[]): boolean => concepts.some((concept) => word?.concepts.has(concept))

/** Per-word flags of coin names. Ordinary words count only in a coin position: `near price`, not `bitcoin near 100k`. */
export function coinMentions(words: readonly Word[], language: AgentLanguage | undefined): boolean[] {
  const isShouting = !words.some(({ raw, kind, coin }) => kind === 'word' && coin === undefined && raw !== raw.toUpperCase())
  const hasEvidence = words.some((word) => word.coin === undefined && means(word, EVIDENCE))
  // "¿Y en sol?": a preposition before a name is no question of its own, but "and in one?" may be an hour.
  const isJoined =
    words.some((word) => is(word, 'and', 'follow')) && !words.some(({ coin, value }) => coin !== undefined && value !== undefined)
  const isOnlyNames = words.every((word) => word.coin !== undefined || isBeside(word) || (isJoined && is(word, 'in', 'of', 'at')))
  return words.map((word, at) => {
    if (word.coin === undefined || isQuoteCurrency(words, at) || isNumbered(words, at) || isExchange(words, at)) return false
    if (word.isRepaired) return hasEvidence || isOnlyNames
    if (!isOrdinary(word, language)) return true
    return (
      isListed(words, at, language) ||
      (isOnlyNames && !isFigureOf(words, at)) ||
      isMarked(words, at) ||
      isInCoinPosition({ words, at, language, isShouting, hasEvidence })
    )
  })
}

/** "BTC et sol", "BTC dans 3 heures et du sol aussi", at the end of a clause. */
const isListed = (words: readonly Word[], at: number, language: AgentLanguage | undefined): boolean => {
  let joint = at - 1
  while (is(words[joint], 'of', 'article')) joint -= 1
  const isJoint = is(words[joint], 'and', 'follow') || (joint === at - 1 && words[joint]?.text === ',')
  const isBehind = (word: Word | undefined): boolean => word === undefined || word.kind === 'sign' || TOO.test(word.text)
  const isCoin = (word: Word | undefined): boolean => word?.coin !== undefined && !isOrdinary(word, language)
  return isJoint && isBehind(words[at + 1]) && words.slice(0, joint).some(isCoin)
}
const TOO = /^(?:too|also|auch|aussi|tambien|también|tb|tbm|também|tambem|anche|pure|тоже|также)$/

/** "pepecoin2" is another coin; "btc6h" has a time. */
export const isNumbered = (words: readonly Word[], at: number): boolean => {
  const [number, unit] = [words[at + 1], words[at + 2]]
  return number?.kind === 'number' && number.isGlued && !(unit?.isGlued === true && means(unit, UNITS))
}

/** "BTC on Binance": the exchange, not its coin. */
export const isExchange = (words: readonly Word[], at: number): boolean =>
  words[at]?.text === 'binance' &&
  /^(?:on|at|from|auf|bei|von|sur|chez|en|su|em|na|на)$/.test(words[at - 1]?.text ?? '') &&
  words.some(({ coin, text }) => coin !== undefined && text !== 'binance')

/** `bitcoin ath`: a metric of the preceding coin. */
const isFigureOf = (words: readonly Word[], at: number): boolean => is(words[at], 'metric') && words[at - 1]?.coin !== undefined

const isBeside = (word: Word): boolean => word.kind === 'sign' || means(word, BESIDE) || PLAIN_AFTER.test(word.text)

function isOrdinary({ coin }: Word, language: AgentLanguage | undefined): boolean {
  return coin?.ordinaryIn === 'every' || (coin?.ordinaryIn.includes(language ?? 'en') ?? false)
}

/** `eth/usdt`, `eth usdc`, `eth in usdt`: the second is the quote currency. */
function isQuoteCurrency(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]
  if (before === undefined || !is(words[at], 'currency')) return false
  const isPair = before.text === '/' || before.text === '-' || is(before, 'to', 'in')
  if (isPair) return words.slice(0, at - 1).some(({ coin }) => coin !== undefined)
  return before.coin !== undefined && !is(before, 'currency')
}

function isMarked(words: readonly Word[], at: number): boolean {
  const [next, afterNext] = [words[at + 1], words[at + 2]]
  if (words[at - 1]?.text === '$' || is(next, 'coinNoun')) return true
  const isPair = next?.text === '/' || next?.text === '-'
  return isPair ? is(afterNext, 'currency') : is(next, 'currency') && next?.isGlued === true
}

function isInCoinPosition(place: MentionContext): boolean {
  const { words, at, hasEvidence } = place
  const before = wordBefore(place)
  const isBeforeNoun = means(words[at + 1], NOUNS) && !is(before, 'level') && before?.coin === undefined
  if (isBeforeNoun) return true
  if (!hasEvidence) return false
  if (isUpperCase(place)) return !is(before, 'article') || isOpenBefore(before, place)
  return isOpenBefore(before, place) && isOpenAfter(place)
}

function isUpperCase({ words, at, isShouting }: MentionContext): boolean {
  const { raw, text } = itemAt(words, at)
  return raw.length > 1 && raw === raw.toUpperCase() && raw !== text && !isShouting
}

function wordBefore({ words, at, language }: MentionContext): Word | undefined {
  let index = at - 1
  while (index >= 0 && OPENING_SIGN.test(itemAt(words, index).text)) index -= 1
  const isArticle = language !== undefined && language !== 'en' && is(words[index], 'article')
  return words[isArticle ? index - 1 : index]
}

function isOpenBefore(before: Word | undefined, { words, at }: MentionContext): boolean {
  if (before === undefined || before.kind === 'sign') return true
  const word = itemAt(words, at)
  if (before.coin !== undefined) return before.coin.symbol !== word.coin?.symbol && before.concepts.size === 0 && word.concepts.size === 0
  if (before.value !== undefined) return !is(words[at - 2], 'level')
  // "How dot moved", but not "how near is btc".
  if (HOW.test(before.text)) return is(words[at + 1], 'past', 'history', 'future')
  return means(before, BEFORE) || PLAIN_BEFORE.test(before.text) || (is(before, 'move') && isTimeBehind(words, at))
}

/** `near an hour ago`, `link for the last 12 hours`, `sol para mañana`: a time after "an" or "for". */
function isTimeBehind(words: readonly Word[], at: number): boolean {
  let index = at + 1
  while (
    index < at + MOST_BEFORE_TIME &&
    (is(words[index], 'of', 'article', 'filler') || /^(over|for the)$/.test(words[index]?.text ?? ''))
  )
    index += 1
  if (words[index]?.value !== undefined) return means(words[index + 1], TIME_AFTER) && !is(words[index + 1], 'thousand', 'currency')
  return means(words[index], index === at + 1 ? UNITS : TIMES) && (index > at + 1 || is(words[index + 1], 'ago'))
}

const isEnd = (words: readonly Word[], at: number): boolean => words.slice(at).every(({ kind }) => kind === 'sign')

function isOpenAfter({ words, at }: MentionContext): boolean {
  const after = words[at + 1]
  if (isTimeBehind(words, at)) return true
  if (after === undefined || after.kind === 'sign' || (is(after, 'filler') && isEnd(words, at + 2))) return true
  if (after.coin !== undefined) return itemAt(words, at).concepts.size === 0 && itemAt(words, at).value === undefined
  if (after.value !== undefined) return means(words[at + 2], TIME_AFTER) && !is(words[at + 2], 'thousand', 'currency')
  if (at === 0 && after.text === 'performance') return false
  return means(after, AFTER) || PLAIN_AFTER.test(after.text)
}
