import { useEffect } from 'react'
import { useTradingState } from '../../../trading/account/trading-store.ts'
import { endPositionDrop, usePositionDrop } from '../../../trading/moves/position-drop.ts'
import { useIsSoleHost } from '../orders/sole-host.ts'
import { StopDialog } from '../positions/stop-dialog.tsx'

/** Asks for the exit of a position whose line was dragged on a chart, with the price it was let go at. */
export function PositionExit() {
  const drop = usePositionDrop((state) => state.drop)
  const view = useTradingState((state) => state.view)
  const isHost = useIsSoleHost('position-exit')
  const position = drop === null ? undefined : view?.positions.get(drop.symbol)
  // A position that was closed meanwhile takes the question along: the next one is another.
  useEffect(() => {
    if (position === undefined) endPositionDrop()
  }, [position])
  useEffect(() => endPositionDrop, [])
  if (!isHost || drop === null || view === null || position === undefined) return null
  return <StopDialog position={position} orders={view.orders} at={drop.to} onClose={endPositionDrop} />
}
