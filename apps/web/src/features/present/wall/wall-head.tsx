import { ageText } from '../../../live/market/age-text.ts'
import { ageMs, type MarketBadge, useMarketState, useMarketStatus } from '../../../live/market/market-status.ts'
import { dateText, utcText } from '../../../market-views/forecast/forecast-text.ts'
import { useMarketClock } from '../../../market-views/forecast/use-market-clock.ts'

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** What is on show, the market's clock, and where the prices come from and how old they are: never hidden, in any scene. */
export function WallHead({ title }: { readonly title: string }) {
  const market = useMarketStatus()
  // Each second: the age grows without any message.
  const now = useMarketClock()
  const speed = useMarketState((state) => state.clock?.speed ?? 1)
  return (
    <header className="wall-head">
      <h1>{title}</h1>
      <p className="wall-clock num">
        {now !== null && (
          <time translate="no" dateTime={new Date(now).toISOString()} title={utcText(now)}>
            {(market?.source === 'replay' || speed !== 1) && <span className="wall-note">{dateText(now)} </span>}
            {time.format(now)}
          </time>
        )}
      </p>
      <p className="wall-badge" data-badge={market?.badge ?? 'CONNECTING'} title={market?.detail}>
        <b>{market?.badge ?? 'CONNECTING'}</b>
        <span className="wall-note num">{market === null ? 'no price yet' : newestWords(market)}</span>
      </p>
      <Alarm market={market} />
    </header>
  )
}

function newestWords({ newestTick }: MarketBadge): string {
  if (newestTick === null) return 'no price yet'
  const age = ageMs(newestTick)
  return age === null ? 'age not known' : `${ageText(age)} old`
}

/** What nobody may overlook: that the prices on this wall are old. */
function Alarm({ market }: { readonly market: MarketBadge | null }) {
  if (market === null || market.badge !== 'STALE') return <p role="status" className="sr-only" />
  return (
    <p role="status" className="wall-alarm">
      <b>STALE PRICES.</b> {market.detail}
    </p>
  )
}
