import { TradesTape } from '../../market/index.ts'
import type { SlotProps } from '../../workspace/index.ts'

export const TradesSlot = ({ symbol }: SlotProps) => (
  <div className="h-full overflow-y-auto">
    <TradesTape symbol={symbol} />
  </div>
)
