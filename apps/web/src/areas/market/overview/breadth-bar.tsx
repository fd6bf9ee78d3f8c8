import './market.css'
import type { Breadth, Span } from './market-breadth.ts'
import { SPAN_LABELS } from './market-breadth.ts'

type BreadthBarProps = { readonly breadth: Breadth; readonly span: Span }

const PARTS = [
  { key: 'up', sign: '▲', isAlwaysShown: true },
  { key: 'unchanged', sign: '=', isAlwaysShown: false },
  { key: 'down', sign: '▼', isAlwaysShown: true },
  { key: 'unknown', sign: '?', isAlwaysShown: false },
] as const

export function BreadthBar({ breadth, span }: BreadthBarProps) {
  return (
    <figure className="flex flex-col gap-2">
      <svg viewBox={`0 0 ${Math.max(1, breadth.total)} 1`} preserveAspectRatio="none" aria-hidden="true" className="market-breadth">
        {PARTS.map(({ key }, index) => (
          <rect
            key={key}
            className="market-breadth-part"
            data-part={key}
            x={PARTS.slice(0, index).reduce((sum, part) => sum + breadth[part.key], 0)}
            width={breadth[key]}
            height={1}
          />
        ))}
      </svg>
      <figcaption className="num flex flex-wrap gap-x-4 gap-y-1 text-13">
        {PARTS.filter(({ key, isAlwaysShown }) => isAlwaysShown || breadth[key] > 0).map(({ key, sign }) => (
          <span key={key} className="market-breadth-words" data-part={key}>
            <span aria-hidden="true">{sign}</span> <span translate="no">{breadth[key]}</span> {parts[key]}
          </span>
        ))}
        <span className="text-ink-2">
          {ofText(breadth.total, SPAN_LABELS[span])}
          {breadth.stale > 0 && `; ${breadth.stale} with a stale price`}
        </span>
      </figcaption>
    </figure>
  )
}

const parts = { up: 'up', unchanged: 'unchanged', down: 'down', unknown: 'unknown' }

const ofText = (total: number, span: string) => `of ${total} ${span}`
