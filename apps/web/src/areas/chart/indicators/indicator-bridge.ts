import { INDICATORS } from '@aerie/core/indicators/catalogue'
import type { Indicator, Row } from '@aerie/core/indicators/indicator'
import { once } from '@aerie/runtime/once'
import { type IndicatorFigure, type IndicatorTemplate, registerIndicator } from 'klinecharts'
import { drawCloud, drawIndicator, type Looks } from './indicator-drawing.ts'
import { rowsFor } from './indicator-rows.ts'

/** Indicators whose values are amounts and may be abbreviated. */
export const AMOUNTS: ReadonlySet<string> = new Set(['VOL', 'OBV', 'PVT'])
/** Replaces the library's indicators, which recompute the whole history on each tick. */
export const registerIndicators = once((): void => {
  for (const indicator of INDICATORS) registerIndicator(templateOf(indicator))
})

function templateOf(indicator: Indicator): IndicatorTemplate<Row, number, Looks> {
  const initial = indicator.parameters.map((parameter) => parameter.initial)
  return {
    name: indicator.name,
    shortName: indicator.name,
    series: indicator.isOnPrice ? 'price' : indicator.name === 'VOL' ? 'volume' : 'normal',
    calcParams: initial,
    shouldFormatBigNumber: AMOUNTS.has(indicator.name),
    ...(indicator.name === 'VOL' ? { minValue: 0 } : {}),
    ...(indicator.levels === undefined ? {} : { minValue: Math.min(...indicator.levels), maxValue: Math.max(...indicator.levels) }),
    figures: figuresOf(indicator, initial),
    regenerateFigures: (parameters) => figuresOf(indicator, parameters),
    calc: (list, instance) => rowsFor(indicator, instance, list),
    draw: (given) => {
      drawIndicator(indicator, given)
      if (indicator.name === 'ICHIMOKU') drawCloud(given)
      return true
    },
  }
}

const figuresOf = (indicator: Indicator, parameters: readonly number[]): Array<IndicatorFigure<Row>> =>
  indicator.figures(parameters).map(({ key, title, kind }) => ({ key, title: `${title} `, type: LIBRARY_KINDS[kind] }))
const LIBRARY_KINDS = { line: 'line', bar: 'bar', dot: 'circle' } as const
