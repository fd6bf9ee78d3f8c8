import { bookSpread, cumulativeDepth, type DepthStep, groupLevels, type Level } from '@aerie/core/market/order-book'
import { shortNumberText } from '@aerie/core/numbers/number-text'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import { textWriter } from '../../../platform/browser/text-writer.ts'
import { amountCharacters, fitColumns, type LevelText, levelTexts, longest } from './level-text.ts'

export type BookLevel = {
  readonly side: 'bid' | 'ask'
  readonly price: number
  /** Step of grouped prices: a bid's level reaches up by less than it, an ask's down. Null: a single price. */
  readonly step: number | null
}

export type ShownLevel = BookLevel & DepthStep

/** Update interval of the screen reader text, in market time: ten books a second are too many. */
const ANNOUNCE_EVERY_MS = 2_000

type LadderGiven = {
  readonly width: number | null
  readonly step: number | null
  readonly titles: readonly string[]
  readonly markOf: (level: BookLevel) => string | null
}

/** Paints a book into existing rows: writes only texts, bars and marks that changed. */
export type LadderPainter = {
  readonly paint: (snapshot: BookSnapshot) => void
  readonly levelOf: (row: HTMLElement) => ShownLevel | null
}

export function ladderPainter(box: HTMLElement, given: LadderGiven): LadderPainter {
  const sides = { bid: sidePainter(box, 'bid', given), ask: sidePainter(box, 'ask', given) }
  const spread = spreadPainter(box)
  const columns = columnPainter(box, given)
  const textOf = levelTexts()
  let announcedAt = Number.NEGATIVE_INFINITY
  return {
    paint: (snapshot) => {
      const text = textOf([...snapshot.bids, ...snapshot.asks].map(([price]) => price))
      const { bids, asks } = depthSides(snapshot, given.step)
      const [bidTotal, askTotal] = [sides.bid.totalOf(bids), sides.ask.totalOf(asks)]
      const most = Math.max(bidTotal, askTotal)
      sides.bid.paint(bids, most, text)
      sides.ask.paint(asks, most, text)
      spread(snapshot, text)
      columns(sides.bid.texts().map((texts, column) => [...texts, ...(sides.ask.texts()[column] ?? [])]))
      if (Math.abs(snapshot.as_of - announcedAt) < ANNOUNCE_EVERY_MS) return
      announcedAt = snapshot.as_of
      sides.bid.announce()
      sides.ask.announce()
    },
    levelOf: (row) => sides.bid.levelOf(row) ?? sides.ask.levelOf(row),
  }
}

const rowsOf = (box: HTMLElement, side: 'bid' | 'ask'): HTMLElement[] => {
  const rows = [...box.querySelectorAll<HTMLElement>(`tr[data-side="${side}"]`)]
  return side === 'ask' ? rows.reverse() : rows
}

function sidePainter(box: HTMLElement, side: 'bid' | 'ask', given: LadderGiven) {
  const elements = rowsOf(box, side)
  const rows = elements.map(rowPainter)
  const levels: (ShownLevel | null)[] = rows.map(() => null)
  const bars = barsPainter(box, side, rows.length)
  const figures = figuresPainter(box, side, rows.length)
  return {
    totalOf: (steps: readonly DepthStep[]): number => steps[Math.min(rows.length, steps.length) - 1]?.total ?? 0,
    paint: (steps: readonly DepthStep[], most: number, text: LevelText) => {
      for (const [place, row] of rows.entries()) {
        const at = steps[place]
        const level = at === undefined ? null : { ...at, side, step: given.step }
        levels[place] = level
        row.set(level, text, level === null ? null : given.markOf(level))
      }
      const shown = steps.slice(0, rows.length)
      figures.set(shown)
      bars(shown.map(({ total }) => total / most))
    },
    announce: () => {
      for (const [place, row] of rows.entries()) row.announce(levels[place] ?? null)
    },
    texts: (): string[][] => [rows.map((row) => row.text()), ...figures.texts()],
    levelOf: (row: HTMLElement) => levels[elements.indexOf(row)] ?? null,
  }
}

