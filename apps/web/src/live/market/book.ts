import { hearing } from '@aerie/wire/hear'
import { type BookSnapshot, bookEvents, MOST_BOOKS } from '@aerie/wire/market/charts'
import type { LiveCommand } from '@aerie/wire/market/live-commands'
import { useEffect } from 'react'
import { create } from 'zustand'
import { joinLive } from '../socket/live-client.ts'
import { reportFault } from '../socket/report-fault.ts'
import { isAnother, useMarketState } from './market-status.ts'

/** Further behind than this is not late: it is another run of the market, whose clock was set back. */
const CLOCK_SET_BACK_MS = 60_000
const COMMAND: LiveCommand = 'book'

type BookState = {
  /** Depth and newest trades of each coin on show, whole, as last received. Four a second of each at most. */
  readonly snapshots: ReadonlyMap<string, BookSnapshot>
  /** The coins that are asked for, the newest first: no more than the server shows to one client. */
  readonly wanted: readonly string[]
}

/** The newest snapshots of the coins whose books this window shows. */
export const useBookState = create<BookState>(() => ({ snapshots: new Map(), wanted: [] }))

/** Who shows which coin, oldest first. */
const held: { readonly symbol: string }[] = []

type Transport = { readonly connected: boolean; emit(event: string, message: unknown): unknown }
let transport: Transport | undefined

/** The coins whose books are wanted now: of more than there may be, those asked for last. */
export const wantedBooks = (): readonly string[] => useBookState.getState().wanted

/** Asks for the book of `symbol` for as long as something shows it; returns the way to stop. */
export function showBook(symbol: string): () => void {
  const hold = { symbol }
  held.push(hold)
  follow()
  return () => {
    const index = held.indexOf(hold)
    if (index < 0) return
    held.splice(index, 1)
    follow()
  }
}

/** Asks for the book of `symbol` while the calling component is there, which is drawn again only where what `select` reads of it differs. */
export function useBookPart<Part extends string | number | boolean | null>(
  symbol: string,
  select: (snapshot: BookSnapshot | null) => Part,
): Part {
  useEffect(() => showBook(symbol), [symbol])
  return useBookState(({ snapshots }) => select(snapshots.get(symbol) ?? null))
}

/** Whether the book of `symbol` was made from recorded candles: what shows it says so. */
export const useIsSyntheticBook = (symbol: string): boolean => useBookPart(symbol, isSynthetic)
const isSynthetic = (snapshot: BookSnapshot | null) => snapshot?.is_synthetic === true

/** Whether the book of `symbol` has to wait: more books are on show than a client may ask for. */
export const useIsBookCrowdedOut = (symbol: string): boolean =>
  useBookState(({ wanted }) => wanted.length >= MOST_BOOKS && !wanted.includes(symbol))

/** Takes a snapshot. One of a coin that is no longer shown, or older than the one here, is dropped. */
export function receiveBook(snapshot: BookSnapshot): void {
  const { snapshots, wanted } = useBookState.getState()
  if (!wanted.includes(snapshot.symbol)) return
  const known = snapshots.get(snapshot.symbol)
  const behindMs = known?.source === snapshot.source ? known.as_of - snapshot.as_of : 0
  if (behindMs > 0 && behindMs <= CLOCK_SET_BACK_MS) return
  useBookState.setState({ snapshots: new Map(snapshots).set(snapshot.symbol, snapshot) })
}

/** Asks for the books on show once more. */
export function askForBooks(): void {
  if (transport?.connected === true) transport.emit(COMMAND, { symbols: wantedBooks() })
}

function follow(): void {
  const wanted = [...new Set(held.map(({ symbol }) => symbol).reverse())].slice(0, MOST_BOOKS)
  const { snapshots, wanted: before } = useBookState.getState()
  if (wanted.length === before.length && wanted.every((symbol) => before.includes(symbol))) return
  useBookState.setState({ wanted, snapshots: new Map([...snapshots].filter(([symbol]) => wanted.includes(symbol))) })
  askForBooks()
}

// A recording that has jumped, however little, shows nothing of the moment before.
useMarketState.subscribe(({ status }, { status: before }) => {
  if (status !== null && before !== null && isAnother(before, status)) useBookState.setState({ snapshots: new Map() })
})

joinLive((socket) => {
  transport = socket
  hearing(bookEvents, reportFault)(socket, 'book', receiveBook)
  socket.on('connect', () => {
    if (wantedBooks().length > 0) askForBooks()
  })
})
