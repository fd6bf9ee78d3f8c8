import { DepthPanel } from '../../../../market-views/depth/depth-panel.tsx'
import type { SlotProps } from '../../../../workspace/slots/slot.ts'

/** The order book of a coin. */
export const DepthSlot = ({ symbol }: SlotProps) => (
  <div className="h-full overflow-y-auto">
    <DepthPanel symbol={symbol} />
  </div>
)
