import type { AlertProposal, ToolName } from '@aerie/wire/agent/agent'

type AlertDirection = AlertProposal['direction']
type Fill = (...places: readonly string[]) => string

/**
 * What stands around an answer, in the language of the answer. Prices, times and hours come as text. The results themselves are
 * the phrases of docs/product.md and stay as they are; so do the marks of a source (LIVE, SIMULATED, REPLAY, STALE), which the header has too.
 */
export type AnswerWords = {
  /** What kind of number it is, before its age. */
  readonly figures: Readonly<Record<ToolName, string>>
  readonly unproven: string
  readonly unprovenTitle: string
  readonly numbers: string
  /** low, high, hours. */
  readonly chance: Fill
  readonly median: string
  readonly bands: string
  readonly cone: (of: Readonly<Record<'coin' | 'hours' | 'median' | 'low' | 'high', string>>) => string
  readonly chart: (of: Readonly<Record<'coin' | 'from' | 'to' | 'change' | 'low' | 'high', string>>) => string
  /** low, high. */
  readonly range: Fill
  /** change, price. */
  readonly changeTo: Fill
  /** screen. */
  readonly openIn: Fill
  /** coin, hours. */
  readonly ahead: Fill
  readonly last: Fill
  readonly show: string
  /** The button that opens the draft of an alert. */
  readonly checkAlert: string
  /** What a call is about: coin, hours. */
  readonly subjects: Readonly<Record<ToolName, Fill>>
  readonly something: string
  /** subject. */
  readonly lookingUp: Fill
  readonly notLookedUp: Fill
  readonly lookUp: string
  /** subject, reason. */
  readonly noAnswer: Fill
  readonly retry: string
  readonly stopped: string
  readonly copy: string
  readonly copied: string
  readonly notCopied: string
  readonly again: string
  /** The button that takes a coin into the order ticket. */
  readonly trade: Fill
  /** What a drafted alert waits for: coin, price; coin, percent, hours. */
  readonly level: Readonly<Record<AlertDirection, Fill>>
  readonly change: Readonly<Record<AlertDirection, Fill>>
  /** Why a number is struck out, and what is said below a text that has one. */
  readonly struckBecause: string
  readonly struck: string
  /** Own figures that this page cannot read. */
  readonly outdated: string
}
