import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { coinMentions } from './coins/coin-mentions.ts'
import { namesOfThings } from './coins/named-things.ts'
import type { AgentLanguage, Concept } from './concepts.ts'
import { findHorizons, type Horizon } from './horizons.ts'
import { type Knowledge, type Reader, readWords, type Word } from './text/words.ts'

/** A stretch of a question between two separators: what it names and asks. */
export type Segment = {
  readonly coins: readonly string[]
  readonly horizons: readonly Horizon[]
  /** The kinds of question that its words name or lean towards, and what else they mean. */
  readonly concepts: ReadonlySet<Concept>
  /** A kind of question is named after the coin (`btc price`), none before it. */
  readonly isCoinFirst: boolean
  /** What stands before it. */
  readonly joint: 'start' | 'and' | 'comma' | 'sentence'
}

/** A question, read by itself: without what was said before. */
export type Reading = {
  readonly language: AgentLanguage | undefined
  readonly isEmpty: boolean
  readonly segments: readonly Segment[]
  /** All coins, in the order of their first mention, those that are excluded left out. */
  readonly coins: readonly string[]
  /** These, and coins that only tell the kind of a thing: `BTC` of "BTC shorts". */
  readonly mentioned: readonly string[]
  /** Words in capitals that are no coin and mean nothing that is known, where not all is in capitals: tickers of another world. */
  readonly strangers: readonly string[]
  readonly concepts: ReadonlySet<Concept>
  /** How much speaks for a question about a market. */
  readonly evidence: number
  /** Words that the engine does not know. */
  readonly unknownCount: number
  /** It begins with an order to trade. */
  readonly isTrade: boolean
}

const STRONG: readonly Concept[] = ['price', 'predict', 'history']
const WEAK: readonly Concept[] = ['ask', 'future', 'past', 'move', 'level', 'compare', 'follow', 'same', 'again']
/** Before a coin they ask about it, and about those that follow. */
const LEADING: readonly Concept[] = [...STRONG, 'ask', 'future', 'past', 'compare']
/** What may stand before an order. */
const PREAMBLE: readonly Concept[] = ['filler', 'greet', 'follow', 'and', 'it']
const STRONG_WEIGHT = 3
const DURATION_WEIGHT = 2

/**
 * Reads a question. Linear in its length.
 *
 * @throws never
 */
export function readQuestion(text: string, knowledge: Knowledge, reader: Reader): Reading {
  const { spoken } = reader
  const { words, language } = readWords(text, knowledge, reader)
  const isNamed = coinMentions(words, language ?? spoken)
  const isOfThing = namesOfThings(words, isNamed, language ?? spoken)
  const isCoin = isNamed.map((is, at) => is && !isOfThing[at])
  const horizons = findHorizons(words, isCoin)
  const segments = segmentsOf({ words, isCoin, horizons })
  const evidence = evidenceOf(segments)
  const inHorizon = coveredBy(horizons, words.length)
  return {
    language,
    isEmpty: words.every(({ kind }) => kind === 'sign'),
    segments,
    coins: [...new Set(segments.flatMap(({ coins }) => coins))],
    mentioned: [
      ...new Set(
        words.flatMap(({ coin, raw }, at) => (coin !== undefined && (isNamed[at] || isTicker(raw, coin.symbol)) ? [coin.symbol] : [])),
      ),
    ],
    strangers: /\p{Ll}|\p{Script=Han}/u.test(text) ? words.filter(isStranger).map(({ raw }) => raw) : [],
    concepts: new Set(words.flatMap((word, at) => (isCoin[at] || inHorizon[at] ? [] : [...word.concepts]))),
    evidence,
    unknownCount: words.filter((word, at) => !isCoin[at] && !inHorizon[at] && isUnknown(word)).length,
    isTrade: isTradeOrder(words, isCoin, evidence),
  }
}

const isStranger = (word: Word): boolean => isUnknown(word) && word.coin === undefined && /^[A-Z][A-Z0-9]{1,9}$/.test(word.raw)

/** In capitals it is a ticker, whatever the word means: `SOL` in Spanish. */
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

/** The first word that says something is an order (`buy 1 btc`, `please sell it`), or nothing but an order is said (`BTC kaufen`). */
function isTradeOrder(words: readonly Word[], isCoin: readonly boolean[], evidence: number): boolean {
  const isSaid = words.some(({ concepts }, at) => concepts.has('trade') && !isCoin[at])
  if (isSaid && evidence === 0) return true
  for (const [at, word] of words.entries()) {
    if (word.concepts.has('trade')) return true
    const isPreamble = word.kind === 'sign' || PREAMBLE.some((concept) => word.concepts.has(concept))
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
  const current = itemAt(segments, -1) // one at least
  if (isCoin[at]) addCoin(current, words, at)
  else for (const concept of itemAt(words, at).concepts) current.concepts.add(concept) // at < length
}

function openSegment(segments: Draft[], joint: Segment['joint']): void {
  const current = itemAt(segments, -1) // one at least
  const isBlank = current.coins.length + current.horizons.length + current.concepts.size === 0
  if (isBlank && current.joint !== 'start') current.joint = joint === 'comma' ? current.joint : joint
  else segments.push(draft(joint))
}

function addCoin(segment: Draft, words: readonly Word[], at: number): void {
  if (words[at - 1]?.concepts.has('not') === true) return
  segment.isCoinFirst ||= segment.coins.length === 0 && !LEADING.some((concept) => segment.concepts.has(concept))
  segment.coins.push(defined(itemAt(words, at).coin).symbol) // only called for a word with a coin
}

function jointAt(words: readonly Word[], at: number): Segment['joint'] | undefined {
  const word = itemAt(words, at) // at < length
  if (/^[.?!;\n。]$/.test(word.text)) return 'sentence'
  if (/^[,/&+|:、]$/.test(word.text)) return 'comma'
  if (word.concepts.has('and') && !word.concepts.has('filler')) return 'and'
  return word.concepts.has('compare') && words[at - 1] !== undefined ? 'and' : undefined
}
