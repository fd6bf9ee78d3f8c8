import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useEffect, useState } from 'react'
import { preloadedPart } from '../../../lib/preloaded-part.ts'
import { whenSettled } from '../../../live/socket/when-settled.ts'
import { LatePart } from '../../../ui/late-part.tsx'
import * as WORDS from './positions-words.ts'

const STOP_DIALOG = preloadedPart(async () => (await import('./stop-dialog.tsx')).StopDialog)

type AddStopProps = {
  readonly position: TradingPosition
  readonly orders: ReadonlyMap<string, TradingOrder>
  readonly hasStop: boolean
}

/** Opens what asks for the price of a stop that guards the whole position. */
export function AddStop({ position, orders, hasStop }: AddStopProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => void whenSettled().then(STOP_DIALOG.preload), [])
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
      {isOpen && <LatePart part={STOP_DIALOG} props={{ position, orders, onClose: () => setOpen(false) }} />}
    </>
  )
}
