import { defined } from '@aerie/core/defined'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.mock(import('../../../platform/live/socket/live-client.ts'), async (original) => ({ ...(await original()), joinLive: () => undefined }))

import { receiveBook, showBook } from '../../../platform/live/market/book.ts'
import { T0 } from '../../../platform/live/test/market.ts'
import type { BookLevel } from './ladder-painter.ts'
import { DepthLadder, type LevelExtras } from './order-book.tsx'

let frames: FrameRequestCallback[] = []
let leave = (): void => undefined
beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (work: FrameRequestCallback) => frames.push(work))
  leave = showBook('BTC')
  receiveBook(book(0))
})
afterEach(() => {
  cleanup()
  leave()
  vi.unstubAllGlobals()
})

const LEVELS = 30
const book = (later: number, given: Partial<BookSnapshot> = {}): BookSnapshot => ({
  symbol: 'BTC',
  state: 'known',
  bids: Array.from({ length: LEVELS }, (_, place): [number, number] => [99 - place, 2]),
  asks: Array.from({ length: LEVELS }, (_, place): [number, number] => [101 + place, 2]),
  trades: [],
  quote: 'USD',
  source: 'sim',
  as_of: T0 + later,
  ...given,
})
const receive = (given: Partial<BookSnapshot>, later = 1) => act(() => receiveBook(book(later, given)))
const drawFrame = () => {
  for (const work of frames.splice(0)) work(0)
}
const show = (extras: LevelExtras = {}, step: number | null = null) =>
  render(<DepthLadder symbol="BTC" quote="USD" step={step} {...extras} />)
const rows = () => within(screen.getByRole('table', { name: 'Order book of BTC' })).getAllByRole('row')
const rowOf = (price: string) => rows().find((row) => within(row).queryByText(price) !== null)
const columns = (side: 'bid' | 'ask') =>
  [...document.querySelectorAll(`.level-figures[data-side="${side}"] pre`)].map(({ textContent }) => textContent.split('\n'))
function writes(work: () => void): readonly MutationRecord[] {
  const observer = new MutationObserver(() => undefined)
  observer.observe(document.body, { subtree: true, characterData: true, childList: true, attributes: true })
  work()
  const records = observer.takeRecords()
  observer.disconnect()
  return records
}

it('shows as many levels above the spread as below it, each with its size and cumulative total', () => {
  show()
  const texts = rows().map(({ textContent }) => textContent)
  const spread = texts.findIndex((text) => text.startsWith('Spread'))
  // Excludes the header row.
  expect([spread - 1, texts.length - 1 - spread]).toEqual([10, 10])
  expect(texts[spread]).toBe('Spread2.00200.00 bps')
  expect([texts[spread - 1], texts[spread + 2]]).toEqual(['Ask 101.002.0002.000', 'Bid 98.002.0004.000'])
})

it('writes only what a new book changes, in one frame, and nothing for an identical book', () => {
  show()
  const bids = book(0).bids.map(([price, size], place): [number, number] => [price, place === 9 ? 3 : size])
  expect(writes(() => receive({ bids }))).toEqual([])
  expect(frames).toHaveLength(1)
  const changed = writes(drawFrame)
  // The bids' sizes and totals, and both sides' bars, which are scaled to the largest total.
  expect(changed.map(({ type }) => type).toSorted()).toEqual(['attributes', 'attributes', 'characterData', 'characterData'])
  expect(columns('bid').map((lines) => lines.at(-1))).toEqual(['3.000', '21.00'])
  receive({ bids }, 2)
  expect(writes(drawFrame)).toEqual([])
})

it('shows ask sizes upward from the middle, and updates screen readers within two seconds', () => {
  show()
  const asks = book(0).asks.map(([price], place): [number, number] => [price, place + 1])
  receive({ asks }, 1_000)
  drawFrame()
  expect(columns('ask')[0]?.slice(-2)).toEqual(['2.000', '1.000'])
  expect(rowOf('101.00')?.textContent).toBe('Ask 101.002.0002.000')
  receive({ asks }, 2_000)
  drawFrame()
  expect(rowOf('101.00')?.textContent).toBe('Ask 101.001.0001.000')
})

