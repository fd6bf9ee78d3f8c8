import { itemAt } from '@aerie/core/item-at'
import type { AgentLanguage } from '../concepts.ts'
import type { PhraseIndex } from '../phrase-index.ts'
import { type Token, tokenize } from '../text/text.ts'
import { COIN_ALIASES, ORDINARY_IN, ORDINARY_WORDS } from './coin-names.ts'

/** Coin known to the engine. `slugs`: additional names, such as a provider's key (`bitcoin-cash`). */
export type AgentCoin = { readonly symbol: string; readonly name: string; readonly slugs?: readonly string[] }

/** Languages in which a name is also an ordinary word. */
export type OrdinaryIn = 'every' | readonly AgentLanguage[]

/** Match of a coin name that spans `length` tokens. */
export type CoinMatch = { readonly symbol: string; readonly ordinaryIn: OrdinaryIn; readonly length: number }

/** Catalogue names, searchable by token. */
export type CoinIndex = {
  readonly at: (tokens: readonly Token[], start: number) => CoinMatch | undefined
  /** Coin with this symbol or one-word name; ordinary words are excluded. */
  readonly ofWord: (word: string) => string | undefined
  readonly spellings: readonly string[]
}

type Node = { readonly next: Map<string, Node>; coin?: { readonly symbol: string; readonly ordinaryIn: OrdinaryIn } }

const SHORTEST_REPAIRED = 5
/** Name suffixes that people omit. */
const DISPENSABLE = new Set(['protocol', 'network', 'dao', 'token', 'coin', 'hub', 'finance', 'chain'])

/** Builds the index from symbols, names, then aliases; on a clash, the earlier of `coins` (ordered by rank) keeps the name. */
export function buildCoinIndex(coins: readonly AgentCoin[], phrases: PhraseIndex): CoinIndex {
  const root: Node = { next: new Map() }
  const words = new Map<string, string>()
  const add = (name: string, symbol: string): void => {
    const tokens = tokenize(name)
    if (tokens.length === 0) return
    const node = tokens.reduce((parent, { text }) => childOf(parent, text), root)
    if (node.coin !== undefined) return
    const ordinaryIn = languagesOf(tokens, phrases)
    node.coin = { symbol, ordinaryIn }
    if (tokens.length === 1 && ordinaryIn !== 'every') words.set(itemAt(tokens, 0).text, symbol)
  }
  for (const { symbol } of coins) add(symbol, symbol)
  for (const { symbol, name } of coins) for (const form of formsOf(name)) add(form, symbol)
  for (const { symbol, slugs = [] } of coins) for (const slug of slugs) add(slug.replaceAll('-', ' '), symbol)
  for (const { symbol } of coins) for (const alias of COIN_ALIASES[symbol]?.split('|') ?? []) add(alias, symbol)
  return {
    at: (tokens, start) => longestAt(root, tokens, start),
    ofWord: (word) => words.get(word),
    spellings: [...words.keys()].filter((word) => word.length >= SHORTEST_REPAIRED),
  }
}

/** Forms of a name: `POL (ex-MATIC)` also gives POL, `Pyth Network` also Pyth. */
function formsOf(name: string): string[] {
  const plain = name.replace(/\s*\(.*?\)/g, '').trim()
  const words = plain.split(/\s+/)
  const isLong = words.length > 1 && DISPENSABLE.has(itemAt(words, -1).toLowerCase())
  return isLong ? [name, plain, words.slice(0, -1).join(' ')] : [name, plain]
}

function languagesOf(tokens: readonly Token[], phrases: PhraseIndex): OrdinaryIn {
  const name = tokens.map(({ text }) => text).join(' ')
  if (ORDINARY_WORDS.has(name)) return 'every'
  if (tokens.length > 1) return []
  if (/^[a-z]{1,2}$/.test(name)) return 'every'
  const meanings = [...phrases.at(tokens, 0)].filter(([, { meaning }]) => !meaning.concepts.has('currency'))
  return [...(ORDINARY_IN[name] ?? []), ...meanings.map(([language]) => language)]
}

function childOf(node: Node, step: string): Node {
  let child = node.next.get(step)
  if (child === undefined) {
    child = { next: new Map() }
    node.next.set(step, child)
  }
  return child
}

function longestAt(root: Node, tokens: readonly Token[], start: number): CoinMatch | undefined {
  let found: CoinMatch | undefined
  let node: Node | undefined = root
  for (let end = start; node !== undefined && end < tokens.length; end += 1) {
    node = node.next.get(itemAt(tokens, end).text)
    if (node?.coin !== undefined) found = { ...node.coin, length: end - start + 1 }
  }
  return found
}
