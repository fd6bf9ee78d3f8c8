import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import * as WORDS from './positions-words.ts'

const MarginDialog = lazyPart(() => import('./margin-dialog.tsx'), 'MarginDialog')

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
        onClick={() => setOpen(true)}
      >
        {words}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <MarginDialog position={position} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
