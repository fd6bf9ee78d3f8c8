import { OrderBook } from '../../market/index.ts'
import type { SlotProps } from '../../workspace/index.ts'

export const DepthSlot = ({ symbol }: SlotProps) => (
  <div className="h-full overflow-y-auto">
    <OrderBook symbol={symbol} />
  </div>
)
