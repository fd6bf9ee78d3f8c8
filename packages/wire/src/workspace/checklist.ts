import type { Check, Checklist } from './workspace.ts'

/** Default pre-trade checklist. */
export const FIRST_CHECKS: readonly Check[] = [
  { id: 'first-market', text: 'The overall market supports this trade' },
  { id: 'first-trend', text: 'I know the trend on the next longer timeframe' },
  { id: 'first-levels', text: 'Entry, stop and target are at levels on the chart' },
  { id: 'first-reward', text: 'Reward to risk is at least 2 to 1' },
  { id: 'first-size', text: 'The size follows from the stop, and I can afford the loss' },
  { id: 'first-liquidation', text: 'Liquidation is well beyond the stop' },
  { id: 'first-depth', text: 'The order book is deep enough to exit' },
  { id: 'first-events', text: 'I know the news, unlocks and funding ahead' },
  { id: 'first-wrong', text: 'I know what would prove me wrong and what I would do' },
  { id: 'first-mind', text: 'I am not trading to win back a loss' },
]

/** The user's items, or the defaults. */
export const checksOf = ({ items }: Pick<Checklist, 'items'>): readonly Check[] => items ?? FIRST_CHECKS

/** Tick time per item for a coin, epoch ms. */
export const ticksOf = ({ ticks }: Pick<Checklist, 'ticks'>, symbol: string): Readonly<Record<string, number>> => ticks[symbol] ?? {}

/** Progress for a coin: ticked items, total, and the last tick once complete. */
export function progressOf(checklist: Checklist, symbol: string) {
  const checks = checksOf(checklist)
  const ticks = ticksOf(checklist, symbol)
  const times = checks.flatMap(({ id }) => ticks[id] ?? [])
  const isDone = checks.length > 0 && times.length === checks.length
  return { done: times.length, all: checks.length, doneAt: isDone ? Math.max(...times) : null }
}
