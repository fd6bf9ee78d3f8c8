import { every } from '@aerie/runtime/ticker'
import { whileHeld } from '@aerie/runtime/while-held'
import { type Board, type BoardCoin as BoardRow, getBoard } from '@aerie/wire/market/board'
import type { LiveCommand } from '@aerie/wire/market/live-socket'
import type { AssetRow, SourceKind } from '@aerie/wire/market/market'
import { useEffect } from 'react'
import { create } from 'zustand'
import { api } from '../../api/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { isServerReady, onServerChange } from '../../api/server-state.ts'
import { joinLive, startLive } from '../socket/live-client.ts'
import type { LiveTransport } from '../socket/live-transport.ts'
import { figureValue } from './figure-text.ts'
import { advanceMarketTime, isStalePrice, POLL_EVERY_MS, useMarketState } from './market-status.ts'
import { applyPage, figuresOf } from './quotes.ts'

/** One coin's current figures; the same object while unchanged. */
export type BoardCoin = {
  readonly symbol: string
  readonly name: string
  readonly logo: string
  readonly color: string
  readonly industries: BoardRow['industries']
  readonly rank: number
  readonly price: number | null
  /** Market time of the price, epoch ms; null without a price. */
  readonly asOf: number | null
  readonly quote: AssetRow['quote']
  readonly closes: AssetRow['closes']
  readonly marketCap: number | null
  readonly volume24h: number | null
  readonly circulatingSupply: number | null
  readonly sparkline: readonly number[]
  readonly isStale: boolean
}

export type BoardState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly coins: readonly BoardCoin[]; readonly source: SourceKind }
  | { readonly kind: 'failed'; readonly error: ApiError }

export const BOARD_EVERY_MS = 500
/** Refetch interval for what ticks and statistics omit: sparklines and new coins. */
export const READ_EVERY_MS = 60_000

/** Retry delay if rows are of another market than the status: the two may arrive separately. */
const AGAIN_AFTER_MS = 1000

const COMMAND: LiveCommand = 'board'

type Rows = { readonly data: readonly BoardRow[]; readonly source: SourceKind }

const LOADING: BoardState = { kind: 'loading' }
const useBoardState = create<{ readonly board: BoardState }>(() => ({ board: LOADING }))

const { holdBoard, retryBoard } = createBoard()

export { retryBoard }

export function useBoard(): BoardState {
  useEffect(holdBoard, [])
  return useBoardState((state) => state.board)
}

/** Calls `listener` now and at most twice a second, outside React; returns the unsubscribe function. */
export function onBoard(listener: (now: BoardState) => void): () => void {
  const release = holdBoard()
  const stop = useBoardState.subscribe(({ board: now }) => listener(now))
  listener(useBoardState.getState().board)
  return () => {
    stop()
    release()
  }
}

/** The state of the board, or of what is derived from it, in the form of a query. */
export const boardQuery = <Ready extends { readonly kind: 'ready' }>(state: Exclude<BoardState, { readonly kind: 'ready' }> | Ready) => ({
  data: state.kind === 'ready' ? state : undefined,
  error: state.kind === 'failed' ? state.error : null,
  isFetching: false,
  refetch: retryBoard,
})

