import { priceText } from '@aerie/core/numbers/units'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { commitMoving, dropMoving, type Moving, priceAtTick, useMoving } from '../../trading/index.ts'
import { useIsSoleHost } from './move-preview-box.tsx'
import { orderText } from './order-row.tsx'

/** Confirms a move that would execute immediately. */
export function MoveQuestion({ by }: Pick<Moving, 'by'>) {
  const moving = useMoving((state) => state.moving)
  const isHost = useIsSoleHost(`question-${by}`)
  if (!isHost || moving?.asks !== true || moving.by !== by) return null
  return (
    <Dialog
      title="This would trade at once"
      description={`${orderText(moving.order)} at ${priceAtTick(priceText(moving.to), moving.order.symbol)} would cross the spread and trade as taker.`}
      onClose={dropMoving}
      footer={
        <>
          <Button data-autofocus="" onClick={dropMoving}>
            Keep the order
          </Button>
          <Button variant="primary" onClick={() => void commitMoving()}>
            Move and trade
          </Button>
        </>
      }
    />
  )
}
