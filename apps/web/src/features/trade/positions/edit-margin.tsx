import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useEffect, useState } from 'react'
import { preloadedPart } from '../../../lib/preloaded-part.ts'
import { whenSettled } from '../../../live/socket/when-settled.ts'
import { LatePart } from '../../../ui/late-part.tsx'
import * as WORDS from './positions-words.ts'

const MARGIN_DIALOG = preloadedPart(async () => (await import('./margin-dialog.tsx')).MarginDialog)

type EditMarginProps = {
  readonly position: TradingPosition
  /** Margin mode and leverage as they are. */
  readonly words: string
}

/** Opens what changes leverage, margin mode and own margin of a position. */
export function EditMargin({ position, words }: EditMarginProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => void whenSettled().then(MARGIN_DIALOG.preload), [])
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
      {isOpen && <LatePart part={MARGIN_DIALOG} props={{ position, onClose: () => setOpen(false) }} />}
    </>
  )
}
