import { itemAt, numberAt } from '@aerie/core/item-at'
import type { CoinIndex, CoinMatch } from '../coins/coin-index.ts'
import { WORDS_NEAR_NAMES } from '../coins/coin-names.ts'
import { AGENT_LANGUAGES, type AgentLanguage, type Concept } from '../concepts.ts'
import type { Match, Matches, PhraseIndex } from '../phrase-index.ts'
import { commonEvidence, unspokenLanguage } from './detected-language.ts'
import { numberOf, type Token, tokenize } from './text.ts'

/** Word, name, number or sign of a question, with its possible meanings. */
export type Word = {
  readonly text: string
  readonly raw: string
  readonly isGlued: boolean
  readonly concepts: ReadonlySet<Concept>
  readonly value?: number
  readonly coin?: CoinMatch
  /** Coin found by spelling correction. */
  readonly isRepaired?: boolean
  readonly kind: 'word' | 'number' | 'sign'
}

/** Words of a text and its most likely language; undefined if undecidable. */
export type Wording = {
  readonly words: readonly Word[]
  readonly language: AgentLanguage | undefined
  /** English name of the language, if it is none of the agent's. */
  readonly unspoken: string | undefined
}

/** Indexes of the engine. */
export type Knowledge = { readonly phrases: PhraseIndex; readonly coins: CoinIndex }

/** `spoken`: language of the conversation, used if the text is ambiguous. At most `most` code units are read. */
export type Reader = { readonly spoken: AgentLanguage | undefined; readonly most?: number }

const NO_CONCEPTS: ReadonlySet<Concept> = new Set()
const FILLER_WEIGHT = 1
const MEANING_WEIGHT = 1.5
const SCRIPT_WEIGHT = 4
/** Minimum share of the best language's evidence for a language to be considered. */
const FALLBACK_PART = 0.34
/** Maximum spelling corrections per question; bounds the time for long unknown text. */
const MOST_REPAIRS = 40

/** Splits a text into words with their possible meanings; linear in its length. */
export function readWords(text: string, knowledge: Knowledge, { spoken, most }: Reader): Wording {
  const tokens = tokenize(text, most).flatMap((token) => partsOf(token, knowledge))
  const coins = tokens.map((_, at) => knowledge.coins.at(tokens, at))
  const matches = tokens.map((_, at) => knowledge.phrases.at(tokens, at))
  const evidence = languageEvidence(tokens, coins, matches)
  const texts = tokens.map((token) => token.text)
  const known = Math.max(0, ...evidence.values())
  for (const [language, weight] of commonEvidence(text, texts)) evidence.set(language, (evidence.get(language) ?? 0) + weight)
  const language = bestLanguage(evidence, spoken)
  const order = languageOrder(evidence, language ?? spoken)
  const words: Word[] = []
  let repairs = MOST_REPAIRS
  for (let at = 0; at < tokens.length; ) {
    const match = longestMatch(itemAt(matches, at), order)
    const { word, length } = wordAt(tokens, at, { coin: coins[at], match })
    const isUnknown = word.kind === 'word' && word.coin === undefined && word.concepts.size === 0 && word.value === undefined
    words.push(isUnknown && repairs > 0 ? repaired(word, knowledge, order) : word)
    if (isUnknown) repairs -= 1
    at += length
  }
  return { words, language, unspoken: unspokenLanguage(text, texts, known) }
}

const LONGEST_COMPOUND = 24
const DRAWN_OUT = /(\p{L})\1{2,}/gu

/** `Bitcoinkurs` and `ETHUSDT` are two words each. */
function partsOf(token: Token, { coins, phrases }: Knowledge): Token[] {
  const { text, raw } = token
  const numbered = /^(\p{L}{2,})(\d.*)$/u.exec(raw)
  if (numbered !== null) return numberedParts(token, numbered, coins)
  if (text.length < 5 || text.length > LONGEST_COMPOUND || coins.ofWord(text) !== undefined || !/^\p{L}+$/u.test(text)) return [token]
  if (phrases.at([token], 0).size > 0) return [token]
  const calm = text.replace(DRAWN_OUT, '$1')
  if (calm !== text) return [{ ...token, text: calm }]
  for (let cut = text.length - 3; cut >= 3; cut -= 1) {
    if (coins.at([{ ...token, text: text.slice(0, cut) }], 0) === undefined) continue
    const [rest] = tokenize(text.slice(cut))
    if (rest === undefined || !isTail(rest, cut, phrases)) continue
    return [
      { text: text.slice(0, cut), raw: raw.slice(0, cut), isGlued: token.isGlued },
      { text: rest.text, raw: raw.slice(cut), isGlued: true },
    ]
  }
  return [token]
}

