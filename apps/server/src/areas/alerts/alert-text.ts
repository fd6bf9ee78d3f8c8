import { numberText } from '@aerie/core/numbers/number-text'
import { alertKind, alertSentence } from '@aerie/wire/alerts/alert-kinds'
import type { AlertTerms } from '@aerie/wire/alerts/alert-rows'

export const SOURCE_NOTE = { live: '', sim: ' (simulated market)', replay: ' (replayed market)' } as const

export type FiringDetails = {
  /** Subject the alert does not name itself: the order, the coin. */
  readonly what?: string | undefined
  readonly value: number | undefined
  readonly sourceKind: keyof typeof SOURCE_NOTE | undefined
  readonly at: number
  readonly seenAt: number
  readonly isLate: boolean
}

const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export function firingText(terms: AlertTerms, details: FiringDetails): string {
  const { sourceKind, at, seenAt, isLate, what, value } = details
  const late = isLate ? ` Happened ${minuteOf(at)}, seen ${minuteOf(seenAt)}.` : ''
  const facts = [what, value === undefined ? undefined : alertKind(terms.kind).valueText?.(value, terms)]
    .filter((part) => part !== undefined)
    .join(', ')
  return `${alertSentence(terms)}${facts === '' ? '' : `: ${facts}`}${sourceKind === undefined ? '' : SOURCE_NOTE[sourceKind]}.${late}`
}

type FilledOrder = {
  readonly symbol: string
  readonly side?: string | undefined
  readonly filled?: string | undefined
  readonly average_price?: string | null | undefined
}

/** `bought 0.5 BTC at 57,799.00`, or the coin alone if details are unknown. @throws never */
export function orderText({ symbol, side, filled, average_price }: FilledOrder): string {
  if (side === undefined || filled === undefined || average_price == null) return symbol
  return `${side === 'buy' ? 'bought' : 'sold'} ${filled} ${symbol} at ${numberText(Number(average_price))}`
}
