import { TradesTape } from '../../market/trades/trades-tape.tsx'
import type { SlotProps } from '../../workspace/slots/slot.ts'

export const TradesSlot = ({ symbol }: SlotProps) => (
  <div className="h-full overflow-y-auto">
    <TradesTape symbol={symbol} />
  </div>
)
