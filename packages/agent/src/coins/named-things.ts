import type { AgentLanguage, Concept } from '../concepts.ts'
import type { Word } from '../text/words.ts'

const COST: readonly Concept[] = ['price', 'ask']
const MARKET: ReadonlySet<Concept> = new Set([
  ...(['predict', 'history', 'future', 'past', 'compare', 'level', 'now', 'today', 'tomorrow', 'yesterday'] as const),
  ...(['minute', 'hour', 'day', 'week', 'month', 'halfDay'] as const),
])

/** Languages where modifiers follow the noun: `una taza de bitcoin`, `ферма для биткоина`. */
const NOUN_FIRST: readonly AgentLanguage[] = ['fr', 'es', 'it', 'pt', 'ru']
const SHORTEST_THING = 3
/** A shorter word may be a misspelt part of the name: "shiba innu". */
const LONG_THING = 5

/** Per-word flags of coins that only modify another thing whose price is asked: `bitcoin mining rig`. */
export function namesOfThings(words: readonly Word[], isCoin: readonly boolean[], language: AgentLanguage | undefined): boolean[] {
  const cost = words.findIndex(({ concepts }) => COST.some((concept) => concepts.has(concept)))
  const isMarket = words.some(({ concepts }, at) => !isCoin[at] && [...concepts].some((concept) => MARKET.has(concept)))
  if (cost < 0 || isMarket) return words.map(() => false)
  const isThing = (word: Word | undefined) => word !== undefined && isNoun(word, language)
  return words.map((_, at) => {
    if (isCoin[at] !== true) return false
    // "Bitcoin shirt price".
    if (at < cost && language !== 'zh')
      return language === 'en' && cost === at + 2 && isThing(words[at + 1]) && (words[at + 1]?.text.length ?? 0) >= LONG_THING
    return isThing(wordBehind(words, at)) || (language !== undefined && NOUN_FIRST.includes(language) && isThing(wordAhead(words, at)))
  })
}

/** Whether a word may name a thing. German capitalizes nouns, unlike the verbs that end its sentences. */
function isNoun({ kind, text, raw, concepts, coin, value }: Word, language: AgentLanguage | undefined): boolean {
  if (kind !== 'word' || coin !== undefined || value !== undefined) return false
  if (/\p{Script=Han}/u.test(text)) return concepts.size === 0
  const isWritten = language !== 'de' || /^\p{Lu}/u.test(raw)
  return isWritten && text.length >= SHORTEST_THING && (concepts.size === 0 || concepts.has('explain'))
}

/** Skips the signs and single letters of a compound: `bitcoin-automat`, `bitcoin t-shirt`. */
function wordBehind(words: readonly Word[], at: number): Word | undefined {
  let index = at + 1
  while (/^[-a-z]$/.test(words[index]?.text ?? '')) index += 1
  return words[index]
}

function wordAhead(words: readonly Word[], at: number): Word | undefined {
  let index = at - 1
  while (words[index]?.concepts.has('of') || words[index]?.concepts.has('article')) index -= 1
  return words[index]
}