/** `BTC6小时后`, `eth12h`: splits off the number, unless the whole is a coin. */
function numberedParts(token: Token, [, name = '', number = '']: RegExpExecArray, coins: CoinIndex): Token[] {
  const isWhole = coins.ofWord(token.text) !== undefined || coins.ofWord(name.toLowerCase()) === undefined
  if (isWhole) return [token]
  const rest = tokenize(number).map((part) => ({ ...part, isGlued: true }))
  return [{ text: name.toLowerCase(), raw: name, isGlued: token.isGlued }, ...rest]
}

const LONG_NAME = 5
const TAIL_CONCEPTS: readonly Concept[] = ['price', 'predict', 'history']

function isTail(rest: Token, cut: number, phrases: PhraseIndex): boolean {
  const meanings = [...phrases.at([rest], 0).values()]
  if (meanings.some(({ meaning }) => meaning.concepts.has('currency'))) return true
  return cut >= LONG_NAME && meanings.some(({ meaning }) => TAIL_CONCEPTS.some((concept) => meaning.concepts.has(concept)))
}

type Evidence = ReadonlyMap<AgentLanguage, number>

function languageEvidence(
  tokens: readonly Token[],
  coins: readonly (CoinMatch | undefined)[],
  matches: readonly Matches[],
): Map<AgentLanguage, number> {
  const evidence = new Map<AgentLanguage, number>()
  const add = (language: AgentLanguage, weight: number) => evidence.set(language, (evidence.get(language) ?? 0) + weight)
  tokens.forEach(({ text }, at) => {
    // "2" for "to" is no sign of English.
    if (coins[at] === undefined && !/^\d/.test(text)) {
      for (const [language, { length, meaning }] of itemAt(matches, at)) add(language, length * weightOf(meaning.concepts))
    }
    if (/\p{Script=Cyrillic}/u.test(text)) add('ru', SCRIPT_WEIGHT)
    else if (/\p{Script=Han}/u.test(text)) add('zh', SCRIPT_WEIGHT)
  })
  return evidence
}

const weightOf = (concepts: ReadonlySet<Concept>): number =>
  concepts.has('filler') || concepts.has('follow') ? FILLER_WEIGHT : MEANING_WEIGHT

function bestLanguage(evidence: Evidence, spoken: AgentLanguage | undefined): AgentLanguage | undefined {
  const most = Math.max(0, ...evidence.values())
  if (most === 0) return undefined
  if (spoken !== undefined && evidence.get(spoken) === most) return spoken
  return AGENT_LANGUAGES.find((language) => evidence.get(language) === most)
}

function languageOrder(evidence: Evidence, first: AgentLanguage | undefined): AgentLanguage[] {
  const most = Math.max(0, ...evidence.values())
  const others = AGENT_LANGUAGES.filter((language) => (evidence.get(language) ?? 0) >= most * FALLBACK_PART)
    .toSorted((a, b) => (evidence.get(b) ?? 0) - (evidence.get(a) ?? 0))
    .filter((language) => language !== first && language !== 'en')
  return first === undefined || first === 'en' ? ['en', ...others] : [first, 'en', ...others]
}

function longestMatch(matches: Matches, order: readonly AgentLanguage[]): Match | undefined {
  let longest: Match | undefined
  for (const language of order) {
    const match = matches.get(language)
    if (match !== undefined && match.length > (longest?.length ?? 0)) longest = match
  }
  return longest
}

type Findings = { readonly coin: CoinMatch | undefined; readonly match: Match | undefined }

function wordAt(tokens: readonly Token[], at: number, { coin, match }: Findings): { word: Word; length: number } {
  const token = itemAt(tokens, at)
  const length = Math.max(1, coin?.length ?? 0, match?.length ?? 0)
  const covered = tokens.slice(at, at + length)
  const meaning = match?.length === length ? match.meaning : undefined
  const base = { text: covered.map(({ text }) => text).join(' '), raw: covered.map(({ raw }) => raw).join(' '), isGlued: token.isGlued }
  const concepts = meaning?.concepts ?? NO_CONCEPTS
  if (/^\d/.test(token.text) && length === 1) return { word: { ...base, concepts, kind: 'number', value: numberOf(token.text) }, length }
  const kind = /^[\p{L}₿]/u.test(token.text) || length > 1 ? 'word' : 'sign'
  const value = meaning?.value === undefined ? {} : { value: meaning.value }
  const named = coin?.length === length ? { coin } : {}
  return { word: { ...base, concepts, kind, ...value, ...named }, length }
}

