import { type BookSnapshot, bookEvents } from '@aerie/wire/charts'
import { hearing } from '@aerie/wire/hear'
import { useEffect } from 'react'
import { create } from 'zustand'
import { joinLive, sendBook } from './live-client.ts'
import { reportFault } from './report-fault.ts'

/** Further behind than this is not late: it is another run of the market, whose clock was set back. */
const CLOCK_SET_BACK_MS = 60_000

/** Depth and newest trades of one coin, whole, as last received; null until the first. Four a second at most. */
type BookState = { readonly snapshot: BookSnapshot | null }

/** The newest snapshot of the one coin whose book this window shows. */
export const useBookState = create<BookState>(() => ({ snapshot: null }))

/** Who shows which coin, oldest first: the newest decides. */
const held: { readonly symbol: string }[] = []

/** The coin whose book is wanted now, or null. */
export const wantedBook = (): string | null => held.at(-1)?.symbol ?? null

/** Asks for the book of `symbol` for as long as something shows it; returns the way to stop. */
export function showBook(symbol: string): () => void {
  const before = wantedBook()
  const hold = { symbol }
  held.push(hold)
  follow(before)
  return () => {
    const index = held.indexOf(hold)
    if (index < 0) return
    const previous = wantedBook()
    held.splice(index, 1)
    follow(previous)
  }
}

/** The book of `symbol` while the calling component is there: null before the first snapshot. */
export function useBook(symbol: string): BookSnapshot | null {
  useEffect(() => showBook(symbol), [symbol])
  return useBookState(({ snapshot }) => (snapshot?.symbol === symbol ? snapshot : null))
}

/** Takes a snapshot. One of a coin that is no longer shown, or older than the one here, is dropped. */
export function receiveBook(snapshot: BookSnapshot): void {
  if (snapshot.symbol !== wantedBook()) return
  const { snapshot: known } = useBookState.getState()
  const behindMs = known?.source === snapshot.source ? known.as_of - snapshot.as_of : 0
  if (behindMs > 0 && behindMs <= CLOCK_SET_BACK_MS) return
  useBookState.setState({ snapshot })
}

function follow(before: string | null): void {
  const wanted = wantedBook()
  if (wanted === before) return
  useBookState.setState({ snapshot: null })
  sendBook(wanted)
}

joinLive((socket) => {
  hearing(bookEvents, reportFault)(socket, 'book', receiveBook)
  socket.on('connect', () => {
    if (wantedBook() !== null) sendBook(wantedBook())
  })
})
