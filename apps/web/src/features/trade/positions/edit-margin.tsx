import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useState } from 'react'
import { MarginDialog } from './margin-dialog.tsx'
import * as WORDS from './positions-words.ts'

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
        title={WORDS.changeLeverage}
        aria-label={WORDS.leverageAndMarginOf(position.symbol, words)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words}
      </button>
      {isOpen && <MarginDialog position={position} onClose={() => setOpen(false)} />}
    </>
  )
}
