import type { Board, BoardCoin } from '@aerie/wire/market/board'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { partOf } from '../../../../test/part-of.ts'
import type { LivePart, LiveTransport } from '../socket/live-transport.ts'

const live = vi.hoisted((): { part: LivePart | undefined; starts: number } => ({ part: undefined, starts: 0 }))
vi.mock(import('../socket/live-client.ts'), async (original) => ({
  ...(await original()),
  startLive: () => {
    live.starts += 1
  },
  joinLive: (part) => {
    live.part = part
  },
}))

import { T0, testRow, testStatus } from '../test/market.ts'
import { BOARD_EVERY_MS, type BoardState, onBoard, READ_EVERY_MS, retryBoard, useBoard } from './board.ts'
import { POLL_EVERY_MS, setLink, setStatus, useMarketState } from './market-status.ts'
import { applyStats, applyTicks, reset } from './quotes.ts'

const coin = (symbol: string, changes: Partial<BoardCoin> = {}): BoardCoin => ({ ...testRow(symbol), industries: [], ...changes })
const boardOf = (data: BoardCoin[], changes: Partial<Board> = {}): Board => ({ data, source: 'sim', as_of: T0, ...changes })
const fakeSocket = () => {
  const sent: unknown[] = []
  const listeners: (() => void)[] = []
  return {
    connected: true,
    sent,
    emit: (event: string, message: unknown) => void sent.push([event, message]),
    on: (_event: string, listener: () => void) => void listeners.push(listener),
    reconnect: () => {
      for (const listener of listeners) listener()
    },
  }
}

let answer: () => Response | Promise<Response>
let asked: number
let server: ReturnType<typeof fakeSocket>
const json = (data: unknown, status = 200) =>
  new Response(JSON.stringify(data), {
    status,
    headers: { 'content-type': status === 200 ? 'application/json' : 'application/problem+json' },
  })
