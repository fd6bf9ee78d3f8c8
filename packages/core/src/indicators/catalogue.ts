import type { Indicator } from './indicator.ts'
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

/** `parameters` as `indicator` can use them: what is missing, no number or out of bounds becomes the nearest that is right. */
export const soundParameters = (indicator: Indicator, parameters: readonly number[]): number[] =>
  indicator.parameters.map(({ initial, min, max, isFraction }, i) => {
    const given = parameters[i] ?? initial
    const held = Math.min(max, Math.max(min, Number.isFinite(given) ? given : initial))
    return isFraction === true ? held : Math.round(held)
  })
