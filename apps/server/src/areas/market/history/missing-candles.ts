import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { BaseInterval } from '@aerie/market/market-source'
import { type Gap, STEP_S } from './candle-spans.ts'

export type Hole = {
  readonly id: number
  readonly symbol: string
  readonly interval: BaseInterval
  /** Open times, ascending; at most as many as one request returns. */
  readonly times: readonly number[]
  readonly tries: number
  /** They exist: the source sent them, but they were implausible or rejected. */
  readonly isUnreadable: boolean
  /** Nothing older is known: the coin may not have been listed then. */
  readonly isOldest: boolean
  readonly dueAt: number
}

/** Retry delays, from the first response that lacked them. */
const AGAIN_MS = [5 * SECOND_MS, 15 * SECOND_MS, 45 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS] as const
/** Responses without a candle before it counts as the venue's own hole. Some venues have no candle for minutes without trades. */
const TRIES_MOST: Readonly<Record<BaseInterval, number>> = { '1m': 4, '1h': AGAIN_MS.length + 1 }

type Found = { readonly times: ReadonlySet<number>; readonly isUnreadable: boolean }

const keyOf = ({ symbol, interval }: Pick<Hole, 'symbol' | 'interval'>): string => `${symbol} ${interval}`

/** Candles missing inside requested spans. Removed entries have arrived or exist nowhere. */
export function missingCandles(now: () => number, againMs: readonly number[] = AGAIN_MS) {
  const holes = new Map<string, Hole[]>()
  let lastId = 0
  const setHole = (hole: Hole): void => {
    const others = (holes.get(keyOf(hole)) ?? []).filter(({ id }) => id !== hole.id)
    const left = hole.times.length > 0 ? [...others, hole] : others
    if (left.length > 0) holes.set(keyOf(hole), left)
    else holes.delete(keyOf(hole))
  }
  const all = (): Hole[] => [...holes.values()].flat()
  const wait = (tries: number): number => againMs[Math.min(tries, againMs.length) - 1] ?? 0
  const later = (hole: Omit<Hole, 'dueAt'>): Hole => ({ ...hole, dueAt: now() + wait(hole.tries) })
  return {
    add: (hole: Pick<Hole, 'symbol' | 'interval' | 'times' | 'isUnreadable' | 'isOldest'>): void => {
      lastId += 1
      setHole(later({ ...hole, id: lastId, tries: 1 }))
    },
    take: (symbol: string, interval: BaseInterval, time: number): void => {
      for (const hole of holes.get(`${symbol} ${interval}`) ?? []) {
        if (hole.times.includes(time)) setHole({ ...hole, times: hole.times.filter((other) => other !== time) })
      }
    },
    judge: (hole: Hole, { times, isUnreadable }: Found): number => {
      const present = holes.get(keyOf(hole))?.find(({ id }) => id === hole.id)
      if (present === undefined) return 0
      const left = present.times.filter((time) => !times.has(time))
      const tries = present.tries + 1
      const isVenues = !isUnreadable && tries >= TRIES_MOST[hole.interval]
      setHole(later({ ...present, times: isVenues ? [] : left, tries, isUnreadable }))
      return present.times.length - left.length
    },
    due: (): Hole[] => all().filter(({ dueAt }) => dueAt <= now()),
    nextMs: (): number | undefined => {
      const first = Math.min(...all().map(({ dueAt }) => dueAt))
      return Number.isFinite(first) ? Math.max(0, first - now()) : undefined
    },
    touches: ({ symbol, interval, from, to }: Gap): boolean =>
      (holes.get(`${symbol} ${interval}`) ?? []).some(({ times }) => times.some((time) => time >= from && time < to)),
    reportedCounts: (): { candles: number; coins: number } => {
      const reported = all().filter(({ interval, isUnreadable, isOldest }) => isUnreadable || (interval === '1h' && !isOldest))
      return {
        candles: reported.reduce((sum, { times }) => sum + times.length, 0),
        coins: new Set(reported.map(({ symbol }) => symbol)).size,
      }
    },
  }
}

export type MissingCandles = ReturnType<typeof missingCandles>

export function missingTimes({ interval, from, to }: Gap, have: ReadonlySet<number>): number[] {
  const times: number[] = []
  for (let time = from; time < to; time += STEP_S[interval]) if (!have.has(time)) times.push(time)
  return times
}
