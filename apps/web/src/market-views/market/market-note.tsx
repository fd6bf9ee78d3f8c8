import { ageText } from '../../live/market/age-text.ts'
import { useMarketStatus } from '../../live/market/market-status.ts'
import { cx } from '../../ui/cx.ts'
import { SOURCE_WORDS } from '../forecast/forecast-text.ts'
import { Moment } from '../forecast/moment.tsx'
import { useMarketClock } from '../forecast/use-market-clock.ts'
import { MARKET_WORDS } from './market-words.ts'

const { note: WORDS } = MARKET_WORDS

/** Whether nothing newer is heard of the market than its source allows. */
export const useIsMarketStale = (): boolean => useMarketStatus()?.badge === 'STALE'

/** Whose figures these are and how old the newest of them is. */
export function MarketNote({ asOf }: { readonly asOf: number | null }) {
  const status = useMarketStatus()
  const now = useMarketClock()
  const isStale = status?.badge === 'STALE'
  return (
    <p className={cx('num text-12', isStale ? 'text-warning' : 'text-ink-2')}>
      {status === null ? WORDS.noSource : isStale ? WORDS.staleSource(status.detail) : SOURCE_WORDS[status.source]}
      {asOf !== null && (
        <>
          {WORDS.newest}
          <Moment at={asOf} />
          {now !== null && WORDS.ago(ageText(Math.max(0, now - asOf)))}
        </>
      )}
    </p>
  )
}
