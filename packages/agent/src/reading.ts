import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { coinMentions, isExchange, isNumbered } from './coins/coin-mentions.ts'
import { namesOfThings } from './coins/named-things.ts'
import type { AgentLanguage, Concept } from './concepts.ts'
import { findHorizons, type Horizon } from './horizons.ts'
import { namesDate } from './own/own-dates.ts'
import { foldText } from './text/text.ts'
import { type Knowledge, type Reader, readWords, type Word } from './text/words.ts'

/** Part of a question between two separators. */
export type Segment = {
  readonly coins: readonly string[]
  readonly horizons: readonly Horizon[]
  readonly concepts: ReadonlySet<Concept>
  /** A kind of question follows the coin (`btc price`) and none precedes it. */
  readonly isCoinFirst: boolean
  readonly joint: 'start' | 'and' | 'comma' | 'sentence'
}

/** Analysis of one question, without its context. */
export type Reading = {
  readonly language: AgentLanguage | undefined
  /** English name of the language if the agent does not speak it; `language` is then English. */
  readonly unspoken: string | undefined
  readonly isEmpty: boolean
  readonly segments: readonly Segment[]
  /** All coins in order of first mention, without the excluded ones. */
  readonly coins: readonly string[]
  /** `coins` plus those that only modify a thing: `BTC` of "BTC shorts". */
  readonly mentioned: readonly string[]
  /** Coins whose names are words, where a question on own data names a coin: "my near position", "my fees on link". */
  readonly possible: readonly string[]
  /** Of `strangers`, those listed beside a coin: "BTC and FLOKIX". */
  readonly listedStrangers: readonly string[]
  /** Unknown uppercase words (if the text is not all caps): probably tickers outside the catalogue. */
  readonly strangers: readonly string[]
  readonly concepts: ReadonlySet<Concept>
  readonly evidence: number
  readonly unknownCount: number
  /** Of the unknown words, those that are no coin's name; in lower case. */
  readonly unknowns: readonly string[]
  /** Words outside times that have a meaning, and their meanings. */
  readonly meant: readonly { readonly text: string; readonly concepts: ReadonlySet<Concept> }[]
  /** Numbers above 1 that are neither a time nor a coin. */
  readonly numerals: readonly number[]
  /** An unknown word at the end after a preposition: "how much did I lose on flokix". */
  readonly object: string | undefined
  /** All unknown words after a preposition, which may name a time: "price on thanksgiving". */
  readonly objects: readonly string[]
  /** Amounts of a coin: "1.5 eth", "half a bitcoin". */
  readonly amounts: readonly string[]
  /** Currencies in which no price is known. */
  readonly currencies: readonly string[]
  /** A time ahead is named. */
  readonly isAhead: boolean
  /** A date is named: hours from now cannot express it. */
  readonly isDated: boolean
  /** A time may be described, such as "the day I bought", and none was understood. */
  readonly isLooselyTimed: boolean
  /** A later time is named that has no length: "later", "soon". */
  readonly isDeferred: boolean
  readonly isTrade: boolean
}

const STRONG: readonly Concept[] = ['price', 'predict', 'history']
const WEAK: readonly Concept[] = ['ask', 'future', 'past', 'move', 'level', 'compare', 'follow', 'again']
/** Before a coin, these apply to it and to the coins that follow. */
const LEADING: readonly Concept[] = [...STRONG, 'ask', 'future', 'past', 'compare']
const PREAMBLE: readonly Concept[] = ['filler', 'greet', 'follow', 'and', 'it']
const STRONG_WEIGHT = 3
const DURATION_WEIGHT = 2

