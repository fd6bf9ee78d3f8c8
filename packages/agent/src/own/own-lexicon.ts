import type { AgentLanguage } from '../concepts.ts'
import type { NamedPeriod, OwnFigure, OwnGrouping } from './own-call.ts'

/** What a question on own data can be about. */
export type OwnTopic = Exclude<OwnFigure, 'trades'> | 'trades' | 'positions' | 'orders' | 'account'

/**
 * How one asks for own data in a language. Phrases are separated by `|`, a word that ends in `*` stands for all that begin so;
 * upper case, accents and punctuation do not matter.
 */
export type OwnLexicon = {
  readonly language: AgentLanguage
  /** The one who asks speaks of himself. */
  readonly self: string
  /** Somebody else is meant: nothing is answered. */
  readonly others: string
  /** An order to do something with what is there: the agent acts on nothing. */
  readonly act: string
  /** A reason is asked for. */
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
  /** "My last trade": by their time. */
  readonly newest: string
  /** "How many". */
  readonly many: string
  /** Orders that have ended. */
  readonly done: string
  /** Words that the market's questions take for a time, and that name none here: "am I", "ever". */
  readonly noTime: string
  /** Times that no period here is: an hour of the day, "a while ago". */
  readonly otherTime: string
}
