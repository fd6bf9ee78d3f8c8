import './replay-time.css'
import type { MarketStatus } from '@aerie/wire/market/market'
import { useMarketClock, useMarketState } from '../../../platform/live/market/market-status.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

export function ReplayTime({ tone }: { readonly tone: string }) {
  const now = useMarketClock()
  const pace = useMarketState(({ status }) => status && paceOf(status))
  if (now === null) return null
  return (
    <span className={`replay-time num ${tone}`}>
      <time dateTime={new Date(now).toISOString()} title={new Date(now).toUTCString()}>
        {day.format(now)} {time.format(now)}
      </time>
      {pace !== null && <span>{pace}</span>}
    </span>
  )
}

const paceOf = ({ replay, speed }: MarketStatus): string =>
  replay?.state === 'paused' || replay?.state === 'ended' ? replay.state : `${speed}x`
