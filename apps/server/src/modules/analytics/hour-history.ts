import type { Candle } from '@aerie/core/market/candle'
import { HOUR_MS } from '@aerie/core/time'
import type { CandleRing } from '../market/candles/candle-ring.ts'

/** Seconds of an hour. */
export const HOUR_S = 3_600
/** A candle that closed this long ago is still the newest: the one after it may be on its way. */
const LATE_S = 2 * HOUR_S

/** The end of the last hour that has closed by `nowMs`, in whole seconds. */
export const hourEnd = (nowMs: number): number => Math.floor(nowMs / HOUR_MS) * HOUR_S

/**
 * End of the span that statistics of a coin are made of: the close of its newest candle. Just after the hour that is the hour
 * before, until the candle is there; a coin without news for longer is measured to the present, and lacks what is missing.
 *
 * @param end of the last closed hour, seconds
 */
export function spanEnd(ring: CandleRing, end: number): number {
  const after = ring.lowerBound(end)
  const closed = after === 0 ? undefined : ring.timeAt(after - 1) + HOUR_S
  return closed !== undefined && closed >= end - LATE_S ? Math.min(closed, end) : end
}

/** Changes when the hours of a coin do. */
export const ringVersion = (ring: CandleRing): string =>
  ring.length() === 0 ? '' : `${ring.length()}:${ring.timeAt(0)}:${ring.timeAt(ring.length() - 1)}`

/** Closed hourly candles of `[from, to)`, seconds. */
export const hoursOf = (ring: CandleRing, from: number, to: number): Candle[] => ring.slice(ring.lowerBound(from), ring.lowerBound(to))

/**
 * Closes each `step` seconds apart: of the hours that end where a candle of that width would. `time` is that candle's open.
 *
 * @param step a whole number of hours
 */
export function sampledCloses(
  ring: CandleRing,
  step: number,
  { from, to }: { from: number; to: number },
): { time: number; close: number }[] {
  const closes: { time: number; close: number }[] = []
  const last = ring.lowerBound(to)
  for (let i = ring.lowerBound(from); i < last; i += 1) {
    const end = ring.timeAt(i) + HOUR_S
    if (end % step === 0) closes.push({ time: end - step, close: ring.closeAt(i) })
  }
  return closes
}
