import type { AlertProposal, ToolName } from '@aerie/wire/agent/agent'

type AlertDirection = AlertProposal['direction']
type Fill = (...values: readonly string[]) => string

/**
 * UI texts around an answer, in its language. Prices, times and hours are passed as text. Results (phrases of docs/product.md) and source
 * marks (LIVE, SIMULATED, REPLAY, STALE) are not translated.
 */
export type AnswerText = {
  readonly figures: Readonly<Record<ToolName, string>>
  readonly unproven: string
  readonly unprovenTitle: string
  readonly numbers: string
  /** low, high, hours */
  readonly chance: Fill
  readonly median: string
  readonly bands: string
  readonly cone: (of: Readonly<Record<'coin' | 'hours' | 'median' | 'low' | 'high', string>>) => string
  readonly chart: (of: Readonly<Record<'coin' | 'from' | 'to' | 'change' | 'low' | 'high', string>>) => string
  /** low, high */
  readonly range: Fill
  /** change, price */
  readonly changeTo: Fill
  /** screen */
  readonly openIn: Fill
  /** coin, hours */
  readonly ahead: Fill
  readonly last: Fill
  readonly show: string
  readonly checkAlert: string
  readonly fillTicket: string
  readonly side: Readonly<Record<'buy' | 'sell', string>>
  readonly limit: string
  /** coin, hours */
  readonly subjects: Readonly<Record<ToolName, Fill>>
  readonly something: string
  /** subject */
  readonly lookingUp: Fill
  readonly notLookedUp: Fill
  readonly lookUp: string
  /** subject, reason */
  readonly noAnswer: Fill
  readonly retry: string
  readonly stopped: string
  readonly copy: string
  readonly copied: string
  readonly notCopied: string
  readonly again: string
  readonly trade: Fill
  /** level: coin, price; change: coin, percent, hours */
  readonly level: Readonly<Record<AlertDirection, Fill>>
  readonly change: Readonly<Record<AlertDirection, Fill>>
  readonly struckBecause: string
  readonly struck: string
  readonly outdated: string
}