/** Analyzes a question; linear in its length. */
export function readQuestion(text: string, knowledge: Knowledge, reader: Reader): Reading {
  const { spoken } = reader
  const { words, language, unspoken } = readWords(text, knowledge, reader)
  const isNamed = coinMentions(words, language ?? spoken)
  const isOfThing = namesOfThings(words, isNamed, language ?? spoken)
  const isCoin = isNamed.map((is, at) => is && !isOfThing[at])
  const horizons = findHorizons(words, isCoin)
  const segments = segmentsOf({ words, isCoin, horizons })
  const evidence = evidenceOf(segments)
  const inHorizon = coveredBy(horizons, words.length)
  const inTime = coveredBy(
    horizons.filter(({ isBare }) => isBare !== true),
    words.length,
  )
  const unknowns = words.flatMap((word, at) => (!isCoin[at] && !inHorizon[at] && isUnknown(word) ? [word] : []))
  return {
    language: unspoken === undefined ? language : 'en',
    unspoken,
    isEmpty: words.every(({ kind }) => kind === 'sign'),
    segments,
    coins: [...new Set(segments.flatMap(({ coins }) => coins))],
    mentioned: [
      ...new Set(
        words.flatMap(({ coin, raw }, at) => (coin !== undefined && (isNamed[at] || isTicker(raw, coin.symbol)) ? [coin.symbol] : [])),
      ),
    ],
    possible: [
      ...new Set(
        words.flatMap(({ coin, value }, at) =>
          coin !== undefined && value === undefined && (isSlot(words[at - 1]) || isOfSide(words, at)) ? [coin.symbol] : [],
        ),
      ),
    ],
    strangers: /\p{Ll}|\p{Script=Han}/u.test(text) ? words.filter(isStranger).map(({ raw }) => raw) : [],
    listedStrangers: words.flatMap((word, at) => (isStranger(word) && isListed(words, at) && /^\p{L}+$/u.test(word.raw) ? [word.raw] : [])),
    concepts: new Set(words.flatMap((word, at) => (isCoin[at] || inHorizon[at] ? [] : [...word.concepts]))),
    meant: words.filter(({ concepts }, at) => !isCoin[at] && !inHorizon[at] && concepts.size > 0),
    evidence,
    unknownCount: unknowns.length,
    unknowns: unknowns.flatMap(({ coin, text: unknown }) => (coin === undefined ? [unknown] : [])),
    numerals: words.flatMap(({ value = Number.NaN }, at) => (value > 1 && !isCoin[at] && !inTime[at] ? [value] : [])),
    object: objectOf(words.filter(({ kind }) => kind !== 'sign')),
    objects: objectsOf(words),
    amounts: words.flatMap((word, at) => (isCoin[at + 1] === true && !inTime[at] && isAmount(word) ? [word.raw] : [])),
    currencies: words.flatMap(({ text: phrase, coin }) =>
      coin === undefined ? phrase.split(' ').filter((word) => OTHER_CURRENCY.test(word)) : [],
    ),
    isAhead: horizons.some(({ direction }) => direction === 'future'),
    isDated: namesDate(text.slice(0, reader.most), language ?? spoken ?? 'en'),
    isLooselyTimed: isLooselyTimed(words, inHorizon, horizons),
    isDeferred: DEFERRED.test(foldText(text, reader.most).toLowerCase()),
    isTrade: isTradeOrder({ words, isCoin, inTime, evidence }),
  }
}

/** "4 xrp" may be "for XRP". */
const isAmount = ({ value, concepts }: Word): boolean =>
  ((value !== undefined && value !== 1) || concepts.has('half')) && !concepts.has('of') && !concepts.has('to')

/** Prices are in dollars. */
const OTHER_CURRENCY =
  /^(?:sats?|satoshis?|eur|euros?|gbp|pounds?|sterling|yen|jpy|chf|franc[os]?|franken|cad|aud|inr|rupees|pfund|libras?|sterline|reais|brl|rub|рубл\p{L}*|евро|фунт\p{L}*|иен\p{L}*|cny|yuan|pesos?|mxn|ars|won|krw|lira|zloty|krone[nr]?|kronor|dirhams?|rand|soles|песо|юан\p{L}*|гривн\p{L}*|тенге|欧元|人民币|日元|英镑|卢布)$/u
/** Portuguese "na sexta" is Friday. */
const DEFERRED =
  /(?<!\p{L})(?:later|soon(?! as)|eventually|spater|bald|demnachst|plus tard|bientot|mas tarde|mas adelante|piu tardi|mais tarde|em breve|na (?:proxima )?(?:segunda|terca|quarta|quinta|sexta)|позже|позднее|потом|скоро)(?!\p{L})|稍后|晚点|待会|过会儿/u

/** Whether an alert or order is asked for at a time other than now. */
export const isOfOtherTime = ({ segments, isDated, isDeferred }: Reading): boolean =>
  isDated || isDeferred || segments.some(({ horizons }) => horizons.some(({ direction, isBare }) => isBare !== true && direction !== 'now'))

const PREPOSITIONS: readonly Concept[] = ['of', 'in', 'at']

/** German "am meisten" is a superlative. */
function objectOf(words: readonly Word[]): string | undefined {
  const [before, last] = words.slice(-2)
  const isObject =
    last !== undefined &&
    isUnknown(last) &&
    last.coin === undefined &&
    before !== undefined &&
    before.text !== 'am' &&
    PREPOSITIONS.some((concept) => before.concepts.has(concept))
  return isObject ? last.text : undefined
}

const LOOSE_UNITS: readonly Concept[] = ['day', 'week', 'month', 'year']
const DURING = /^(?:during|while|wahrend|pendant|durante|mentre|enquanto|mientras)$/

