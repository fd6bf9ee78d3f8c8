import { numberText } from '@aerie/core/numbers/number-text'
import type { AlertTerms } from '@aerie/wire/alerts/alert-rows'
import { alertSentence } from '@aerie/wire/alerts/alert-sentence'

export const SOURCE_NOTE = { live: '', sim: ' (simulated market)', replay: ' (replayed market)' } as const
const REGIMES = ['calm', 'normal', 'high', 'extreme'] as const

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
  const { sourceKind, at, seenAt, isLate, what } = details
  const late = isLate ? ` Happened ${minuteOf(at)}, seen ${minuteOf(seenAt)}.` : ''
  const facts = [what, figureText(terms, details.value)].filter((part) => part !== undefined).join(', ')
  return `${alertSentence(terms)}${facts === '' ? '' : `: ${facts}`}${sourceKind === undefined ? '' : SOURCE_NOTE[sourceKind]}.${late}`
}

function figureText({ kind, regime }: AlertTerms, value: number | undefined): string | undefined {
  if (value === undefined) return undefined
  if (kind === 'price' || kind === 'forecast') return numberText(value)
  if (kind === 'volatility') return value > 1 ? (REGIMES[value] ?? regime) : undefined
  return kind === 'volume' ? `${numberText(value)} times` : `${numberText(value)} %`
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
