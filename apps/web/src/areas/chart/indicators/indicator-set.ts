import { findIndicator, INDICATORS, labelOf, soundParameters } from '@aerie/core/indicators/catalogue'
import type { Indicator, Row } from '@aerie/core/indicators/indicator'
import { numberText, shortNumberText } from '@aerie/core/numbers/number-text'
import { once } from '@aerie/runtime/once'
import type { LineStyle } from '@aerie/wire/market/charts'
import { type Chart, type Indicator as DrawnIndicator, type IndicatorFigure, type IndicatorTemplate, registerIndicator } from 'klinecharts'
import { AMOUNT_AXIS, VALUE_AXIS } from '../axes/price-axes.ts'
import { PRICE_PANE } from '../engine/engine-options.ts'
import { drawCloud, drawIndicator, type Looks } from './indicator-drawing.ts'
import { rowsFor } from './indicator-rows.ts'
import { type ChosenIndicator, idOf, lineLooks } from './line-looks.ts'
import { DASH, type LegendOf } from './pane-legends.ts'

/** Indicators whose values are amounts and may be abbreviated. */
const AMOUNTS: ReadonlySet<string> = new Set(['VOL', 'OBV', 'PVT'])
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

const VOLUME_PX = 72
const PANE_PX = 96
/** Shares of the value span kept free: above, for the 22 px legend, and below. */
const PANE_GAP = { top: 0.37, bottom: 0.1 }

const paneOf = (chosen: ChosenIndicator, isOnPrice: boolean): string => (isOnPrice ? PRICE_PANE : `pane_${idOf(chosen)}`)
const looksText = (looks: readonly LineStyle[] = []): string => looks.map(({ color, width, dash }) => [color, width, dash].join()).join(';')

export class IndicatorSet {
  readonly #chart: Chart
  #shown: readonly ChosenIndicator[] = []
  #looks: ReturnType<typeof lineLooks> = new Map()

  constructor(chart: Chart) {
    this.#chart = chart
  }

  show(wanted: readonly ChosenIndicator[]): void {
    const keep = new Set(wanted.map(idOf))
    const there = new Set(this.#shown.map(idOf))
    const looks = lineLooks(wanted)
    for (const id of there) if (!keep.has(id)) this.#chart.removeIndicator({ id })
    for (const chosen of wanted) {
      const id = idOf(chosen)
      if (!there.has(id)) this.#add(chosen, looks.get(id) ?? [])
      else if (looksText(looks.get(id)) !== looksText(this.#looks.get(id)))
        this.#chart.overrideIndicator({ name: chosen.name, id, extendData: () => looks.get(id) ?? [] })
    }
    this.#shown = wanted
    this.#looks = looks
  }

  legends(ask: (what: 'set' | 'remove', chosen: ChosenIndicator) => void): LegendOf[] {
    let drawn: ReadonlyMap<string, DrawnIndicator> = new Map()
    return this.#shown.flatMap((chosen, place) => {
      const indicator = findIndicator(chosen.name)
      if (indicator === undefined) return []
      const id = idOf(chosen)
      return {
        id,
        paneId: paneOf(chosen, indicator.isOnPrice),
        ...titlesOf(indicator, chosen, this.#looks.get(id) ?? []),
        begin: () => {
          if (place === 0 || drawn.size === 0) drawn = new Map(this.#chart.getIndicators().map((each) => [each.id, each]))
        },
        read: (index, key) => valueText(drawn.get(id), index, key),
        onSet: () => ask('set', chosen),
        onRemove: () => ask('remove', chosen),
      }
    })
  }

  #add(chosen: ChosenIndicator, looks: readonly LineStyle[]): void {
    const indicator = findIndicator(chosen.name)
    if (indicator === undefined) return
    const { isOnPrice } = indicator
    const paneId = paneOf(chosen, isOnPrice)
    const calcParams = soundParameters(indicator, chosen.parameters)
    // A function, because the library deep-copies objects.
    this.#chart.createIndicator({ name: chosen.name, id: idOf(chosen), calcParams, paneId, extendData: () => looks }, isOnPrice)
    if (isOnPrice) return
    this.#chart.setPaneOptions({ id: paneId, height: chosen.name === 'VOL' ? VOLUME_PX : PANE_PX, minHeight: 40 })
    if (AMOUNTS.has(chosen.name)) this.#chart.overrideYAxis({ paneId, name: AMOUNT_AXIS })
    else this.#chart.overrideYAxis({ paneId, name: VALUE_AXIS, gap: PANE_GAP })
  }
}

function titlesOf(
  indicator: Indicator,
  chosen: ChosenIndicator,
  looks: readonly LineStyle[],
): Pick<LegendOf, 'title' | 'name' | 'figures'> {
  const parameters = soundParameters(indicator, chosen.parameters)
  const label = labelOf(indicator)
  let lines = 0
  const figures = indicator.figures(parameters).map(({ key, title, kind }) => ({
    key,
    title,
    color: kind === 'line' ? (looks[lines++]?.color ?? null) : null,
  }))
  // `EMA 20 EMA 50` needs no title; `Upper Basis Lower` does, and volume has a name and lines.
  const isLabelShown = figures.every(({ title }) => title.startsWith(label) && title !== label)
  const name = [label, ...parameters].join(' ')
  return {
    title: isLabelShown ? null : indicator.mostLines === undefined ? name : label,
    name,
    figures: figures.map((figure) => ({ ...figure, title: figure.title === label ? null : figure.title })),
  }
}

function valueText(indicator: DrawnIndicator | undefined, index: number, key: string): string {
  const row = indicator?.result[index] as Readonly<Record<string, number | undefined>> | undefined
  const value = row?.[key]
  if (value === undefined) return DASH
  return indicator?.shouldFormatBigNumber === true ? shortNumberText(value) : numberText(value)
}
