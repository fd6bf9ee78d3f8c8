import type { BookSnapshot } from '@aerie/wire/market/charts'
import { useBookState } from './book.ts'

type Painter = {
  readonly symbol: string
  readonly root: HTMLElement
  readonly paint: (snapshot: BookSnapshot) => void
  /** The snapshot that was painted last. */
  shown: BookSnapshot | null
  isInSight: boolean
}

const painters = new Set<Painter>()
/** Documents that have a frame to come: a slot may stand in a window of its own. */
const due = new Set<Document>()
let stopHearing: (() => void) | undefined

/**
 * Gives `paint` the newest book of `symbol`: now, and then in one animation frame for all painters of a document, only while `root`
 * is in sight and only where there is a newer one. React never hears of it.
 *
 * @param root what is painted into; in a document out of sight browsers give no frames, so nothing is painted there
 * @returns how to stop
 */
export function paintBook(symbol: string, root: HTMLElement, paint: Painter['paint']): () => void {
  const painter: Painter = { symbol, root, paint, shown: null, isInSight: true }
  painters.add(painter)
  stopHearing ??= useBookState.subscribe(({ snapshots }, before) => snapshots !== before.snapshots && scheduleAll())
  const observer = watchSight(painter)
  paintNow(painter)
  return () => {
    observer?.disconnect()
    painters.delete(painter)
    if (painters.size > 0) return
    stopHearing?.()
    stopHearing = undefined
  }
}

/** The observer of the window that it stands in: another one's would never see it. Where there is none, all is in sight. */
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
