import { itemAt } from '@aerie/core/item-at'
import { recordKeys } from '@aerie/core/record-keys'
import { AGENT_LANGUAGES, type AgentLanguage, type Concept, type Lexicon } from './concepts.ts'
import { chinese } from './lexicon/chinese.ts'
import { english } from './lexicon/english.ts'
import { french } from './lexicon/french.ts'
import { german } from './lexicon/german.ts'
import { italian } from './lexicon/italian.ts'
import { portuguese } from './lexicon/portuguese.ts'
import { russian } from './lexicon/russian.ts'
import { spanish } from './lexicon/spanish.ts'
import { type Token, tokenize } from './text/text.ts'

/** Meaning of a phrase in one language; `value` if it is a number. */
export type Meaning = { readonly concepts: Set<Concept>; value?: number }
type Node = { readonly next: Map<string, Node>; meanings?: Map<AgentLanguage, Meaning> }

/** Phrase match of `length` tokens. */
export type Match = { readonly length: number; readonly meaning: Meaning }
/** Longest match per language at one position. */
export type Matches = ReadonlyMap<AgentLanguage, Match>

/** Lexicons of the agent's languages. */
export const LEXICONS: readonly Lexicon[] = [english, german, french, spanish, italian, portuguese, russian, chinese]
const MIN_STEM = 3
const NOTHING: Matches = new Map()

/** Phrases of all languages, searchable by token. */
export type PhraseIndex = {
  readonly at: (tokens: readonly Token[], start: number) => Matches
  readonly spellings: (language: AgentLanguage) => readonly string[]
}

/** Concepts worth a spelling correction: those that decide what is asked. */
const MISSPELT: readonly Concept[] = ['price', 'predict', 'history', 'tomorrow', 'yesterday', 'hour', 'minute', 'currency']
const SHORTEST_REPAIRED = 5

/** Builds the index of all lexicons; takes a few milliseconds. */
export function buildPhraseIndex(): PhraseIndex {
  const root: Node = { next: new Map() }
  const stems: Node = { next: new Map() }
  const spellings = new Map<AgentLanguage, string[]>(AGENT_LANGUAGES.map((language) => [language, []]))
  for (const lexicon of LEXICONS) addLexicon(lexicon, { root, stems, spellings })
  return {
    at: (tokens, start) => matchesAt(tokens, start, { root, stems }),
    spellings: (language) => spellings.get(language) ?? [],
  }
}

type TrieRoots = { readonly root: Node; readonly stems: Node }
type Building = TrieRoots & { readonly spellings: Map<AgentLanguage, string[]> }

function addLexicon(lexicon: Lexicon, building: Building): void {
  const { language } = lexicon
  for (const [value, forms] of numbersOf(lexicon)) {
    for (const form of forms.split('/')) addPhrase(form.trim(), language, building).value ??= value
  }
  for (const concept of recordKeys(lexicon.phrases)) {
    const isRepaired = MISSPELT.includes(concept)
    for (const phrase of phrasesIn(lexicon.phrases[concept] ?? '')) {
      addPhrase(phrase, language, building).concepts.add(concept)
      if (isRepaired) addSpelling(phrase, building.spellings.get(language))
    }
  }
}

const numbersOf = ({ numbers, moreNumbers = {} }: Lexicon): (readonly [number, string])[] => [
  ...numbers.split('|').map((forms, value) => [value, forms] as const),
  ...Object.entries(moreNumbers).map(([value, forms]) => [Number(value), forms] as const),
]

const phrasesIn = (text: string): string[] =>
  text
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')

function addSpelling(phrase: string, spellings: string[] | undefined): void {
  const [token, ...more] = tokenize(phrase)
  if (token !== undefined && more.length === 0 && token.text.length >= SHORTEST_REPAIRED) spellings?.push(token.text)
}

function addPhrase(phrase: string, language: AgentLanguage, { root, stems }: TrieRoots): Meaning {
  const isStem = phrase.endsWith('*')
  const tokens = tokenize(isStem ? phrase.slice(0, -1) : phrase)
  let node = isStem ? stems : root
  for (const step of isStem ? (tokens[0]?.text ?? '') : tokens.map((token) => token.text)) node = childOf(node, step)
  node.meanings ??= new Map()
  let meaning = node.meanings.get(language)
  if (meaning === undefined) {
    meaning = { concepts: new Set() }
    node.meanings.set(language, meaning)
  }
  return meaning
}

function childOf(node: Node, step: string): Node {
  let child = node.next.get(step)
  if (child === undefined) {
    child = { next: new Map() }
    node.next.set(step, child)
  }
  return child
}

function matchesAt(tokens: readonly Token[], start: number, { root, stems }: TrieRoots): Matches {
  const first = tokens[start]
  if (first === undefined) return NOTHING
  const found = new Map<AgentLanguage, Match>()
  let node: Node | undefined = root
  for (let end = start; node !== undefined && end < tokens.length; end += 1) {
    node = node.next.get(itemAt(tokens, end).text)
    if (node?.meanings !== undefined)
      for (const [language, meaning] of node.meanings) found.set(language, { length: end - start + 1, meaning })
  }
  addStems(first.text, stems, found)
  return found
}

function addStems(word: string, stems: Node, found: Map<AgentLanguage, Match>): void {
  let node: Node | undefined = stems
  for (let at = 0; node !== undefined && at < word.length; at += 1) {
    node = node.next.get(itemAt(word, at))
    if (node?.meanings === undefined || at + 1 < MIN_STEM) continue
    for (const [language, meaning] of node.meanings) if (!found.has(language)) found.set(language, { length: 1, meaning })
  }
}
