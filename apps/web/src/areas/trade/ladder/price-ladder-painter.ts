import { groupLevels, type Level } from '@aerie/core/market/order-book'
import { shortNumberText } from '@aerie/core/numbers/number-text'
import { size, sizeText } from '@aerie/core/numbers/units'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { type TextWriter, textWriter } from '../../../platform/browser/text-writer.ts'
import { exactFigure } from '../../../platform/format/figures.ts'
import { levelTexts } from '../../market/index.ts'
import { ordersAt, sizeFrom } from '../../trading/index.ts'

type LadderGiven = {
  readonly symbol: string
  readonly step: number
  /** Rows above the middle, and the same number below. */
  readonly each: number
  readonly own: () => readonly TradingOrder[]
}

/** Updates only the cells that changed. */
export type PriceLadderPainter = {
  readonly paint: (snapshot: BookSnapshot) => void
  readonly priceAt: (place: number) => number | undefined
  readonly textAt: (place: number) => string
}

/** @param ladder element with 2 × `each` + 1 rows */
export function priceLadderPainter(ladder: HTMLElement, { symbol, step, each, own }: LadderGiven): PriceLadderPainter {
  const painters = [...ladder.querySelectorAll<HTMLElement>('.price-row')].map(rowPainter)
  const textOf = levelTexts()
  let rows: readonly PriceRow[] = []
  return {
    paint: (snapshot) => {
      rows = priceRows(snapshot, step, each)
      const most = Math.max(0, ...rows.map(({ bid, ask }) => Math.max(bid, ask)))
      const text = textOf(rows.map(({ price }) => price))
      const mine = own()
      const [trade] = snapshot.trades
      const last = trade === undefined ? null : keyOf(trade[1], step)
      const at = (side: 'bid' | 'ask', price: number) => (mine.length === 0 ? [] : ordersAt(mine, { symbol, side, price, step }))
      for (const [place, painter] of painters.entries()) {
        const row = rows[place]
        painter(row, {
          text,
          most,
          bid: row && at('bid', row.price),
          ask: row && at('ask', row.price),
          isLast: row !== undefined && keyOf(row.price, step) === last,
        })
      }
    },
    priceAt: (place) => rows[place]?.price,
    textAt: (place) => {
      const price = rows[place]?.price
      return price === undefined ? 'no price' : textOf(rows.map((row) => row.price))(price)
    },
  }
}

type RowGiven = {
  readonly text: (price: number) => string
  readonly most: number
  readonly bid: readonly TradingOrder[] | undefined
  readonly ask: readonly TradingOrder[] | undefined
  /** Whether the newest trade was at this price. */
  readonly isLast: boolean
}

function rowPainter(row: HTMLElement) {
  const price = writerIn(row, '.price-cell')
  const cells = { bid: sizePainter(row, 'bid'), ask: sizePainter(row, 'ask') }
  const owns = { bid: ownPainter(row, 'bid'), ask: ownPainter(row, 'ask') }
  let isEmpty: boolean | undefined
  return (next: PriceRow | undefined, { text, most, bid, ask, isLast }: RowGiven) => {
    row.hidden = next === undefined
    if (next === undefined) return
    const priceLabel = text(next.price)
    price?.set(priceLabel)
    cells.bid(next.bid, most, `Buy at ${priceLabel}`)
    cells.ask(next.ask, most, `Sell at ${priceLabel}`)
    owns.bid(bid ?? [])
    owns.ask(ask ?? [])
    if (isLast !== row.hasAttribute('data-last')) row.toggleAttribute('data-last', isLast)
    if (isEmpty === (next.bid + next.ask === 0)) return
    isEmpty = next.bid + next.ask === 0
    if (isEmpty) row.dataset.empty = ''
    else delete row.dataset.empty
  }
}

const writerIn = (row: HTMLElement, selector: string): TextWriter | null => {
  const element = row.querySelector(selector)
  return element === null ? null : textWriter(element)
}

function sizePainter(row: HTMLElement, side: 'bid' | 'ask') {
  const cell = row.querySelector<HTMLElement>(`.size-cell[data-side="${side}"]`)
  const bar = cell?.querySelector<HTMLElement>('i')
  const text = writerIn(row, `.size-cell[data-side="${side}"] span`)
  const setLabel = labelPainter(cell)
  let scale = ''
  return (size: number, most: number, label: string) => {
    text?.set(size === 0 ? '' : shortNumberText(size))
    setLabel(label)
    const next = `scaleX(${(most === 0 ? 0 : size / most).toFixed(3)})`
    if (next === scale || bar == null) return
    scale = next
    bar.style.transform = next
  }
}

/** The user's orders at a price; clicking cancels them. */
function ownPainter(row: HTMLElement, side: 'bid' | 'ask') {
  const cell = row.querySelector<HTMLElement>(`.own-cell[data-side="${side}"]`)
  const text = writerIn(row, `.own-cell[data-side="${side}"]`)
  const setLabel = labelPainter(cell)
  return (own: readonly TradingOrder[]) => {
    const [first] = own
    if (cell !== null && cell.hidden !== (first === undefined)) cell.hidden = first === undefined
    if (first === undefined) return
    const left = exactFigure(leftOf(first))
    // Abbreviated to fit the cell; the label has the full figure.
    text?.set(own.length === 1 ? shortNumberText(Number(leftOf(first))) : `${own.length}×`)
    setLabel(own.length === 1 ? `Cancel your ${left}` : `Cancel your ${own.length} orders`)
  }
}

const leftOf = ({ size: whole, filled }: TradingOrder): string => sizeText(size((sizeFrom(whole) ?? 0n) - (sizeFrom(filled) ?? 0n)))

function labelPainter(element: HTMLElement | null) {
  let shown = ''
  return (label: string) => {
    if (label === shown || element === null) return
    shown = label
    element.title = label
    element.setAttribute('aria-label', label)
  }
}

type PriceRow = { readonly price: number; readonly bid: number; readonly ask: number }

type Book = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }

/** All rows share one scale, so that a price level does not jump between rows. */
const keyOf = (price: number, step: number): number => Math.round(price / step)

/**
 * Prices one step apart around the middle, highest first, including empty levels.
 * @param each rows above the middle, and the same number below
 * @returns empty if neither side has a price
 */
export function priceRows({ bids, asks }: Book, step: number, each: number): readonly PriceRow[] {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
  const middle = bid !== undefined && ask !== undefined ? (bid + ask) / 2 : (bid ?? ask)
  if (middle === undefined || !(step > 0)) return []
  const centre = keyOf(middle, step)
  const [below, above] = [sums(groupLevels(bids, step, 'bid'), step), sums(groupLevels(asks, step, 'ask'), step)]
  return Array.from({ length: 2 * each + 1 }, (_, index) => centre + each - index)
    .filter((key) => key > 0)
    .map((key) => ({ price: Number((key * step).toPrecision(12)), bid: below.get(key) ?? 0, ask: above.get(key) ?? 0 }))
}

const sums = (levels: readonly Level[], step: number): ReadonlyMap<number, number> =>
  new Map(levels.map(([price, size]) => [keyOf(price, step), size]))
