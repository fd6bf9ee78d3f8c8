import type { Refusal } from '../conversation.ts'

/** Reason a requested call is rejected. */
export type Problem = 'noPrediction' | 'predictionHours' | 'historyHours' | 'vague' | 'far' | 'tooMany'

/** Reply texts of one language with placeholders; `{ahead}` and `{back}` are the maximum hours of a prediction and a history. */
export type ReplyTexts = {
  /** "hour" by plural category of the language. */
  readonly hours: Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }
  readonly leads: Readonly<Record<'price' | 'prediction' | 'history' | 'mixed', string>>
  readonly problems: Readonly<Record<Problem, string>>
  readonly refusals: Readonly<Record<Refusal, string>>
  readonly alert: string
  readonly order: string
  readonly period: string
  /** A restriction that no figure has. */
  readonly narrow: string
  /** The account, positions and orders are known as of now only. */
  readonly now: string
  /** Forecasts of an earlier time and their accuracy in a period. */
  readonly record: string
  /** Funding, gainers and losers of the market at another time. */
  readonly recent: string
  /** A command, and where the user can carry it out. */
  readonly command: string
  readonly others: string
  readonly dropped: string
  readonly market: string
  readonly droppedNames: string
  /** A list that is not limited to the time asked for. */
  readonly untimed: string
  /** Words that were not understood beside what is answered. */
  readonly unread: string
  /** Follow-up questions; the engine must understand each of them. */
  readonly suggestions: Readonly<Record<'price' | 'prediction' | 'history', string>>
}
