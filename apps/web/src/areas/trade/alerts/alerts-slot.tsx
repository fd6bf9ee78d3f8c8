import { CoinAlerts } from '../../alerts/coin-alerts.tsx'
import type { SlotProps } from '../../workspace/slots/slot.ts'

export const AlertsSlot = ({ symbol }: SlotProps) => (
  <div className="h-full overflow-y-auto">
    <CoinAlerts symbol={symbol} />
  </div>
)
