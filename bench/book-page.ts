/** Runs in the browser, bundled by book.bench.ts: Trade's order book with own orders and clickable levels. */
import type { BookSnapshot } from '@aerie/wire/market/charts'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { OrderBook } from '../apps/web/src/areas/market/depth/order-book.tsx'
import { receiveBook } from '../apps/web/src/platform/live/market/book.ts'

const LEVELS = 40
const MIDDLE = 64_000
const TICK = 0.5

const level = (place: number, step: number): [number, number] => [
  MIDDLE + TICK * (place + (Math.floor(step / 10) % 7)),
  0.01 + Math.abs(Math.sin(place * 3 + step)) * 20,
]

const bookOf = (step: number): BookSnapshot => ({
  symbol: 'BTC',
  state: 'known',
  bids: Array.from({ length: LEVELS }, (_, place) => level(-1 - place, step)),
  asks: Array.from({ length: LEVELS }, (_, place) => level(1 + place, step)),
  trades: [],
  quote: 'USD',
  source: 'sim',
  as_of: 1_800_000_000_000 + step,
})

const markOf = ({ price }: { readonly price: number }) => (price % 5 === 0 ? 'Yours: 1 BTC' : null)

async function show(): Promise<number> {
  const host = document.querySelector<HTMLElement>('.host')!
  createRoot(host).render(createElement(OrderBook, { symbol: 'BTC', markOf, onPick: () => undefined }))
  for (let frames = 0; frames < 20; frames += 1) {
    await frame()
    receiveBook(bookOf(0))
  }
  return host.querySelectorAll('tr[data-side]:not([data-empty])').length
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

function run({ count, everyMs }: { readonly count: number; readonly everyMs: number }): Promise<void> {
  return new Promise((resolve) => {
    let step = 0
    const timer = setInterval(() => {
      step += 1
      receiveBook(bookOf(step))
      if (step < count) return
      clearInterval(timer)
      resolve()
    }, everyMs)
  })
}

Object.assign(globalThis, { bookBench: { show, run } })
