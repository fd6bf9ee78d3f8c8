import type { Forecast } from '@aerie/wire/market/forecasts'
import { horizonPoint } from '../../forecast/index.ts'

/** Candidate ends of the shared scale, as fractions of the price: the smallest that fits every band is used. */
const ENDS = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5, 1]

export const moveOf = (price: number, anchor: number): number => price / anchor - 1

/** Half-width of the scale that fits the 95 % bands of all forecasts; at least 1 %. */
export function scaleEnd(forecasts: readonly Forecast[]): number {
  const widest = forecasts.flatMap((forecast) => {
    const [, , band] = horizonPoint(forecast).bands
    return [Math.abs(moveOf(band.low, forecast.anchor)), Math.abs(moveOf(band.high, forecast.anchor))]
  })
  const most = Math.max(0, ...widest)
  return ENDS.find((end) => end >= most) ?? most
}

export const positionOf = (move: number, end: number): number => Math.min(1, Math.max(0, (move / end + 1) / 2))
