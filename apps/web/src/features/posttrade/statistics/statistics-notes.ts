import type { JournalStatistics } from '@aerie/wire/journal-statistics'

type Trips = JournalStatistics['trips']

const REASONS: Readonly<Record<Trips['left_out'][number]['reason'], string>> = {
  fee_coin: 'with a fee in a coin without a known price',
  not_told: 'whose result the file does not tell',
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