it('draws only the newer of two books received in one frame', () => {
  show()
  receive({ bids: [[50, 1]] }, 1)
  receive({ bids: [[60, 1]] }, 2)
  expect(frames).toHaveLength(1)
  drawFrame()
  expect([rowOf('60.00') === undefined, rowOf('50.00') === undefined]).toEqual([false, true])
})

it('keeps the spread in its row when a side has fewer levels than rows', () => {
  show()
  const before = rows().findIndex((row) => row.textContent.startsWith('Spread'))
  receive({ asks: [[101, 2]] })
  drawFrame()
  expect(rows().findIndex((row) => row.textContent.startsWith('Spread'))).toBe(before)
  expect(rows().filter((row) => row.dataset.side === 'ask' && row.dataset.empty === undefined)).toHaveLength(1)
})

it('shows that a side is empty, never a spread of 0', () => {
  show()
  receive({ asks: [] })
  drawFrame()
  expect(screen.getByText('not known: one side is empty')).toBeTruthy()
})

it('reports the clicked level and its price step, as currently painted', () => {
  const onPick = vi.fn<(level: BookLevel) => void>()
  show({ onPick }, 5)
  fireEvent.click(screen.getByRole('button', { name: '95.00' }))
  receive({ bids: [[90, 1]] })
  drawFrame()
  fireEvent.click(screen.getByRole('button', { name: '90.00' }))
  expect(onPick.mock.calls).toEqual([[{ side: 'bid', price: 95, step: 5 }], [{ side: 'bid', price: 90, step: 5 }]])
})

it('uses the level shown when the press began, and for the next press the level shown by then', () => {
  const onPick = vi.fn<(level: BookLevel) => void>()
  show({ onPick })
  const pressed = screen.getByRole('button', { name: '99.00' })
  fireEvent.pointerDown(pressed)
  receive({ bids: [[90, 1]] })
  drawFrame()
  fireEvent.click(pressed, { detail: 1 })
  fireEvent.click(pressed, { detail: 1 })
  // A click by keyboard (detail 0): the earlier pointerdown was released elsewhere.
  fireEvent.pointerDown(pressed)
  receive({ bids: [[80, 1]] }, 2)
  drawFrame()
  fireEvent.click(pressed)
  expect(onPick.mock.calls.map(([{ price }]) => price)).toEqual([99, 90, 80])
})

it('marks the levels provided by a screen, even when only the marks have changed', () => {
  const { rerender } = show({ markOf: ({ side, price }) => (side === 'ask' && price === 103 ? 'Yours: 1' : null) })
  const marks = () => screen.getAllByRole('img').map((mark) => [mark.closest('tr')?.textContent, mark.getAttribute('aria-label')])
  expect(marks()).toEqual([['Ask 103.002.0006.000', 'Yours: 1']])
  rerender(<DepthLadder symbol="BTC" quote="USD" step={null} markOf={({ price }) => (price === 98 ? 'Yours: 2' : null)} />)
  expect(marks()).toEqual([['Bid 98.002.0004.000', 'Yours: 2']])
})

it('shows the full value of a shortened figure on hover', () => {
  show()
  receive({ bids: [[50, 1_234_567]] })
  drawFrame()
  const row = defined(rowOf('50.00'))
  const [size, total] = ['size', 'total'].map((name) => defined(row.querySelector<HTMLElement>(`[data-cell="${name}"]`)))
  fireEvent.pointerOver(defined(size))
  fireEvent.pointerOver(defined(total))
  expect([size?.title, total?.title]).toEqual(['1234567', '1,234,567.00, 61,728,350.00 in total'])
})
