import { itemAt } from '@aerie/core/item-at'
import { numberText, percentText, shortNumberText } from '@aerie/core/numbers/number-text'
import type { AssetRow } from '@aerie/wire/market/market'
import { applyStats, applyTicks } from '../apps/web/src/platform/live/market/quotes.ts'

/** Runs in the browser, bundled by home-ticks.bench.ts and screener.bench.ts: rows in which every moving figure changes at once. */

export const MADE_AT = Date.now()
const LOGO = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
const CAP = 1e9
const VOLUME = 1e8

const priceOf = (place: number, step: number) => (place + 1) * 37.123 * (1 + 0.01 * Math.sin(step * 0.7 + place))
const closesOf = (place: number) => ({ '1h': (place + 1) * 36, '24h': (place + 1) * 34, '7d': (place + 1) * 40 })

export const movingRows = (count: number): AssetRow[] =>
  Array.from({ length: count }, (_, place) => ({
    symbol: `COIN${place}`,
    name: `Coin ${place}`,
    logo: LOGO,
    brand: { color: '#888888' },
    price: priceOf(place, 0),
    marketCap: CAP * (place + 1),
    volume: VOLUME * (place + 1),
    circulatingSupply: 2e7,
    closes: closesOf(place),
    rank: place + 1,
    as_of: MADE_AT,
    quote: 'USD',
    sparkline: Array.from({ length: 42 }, (_point, at) => 100 + Math.sin(at)),
  }))

export function tickProduct(rows: readonly AssetRow[], step: number): void {
  applyStats(rows.map(({ symbol, marketCap }, place) => [symbol, marketCap, volumeOf(place, step), ...closeTuple(place)]))
  applyTicks(rows.map(({ symbol }, place) => [symbol, priceOf(place, step), MADE_AT + step]))
}

const volumeOf = (place: number, step: number) => VOLUME * (place + 1) * (1 + step / 1e4)

function closeTuple(place: number): [number, number, number] {
  const closes = closesOf(place)
  return [closes['1h'], closes['24h'], closes['7d']]
}

function textsOf(place: number, step: number): string[] {
  const [price, volume] = [priceOf(place, step), volumeOf(place, step)]
  return [
    `$${numberText(price)}`,
    ...closeTuple(place).map((close) => percentText(100 * (price / close - 1))),
    `$${shortNumberText((CAP * (place + 1) * price) / priceOf(place, 0))}`,
    `$${shortNumberText(volume)}`,
    `${shortNumberText(volume / price)} COIN${place}`,
  ]
}

/**
 * Baseline: a contained grid of fixed boxes whose text nodes are written in a loop, once a frame.
 * @param figures how many of a row's texts are shown
 * @param more static boxes of a row
 */
export function directGrid(
  rows: readonly AssetRow[],
  { figures, more }: { readonly figures: number; readonly more: readonly string[] },
): (step: number) => void {
  const grid = document.createElement('div')
  grid.className = 'direct-grid'
  const boxes = rows.map(({ name }, place) =>
    [`#${place}`, name, ...Array<string>(figures).fill(''), ...more].map((text) => boxOf(grid, text)),
  )
  document.body.append(grid)
  return (step) =>
    requestAnimationFrame(() => {
      for (let place = 0; place < rows.length; place += 1) {
        const texts = textsOf(place, step)
        for (let at = 0; at < figures; at += 1) itemAt(itemAt(boxes, place), at + 2).data = itemAt(texts, at)
      }
    })
}

function boxOf(grid: HTMLElement, text: string): Text {
  const box = document.createElement('div')
  const node = document.createTextNode(text)
  box.append(node)
  grid.append(box)
  return node
}

export type TicksPage = {
  readonly product: () => void
  readonly direct: () => void
  readonly run: (given: { readonly from: number; readonly count: number }) => Promise<void>
}

export function exposeTicksPage(show: Readonly<Record<'product' | 'direct', () => (step: number) => void>>): void {
  let tick: ((step: number) => void) | undefined
  const ticksPage: TicksPage = {
    product: () => {
      tick = show.product()
    },
    direct: () => {
      tick = show.direct()
    },
    run: async ({ from, count }) => {
      for (let step = from; step < from + count; step += 1) {
        tick?.(step)
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      }
    },
  }
  Object.assign(globalThis, { ticksPage })
}
