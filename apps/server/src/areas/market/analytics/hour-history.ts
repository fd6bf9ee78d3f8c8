import type { Candle } from '@aerie/core/market/candle'
import { HOUR_MS } from '@aerie/core/time'
import type { CandleRing } from '../candles/candle-ring.ts'

export const HOUR_S = 3_600
/** The next candle may be late by this much. */
const LATE_S = 2 * HOUR_S

export const hourEnd = (nowMs: number): number => Math.floor(nowMs / HOUR_MS) * HOUR_S

/** The newest candle's close just after the hour. A coin without data for longer is measured to the present, with gaps. */
export function spanEnd(ring: CandleRing, end: number): number {
  const after = ring.lowerBound(end)
  const closed = after === 0 ? undefined : ring.timeAt(after - 1) + HOUR_S
  return closed !== undefined && closed >= end - LATE_S ? Math.min(closed, end) : end
}

export const ringVersion = (ring: CandleRing): string =>
  ring.length() === 0 ? '' : `${ring.length()}:${ring.timeAt(0)}:${ring.timeAt(ring.length() - 1)}`

/** Closed hourly candles of `[from, to)`, seconds. */
export const hoursOf = (ring: CandleRing, from: number, to: number): Candle[] => ring.slice(ring.lowerBound(from), ring.lowerBound(to))

/** Closes on the grid of candles of `step` seconds (whole hours); `time` is the open. */
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
