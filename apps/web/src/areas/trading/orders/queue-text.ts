import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { DASH, exactFigure } from '../../../platform/format/figures.ts'

export type QueueText = {
  /** What is ahead and the estimated wait, for a table cell. */
  readonly short: string
  /** Also the likely position and the volume traded since. */
  readonly full: string
}

/** Queue position of a resting order, and the estimated wait at the pace of trades at its price; null if not resting. */
export function queueText(order: TradingOrder): QueueText | null {
  const { queue_ahead, queue_wait_ms: wait, is_queue_reset, state } = order
  if (queue_ahead === null)
    return state === 'open' || state === 'partiallyFilled' ? { short: DASH, full: 'queue position not known' } : null
  const isNext = !isSome(queue_ahead)
  const place = isNext ? ['next in line', tradedText(order)] : aheadText(order, queue_ahead)
  const inShort = isNext ? ['next'] : [`${exactFigure(queue_ahead)} ahead`, wait === null ? null : `~${waitText(wait)}`]
  return {
    short: listed([...inShort, is_queue_reset ? 'recounted' : null]),
    full: listed([...place, is_queue_reset ? 'recounted since a restart' : null]),
  }
}

const listed = (texts: readonly (string | null)[]): string => texts.filter((text) => text !== null).join(', ')

function aheadText(order: TradingOrder, ahead: string): readonly (string | null)[] {
  const { queue_ahead_likely: likely, queue_wait_ms: wait } = order
  return [
    `${exactFigure(ahead)} ahead of you`,
    likely === null || likely === ahead ? null : `likely ${exactFigure(estimate(likely))}`,
    tradedText(order),
    wait === null ? null : `~${waitText(wait)} at this pace`,
  ]
}

const estimate = (text: string): string => text.replace(/(\.\d*?[1-9]\d?)\d*$/, '$1')

function tradedText({ queue_traded }: TradingOrder): string | null {
  if (queue_traded === null) return null
  return isSome(queue_traded) ? `${exactFigure(queue_traded)} traded since` : 'none traded since'
}

const isSome = (amount: string): boolean => /[1-9]/.test(amount)

const UNITS = [
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** In the largest unit of at least two, to avoid false precision. */
function waitText(ms: number): string {
  const [unit, each] = UNITS.find(([, one]) => ms >= 2 * one) ?? ['s', 1_000]
  return `${Math.ceil(ms / each)} ${unit}`
}
