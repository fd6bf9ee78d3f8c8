import './figure.css'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { BADGES } from '@aerie/wire/market/market'
import { type FigureName, TODAYS_SUPPLY } from '../../../platform/live/market/figure-text.ts'
import { useMarketState } from '../../../platform/live/market/market-status.ts'
import { cx } from '../../../ui/cx.ts'

type FigureProps = { readonly name: FigureName; readonly className?: string }

/** Placeholder of fixed size that the painter fills. Never translated: a translator may change digits too. */
export const Figure = ({ name, className }: FigureProps) => (
  <span data-figure={name} translate="no" className={cx('figure num', className)} />
)

export const Change = ({ name }: { readonly name: Extract<FigureName, `change${string}`> }) => (
  <>
    <span data-words="" className="figure-words" />
    <Figure name={name} />
  </>
)

type Tone = { readonly dot: string; readonly text: string }
const TONES: Record<(typeof BADGES)[number], Tone> = {
  LIVE: { dot: 'bg-success', text: 'text-success' },
  SIMULATED: { dot: 'bg-info', text: 'text-info' },
  REPLAY: { dot: 'bg-accent', text: 'text-accent-text' },
  STALE: { dot: 'bg-warning', text: 'text-warning' },
}

export const badgeTone = (badge: (typeof BADGES)[number] | undefined): Tone =>
  badge ? TONES[badge] : { dot: 'bg-ink-3', text: 'text-ink-2' }

export function ageText(ms: number | null): string {
  if (ms === null) return ''
  if (ms < MINUTE_MS) return `, ${Math.floor(ms / SECOND_MS)} s ago`
  if (ms < HOUR_MS) return `, ${Math.floor(ms / MINUTE_MS)} min ago`
  return ms < 2 * DAY_MS ? `, ${Math.floor(ms / HOUR_MS)} h ago` : `, ${Math.floor(ms / DAY_MS)} days ago`
}

export function SupplyNote({ className = '' }: { readonly className?: string }) {
  const isReplay = useMarketState(({ status }) => status?.source === 'replay')
  return isReplay ? <SupplyText className={className} /> : null
}

export const SupplyText = ({ className }: { readonly className: string }) => (
  <p className={`text-11 text-ink-2 ${className}`}>{`${TODAYS_SUPPLY} At today’s supply: the recording has none.`}</p>
)
