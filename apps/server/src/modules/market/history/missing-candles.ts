import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { BaseInterval } from '@aerie/market/market-source'
import { type Gap, STEP_S } from './candle-spans.ts'

/** Candles that an answer lacked: asked for again when due. */
export type Hole = {
  readonly id: number
  readonly symbol: string
  readonly interval: BaseInterval
  /** Open times, ascending; at most as many as one request brings. */
  readonly times: readonly number[]
  /** Answers so far that lacked them. */
  readonly tries: number
  /** The source sent them and they could not be believed, or refused: they exist. */
  readonly isUnreadable: boolean
  /** Nothing older is known: the coin may not have been listed then. */
  readonly isOldest: boolean
  readonly dueAt: number
}

/** When missing candles are asked for again, after the first answer that lacked them and each one since. */
const AGAIN_MS = [5 * SECOND_MS, 15 * SECOND_MS, 45 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS] as const
/** Answers that lack a candle before it is the venue's own hole. Minutes without a trade are no candle at some venues. */
const TRIES_MOST: Readonly<Record<BaseInterval, number>> = { '1m': 4, '1h': AGAIN_MS.length + 1 }

type Found = { readonly times: ReadonlySet<number>; readonly isUnreadable: boolean }

const keyOf = ({ symbol, interval }: Pick<Hole, 'symbol' | 'interval'>): string => `${symbol} ${interval}`

/** Which candles are missing inside the spans that have been asked for. What leaves it is here, or exists nowhere. */
export function missingCandles(now: () => number, againMs: readonly number[] = AGAIN_MS) {
  const holes = new Map<string, Hole[]>()
  let lastId = 0
  /** The hole as it is now, in the place of what it was; gone when nothing is missing. */
  const put = (hole: Hole): void => {
    const others = (holes.get(keyOf(hole)) ?? []).filter(({ id }) => id !== hole.id)
    const left = hole.times.length > 0 ? [...others, hole] : others
    if (left.length > 0) holes.set(keyOf(hole), left)
    else holes.delete(keyOf(hole))
  }
  const all = (): Hole[] => [...holes.values()].flat()
  const wait = (tries: number): number => againMs[Math.min(tries, againMs.length) - 1] ?? 0
  const later = (hole: Omit<Hole, 'dueAt'>): Hole => ({ ...hole, dueAt: now() + wait(hole.tries) })
  return {
    /** Notes what the first answer for a span lacked. */
    add: (hole: Pick<Hole, 'symbol' | 'interval' | 'times' | 'isUnreadable' | 'isOldest'>): void => {
      lastId += 1
      put(later({ ...hole, id: lastId, tries: 1 }))
    },
    /** A candle has come by another way. */
    take: (symbol: string, interval: BaseInterval, time: number): void => {
      for (const hole of holes.get(`${symbol} ${interval}`) ?? []) {
        if (hole.times.includes(time)) put({ ...hole, times: hole.times.filter((other) => other !== time) })
      }
    },
    /** What is left of a hole after another answer. How many of its candles came. */
    judge: (hole: Hole, { times, isUnreadable }: Found): number => {
      const present = holes.get(keyOf(hole))?.find(({ id }) => id === hole.id)
      if (present === undefined) return 0
      const left = present.times.filter((time) => !times.has(time))
      const tries = present.tries + 1
      const isVenues = !isUnreadable && tries >= TRIES_MOST[hole.interval]
      put(later({ ...present, times: isVenues ? [] : left, tries, isUnreadable }))
      return present.times.length - left.length
    },
    due: (): Hole[] => all().filter(({ dueAt }) => dueAt <= now()),
    /** Milliseconds until the next hole is due; undefined when there is none. */
    nextMs: (): number | undefined => {
      const first = Math.min(...all().map(({ dueAt }) => dueAt))
      return Number.isFinite(first) ? Math.max(0, first - now()) : undefined
    },
    /** Whether anything is missing in `[from, to)`. */
    touches: ({ symbol, interval, from, to }: Gap): boolean =>
      (holes.get(`${symbol} ${interval}`) ?? []).some(({ times }) => times.some((time) => time >= from && time < to)),
    /** What there is to say: hours that should be there, and candles that could not be read. */
    said: (): { candles: number; coins: number } => {
      const told = all().filter(({ interval, isUnreadable, isOldest }) => isUnreadable || (interval === '1h' && !isOldest))
      return { candles: told.reduce((sum, { times }) => sum + times.length, 0), coins: new Set(told.map(({ symbol }) => symbol)).size }
    },
  }
}

export type MissingCandles = ReturnType<typeof missingCandles>

/** Open times of `[from, to)` that are not in `have`, ascending. */
export function missingTimes({ interval, from, to }: Gap, have: ReadonlySet<number>): number[] {
  const times: number[] = []
  for (let time = from; time < to; time += STEP_S[interval]) if (!have.has(time)) times.push(time)
  return times
}
