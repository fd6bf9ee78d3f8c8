import { listenerSet } from '@aerie/runtime/listener-set'
import { whileHeld } from '@aerie/runtime/while-held'
import { eventSubscriber } from '@aerie/wire/event-subscriber'
import { type BookSnapshot, bookEvents, MOST_BOOKS } from '@aerie/wire/market/charts'
import type { LiveCommand } from '@aerie/wire/market/live-socket'
import { useEffect } from 'react'
import { create } from 'zustand'
import { joinLive } from '../socket/live-client.ts'
import { reportFault } from '../socket/live-transport.ts'
import { isAnother, useMarketState } from './market-status.ts'

/** A snapshot further behind than this is not late but of another market run, whose clock was set back. */
const CLOCK_SET_BACK_MS = 60_000
const COMMAND: LiveCommand = 'book'

type BookState = {
  /** Complete depth and newest trades per visible coin, at most four updates a second each. */
  readonly snapshots: ReadonlyMap<string, BookSnapshot>
  readonly wanted: readonly string[]
}

export const useBookState = create<BookState>(() => ({ snapshots: new Map(), wanted: [] }))

const held: { readonly symbol: string }[] = []

const requests = listenerSet()

/** Requests the wanted books again. */
export const askForBooks = requests.emit

export const wantedBooks = (): readonly string[] => useBookState.getState().wanted

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

export function useBookPart<Part extends string | number | boolean | null>(
  symbol: string,
  select: (snapshot: BookSnapshot | null) => Part,
): Part {
  useEffect(() => showBook(symbol), [symbol])
  return useBookState(({ snapshots }) => select(snapshots.get(symbol) ?? null))
}

/** Whether the book is synthesized from recorded candles, which the UI must disclose. */
export const useIsSyntheticBook = (symbol: string): boolean => useBookPart(symbol, isSynthetic)
const isSynthetic = (snapshot: BookSnapshot | null) => snapshot?.is_synthetic === true

/** Whether the book of `symbol` must wait: more are shown than a client may request. */
export const useIsBookCrowdedOut = (symbol: string): boolean =>
  useBookState(({ wanted }) => wanted.length >= MOST_BOOKS && !wanted.includes(symbol))

export function receiveBook(snapshot: BookSnapshot): void {
  const { snapshots, wanted } = useBookState.getState()
  if (!wanted.includes(snapshot.symbol)) return
  const known = snapshots.get(snapshot.symbol)
  const behindMs = known?.source === snapshot.source ? known.as_of - snapshot.as_of : 0
  if (behindMs > 0 && behindMs <= CLOCK_SET_BACK_MS) return
  useBookState.setState({ snapshots: new Map(snapshots).set(snapshot.symbol, snapshot) })
}

function follow(): void {
  const wanted = [...new Set(held.map(({ symbol }) => symbol).reverse())].slice(0, MOST_BOOKS)
  const { snapshots, wanted: before } = useBookState.getState()
  if (wanted.length === before.length && wanted.every((symbol) => before.includes(symbol))) return
  useBookState.setState({ wanted, snapshots: new Map([...snapshots].filter(([symbol]) => wanted.includes(symbol))) })
  askForBooks()
}

// After any jump of a recording, the previous books are invalid.
useMarketState.subscribe(({ status }, { status: before }) => {
  if (status !== null && before !== null && isAnother(before, status)) useBookState.setState({ snapshots: new Map() })
})

joinLive((socket) => {
  requests.subscribe(() => {
    if (socket.connected) socket.emit(COMMAND, { symbols: wantedBooks() })
  })
  eventSubscriber(bookEvents, reportFault)(socket, 'book', receiveBook)
  socket.on('connect', () => {
    if (wantedBooks().length > 0) askForBooks()
  })
})

type Painter = {
  readonly symbol: string
  readonly root: HTMLElement
  readonly paint: (snapshot: BookSnapshot) => void
  shown: BookSnapshot | null
  isInSight: boolean
}

const painters = new Set<Painter>()
/** Documents with a scheduled frame: a slot may be in a separate window. */
const due = new Set<Document>()
const followBooks = whileHeld(() => useBookState.subscribe(({ snapshots }, before) => snapshots !== before.snapshots && scheduleAll()))

/** Paints outside React in one animation frame per document, only while `root` is visible; hidden documents get no frames. */
export function paintBook(symbol: string, root: HTMLElement, paint: Painter['paint']): () => void {
  const painter: Painter = { symbol, root, paint, shown: null, isInSight: true }
  painters.add(painter)
  const release = followBooks()
  const observer = watchSight(painter)
  paintNow(painter)
  return () => {
    observer?.disconnect()
    painters.delete(painter)
    release()
  }
}

/** The observer must belong to the element's own window. Without one, everything counts as visible. */
function watchSight(painter: Painter): IntersectionObserver | undefined {
  const view = painter.root.ownerDocument.defaultView
  if (view?.IntersectionObserver === undefined) return undefined
  const observer = new view.IntersectionObserver((entries) => {
    painter.isInSight = entries.at(-1)?.isIntersecting ?? true
    if (isBehind(painter)) schedule(painter.root.ownerDocument)
  })
  observer.observe(painter.root)
  return observer
}

const newest = ({ symbol }: Painter): BookSnapshot | undefined => useBookState.getState().snapshots.get(symbol)

function isBehind(painter: Painter): boolean {
  const snapshot = newest(painter)
  return painter.isInSight && snapshot?.state === 'known' && snapshot !== painter.shown
}

function scheduleAll(): void {
  for (const painter of painters) if (isBehind(painter)) schedule(painter.root.ownerDocument)
}

function schedule(document: Document): void {
  const view = document.defaultView
  if (view === null || due.has(document)) return
  due.add(document)
  view.requestAnimationFrame(() => {
    due.delete(document)
    for (const painter of painters) if (painter.root.ownerDocument === document && isBehind(painter)) paintNow(painter)
  })
}

function paintNow(painter: Painter): void {
  const snapshot = newest(painter)
  if (snapshot?.state !== 'known') return
  painter.shown = snapshot
  painter.paint(snapshot)
}
