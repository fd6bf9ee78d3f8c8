import { SECOND_MS } from '@aerie/core/time'

const countText = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

type Recorded = { readonly coins: number; readonly from: string; readonly speed: number; readonly pausedAt: string | undefined }

function howText({ speed, pausedAt }: Pick<Recorded, 'speed' | 'pausedAt'>): string {
  if (pausedAt !== undefined) return `, paused at ${pausedAt}`
  return speed === 1 ? '' : `, at ${speed}× speed`
}

/** User-visible details of a source's state, except those in live/live-words.ts. */
export const SOURCE_TEXT = {
  noAnswer: (withinMs: number) => `no answer within ${withinMs / SECOND_MS} s`,

  recorded: ({ coins, from, ...how }: Recorded) => `Recorded market of ${countText(coins, 'coin', 'coins')} from ${from}${howText(how)}.`,

  badRows: (count: number) => `${countText(count, 'invalid row', 'invalid rows')} skipped.`,
} as const
