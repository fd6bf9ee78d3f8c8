import type { Indicator, IndicatorParameter } from './indicator.ts'
import { AVP, BBI, BIAS, BOLL, EMA, ICHIMOKU, MA, SAR, SMA, VWAP } from './on-price.ts'
import { AO, ATR, BRAR, CCI, CR, DMA, DMI, KDJ, MACD, MTM, PSY, ROC, RSI, TRIX, WR } from './oscillators.ts'
import { EMV, OBV, PVT, VOL, VR } from './volume.ts'

const ON_PRICE = [MA, EMA, BOLL, VWAP, ICHIMOKU, SAR, SMA, BBI, AVP]
const OSCILLATORS = [RSI, MACD, ATR, KDJ, DMI, CCI, WR, ROC, MTM, AO, TRIX, BIAS, DMA, PSY, BRAR, CR]
const ON_VOLUME = [VOL, OBV, PVT, VR, EMV]

/** Every indicator of the chart, by the order of the picker. */
export const INDICATORS: readonly Indicator[] = [...ON_PRICE, ...OSCILLATORS, ...ON_VOLUME]

const byName = new Map(INDICATORS.map((indicator) => [indicator.name, indicator]))

/** The indicator called `name`, or undefined. */
export const findIndicator = (name: string): Indicator | undefined => byName.get(name)

/** The short name of an indicator, as traders know it. */
export const labelOf = ({ name, label }: Pick<Indicator, 'name' | 'label'>): string => label ?? name

/** What the parameter at `place` may be; lines that are added are as the last of the defaults. */
export const parameterAt = ({ parameters }: Indicator, place: number): IndicatorParameter | undefined =>
  parameters[Math.min(place, parameters.length - 1)]

/**
 * `parameters` as `indicator` can use them: what is missing, no number or out of bounds becomes the nearest that is right. None
 * at all are the defaults; where each is a line of its own, there are as many as were given.
 */
export const soundParameters = (indicator: Indicator, parameters: readonly number[]): number[] => {
  const { mostLines, parameters: initials } = indicator
  const count = mostLines === undefined || parameters.length === 0 ? initials.length : Math.min(mostLines, parameters.length)
  return Array.from({ length: count }, (_, i) => soundParameter(parameterAt(indicator, i), parameters[i]))
}

function soundParameter(parameter: IndicatorParameter | undefined, given: number | undefined): number {
  if (parameter === undefined) return 0
  const { initial, min, max, isFraction } = parameter
  const held = Math.min(max, Math.max(min, Number.isFinite(given ?? initial) ? (given ?? initial) : initial))
  return isFraction === true ? held : Math.round(held)
}
