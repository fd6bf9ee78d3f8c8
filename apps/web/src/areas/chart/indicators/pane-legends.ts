import './pane-legends.css'
import type { Chart } from 'klinecharts'
import { PRICE_PANE } from '../engine/engine-options.ts'

export const DASH = '—'

export type LegendOf = {
  readonly id: string
  readonly paneId: string
  /** The title before the figures; null if they include it. */
  readonly title: string | null
  readonly name: string
  readonly figures: ReadonlyArray<{ readonly key: string; readonly title: string | null; readonly color: number | null }>
  readonly begin?: () => void
  readonly read: (index: number, key: string) => string
  readonly onSet?: () => void
  readonly onRemove?: () => void
}

export const AVERAGES_NOTE: LegendOf = {
  id: 'averages',
  paneId: PRICE_PANE,
  title: 'Heikin-Ashi candles are averages. Figures are traded prices.',
  name: '',
  figures: [],
  read: () => '',
}
type Legend = Pick<LegendOf, 'begin' | 'read'> & { readonly values: ReadonlyArray<{ readonly key: string; readonly element: HTMLElement }> }

/** Legends as DOM text: the library's canvas as large as the pane costs more per tick than the candles. */
export class PaneLegends {
  readonly #chart: Pick<Chart, 'getDom'>
  readonly #hasTools: boolean
  #boxes = new Map<string, HTMLElement>()
  #legends: readonly Legend[] = []
  #note: HTMLElement | null = null

  constructor(chart: Pick<Chart, 'getDom'>, hasTools: boolean) {
    this.#chart = chart
    this.#hasTools = hasTools
  }

  show(wanted: readonly LegendOf[]): void {
    for (const box of this.#boxes.values()) box.remove()
    this.#boxes = new Map()
    this.#note = null
    this.#legends = wanted.map((of) => {
      const { element, ...legend } = legendOf(of)
      if (this.#hasTools) element.append(...toolsOf(of))
      this.#boxOf(of.paneId)?.append(element)
      return legend
    })
  }

  paint(index: number): void {
    for (const { values, begin, read } of this.#legends) {
      begin?.()
      for (const { key, element } of values) {
        const text = read(index, key)
        if (element.textContent !== text) element.textContent = text
      }
    }
  }

  note(paneId: string, texts: readonly string[]): void {
    const key = texts.join()
    if (key === (this.#note?.dataset.words ?? '')) return
    this.#note ??= document.createElement('div')
    this.#note.dataset.words = key
    this.#note.replaceChildren(...texts.map(textElement))
    if (key === '') this.#note.remove()
    else this.#boxOf(paneId)?.append(this.#note)
  }

  #boxOf(paneId: string): HTMLElement | null {
    const known = this.#boxes.get(paneId)
    const pane = this.#chart.getDom(paneId, 'root')
    if (known !== undefined || pane === null) return known ?? null
    const box = document.createElement('div')
    box.className = 'chart-values'
    // Events on a legend must not reach the candles below.
    for (const type of ['mousedown', 'touchstart', 'click', 'dblclick', 'contextmenu'] as const)
      box.addEventListener(type, (event) => event.stopPropagation(), { passive: true })
    pane.append(box)
    this.#boxes.set(paneId, box)
    return box
  }
}

function textElement(text: string): HTMLElement {
  const span = document.createElement('span')
  span.textContent = text
  return span
}

function legendOf({ title, figures, begin, read }: LegendOf): Legend & { readonly element: HTMLElement } {
  const element = document.createElement('div')
  const addText = (text: string | null) => {
    if (text === null) return
    const span = document.createElement('span')
    span.setAttribute('aria-hidden', 'true')
    span.textContent = text
    element.append(span)
  }
  addText(title)
  const values = figures.map(({ key, title: name, color }) => {
    addText(name)
    const value = document.createElement('b')
    value.setAttribute('aria-hidden', 'true')
    if (color !== null) value.style.color = `var(--series-${color})`
    value.translate = false
    value.textContent = DASH
    element.append(value)
    return { key, element: value }
  })
  return { ...(begin === undefined ? {} : { begin }), read, values, element }
}

const SET_ICON = 'M14 17H5M19 7h-9M14 17a3 3 0 1 0 6 0a3 3 0 1 0-6 0M4 7a3 3 0 1 0 6 0a3 3 0 1 0-6 0'
const REMOVE_ICON = 'M18 6 6 18M6 6l12 12'

function toolsOf({ name, onSet, onRemove }: LegendOf): HTMLElement[] {
  const tools: HTMLElement[] = []
  if (onSet !== undefined) tools.push(tool(`Set ${name}`, SET_ICON, onSet))
  if (onRemove !== undefined) tools.push(tool(`Remove ${name}`, REMOVE_ICON, onRemove))
  return tools
}

function tool(label: string, icon: string, onPress: () => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.setAttribute('aria-label', label)
  button.title = label
  button.addEventListener('click', onPress)
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  picture.setAttribute('viewBox', '0 0 24 24')
  picture.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', icon)
  picture.append(path)
  button.append(picture)
  return button
}
