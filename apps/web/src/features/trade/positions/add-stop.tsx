import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useState } from 'react'
import * as WORDS from './positions-words.ts'
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
        aria-label={hasStop ? WORDS.moveStopOf(position.symbol) : WORDS.addStopTo(position.symbol)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {hasStop ? WORDS.move : WORDS.addStop}
      </button>
      {isOpen && <StopDialog position={position} orders={orders} onClose={() => setOpen(false)} />}
    </>
  )
}
