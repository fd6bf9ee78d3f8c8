import './pane-legends.css'
import { numberText } from '@aerie/core/number-text'
import { shortNumberText } from '@aerie/core/short-number-text'
import type { Chart, Indicator } from 'klinecharts'

/** Drawn where something is not known. */
const DASH = '—'

/** What a legend tells of an indicator: its name, its parameters, and its figures with the place of each among the coloured lines. */
export type LegendOf = {
  readonly id: string
  readonly paneId: string
  readonly name: string
  readonly parameters: readonly number[]
  readonly figures: ReadonlyArray<{ readonly key: string; readonly title: string; readonly line: number | null }>
}
type Legend = { readonly id: string; readonly values: ReadonlyArray<{ readonly key: string; readonly element: HTMLElement }> }

/**
 * Names and values of the indicators at the top left of their panes, as text of the page: the library writes them on a canvas as
 * large as the pane, which costs more at each tick than the candles do. For eyes only; the spoken summary names the indicators.
 */
export class PaneLegends {
  readonly #chart: Pick<Chart, 'getDom' | 'getIndicators'>
  #boxes = new Map<string, HTMLElement>()
  #legends: readonly Legend[] = []
  #note: HTMLElement | null = null

  constructor(chart: Pick<Chart, 'getDom' | 'getIndicators'>) {
    this.#chart = chart
  }

  /** Makes the legends anew, in this order. */
  show(wanted: readonly LegendOf[]): void {
    for (const box of this.#boxes.values()) box.remove()
    this.#boxes = new Map()
    this.#note = null
    this.#legends = wanted.map((of) => {
      const { element, ...legend } = legendOf(of)
      this.#boxOf(of.paneId)?.append(element)
      return legend
    })
  }

  /** Writes the values of the bar at `index`. */
  paint(index: number): void {
    if (this.#legends.length === 0) return
    const indicators = new Map(this.#chart.getIndicators().map((indicator) => [indicator.id, indicator]))
    for (const { id, values } of this.#legends) {
      const indicator = indicators.get(id)
      for (const { key, element } of values) {
        const text = indicator === undefined ? DASH : valueText(indicator, index, key)
        if (element.textContent !== text) element.textContent = text
      }
    }
  }

  /** A line of words under the legends of a pane; empty: none. */
  note(paneId: string, words: string): void {
    if (this.#note?.textContent === words || (this.#note === null && words === '')) return
    this.#note ??= document.createElement('div')
    this.#note.textContent = words
    if (words === '') this.#note.remove()
    else this.#boxOf(paneId)?.append(this.#note)
  }

  #boxOf(paneId: string): HTMLElement | null {
    const known = this.#boxes.get(paneId)
    const pane = this.#chart.getDom(paneId, 'root')
    if (known !== undefined || pane === null) return known ?? null
    const box = document.createElement('div')
    box.className = 'chart-values'
    pane.append(box)
    this.#boxes.set(paneId, box)
    return box
  }
}

function valueText({ result, shouldFormatBigNumber }: Indicator, index: number, key: string): string {
  const row = result[index] as Readonly<Record<string, number | undefined>> | undefined // our own rows (indicator-bridge)
  const value = row?.[key]
  if (value === undefined) return DASH
  return shouldFormatBigNumber ? shortNumberText(value) : numberText(value)
}

function legendOf({ id, name, parameters, figures }: LegendOf): Legend & { readonly element: HTMLElement } {
  const element = document.createElement('div')
  const say = (words: string) => {
    const title = document.createElement('span')
    title.textContent = words
    element.append(title)
  }
  // `EMA6 EMA12` says it all; `UP MID DN` does not.
  const isSaid = figures.every(({ title }) => title.startsWith(name) && title !== name)
  if (!isSaid) say([name, ...parameters].join(' '))
  const values = figures.map(({ key, title, line }) => {
    if (title !== name) say(title)
    const value = document.createElement('b')
    if (line !== null) value.dataset.line = String(line)
    value.textContent = DASH
    element.append(value)
    return { key, element: value }
  })
  return { id, values, element }
}
