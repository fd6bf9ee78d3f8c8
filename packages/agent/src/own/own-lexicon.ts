import type { AgentLanguage } from '../concepts.ts'
import type { NamedPeriod, OwnFigure, OwnGrouping } from './own-call.ts'

/** Topics of own-data questions. */
export type OwnTopic = Exclude<OwnFigure, 'trades'> | 'trades' | 'positions' | 'orders' | 'account'

/** Own-data phrases of a language, separated by `|`; `*` matches by prefix. Case, accents and punctuation are ignored. */
export type OwnLexicon = {
  readonly language: AgentLanguage
  readonly self: string
  /** Someone else's data: never answered. */
  readonly others: string
  /** Commands to act; the agent never acts. */
  readonly act: string
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
  readonly many: string
  readonly done: string
  /** Phrases that look like times but are not: "am I", "ever". */
  readonly noTime: string
  /** Unsupported times: an hour of the day, "a while ago". */
  readonly otherTime: string
}
