import type { Forecast } from '@aerie/wire/market/forecasts'
import { horizonPoint } from '../../../market-views/forecast/fan-bands.ts'

/** Ends of a common scale, as fractions of the price: the next of these that holds every band. */
const ENDS = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5, 1]

/** How far `price` is from `anchor`, as a fraction. */
export const moveOf = (price: number, anchor: number): number => price / anchor - 1

/** The end of one scale, to both sides of no change, on which the 95 % bands of all forecasts stand whole. At least 1 %. */
export function scaleEnd(forecasts: readonly Forecast[]): number {
  const widest = forecasts.flatMap((forecast) => {
    const [, , band] = horizonPoint(forecast).bands
    return [Math.abs(moveOf(band.low, forecast.anchor)), Math.abs(moveOf(band.high, forecast.anchor))]
  })
  const most = Math.max(0, ...widest)
  return ENDS.find((end) => end >= most) ?? most
}

/** Where a move stands on the scale, 0 at its lower end, 1 at its upper. */
export const placeOf = (move: number, end: number): number => Math.min(1, Math.max(0, (move / end + 1) / 2))
