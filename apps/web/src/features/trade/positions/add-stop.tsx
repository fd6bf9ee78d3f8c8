import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useState } from 'react'
import { StopDialog } from './stop-dialog.tsx'

type AddStopProps = {
  readonly position: TradingPosition
  readonly orders: ReadonlyMap<string, TradingOrder>
  readonly hasStop: boolean
}

/** Opens what asks for the price of a stop that guards the whole position. */
export function AddStop({ position, orders, hasStop }: AddStopProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="pane-button"
        aria-label={hasStop ? `Move the stop of ${position.symbol}` : `Add stop to ${position.symbol}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {hasStop ? 'Move' : 'Add stop'}
      </button>
      {isOpen && <StopDialog position={position} orders={orders} onClose={() => setOpen(false)} />}
    </>
  )
}
