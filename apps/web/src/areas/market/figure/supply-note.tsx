import { TODAYS_SUPPLY } from '../../../platform/live/market/figure-text.ts'
import { useMarketState } from '../../../platform/live/market/market-status.ts'

export function SupplyNote({ className = '' }: { readonly className?: string }) {
  const isReplay = useMarketState(({ status }) => status?.source === 'replay')
  return isReplay ? <SupplyText className={className} /> : null
}

export const SupplyText = ({ className }: { readonly className: string }) => (
  <p className={`text-11 text-ink-2 ${className}`}>{`${TODAYS_SUPPLY} At today’s supply: the recording has none.`}</p>
)
