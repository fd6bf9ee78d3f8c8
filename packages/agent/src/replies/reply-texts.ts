import type { Refusal } from '../conversation.ts'

/** Why one of the asked calls is not made. */
export type Problem = 'noPrediction' | 'predictionHours' | 'historyHours' | 'vague' | 'far' | 'tooMany'

/**
 * Everything the built-in engine says in one language. Places: `{coins}` a list of symbols, `{hours}` hours with their
 * noun, `{predicted}` the coins with predictions, `{ahead}` and `{back}` the most hours of a prediction and a history.
 */
export type ReplyTexts = {
  /** The noun for a count of hours, by plural category of the language. */
  readonly hours: Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }
  /** Lead-ins of a reply with calls. */
  readonly leads: Readonly<Record<'price' | 'prediction' | 'history' | 'mixed', string>>
  readonly problems: Readonly<Record<Problem, string>>
  readonly refusals: Readonly<Record<Refusal, string>>
  /** An alert was asked for and drafted; the user saves it. `{coin}` is its symbol. */
  readonly alert: string
  /** Own trades of a time that is no period here. */
  readonly period: string
  /** Questions to go on with; each is one that the engine understands. */
  readonly suggestions: Readonly<Record<'price' | 'prediction' | 'history', string>>
}