const give = (board: Board) => {
  answer = () => json({ data: board })
}
const wait = (ms = BOARD_EVERY_MS) => act(() => vi.advanceTimersByTimeAsync(ms))
const releases: (() => void)[] = []
function hold() {
  const received: BoardState[] = []
  releases.push(onBoard((now) => received.push(now)))
  return { received, now: () => received.at(-1), coins: () => readyCoins(received.at(-1)) }
}
function readyCoins(now: BoardState | undefined) {
  if (now?.kind !== 'ready') throw new Error(`the board is ${now?.kind}`)
  return now.coins
}

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return answer()
  })
  reset('sim')
  useMarketState.setState(useMarketState.getInitialState(), true)
  setStatus(testStatus())
  setLink('socket')
  server = fakeSocket()
  live.part?.(partOf<LiveTransport>(server))
  give(boardOf([coin('BTC', { rank: 1 }), coin('ETH', { rank: 2, industries: ['MEME'] })]))
})
afterEach(() => {
  cleanup()
  for (const release of releases.splice(0)) release()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('subscribes once to every coin while anything shows them, and unsubscribes after the last', async () => {
  const [one, two] = [onBoard(() => undefined), onBoard(() => undefined)]
  await wait()
  expect([server.sent, asked]).toEqual([[['board', { show: true }]], 1])
  one()
  expect(server.sent.length).toBe(1)
  two()
  expect(server.sent[1]).toEqual(['board', { show: false }])
  await wait(READ_EVERY_MS * 2)
  expect(asked).toBe(1)
})

it('is loading, then lists each coin with its figures', async () => {
  const held = hold()
  expect(held.now()?.kind).toBe('loading')
  await wait()
  expect(held.coins()).toMatchObject([
    { symbol: 'BTC', rank: 1, price: 100, marketCap: 2e9, volume24h: 5e7, closes: { '24h': 110 }, isStale: false },
    { symbol: 'ETH', rank: 2, industries: ['MEME'], sparkline: [100, 105, 95, 100] },
  ])
})

it('publishes ticks and statistics at most twice a second, and keeps unchanged coins as they are', async () => {
  const held = hold()
  await wait()
  const [before, count] = [held.coins(), held.received.length]
  for (let price = 101; price < 110; price += 1) applyTicks([['BTC', price, T0 + price]])
  await wait()
  expect(held.received.length - count).toBe(1)
  expect([held.coins()[0]?.price, held.coins()[0]?.marketCap]).toEqual([109, 2.18e9])
  expect(held.coins()[1]).toBe(before[1])
  applyStats([['ETH', 9e9, 1e6, null, 90, 80]])
  await wait()
  expect(held.coins()[1]).toMatchObject({ marketCap: 9e9, volume24h: 1e6, closes: { '1h': null, '24h': 90 } })
  const receivedCount = held.received.length
  await wait(BOARD_EVERY_MS * 10)
  expect(held.received.length).toBe(receivedCount)
})

it('keeps unknown values null', async () => {
  give(boardOf([coin('NEW', { price: null, as_of: null, marketCap: null, volume: null, circulatingSupply: null })]))
  const held = hold()
  await wait()
  expect(held.coins()[0]).toMatchObject({ price: null, asOf: null, marketCap: null, volume24h: null, circulatingSupply: null })
})

it('marks a price as stale even when no update arrives', async () => {
  const held = hold()
  await wait()
  expect(held.coins()[0]?.isStale).toBe(false)
  await wait(31_000)
  expect(held.coins().every(({ isStale }) => isStale)).toBe(true)
})

describe('shown again after nobody received its ticks', () => {
  async function leave(forMs: number): Promise<void> {
    hold()
    await wait()
    for (const release of releases.splice(0)) release()
    await wait(forMs)
  }

  it('is loading until new rows are read: the old ones would count as stale', async () => {
    await leave(60_000)
    give(boardOf([coin('BTC', { as_of: T0 + 60_000 })], { as_of: T0 + 60_000 }))
    const held = hold()
    expect(held.now()?.kind).toBe('loading')
    await wait()
    expect(held.coins().map(({ symbol, isStale }) => [symbol, isStale])).toEqual([['BTC', false]])
    expect(held.received.every((board) => board.kind !== 'ready' || board.coins.every(({ isStale }) => !isStale))).toBe(true)
  })

  it('shows the old rows, marked as stale, if new ones cannot be read', async () => {
    await leave(60_000)
    answer = () => Promise.reject(new TypeError('no network'))
    const held = hold()
    await wait()
    expect(held.coins().every(({ isStale }) => isStale)).toBe(true)
  })

  it('shows the old rows at once after a moment', async () => {
    await leave(1_000)
    expect(hold().now()?.kind).toBe('ready')
  })
})

it('refetches each minute with a socket, every few seconds without one, and at once after a reconnect', async () => {
  hold()
  await wait()
  await wait(READ_EVERY_MS)
  expect(asked).toBe(2)
  server.reconnect()
  await wait(0)
  expect([asked, server.sent.length]).toEqual([3, 2])
  setLink('polling')
  await wait(POLL_EVERY_MS + BOARD_EVERY_MS)
  expect(asked).toBe(4)
})

it('applies new coins and a new order on the next fetch', async () => {
  const held = hold()
  await wait()
  give(boardOf([coin('NEW', { rank: 1 }), coin('BTC', { rank: 2 })]))
  await wait(READ_EVERY_MS)
  expect(held.coins().map(({ symbol, rank }) => [symbol, rank])).toEqual([
    ['NEW', 1],
    ['BTC', 2],
  ])
})

it('clears the coins of the previous market when the source changes, and shows the new ones once loaded', async () => {
  const held = hold()
  await wait()
  setStatus(testStatus({ source: 'replay', badge: 'REPLAY' }))
  await wait()
  expect(held.now()).toEqual({ kind: 'loading' })
  give(boardOf([coin('BTC', { price: 7 })], { source: 'replay' }))
  await wait(2_000)
  expect([held.now()?.kind, held.coins()[0]?.price]).toEqual(['ready', 7])
})

it('follows a market whose clock was set back', async () => {
  const held = hold()
  await wait()
  give(boardOf([coin('BTC', { price: 7, as_of: T0 - 86_400_000 })], { as_of: T0 - 86_400_000 }))
  server.reconnect()
  await wait()
  expect(held.coins()[0]?.price).toBe(7)
})

it('reports a failed first fetch, keeps retrying, and keeps its data when a later one fails', async () => {
  answer = () => json({ type: 'about:blank', title: 'x', status: 503, code: 'unavailable', detail: 'Starting.' }, 503)
  const held = hold()
  await wait()
  expect(held.now()).toMatchObject({ kind: 'failed', error: { code: 'unavailable' } })
  const before = asked
  retryBoard()
  expect(held.now()?.kind).toBe('loading')
  await wait(0)
  expect([asked - before, held.now()?.kind]).toEqual([1, 'failed'])
  give(boardOf([coin('BTC')]))
  await wait(POLL_EVERY_MS + BOARD_EVERY_MS)
  expect(held.now()?.kind).toBe('ready')
  answer = () => Promise.reject(new TypeError('no network'))
  await wait(READ_EVERY_MS)
  expect(held.now()?.kind).toBe('ready')
})

function Coins() {
  const board = useBoard()
  return <p>{board.kind === 'ready' ? board.coins.map(({ symbol, price }) => `${symbol} ${price}`).join(', ') : board.kind}</p>
}
it('updates React components', async () => {
  render(<Coins />)
  await wait()
  applyTicks([['ETH', 5, T0 + 1]])
  await wait()
  expect(screen.getByText('BTC 100, ETH 5')).toBeTruthy()
})