/** Visible sizes and totals of a side, one multi-line text per column: layout and paint cost half of separate cells. */
function figuresPainter(box: HTMLElement, side: 'bid' | 'ask', count: number) {
  const columns = [...box.querySelectorAll(`.level-figures[data-side="${side}"] pre`)].map(textWriter)
  let texts: string[][] = [[], []]
  return {
    set: (steps: readonly DepthStep[]) => {
      texts = [steps.map(({ size }) => shortNumberText(size)), steps.map(({ total }) => shortNumberText(total))]
      for (const [index, column] of columns.entries()) {
        const lines = texts[index] ?? []
        const missing = Array.from({ length: count - lines.length }, () => '')
        column.set((side === 'bid' ? lines : [...missing, ...lines.toReversed()]).join('\n'))
      }
    },
    texts: () => texts,
  }
}

/** A row is a fixed position from the middle: prices move through the rows. */
function rowPainter(row: HTMLElement) {
  const [price, size, total] = [...row.querySelectorAll('[data-cell]')].map(textWriter)
  const mark = markPainter(row.querySelector<HTMLElement>('.own-mark'))
  let shown: number | undefined
  let by: LevelText | undefined
  return {
    set: (level: ShownLevel | null, text: LevelText, markLabel: string | null) => {
      setEmpty(row, level === null)
      mark(markLabel)
      if (level?.price === shown && text === by) return
      price?.set(level === null ? '' : text(level.price))
      shown = level?.price
      by = text
    },
    announce: (level: ShownLevel | null) => {
      size?.set(level === null ? '' : shortNumberText(level.size))
      total?.set(level === null ? '' : shortNumberText(level.total))
    },
    text: () => price?.shown() ?? '',
  }
}

/** An empty row keeps its height: the spread stays in the middle if a side has fewer levels. */
function setEmpty(row: HTMLElement, isEmpty: boolean): void {
  if ((row.dataset.empty !== undefined) === isEmpty) return
  if (isEmpty) row.dataset.empty = ''
  else delete row.dataset.empty
}

function markPainter(mark: HTMLElement | null) {
  let shown: string | null = null
  return (label: string | null) => {
    if (mark === null || label === shown) return
    shown = label
    mark.hidden = label === null
    mark.title = label ?? ''
    mark.setAttribute('aria-label', label ?? '')
  }
}

/** All bars of a side are one path, so one write updates forty rows. Its view box is as high as the rows, and 100 wide. */
function barsPainter(box: HTMLElement, side: 'bid' | 'ask', count: number) {
  const path = box.querySelector(`.level-bars[data-side="${side}"] path`)
  let shown = ''
  return (shares: readonly number[]) => {
    const steps = shares.map((share, place) => {
      const end = side === 'bid' ? place + 1 : count - place - 1
      return `H${(100 * (1 - share)).toFixed(1)}V${end}`
    })
    const next = `M100 ${side === 'bid' ? 0 : count}${steps.join('')}H100Z`
    if (next === shown) return
    shown = next
    path?.setAttribute('d', next)
  }
}

function spreadPainter(box: HTMLElement) {
  const [width, points] = [...box.querySelectorAll('.spread-figures [data-cell]')].map(textWriter)
  return ({ bids, asks }: BookSnapshot, text: LevelText) => {
    const spread = bookSpread(bids, asks)
    width?.set(spread.known ? text(spread.value.width) : 'not known: one side is empty')
    points?.set(spread.known ? `${spread.value.basisPoints.toFixed(2)} bps` : '')
  }
}

/** Width of a letter relative to a digit. */
const TITLE_SHARE = 0.85

function columnPainter(box: HTMLElement, { width, titles }: LadderGiven) {
  let shown = ''
  return (columns: readonly string[][]) => {
    const widths = fitColumns(
      width,
      titles.map((title, column) => {
        const least = Math.ceil(TITLE_SHARE * title.length)
        const texts = columns[column] ?? []
        return column === 0 ? longest(texts, least) : Math.max(least, amountCharacters(texts))
      }),
    )
    const next = widths.map((each) => `${each}fr`).join(' ')
    if (next === shown) return
    shown = next
    box.style.setProperty('--columns', next)
    box.dataset.columns = String(widths.length)
  }
}

export type DepthSides = { readonly bids: readonly DepthStep[]; readonly asks: readonly DepthStep[] }

export const depthSides = ({ bids, asks }: Pick<BookSnapshot, 'bids' | 'asks'>, step: number | null): DepthSides => ({
  bids: cumulativeDepth(gathered(bids, step, 'bid')),
  asks: cumulativeDepth(gathered(asks, step, 'ask')),
})

const gathered = (levels: readonly Level[], step: number | null, side: 'bid' | 'ask'): readonly Level[] =>
  step === null ? levels : groupLevels(levels, step, side)
