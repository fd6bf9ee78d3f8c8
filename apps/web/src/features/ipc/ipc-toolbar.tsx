import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useCallback, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { bindFigures } from '../../live/market/painter.ts'
import { useAssetDetails } from '../../live/market/use-asset-details.ts'
import { watchSymbol } from '../../live/market/watched.ts'
import { Figure } from '../../market-views/figure/figure.tsx'
import { ProvenanceHost } from '../../market-views/figure/provenance-host.tsx'
import { HorizonChoice } from '../../market-views/forecast/horizon-choice.tsx'
import { cx } from '../../ui/cx.ts'

type IpcToolbarProps = { readonly symbol: string; readonly hours: number; readonly onHoursChange: (hours: number) => void }

/** Which coin, its price now, and how far ahead. */
export const IpcToolbar = ({ symbol, hours, onHoursChange }: IpcToolbarProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 sm:px-4">
    <h1 className="font-semibold text-18">
      IPC <span aria-hidden="true">·</span> {symbol}
    </h1>
    <LivePrice symbol={symbol} />
    <CoinLinks symbol={symbol} />
    <HorizonChoice hours={hours} onChange={onHoursChange} withAll className="sm:ml-auto" />
  </div>
)

/** Painted by ticks; where it comes from on hover and long press. */
function LivePrice({ symbol }: { readonly symbol: string }) {
  const area = useRef<HTMLDivElement>(null)
  useAssetDetails(symbol)
  useEffect(() => watchSymbol(symbol), [symbol])
  const bind = useCallback((element: HTMLParagraphElement) => bindFigures(element, symbol), [symbol])
  return (
    <div ref={area} data-for-symbol={symbol}>
      <p ref={bind} className="flex items-baseline gap-2">
        <span className="sr-only">{'Current price '}</span>
        <Figure name="price" className="figure-inline font-semibold text-18" />
        <span className="num text-12 text-warning" data-age="" />
      </p>
      <ProvenanceHost area={area} />
    </div>
  )
}

function CoinLinks({ symbol }: { readonly symbol: string }) {
  const { search } = useLocation()
  const hours = new URLSearchParams(search).get('hours')
  return (
    <nav aria-label="Coins with a forecast" className="flex gap-1 max-sm:basis-full">
      {PREDICTED_SYMBOLS.map((each) => (
        <Link
          key={each}
          to={`/ipc/${each}${hours === null ? '' : `?hours=${hours}`}`}
          aria-current={each === symbol ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-8 items-center rounded-md px-2 font-medium text-13 pointer-coarse:min-h-11 pointer-coarse:px-3',
            each === symbol ? 'bg-surface-3 text-ink-1' : 'text-ink-2 hover:bg-surface-3 hover:text-ink-1',
          )}
        >
          {each}
        </Link>
      ))}
    </nav>
  )
}
