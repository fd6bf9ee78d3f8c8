import { recordKeys } from '@aerie/core/record-keys'
import type { AgentLanguage } from '../concepts.ts'
import { foldText } from '../text/text.ts'
import type { NamedPeriod, OwnGrouping } from './own-call.ts'
import type { OwnLexicon, OwnTopic } from './own-lexicon.ts'

const MOST_READ = 300

/** Normalizes a question for phrase matching: folded, lower case, single spaces; Chinese without spaces. */
export function plainWords(text: string, language: AgentLanguage): string {
  const folded = foldText(text, MOST_READ).toLowerCase()
  const words = folded.replaceAll(/[^\p{L}\p{N}&%]+/gu, ' ').trim()
  return language === 'zh' ? words.replaceAll(' ', '') : ` ${words} `
}

/** Tests whether a normalized text contains one of the phrases. */
export type Phrases = (plain: string) => boolean

function sourceOf(phrase: string, language: AgentLanguage): string {
  const plain = foldText(phrase)
    .toLowerCase()
    .replaceAll(/[-\s]+/g, ' ')
    .trim()
  const source = plain.replaceAll('*', '\\p{L}*')
  return language === 'zh' ? source.replaceAll(' ', '') : source
}

/** Compiles phrases separated by `|`. */
export function phrasesOf(text: string, language: AgentLanguage): Phrases {
  const sources = text.split('|').flatMap((phrase) => (phrase.trim() === '' ? [] : [sourceOf(phrase, language)]))
  if (sources.length === 0) return () => false
  const choice = `(?:${sources.join('|')})`
  const pattern = new RegExp(language === 'zh' ? choice : ` ${choice}(?= )`, 'u')
  return (plain) => pattern.test(plain)
}

type Words = { readonly [K in Exclude<keyof OwnLexicon, 'language' | 'topics' | 'groupings' | 'periods'>]: Phrases }

/** Compiled phrases of one language. */
export type OwnMatcher = Words & {
  readonly language: AgentLanguage
  readonly topics: ReadonlyMap<OwnTopic, Phrases>
  readonly groupings: ReadonlyMap<OwnGrouping, Phrases>
  readonly periods: ReadonlyMap<NamedPeriod, Phrases>
}

/** Compiles a lexicon. */
export function ownMatcher(lexicon: OwnLexicon): OwnMatcher {
  const { language } = lexicon
  const test = (text: string): Phrases => phrasesOf(text, language)
  const mapOf = <K extends string>(texts: Readonly<Record<K, string>>): Map<K, Phrases> =>
    new Map(recordKeys(texts).map((key) => [key, test(texts[key])]))
  return {
    language,
    topics: mapOf(lexicon.topics),
    groupings: mapOf(lexicon.groupings),
    periods: mapOf(lexicon.periods),
    self: test(lexicon.self),
    others: test(lexicon.others),
    act: test(lexicon.act),
    command: test(lexicon.command),
    bare: test(lexicon.bare),
    bareResult: test(lexicon.bareResult),
    holding: test(lexicon.holding),
    amount: test(lexicon.amount),
    aside: test(lexicon.aside),
    reason: test(lexicon.reason),
    long: test(lexicon.long),
    short: test(lexicon.short),
    best: test(lexicon.best),
    worst: test(lexicon.worst),
    winners: test(lexicon.winners),
    losers: test(lexicon.losers),
    newest: test(lexicon.newest),
    many: test(lexicon.many),
    done: test(lexicon.done),
    noTime: test(lexicon.noTime),
    otherTime: test(lexicon.otherTime),
  }
}
