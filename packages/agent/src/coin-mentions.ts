import type { AgentLanguage, Concept } from './concepts.ts'
import type { Word } from './words.ts'

/** Left of a coin's place: words after which one expects a coin. */
const BEFORE: readonly Concept[] = [
  'of',
  'and',
  'compare',
  'predict',
  'price',
  'history',
  'same',
  'follow',
  'ask',
  'past',
  'future',
  'not',
  'now',
  'greet',
  'today',
]
/** Right of it: words that go on about a coin. */
const AFTER: readonly Concept[] = [
  ...['and', 'compare', 'price', 'predict', 'past', 'future', 'ask', 'move', 'level', 'in', 'next', 'last', 'since', 'agoBefore'],
  ...[
    'now',
    'today',
    'tomorrow',
    'yesterday',
    'twoDaysAgo',
    'twoDaysAhead',
    'at',
    'again',
    'follow',
    'thanks',
    'history',
    'same',
    'coinNoun',
    'currency',
    'to',
  ],
] as readonly Concept[] // spread for the line length: each is a concept
/** A name right before one of these is a coin, whatever stands left. */
const NOUNS: readonly Concept[] = ['price', 'predict', 'coinNoun', 'currency']
/** Somebody asks about a market. */
const EVIDENCE: readonly Concept[] = [
  ...[
    'price',
    'predict',
    'history',
    'ask',
    'future',
    'past',
    'now',
    'today',
    'tomorrow',
    'yesterday',
    'hour',
    'day',
    'week',
    'minute',
    'level',
  ],
  ...['compare', 'month', 'halfDay', 'same'],
] as readonly Concept[] // as above
const PLAIN_BEFORE = /^(is|are|be|if|please|does|do|with|ist|sind|est|es|es|e|sont|son|sono|sao)$/
const PLAIN_AFTER = /^(is|are|be|please|pls|plz|rn|will|too|bitte|ist|with|stp|svp|der|s|的|呢|了|吗)$/
const QUOTE_SIGN = /^[#(*[{<_~]$/

/** The words around a place. */
type Place = { readonly words: readonly Word[]; readonly at: number; readonly language: AgentLanguage | undefined }

const hasAny = (word: Word | undefined, concepts: readonly Concept[]): boolean =>
  word !== undefined && concepts.some((concept) => word.concepts.has(concept))

/**
 * Which of the words name a coin. A name that is also an ordinary word counts only where the sentence leaves a place for a
 * coin: `near price` and `how much is near` do, `bitcoin near 100k` does not.
 *
 * @returns one flag a word
 * @throws never
 */
export function coinMentions(words: readonly Word[], language: AgentLanguage | undefined): boolean[] {
  const isShouting = !words.some(({ raw, kind, coin }) => kind === 'word' && coin === undefined && raw !== raw.toUpperCase())
  const hasEvidence = words.some((word) => word.coin === undefined && hasAny(word, EVIDENCE))
  const isOnlyNames = words.every(
    (word) =>
      word.coin !== undefined ||
      word.kind === 'sign' ||
      hasAny(word, ['and', 'follow', 'filler', 'greet', 'again', 'same', 'compare', 'coinNoun', 'thanks', 'of', 'not', 'first']),
  )
  return words.map((word, at) => {
    if (word.coin === undefined) return false
    const place = { words, at, language }
    if (isQuoteCurrency(place)) return false
    if (word.isRepaired) return hasEvidence || isOnlyNames
    if (!isOrdinary(word, language)) return true
    return isMarked(place) || isOnlyNames || isPlaced(place, { isShouting, hasEvidence })
  })
}

function isOrdinary({ coin }: Word, language: AgentLanguage | undefined): boolean {
  if (coin === undefined) return false
  return coin.ordinaryIn === 'every' || coin.ordinaryIn.includes(language ?? 'en')
}

/** `eth/usdt`, `eth usdc`, `eth in usdt`: the second is what the first is counted in. */
function isQuoteCurrency({ words, at }: Place): boolean {
  if (!hasAny(words[at], ['currency'])) return false
  const before = words[at - 1]
  if (before === undefined) return false
  const isPair = before.text === '/' || before.text === '-' || hasAny(before, ['to', 'in'])
  if (isPair) return words.slice(0, at - 1).some(({ coin }) => coin !== undefined)
  return before.coin !== undefined && !hasAny(before, ['currency'])
}

/** `$link`, `LINK/USD`. */
function isMarked({ words, at }: Place): boolean {
  if (words[at - 1]?.text === '$') return true
  const [next, afterNext] = [words[at + 1], words[at + 2]]
  return (
    hasAny(next, ['coinNoun']) ||
    ((next?.text === '/' || next?.text === '-') && hasAny(afterNext, ['currency'])) ||
    (hasAny(next, ['currency']) && next?.isGlued === true)
  )
}

function isPlaced(place: Place, { isShouting, hasEvidence }: { isShouting: boolean; hasEvidence: boolean }): boolean {
  const { words, at } = place
  const word = words[at]! // the place has a word
  const before = wordBefore(place)
  const after = words[at + 1]
  if (hasAny(after, NOUNS) && !hasAny(before, ['level']) && before?.coin === undefined) return true
  const isFreeBefore = isOpenBefore(before, word)
  const isUpper = word.raw.length > 1 && word.raw === word.raw.toUpperCase() && word.raw !== word.text && !isShouting
  if (isUpper) return hasEvidence && !hasAny(before, ['article']) ? true : isFreeBefore && hasEvidence
  return hasEvidence && isFreeBefore && isOpenAfter(place)
}

function wordBefore({ words, at, language }: Place): Word | undefined {
  let index = at - 1
  while (index >= 0 && QUOTE_SIGN.test(words[index]!.text)) index -= 1 // index is in range
  const isArticle = language !== undefined && language !== 'en' && hasAny(words[index], ['article'])
  return words[isArticle ? index - 1 : index]
}

function isOpenBefore(before: Word | undefined, word: Word): boolean {
  if (before === undefined || before.kind === 'sign') return true
  if (before.coin !== undefined) return before.coin.symbol !== word.coin?.symbol && before.concepts.size === 0 && word.concepts.size === 0
  return hasAny(before, BEFORE) || PLAIN_BEFORE.test(before.text)
}

function isOpenAfter({ words, at }: Place): boolean {
  const after = words[at + 1]
  if (after === undefined || after.kind === 'sign' || after.coin !== undefined)
    return after?.coin === undefined || words[at]!.concepts.size === 0 // the place has a word
  const isStart = at === 0
  if (isStart && after.text === 'performance') return false
  if (after.value !== undefined)
    return (
      !hasAny(words[at + 2], ['thousand', 'currency']) &&
      hasAny(words[at + 2], ['hour', 'day', 'week', 'minute', 'month', 'and', 'last', 'next'])
    )
  return hasAny(after, AFTER) || PLAIN_AFTER.test(after.text)
}