function createBoard() {
  let rows: Rows | null = null
  let reading: AbortController | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let leftAt = Number.NEGATIVE_INFINITY
  /** Ticks since `leftAt` were missed: the rows may be shown again only after newer ones were fetched or the fetch failed. */
  let isOutdated = false
  let socket: LiveTransport | undefined
  let isShown = false

  const holdBoard = whileHeld(() => {
    startLive()
    show(true)
    isOutdated = performance.now() - leftAt >= POLL_EVERY_MS
    if (isOutdated) useBoardState.setState({ board: LOADING })
    retryBoard()
    const stops = [every(BOARD_EVERY_MS, keepCurrent), onServerChange(followServer)]
    document.addEventListener('visibilitychange', keepCurrent)
    return () => {
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', keepCurrent)
      reading?.abort()
      reading = undefined
      leftAt = performance.now()
      show(false)
    }
  })

  function keepCurrent(): void {
    if (document.hidden) return
    takeNewest()
    const every = useMarketState.getState().link === 'socket' && rows !== null ? READ_EVERY_MS : POLL_EVERY_MS
    if (reading === undefined && performance.now() - readAt >= every) readRows()
  }

  function followServer(isReady: boolean): void {
    if (isReady) retryBoard()
    else if (useBoardState.getState().board.kind === 'failed') useBoardState.setState({ board: LOADING })
  }

  function readRows(): void {
    const mine = new AbortController()
    reading = mine
    readAt = performance.now()
    api(getBoard, { signal: mine.signal, anonymous: true })
      .then(receive, (error: unknown) => {
        if (mine.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        error.retryAt = readAt + POLL_EVERY_MS
        isOutdated = false
        if (rows === null && isServerReady()) useBoardState.setState({ board: { kind: 'failed', error } })
      })
      .finally(() => {
        if (reading === mine) reading = undefined
      })
  }

  function receive(read: Board): void {
    rows = read
    isOutdated = false
    applyPage(read)
    advanceMarketTime(read.as_of)
    takeNewest()
  }

  function takeNewest(): void {
    if (rows === null || isOutdated) return
    if (isOfAnotherMarket(rows)) {
      // Rows of the previous market must not be shown with the new market's badge.
      rows = null
      readAt = Math.min(readAt, performance.now() - POLL_EVERY_MS + AGAIN_AFTER_MS)
      useBoardState.setState({ board: LOADING })
      return
    }
    const { source, data } = rows
    const { board: before } = useBoardState.getState()
    const known = before.kind === 'ready' ? before.coins : []
    const coins = data.map((row, index) => renewed(known[index], row))
    const isSame = before.kind === 'ready' && before.source === source && coins.length === known.length
    if (isSame && coins.every((coin, index) => coin === known[index])) return
    useBoardState.setState({ board: { kind: 'ready', coins, source } })
  }

  function retryBoard(): void {
    if (useBoardState.getState().board.kind === 'failed') useBoardState.setState({ board: LOADING })
    readAt = Number.NEGATIVE_INFINITY
    keepCurrent()
  }

  const show = (isNowShown: boolean): void => {
    isShown = isNowShown
    if (socket?.connected) socket.emit(COMMAND, { show: isShown })
  }

  joinLive((joined) => {
    socket = joined
    joined.on('connect', () => {
      if (!isShown) return
      show(true)
      readAt = Number.NEGATIVE_INFINITY
      keepCurrent()
    })
    if (joined.connected && isShown) show(true)
  })

  return { holdBoard, retryBoard }
}

/** Whether the source changed, or the figures of these rows were reset: another market run. */
function isOfAnotherMarket({ source, data }: Rows): boolean {
  const { status } = useMarketState.getState()
  return (status !== null && status.source !== source) || data.some(({ symbol }) => figuresOf(symbol) === undefined)
}

function renewed(before: BoardCoin | undefined, row: BoardRow): BoardCoin {
  const coin = coinOf(row)
  return before !== undefined && FIELDS.every((field) => Object.is(before[field], coin[field])) ? before : coin
}

const FIELDS = [
  'symbol',
  'price',
  'asOf',
  'closes',
  'marketCap',
  'volume24h',
  'circulatingSupply',
  'isStale',
  'rank',
  'quote',
  'sparkline',
] as const satisfies readonly (keyof BoardCoin)[]

function coinOf(row: BoardRow): BoardCoin {
  const { symbol, name, logo, brand, industries, rank, sparkline } = row
  const figures = figuresOf(symbol)
  const cap = figures && figureValue(figures, 'marketCap')
  const asOf = figures?.asOf ?? null
  return {
    symbol,
    name,
    logo,
    color: brand.color,
    industries,
    rank,
    price: figures?.price ?? null,
    asOf,
    quote: figures?.quote ?? row.quote,
    closes: figures?.closes ?? row.closes,
    marketCap: cap?.known ? cap.value : null,
    volume24h: figures?.volume ?? null,
    circulatingSupply: figures?.circulatingSupply ?? null,
    sparkline,
    isStale: isStalePrice(asOf, symbol),
  }
}
