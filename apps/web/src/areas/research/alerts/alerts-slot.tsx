import { CoinAlerts } from '../../alerts/index.ts'
import type { SlotProps } from '../../workspace/index.ts'

export const AlertsSlot = ({ symbol }: SlotProps) => (
  <div className="h-full overflow-y-auto">
    <CoinAlerts symbol={symbol} />
  </div>
)