/** "Price at 14.30", but not "is the price at 2.15". */
const isPointedClock = (words: readonly Word[], at: number): boolean =>
  /^(?:[01]?\d|2[0-3])\.[0-5]\d$/.test(words[at]?.text ?? '') &&
  (words[at - 1]?.concepts.has('at') === true || words[at - 1]?.text === 'um') &&
  words.some(({ concepts }) => concepts.has('price') || concepts.has('past')) &&
  !/^(?:is|ist|est|esta|e)$/.test(words[0]?.text ?? '')

/** "The day I bought", "during the crash", "in the past": a unit of time or such a word, and no time that was understood. */
const isLooselyTimed = (words: readonly Word[], inHorizon: readonly boolean[], horizons: readonly Horizon[]): boolean =>
  horizons.every(({ direction, isBare }) => direction === 'now' || isBare === true) &&
  words.some(
    ({ text, concepts }, at) =>
      isPointedClock(words, at) ||
      (!inHorizon[at] &&
        (DURING.test(text) ||
          (text === 'past' && words[at - 1]?.text === 'the') ||
          (text.length > 1 && LOOSE_UNITS.some((unit) => concepts.has(unit))))),
  )

const BEFORE_OBJECTS: readonly Concept[] = [...PREPOSITIONS, 'since', 'agoBefore', 'to', 'compare']
const WITHIN_OBJECTS: readonly Concept[] = ['article', 'it']

function objectsOf(words: readonly Word[]): string[] {
  const found: string[] = []
  let isAfter = false
  for (const [at, word] of words.entries()) {
    // "BTC and foobar".
    const joint = words[at - 1]?.concepts.has('article') === true ? at - 2 : at - 1
    const isBesideCoin = words[joint - 1]?.coin !== undefined && (words[joint]?.concepts.has('and') === true || words[joint]?.text === ',')
    const isObject: boolean =
      (isAfter || isBesideCoin) && isUnknown(word) && (word.coin === undefined || isNumbered(words, at) || isExchange(words, at))
    if (isObject) found.push(word.text)
    const isWithin = MY.test(word.text) || WITHIN_OBJECTS.some((concept) => word.concepts.has(concept))
    isAfter = isObject || (isAfter && isWithin) || BEFORE_OBJECTS.some((concept) => word.concepts.has(concept))
  }
  return found
}

const isStranger = (word: Word): boolean => isUnknown(word) && word.coin === undefined && /^[A-Z][A-Z0-9]{1,9}$/.test(word.raw)

const isListed = (words: readonly Word[], at: number): boolean => {
  const before = words[at - 1]
  return (
    before !== undefined &&
    (before.concepts.has('and') || /^[,/&+]$/.test(before.text)) &&
    words.slice(0, at).some(({ coin }) => coin !== undefined)
  )
}

const MY = /^(?:my|meine?[nmrs]?|mon|ma|mes|mis?|mio|mia|meus?|minhas?|мо[яию]|мое[им])$/
const WITH = /^(?:with|mit|avec|con|com)$/
const isSlot = (word: Word | undefined): boolean =>
  word !== undefined && (PREPOSITIONS.some((concept) => word.concepts.has(concept)) || MY.test(word.text) || WITH.test(word.text))

/** "Mon short SOL", "mon stop SOL", but not "my short near 60000". */
const isOfSide = (words: readonly Word[], at: number): boolean =>
  /^(?:shorts?|longs?|stops?|tp|sl|pnl|trades?|position|posicion|posizione|posicao|ordres?|orden|ordine|ordem|orders?)$/.test(
    words[at - 1]?.text ?? '',
  ) && words[at + 1]?.value === undefined

const isTicker = (raw: string, symbol: string): boolean => raw === symbol && raw.length >= LEAST_TICKER
const LEAST_TICKER = 3

const isUnknown = ({ kind, concepts, value, text }: Word): boolean =>
  kind === 'word' && concepts.size === 0 && value === undefined && (text.length > 1 || /\p{Script=Han}/u.test(text))

function coveredBy(horizons: readonly Horizon[], length: number): boolean[] {
  const covered = Array.from({ length }, () => false)
  // times that share a unit cover the same words: marking them once keeps the work linear
  horizons.forEach(({ start, end }, index) => {
    if (start !== horizons[index - 1]?.start) covered.fill(true, start, end)
  })
  return covered
}

type Order = {
  readonly words: readonly Word[]
  readonly isCoin: readonly boolean[]
  readonly inTime: readonly boolean[]
  readonly evidence: number
}

