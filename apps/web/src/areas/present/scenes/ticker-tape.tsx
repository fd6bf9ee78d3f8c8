import { every } from '@aerie/runtime/ticker'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { bindFigures } from '../../../platform/live/market/painter.ts'
import { Change, Figure } from '../../market/index.ts'
import { useBox } from '../use-box.ts'

type TapeProps = { readonly symbols: readonly string[]; readonly isHeld: boolean }

/** Hover, focus and hold pause the tape; with reduced motion it pages instead. */
export function TickerTape({ symbols, isHeld }: TapeProps) {
  const place = useRef<HTMLDivElement>(null)
  const box = useBox(place)
  const isStill = useReducedMotion()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: focus stops the tape, as hover does
    <section ref={place} aria-label="Ticker tape" tabIndex={0} className="wall-tape" data-held={isHeld || undefined}>
      {box !== null && (isStill ? <Pages symbols={symbols} isHeld={isHeld} count={countOf(box)} /> : <Band symbols={symbols} />)}
    </section>
  )
}

/** Entry width in em; keep in sync with the style sheet. */
const ENTRY_EM = 15
const SECONDS_AN_ENTRY = 5
const PAGE_MS = 8_000

const countOf = ({ width, readPx }: { readonly width: number; readonly readPx: number }): number =>
  Math.max(1, Math.floor(width / (ENTRY_EM * readPx)))

/** Content is rendered twice, so that one transform loops it seamlessly without layout. */
const Band = ({ symbols }: { readonly symbols: readonly string[] }) => (
  <div className="wall-tape-band" style={{ animationDuration: `${symbols.length * SECONDS_AN_ENTRY}s` }}>
    <ul>
      {symbols.map((symbol) => (
        <Entry key={symbol} symbol={symbol} />
      ))}
    </ul>
    <ul aria-hidden="true">
      {symbols.map((symbol) => (
        <Entry key={symbol} symbol={symbol} />
      ))}
    </ul>
  </div>
)

function Pages({ symbols, isHeld, count }: TapeProps & { readonly count: number }) {
  const [page, setPage] = useState(0)
  const pages = Math.max(1, Math.ceil(symbols.length / count))
  useEffect(() => {
    if (isHeld) return
    return every(PAGE_MS, () => setPage((before) => before + 1))
  }, [isHeld])
  const start = (page % pages) * count
  return (
    <ul className="wall-tape-page">
      {symbols.slice(start, start + count).map((symbol) => (
        <Entry key={symbol} symbol={symbol} />
      ))}
    </ul>
  )
}

function Entry({ symbol }: { readonly symbol: string }) {
  const root = useRef<HTMLLIElement>(null)
  useEffect(() => (root.current === null ? undefined : bindFigures(root.current, symbol)), [symbol])
  return (
    <li ref={root} className="wall-tape-entry">
      <b>{symbol}</b> <Figure name="price" /> <Change name="change24h" />
    </li>
  )
}

const QUERY = '(prefers-reduced-motion: reduce)'

const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(QUERY)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(QUERY).matches,
    () => true,
  )
