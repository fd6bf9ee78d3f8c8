import type { AgentLanguage, Concept } from '../concepts.ts'
import type { Word } from '../text/words.ts'

/** Somebody asks what something costs. */
const COST: readonly Concept[] = ['price', 'ask']
/** They tell of a market, whatever else is said: nobody forecasts a mug. */
const MARKET: ReadonlySet<Concept> = new Set([
  ...(['predict', 'history', 'future', 'past', 'compare', 'level', 'now', 'today', 'tomorrow', 'yesterday'] as const),
  ...(['minute', 'hour', 'day', 'week', 'month', 'halfDay'] as const),
])

/** Here what belongs to a noun stands behind it: `una taza de bitcoin`, `ферма для биткоина`. */
const NOUN_FIRST: readonly AgentLanguage[] = ['fr', 'es', 'it', 'pt', 'ru']
const SHORTEST_THING = 3

/**
 * Which coins only tell the kind of a thing whose price is asked: `bitcoin mining rig`, `una taza de bitcoin`. The thing is
 * a word that the engine does not know, or one that is explained about coins (`mining`, `wallet`), beside the coin and, but in
 * Chinese, after the words for cost.
 *
 * @param isCoin which words name a coin
 * @returns one flag a word
 * @throws never
 */
export function namesOfThings(words: readonly Word[], isCoin: readonly boolean[], language: AgentLanguage | undefined): boolean[] {
  const cost = words.findIndex(({ concepts }) => COST.some((concept) => concepts.has(concept)))
  const isMarket = words.some(({ concepts }, at) => !isCoin[at] && [...concepts].some((concept) => MARKET.has(concept)))
  if (cost < 0 || isMarket) return words.map(() => false)
  const isThing = (word: Word | undefined) => word !== undefined && isNoun(word, language)
  return words.map((_, at) => {
    if (isCoin[at] !== true || (at < cost && language !== 'zh')) return false
    return isThing(wordBehind(words, at)) || (language !== undefined && NOUN_FIRST.includes(language) && isThing(wordAhead(words, at)))
  })
}

/** A word that may be a thing's name. German writes those with a capital, unlike the verbs that end its sentences. */
function isNoun({ kind, text, raw, concepts, coin, value }: Word, language: AgentLanguage | undefined): boolean {
  if (kind !== 'word' || coin !== undefined || value !== undefined) return false
  if (/\p{Script=Han}/u.test(text)) return concepts.size === 0
  const isWritten = language !== 'de' || /^\p{Lu}/u.test(raw)
  return isWritten && text.length >= SHORTEST_THING && (concepts.size === 0 || concepts.has('explain'))
}

/** `bitcoin-automat`, `bitcoin t-shirt`: past the signs and single letters of a compound. */
function wordBehind(words: readonly Word[], at: number): Word | undefined {
  let index = at + 1
  while (/^[-a-z]$/.test(words[index]?.text ?? '')) index += 1
  return words[index]
}

/** Past what joins a noun to the coin. */
function wordAhead(words: readonly Word[], at: number): Word | undefined {
  let index = at - 1
  while (words[index]?.concepts.has('of') || words[index]?.concepts.has('article')) index -= 1
  return words[index]
}
