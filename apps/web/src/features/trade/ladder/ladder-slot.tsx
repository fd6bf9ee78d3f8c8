import { BookFrame } from '../../../market-views/depth/book-frame.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import type { SlotProps } from '../../../workspace/slots/slot.ts'
import { PriceLadder } from './price-ladder.tsx'

/** Every price from step to step around the middle: a press left of it buys there, right of it sells. */
export const LadderSlot = ({ symbol }: SlotProps) => (
  <div className="order-book">
    <BookFrame
      symbol={symbol}
      what="ladder"
      noneText={`This market source has no order book for ${symbol}.`}
      skeleton={
        <div role="status" aria-label="Loading the ladder" className="book-skeleton">
          <SkeletonRows count={24} />
        </div>
      }
    >
      <PriceLadder key={symbol} symbol={symbol} />
    </BookFrame>
  </div>
)
