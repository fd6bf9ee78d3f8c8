import { priceText } from '@aerie/core/numbers/units'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { commitMoving, dropMoving, type Moving, priceAtTick, useMoving } from '../../trading/index.ts'
import { useIsSoleHost } from './move-preview-box.tsx'
import { orderText } from './order-row.tsx'

/** Confirms a move that would execute immediately. */
export function MoveQuestion({ by }: Pick<Moving, 'by'>) {
  const moving = useMoving((state) => state.moving)
  const isHost = useIsSoleHost(`question-${by}`)
  if (!isHost || moving?.asks !== true || moving.by !== by) return null
  return (
    <ConfirmDialog
      title="This would trade at once"
      text={`${orderText(moving.order)} at ${priceAtTick(priceText(moving.to), moving.order.symbol)} would cross the spread and trade as taker.`}
      action="Move and trade"
      cancel="Keep the order"
      variant="primary"
      onConfirm={() => void commitMoving()}
      onClose={dropMoving}
    />
  )
}
