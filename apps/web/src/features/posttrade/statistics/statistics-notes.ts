import { percentText } from '@aerie/core/numbers/short-number-text'
import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { dayEndText } from '../time-text.ts'

type Trips = JournalStatistics['trips']

const REASONS: Readonly<Record<Trips['left_out'][number]['reason'], string>> = {
  fee_coin: 'with a fee in a coin without a price',
  not_told: 'without a result in the file',
  account_reset: 'ended by a reset of their account',
  other_currency: 'in another currency',
}

/** Trades that no figure counts, and why. */
export const leftOutWords = (leftOut: Trips['left_out']): string =>
  leftOut.length === 0
    ? ''
    : `Not counted: ${leftOut.map(({ reason, trips }) => `${trips.toLocaleString('en-US')} ${REASONS[reason]}`).join(', ')}.`

/** How many of the counted trades were made at prices that are not real. */
export function originWords({ simulated, replayed, counted }: Pick<Trips, 'simulated' | 'replayed' | 'counted'>): string {
  const all = (count: number, words: string): string => `${count === counted ? 'All' : count.toLocaleString('en-US')} ${words}.`
  return [
    ...(simulated > 0 ? [all(simulated, 'on the simulated market, not at real prices')] : []),
    ...(replayed > 0 ? [all(replayed, 'on a replayed market')] : []),
  ].join(' ')
}

/** The deepest fall and its days. The series has a figure at the end of each day in UTC: its moments are no times of trades. */
export function drawdownWords({ depth, peak_at_ms, trough_at_ms, recovered_at_ms }: NonNullable<JournalStatistics['drawdown']>): string {
  const recovered = recovered_at_ms === null ? 'not recovered yet' : `recovered on ${dayEndText(recovered_at_ms)}`
  return `Deepest drawdown ${percentText(depth * 100)}, at the ends of days in UTC: from ${dayEndText(peak_at_ms)} to ${dayEndText(trough_at_ms)}, ${recovered}.`
}
