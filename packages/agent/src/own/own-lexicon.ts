import type { AgentLanguage } from '../concepts.ts'
import type { NamedPeriod, OwnFigure, OwnGrouping } from './own-call.ts'

/** Topics of own-data questions. */
export type OwnTopic = Exclude<OwnFigure, `per_${string}`> | 'positions' | 'orders' | 'fills' | 'account'

/** Own-data phrases of a language, separated by `|`; `*` matches by prefix. Case, accents and punctuation are ignored. */
export type OwnLexicon = {
  readonly language: AgentLanguage
  readonly self: string
  /** Phrases that only an account has: they need no possessive. */
  readonly bare: string
  /** Lists that only an account has, if the question is about nothing else: "open orders", "balance". */
  readonly listed: string
  /** Money that was paid or received: fees and funding are then the user's own. */
  readonly paid: string
  /** Asks for more of the previous answer: "in percent", "since when". */
  readonly detail: string
  /** A result: with a period and without a coin it is the user's own. */
  readonly bareResult: string
  /** "How much BTC do I have": a position if a coin is named and nothing else. */
  readonly amount: string
  /** Verbs and the like that change nothing: never named as not understood. */
  readonly neutral: string
  /** "Before fees" is no question on fees. */
  readonly aside: string
  /** "Am I long": asks for a position, not for a side's results. */
  readonly holding: string
  /** How far a position is from its stop or liquidation. */
  readonly distance: string
  /** Someone else's data: never answered. */
  readonly others: string
  /** Commands to act; the agent never acts. */
  readonly act: string
  /** Commands on orders, positions or prices: answered with where the user can do it. */
  readonly command: string
  readonly reason: string
  readonly topics: Readonly<Record<OwnTopic, string>>
  readonly groupings: Readonly<Record<OwnGrouping, string>>
  readonly periods: Readonly<Record<NamedPeriod, string>>
  readonly long: string
  readonly short: string
  readonly best: string
  readonly worst: string
  readonly winners: string
  readonly losers: string
  readonly newest: string
  /** Exactly one newest trade. */
  readonly single: string
  readonly many: string
  readonly done: string
  /** Phrases that look like times but are not: "am I", "ever". */
  readonly noTime: string
  /** Unsupported times: an hour of the day, "a while ago". */
  readonly otherTime: string
}
