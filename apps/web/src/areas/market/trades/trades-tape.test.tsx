import type { BookSnapshot, TradeTuple } from '@aerie/wire/market/charts'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.mock(import('../../../platform/live/socket/live-client.ts'), async (original) => ({ ...(await original()), joinLive: () => undefined }))

import { receiveBook, showBook } from '../../../platform/live/market/book.ts'
import { T0 } from '../../../platform/live/test/market.ts'
import { TradesTape } from './trades-tape.tsx'

let frames: FrameRequestCallback[] = []
let leave = (): void => undefined
beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (work: FrameRequestCallback) => frames.push(work))
  leave = showBook('BTC')
})
afterEach(() => {
  cleanup()
  leave()
  vi.unstubAllGlobals()
})

const trade = (at: number, price = 100 + at, side: TradeTuple[3] = 'buy'): TradeTuple => [T0 + at, price, 2, side]
const receive = (later: number, ...trades: readonly TradeTuple[]) =>
  act(() => {
    const given: BookSnapshot = {
      symbol: 'BTC',
      state: 'known',
      bids: [[99, 1]],
      asks: [[101, 1]],
      trades: [...trades],
      quote: 'USD',
      source: 'sim',
      as_of: T0 + later,
    }
    receiveBook(given)
    for (const work of frames.splice(0)) work(0)
  })
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .filter(({ hidden }) => !hidden)
const texts = () => rows().map(({ textContent }) => textContent.replace(/\d\d:\d\d:\d\d$/, ''))

it('shows trades newest first, with the side as text', () => {
  receive(1, trade(2, 102, 'sell'), trade(1))
  render(<TradesTape symbol="BTC" />)
  expect(texts()).toEqual(['▼ Sold at 102.002.000', '▲ Bought at 101.002.000'])
})

it('writes a new trade into one row, and keeps the others unchanged', () => {
  receive(1, trade(2), trade(1))
  render(<TradesTape symbol="BTC" />)
  const before = rows()
  receive(2, trade(3), trade(2), trade(1))
  expect(texts().map((text) => text.slice(0, 18))).toEqual(['▲ Bought at 103.00', '▲ Bought at 102.00', '▲ Bought at 101.00'])
  expect(
    rows()
      .slice(1)
      .map((row, place) => row === before[place]),
  ).toEqual([true, true])
})

it('shows the current trades after the market restarted', () => {
  receive(1, trade(9), trade(8))
  render(<TradesTape symbol="BTC" />)
  receive(2, trade(1, 50))
  expect(texts()).toEqual(['▲ Bought at 50.002.000'])
})

it('shows that there are no trades until the first one', () => {
  receive(1)
  render(<TradesTape symbol="BTC" />)
  expect(screen.getByText('No trades yet')).toBeTruthy()
  receive(2, trade(1))
  expect(rows()).toHaveLength(1)
})
