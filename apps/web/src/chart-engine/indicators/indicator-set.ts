import { findIndicator, soundParameters } from '@aerie/core/indicators/catalogue'
import type { ChartSettings } from '@aerie/wire/charts'
import type { Chart } from 'klinecharts'
import { PRICE_PANE } from '../panes.ts'
import { AMOUNT_AXIS, VALUE_AXIS } from '../price-axes.ts'
import { AMOUNTS } from './indicator-bridge.ts'
import { type LegendOf, PaneLegends } from './pane-legends.ts'

export type ChosenIndicator = ChartSettings['indicators'][number]

const VOLUME_PX = 72
const PANE_PX = 96

/** Two of one kind differ by their parameters. */
const idOf = ({ name, parameters }: ChosenIndicator): string => `${name}(${parameters.join()})`
const paneOf = (chosen: ChosenIndicator, isOnPrice: boolean): string => (isOnPrice ? PRICE_PANE : `pane_${idOf(chosen)}`)

/** The indicators on a chart, with the legend of each. */
export class IndicatorSet {
  readonly #chart: Chart
  readonly #legends: PaneLegends
  #shown: readonly ChosenIndicator[] = []

  constructor(chart: Chart) {
    this.#chart = chart
    this.#legends = new PaneLegends(chart)
  }

  /** Puts indicators on and off until those of `wanted` are there, and leaves the others untouched. */
  show(wanted: readonly ChosenIndicator[]): void {
    const keep = new Set(wanted.map(idOf))
    const there = new Set(this.#shown.map(idOf))
    for (const id of there) if (!keep.has(id)) this.#chart.removeIndicator({ id })
    for (const chosen of wanted) if (!there.has(idOf(chosen))) this.#add(chosen)
    this.#shown = wanted
    this.#legends.show(wanted.flatMap(legendOf))
  }

  /** Writes the values at the bar of this index into the legends, and under those of the candles `notes`. */
  paint(index: number, notes: readonly string[]): void {
    this.#legends.paint(index)
    this.#legends.note(PRICE_PANE, notes.join(', '))
  }

  #add(chosen: ChosenIndicator): void {
    const indicator = findIndicator(chosen.name)
    if (indicator === undefined) return
    const { isOnPrice } = indicator
    const paneId = paneOf(chosen, isOnPrice)
    const calcParams = soundParameters(indicator, chosen.parameters)
    this.#chart.createIndicator({ name: chosen.name, id: idOf(chosen), calcParams, paneId }, isOnPrice)
    if (isOnPrice) return
    this.#chart.setPaneOptions({ id: paneId, height: chosen.name === 'VOL' ? VOLUME_PX : PANE_PX, minHeight: 40 })
    this.#chart.overrideYAxis({ paneId, name: AMOUNTS.has(chosen.name) ? AMOUNT_AXIS : VALUE_AXIS })
  }
}

function legendOf(chosen: ChosenIndicator): LegendOf[] {
  const indicator = findIndicator(chosen.name)
  if (indicator === undefined) return []
  const parameters = soundParameters(indicator, chosen.parameters)
  let lines = 0
  const figures = indicator.figures(parameters).map(({ key, title, kind }) => ({ key, title, line: kind === 'line' ? lines++ : null }))
  return [{ id: idOf(chosen), paneId: paneOf(chosen, indicator.isOnPrice), name: chosen.name, parameters, figures }]
}
