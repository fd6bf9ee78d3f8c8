import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useState } from 'react'
import { MarginDialog } from './margin-dialog.tsx'

type EditMarginProps = {
  readonly position: TradingPosition
  /** Margin mode and leverage as they are. */
  readonly words: string
}

/** Opens what changes leverage, margin mode and own margin of a position. */
export function EditMargin({ position, words }: EditMarginProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="pane-button"
        title="Change leverage and margin"
        aria-label={`Leverage and margin of ${position.symbol}: ${words}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words}
      </button>
      {isOpen && <MarginDialog position={position} onClose={() => setOpen(false)} />}
    </>
  )
}
