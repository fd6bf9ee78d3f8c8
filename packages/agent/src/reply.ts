import { defined } from '@aerie/core/defined'
import { AGENT_LANGUAGES, type AgentLanguage } from './concepts.ts'
import type { Refusal } from './conversation.ts'
import type { Kind } from './intents.ts'
import { chineseReplies } from './replies/chinese-replies.ts'
import { englishReplies } from './replies/english-replies.ts'
import { frenchReplies } from './replies/french-replies.ts'
import { germanReplies } from './replies/german-replies.ts'
import { italianReplies } from './replies/italian-replies.ts'
import { portugueseReplies } from './replies/portuguese-replies.ts'
import type { Problem, ReplyTexts } from './replies/reply-texts.ts'
import { russianReplies } from './replies/russian-replies.ts'
import { spanishReplies } from './replies/spanish-replies.ts'

/** Reply texts by language. */
export const REPLY_TEXTS: Readonly<Record<AgentLanguage, ReplyTexts>> = {
  en: englishReplies,
  de: germanReplies,
  fr: frenchReplies,
  es: spanishReplies,
  it: italianReplies,
  pt: portugueseReplies,
  ru: russianReplies,
  zh: chineseReplies,
}
const PLURALS = new Map(AGENT_LANGUAGES.map((language) => [language, new Intl.PluralRules(language)]))
const LISTS = new Map(AGENT_LANGUAGES.map((language) => [language, new Intl.ListFormat(language)]))

/** Planned call, as needed for the wording. */
export type PlannedCall = { readonly kind: Kind; readonly ticker: string; readonly hours: number }
/** Rejected call and the reason. */
export type RejectedCall = { readonly problem: Problem; readonly ticker: string }

/** Limits mentioned in replies. */
export type Limits = { readonly predicted: readonly string[]; readonly ahead: number; readonly back: number }

/** Writes replies in one language. */
export type ReplyWriter = {
  readonly lead: (planned: readonly PlannedCall[], rejected: readonly RejectedCall[]) => string
  readonly problem: (rejected: readonly RejectedCall[]) => string
  readonly refusal: (refusal: Refusal) => string
  readonly alert: (ticker: string) => string
  readonly order: (ticker: string) => string
  readonly period: () => string
  readonly narrow: () => string
  readonly untimed: () => string
  readonly now: () => string
  readonly record: () => string
  readonly recent: () => string
  readonly command: () => string
  readonly others: () => string
  /** The market part of a question on own data is left out. */
  readonly market: () => string
  /** Names that a part of the question was left out, after the answer to the rest. */
  readonly dropped: (names: readonly string[]) => string
  /** Names words that were not understood, after the answer to the rest. */
  readonly unread: (words: readonly string[]) => string
  readonly suggestion: (kind: Kind, ticker: string, hours: number) => string
}

/** Why the reply is in English. `language`: its English name. */
export const unspokenText = (language: string): string => `I do not speak ${language}, so I answer in English.`

/** Creates the reply writer of a language. */
export function replyWriter(language: AgentLanguage, { predicted, ahead, back }: Limits): ReplyWriter {
  const texts = REPLY_TEXTS[language]
  const listed = (symbols: readonly string[]): string => defined(LISTS.get(language)).format(symbols)
  const hoursText = (hours: number): string =>
    (texts.hours[defined(PLURALS.get(language)).select(hours)] ?? texts.hours.other).replace('{n}', String(hours))
  const fill = (text: string, values: Readonly<Record<string, string>> = {}): string => {
    const all: Readonly<Record<string, string>> = { predicted: listed(predicted), ahead: String(ahead), back: String(back), ...values }
    return text.replace(/\{(\w+)\}/g, (place, name: string) => all[name] ?? place)
  }
  const problem = (rejected: readonly RejectedCall[]): string => {
    const kinds = [...new Set(rejected.map((each) => each.problem))]
    const coinsOf = (kind: Problem) => [...new Set(rejected.filter((each) => each.problem === kind).map(({ ticker }) => ticker))]
    return kinds.map((kind) => fill(texts.problems[kind], { coins: listed(coinsOf(kind)) })).join(' ')
  }
  return {
    lead: (planned, rejected) => {
      const kinds = new Set(planned.map(({ kind, hours }) => `${kind} ${hours}`))
      const [first] = planned
      const key = kinds.size === 1 && first !== undefined ? first.kind : 'mixed'
      const coins = listed([...new Set(planned.map(({ ticker }) => ticker))])
      const lead = fill(texts.leads[key], { coins, hours: hoursText(first?.hours ?? 0) })
      return rejected.length === 0 ? lead : `${lead} ${problem(rejected)}`
    },
    problem,
    refusal: (refusal) => fill(texts.refusals[refusal]),
    alert: (ticker) => fill(texts.alert, { coin: ticker }),
    order: (ticker) => fill(texts.order, { coin: ticker }),
    period: () => texts.period,
    narrow: () => texts.narrow,
    untimed: () => texts.untimed,
    now: () => texts.now,
    record: () => texts.record,
    recent: () => texts.recent,
    command: () => texts.command,
    others: () => texts.others,
    market: () => texts.market,
    dropped: (names) => (names.length === 0 ? texts.dropped : fill(texts.droppedNames, { names: listed(names) })),
    unread: (words) => fill(texts.unread, { names: listed(words) }),
    suggestion: (kind, ticker, hours) => fill(texts.suggestions[kind], { coin: ticker, hours: hoursText(hours) }),
  }
}
