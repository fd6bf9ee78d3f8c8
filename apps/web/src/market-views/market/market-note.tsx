import { ageText } from '../../live/age-text.ts'
import { useMarketStatus } from '../../live/market-status.ts'
import { cx } from '../../ui/cx.ts'
import { SOURCE_WORDS } from '../forecast/forecast-text.ts'
import { Moment } from '../forecast/moment.tsx'
import { useMarketClock } from '../forecast/use-market-clock.ts'

/** Whether nothing newer is heard of the market than its source allows. */
export const useIsMarketStale = (): boolean => useMarketStatus()?.badge === 'STALE'

/** Whose figures these are and how old the newest of them is. */
export function MarketNote({ asOf }: { readonly asOf: number | null }) {
  const status = useMarketStatus()
  const now = useMarketClock()
  const isStale = status?.badge === 'STALE'
  return (
    <p className={cx('num text-12', isStale ? 'text-warning' : 'text-ink-2')}>
      {status === null ? 'The source has not been told yet.' : isStale ? `Stale. ${status.detail}` : SOURCE_WORDS[status.source]}
      {asOf !== null && (
        <>
          {' · newest price '}
          <Moment at={asOf} />
          {now !== null && ` (${ageText(Math.max(0, now - asOf))} ago)`}
        </>
      )}
    </p>
  )
}
