import { OrderBook } from '../../market/depth/order-book.tsx'
import type { SlotProps } from '../../workspace/slots/slot.ts'

export const DepthSlot = ({ symbol }: SlotProps) => (
  <div className="h-full overflow-y-auto">
    <OrderBook symbol={symbol} />
  </div>
)
