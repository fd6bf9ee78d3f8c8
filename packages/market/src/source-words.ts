import { SECOND_MS } from '@aerie/core/time'

const countText = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** What plays: `pausedAt` is undefined while it runs; times as text. */
type Recorded = { readonly coins: number; readonly from: string; readonly speed: number; readonly pausedAt: string | undefined }

function howText({ speed, pausedAt }: Pick<Recorded, 'speed' | 'pausedAt'>): string {
  if (pausedAt !== undefined) return `, paused at ${pausedAt}`
  return speed === 1 ? '' : `, at ${speed}× speed`
}

/** The details of a source's state that a user reads, but for those of the live market, which are in live/live-words.ts. */
export const SOURCE_WORDS = {
  simulated: (seed: string | number) => `Simulated market (seed ${seed}): invented prices, not real ones.`,
  /** Told while a simulation stands in for a live market that answers again; what changes over is the operator's command. */
  liveAvailable: 'Live prices are available now: `npm run aerie -- admin market live` on the server switches to them.',
  liveOutOfReach: (why: string) => `The live market cannot be reached: ${why}.`,
  noAnswer: (withinMs: number) => `no answer within ${withinMs / SECOND_MS} s`,
  notStarted: 'it could not be started',
  recorded: ({ coins, from, ...how }: Recorded) => `Recorded market of ${countText(coins, 'coin', 'coins')} from ${from}${howText(how)}.`,
  ended: (at: string) => `The recording ended at ${at}. Prices stay at its last values.`,
  notInCatalogue: (names: string) => `Not in the catalogue, left out: ${names}.`,
  badRows: (count: number) => `${countText(count, 'invalid row', 'invalid rows')} skipped.`,
} as const
