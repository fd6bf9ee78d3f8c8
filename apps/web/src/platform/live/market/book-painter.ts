import { whileHeld } from '@aerie/runtime/while-held'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import { useBookState } from './book.ts'

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
