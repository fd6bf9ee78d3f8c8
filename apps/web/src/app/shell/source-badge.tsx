import type { MarketStatus } from '@aerie/wire/market/market'
import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { ageText, badgeTone } from '../../areas/market/index.ts'
import { lazyPart } from '../../platform/browser/lazy-part.ts'
import { ageMs, useMarketStatus } from '../../platform/live/market/market-status.ts'
import { cx } from '../../ui/cx.ts'

export const WAITING = 'Waiting for the server.'
const ReplayTime = lazyPart(async () => (await import('./replay/replay-time.tsx')).ReplayTime)
const ReplayBar = lazyPart(async () => (await import('./replay/replay-bar.tsx')).ReplayBar)

/** Names the price source; details on hover, focus or touch. Must be visible on every screen. */
export function SourceBadge() {
  const status = useMarketStatus()
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const outside = (event: PointerEvent) => !(event.target instanceof Node && root.current?.contains(event.target)) && setOpen(false)
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
  }
  const badge = (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the button inside, which takes the focus
    <span
      ref={root}
      className="relative inline-flex"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setOpen(false)}
      onKeyDown={onKeyDown}
      onBlur={() => setOpen(false)}
    >
      <button
        type="button"
        aria-describedby={id}
        onClick={() => setOpen(true)}
        onFocus={(event) => event.target.matches(':focus-visible') && setOpen(true)}
        className="source-badge inline-flex min-h-7 items-center gap-1.5 rounded-full px-2 font-semibold text-11 tracking-wide hover:bg-surface-3 pointer-coarse:min-h-11"
      >
        <BadgeFace badge={status?.badge} />
        {status?.source === 'replay' && (
          <Suspense fallback={null}>
            <ReplayTime tone={badgeTone(status.badge).text} />
          </Suspense>
        )}
      </button>
      <span
        role="tooltip"
        id={id}
        className={cx(
          'absolute top-full right-0 z-50 w-72 pt-1.5 max-md:fixed max-md:inset-x-2 max-md:top-(--header) max-md:w-auto',
          !isOpen && 'hidden',
        )}
      >
        <span className="animate-fade flex flex-col gap-1 rounded-md border border-line-strong bg-surface-2 p-3 text-12 text-ink-2 shadow-float">
          <span className="text-ink-1">{status?.detail ?? WAITING}</span>
          {isOpen && status !== null && <NewestPrice asOf={status.newestTick} />}
          {status?.link === 'polling' && <span>Live updates are blocked; prices refresh every few seconds.</span>}
        </span>
      </span>
    </span>
  )
  if (status?.source !== 'replay') return badge
  return (
    <>
      {badge}
      <Suspense fallback={null}>
        <ReplayBar />
      </Suspense>
    </>
  )
}

export const BadgeFace = ({ badge }: { readonly badge: MarketStatus['badge'] | undefined }) => (
  <>
    <span aria-hidden="true" className={cx('size-2 rounded-full forced-color-adjust-none', badgeTone(badge).dot)} />
    <span className={badgeTone(badge).text}>{badge ?? 'CONNECTING'}</span>
  </>
)

function NewestPrice({ asOf }: { readonly asOf: number | null }) {
  if (asOf === null) return <span>No prices yet.</span>
  return (
    <span className="num" title={new Date(asOf).toUTCString()}>
      Latest price: {new Date(asOf).toLocaleString()}
      {ageText(ageMs(asOf))}
    </span>
  )
}
