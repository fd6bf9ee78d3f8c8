import { numberAt } from '@aerie/core/numbers/number-at'
/** Parameters of EMS at one horizon. */
export type EmsHorizon = {
  /** b0, then one weight for the log of each EWMA of variance, in the order of HALF_LIVES_HOURS. */
  readonly scale: readonly number[]
  /** Weights of the six return features in the logit of "the price rises". */
  readonly median: readonly number[]
  /** Degrees of freedom of the Student t that stands in for residuals not yet seen. */
  readonly nu: number
}

/** Half-lives of the five EWMAs of variance (Corsi 2009's scales, from an hour to a month). */
export const HALF_LIVES_HOURS = [1, 3, 24, 168, 720] as const

/** Fitted on hourly candles of major coins before 2023 by Student-t likelihood (docs/math/forecast.md). */
const FITTED: Readonly<Record<1 | 6 | 12 | 24, EmsHorizon>> = {
  1: {
    scale: [-0.467005, 0.32221, 0.158135, 0.43799, 0.104787, 0.036815],
    median: [-0.097182, -0.055762, -0.018442, -0.054983, -0.026539, 0.031419],
    nu: 3.4946,
  },
  6: {
    scale: [-0.644527, 0.248257, 0.074998, 0.399677, 0.180417, 0.1447],
    median: [-0.058004, -0.036153, -0.013551, -0.029337, -0.065498, 0.032179],
    nu: 3.1765,
  },
  12: {
    scale: [-0.93031, 0.190549, 0.111542, 0.300731, 0.167755, 0.242566],
    median: [-0.030557, -0.018293, -0.002298, 0.00764, -0.089113, 0.032155],
    nu: 3.277,
  },
  24: {
    scale: [-1.320028, 0.176322, 0.056192, 0.253425, 0.176433, 0.2993],
    median: [-0.013451, -0.014107, -0.006744, -0.02492, -0.085125, 0.025117],
    nu: 3.474,
  },
}

const between = (low: number, high: number, share: number): number => low + share * (high - low)
const mix = (low: readonly number[], high: readonly number[], share: number) =>
  low.map((value, index) => between(value, numberAt(high, index), share))

/** Parameters at any horizon from 1 to 24 whole hours: the fitted ones, in between linear in ln h (METHOD.md step 8). */
export function emsParameters(hours: number): EmsHorizon {
  const [lowHours, highHours] = hours <= 6 ? ([1, 6] as const) : hours <= 12 ? ([6, 12] as const) : ([12, 24] as const)
  const share = Math.log(hours / lowHours) / Math.log(highHours / lowHours)
  const [low, high] = [FITTED[lowHours], FITTED[highHours]]
  return { scale: mix(low.scale, high.scale, share), median: mix(low.median, high.median, share), nu: between(low.nu, high.nu, share) }
}