/** Corrects to a coin or a deciding word; unchanged if both are equally near. */
function repaired(word: Word, { coins, phrases }: Knowledge, order: readonly AgentLanguage[]): Word {
  if (!/^\p{L}+$/u.test(word.text)) return word
  const stem = word.text.endsWith('s') && word.text.length >= SHORTEST ? word.text.slice(0, -1) : undefined
  // "Sieht's" and "kannst du", as they are spoken.
  const spoken = word.text.endsWith('ste') ? word.text.slice(0, -1) : stem
  const contracted = spoken === undefined || order[0] !== 'de' ? undefined : phrases.at(tokenize(spoken), 0).get('de')
  if (contracted !== undefined) return { ...word, concepts: contracted.meaning.concepts }
  const owner = stem === undefined || order[0] !== 'en' ? undefined : coins.ofWord(stem)
  // "Ethereums price", "btcs".
  if (owner !== undefined) return { ...word, isRepaired: true, coin: { symbol: owner, ordinaryIn: [], length: 1 } }
  // "FLOKIX" is another ticker, not a slip in one.
  const isTicker = (name: string) => word.raw === word.raw.toUpperCase() && coins.ofWord(name)?.toLowerCase() === name
  const names = WORDS_NEAR_NAMES.has(word.text) ? [] : nearestWords(word.text, coins.spellings).filter((name) => !isTicker(name))
  const symbols = new Set(names.map((name) => coins.ofWord(name)))
  const match = symbols.size > 0 ? undefined : meantPhrase(word.text, phrases, order)
  if (match !== undefined) return { ...word, concepts: match.meaning.concepts }
  const [symbol] = symbols
  if (symbols.size !== 1 || symbol === undefined) return word
  return { ...word, isRepaired: true, coin: { symbol, ordinaryIn: [], length: 1 } }
}

function meantPhrase(text: string, phrases: PhraseIndex, order: readonly AgentLanguage[]): Match | undefined {
  for (const language of order.slice(0, 2)) {
    const [nearest] = nearestWords(text, phrases.spellings(language))
    const match = nearest === undefined ? undefined : phrases.at(tokenize(nearest), 0).get(language)
    if (match !== undefined) return match
  }
  return undefined
}

/** Optimal string alignment distance (Damerau 1964); returns `most + 1` if above `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = nextRow({ a, b, row, last, beforeLast })
    if (Math.min(...current) > most) return most + 1
    beforeLast = last
    last = current
  }
  return Math.min(numberAt(last, b.length), most + 1)
}

type Rows = {
  readonly a: string
  readonly b: string
  readonly row: number
  readonly last: readonly number[]
  readonly beforeLast: readonly number[]
}

function nextRow({ a, b, row, last, beforeLast }: Rows): number[] {
  const current = [row]
  for (let column = 1; column <= b.length; column += 1) {
    const cost = a[row - 1] === b[column - 1] ? 0 : 1
    const slips = Math.min(numberAt(last, column) + 1, numberAt(current, column - 1) + 1, numberAt(last, column - 1) + cost)
    const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
    current.push(isSwapped ? Math.min(slips, numberAt(beforeLast, column - 2) + 1) : slips)
  }
  return current
}

const LONG_WORD = 8
const SHORTEST = 4
const MOST_SLIPS = 2

/** Nearest known words (lower case): one edit, two for long words. The first letter must match or be swapped with the second. */
export function nearestWords(word: string, words: readonly string[]): string[] {
  if (word.length < SHORTEST) return []
  let nearest: string[] = []
  let least: number = MOST_SLIPS
  for (const known of words) {
    if (!isSameStart(word, known)) continue
    const most = Math.min(least, slipsAllowed(word, known))
    const slips = editDistance(word, known, most)
    if (slips > most) continue
    nearest = slips < least ? [known] : [...nearest, known]
    least = slips
  }
  return nearest
}

const slipsAllowed = (word: string, known: string): number => (Math.min(word.length, known.length) >= LONG_WORD ? MOST_SLIPS : 1)

const isSameStart = (word: string, known: string): boolean => word[0] === known[0] || (word[0] === known[1] && word[1] === known[0])