/** The first meaningful word, besides a time, is an order (`buy 1 btc`, `on Friday sell it`), or the text is only an order (`BTC kaufen`). */
function isTradeOrder({ words, isCoin, inTime, evidence }: Order): boolean {
  const hasTradeWord = words.some(({ concepts }, at) => concepts.has('trade') && !isCoin[at])
  if (hasTradeWord && evidence === 0) return true
  for (const [at, word] of words.entries()) {
    if (word.concepts.has('trade')) return true
    const isPreamble = word.kind === 'sign' || inTime[at] || inTime[at + 1] || PREAMBLE.some((concept) => word.concepts.has(concept))
    if (isCoin[at] || !isPreamble) return false
  }
  return false
}

function evidenceOf(segments: readonly Segment[]): number {
  const concepts = new Set(segments.flatMap((segment) => [...segment.concepts]))
  const strong = STRONG.some((concept) => concepts.has(concept)) ? STRONG_WEIGHT : 0
  const weak = WEAK.some((concept) => concepts.has(concept)) ? 1 : 0
  const horizons = segments.flatMap((segment) => segment.horizons)
  const isDuration = horizons.some(
    ({ direction, isBare, hours }) => direction !== 'none' && direction !== 'now' && isBare !== true && hours !== 24,
  )
  const time = isDuration ? DURATION_WEIGHT : Math.min(1, horizons.length)
  return strong + weak + time
}

type Text = { readonly words: readonly Word[]; readonly isCoin: readonly boolean[]; readonly horizons: readonly Horizon[] }
type Draft = { coins: string[]; horizons: Horizon[]; concepts: Set<Concept>; isCoinFirst: boolean; joint: Segment['joint'] }

const draft = (joint: Segment['joint']): Draft => ({ coins: [], horizons: [], concepts: new Set(), isCoinFirst: false, joint })

function segmentsOf(text: Text): Segment[] {
  const segments = [draft('start')]
  const startingAt = Map.groupBy(text.horizons, ({ start }) => start)
  for (let at = 0; at < text.words.length; ) {
    const here = startingAt.get(at)
    if (here === undefined) addWord(segments, text, at)
    else for (const horizon of here) segments.at(-1)?.horizons.push(horizon)
    at = Math.max(at + 1, here?.[0]?.end ?? 0)
  }
  return segments.filter(({ coins, horizons, concepts }) => coins.length + horizons.length + concepts.size > 0)
}

function addWord(segments: Draft[], { words, isCoin }: Text, at: number): void {
  const joint = isCoin[at] ? undefined : jointAt(words, at)
  if (joint !== undefined) openSegment(segments, joint)
  const current = itemAt(segments, -1)
  if (isCoin[at]) addCoin(current, words, at)
  else if (!isKindLeftOut(words, at)) for (const concept of itemAt(words, at).concepts) current.concepts.add(concept)
}

/** "Not the forecast, the history", "I don't want the price". */
const isKindLeftOut = (words: readonly Word[], at: number): boolean => {
  const before = words[at - 1]?.concepts.has('article') === true ? words[at - 2] : words[at - 1]
  return before?.concepts.has('not') === true && STRONG.some((concept) => itemAt(words, at).concepts.has(concept))
}

function openSegment(segments: Draft[], joint: Segment['joint']): void {
  const current = itemAt(segments, -1)
  const isBlank = current.coins.length + current.horizons.length + current.concepts.size === 0
  if (isBlank && current.joint !== 'start') current.joint = joint === 'comma' ? current.joint : joint
  else segments.push(draft(joint))
}

function addCoin(segment: Draft, words: readonly Word[], at: number): void {
  const before = words[at - 1]
  const isNot = before?.concepts.has('not') === true || (before?.concepts.has('in') === true && words[at - 2]?.concepts.has('not') === true)
  if (isNot) return
  segment.isCoinFirst ||= segment.coins.length === 0 && !LEADING.some((concept) => segment.concepts.has(concept))
  segment.coins.push(defined(itemAt(words, at).coin).symbol)
}

function jointAt(words: readonly Word[], at: number): Segment['joint'] | undefined {
  const word = itemAt(words, at)
  if (/^[.?!;\n。]$/.test(word.text)) return 'sentence'
  if (/^[,/&+|:、]$/.test(word.text)) return 'comma'
  // Italian "e" is "and" before a coin: "BTC tra 7 ore e ETH tra 9".
  const isBeforeCoin = words[at - 1]?.kind === 'word' && words[at - 1]?.coin === undefined && words[at + 1]?.coin !== undefined
  if (word.concepts.has('and') && (!word.concepts.has('filler') || isBeforeCoin)) return 'and'
  return word.concepts.has('compare') && words[at - 1] !== undefined ? 'and' : undefined
}
