import { priceText } from '@aerie/core/units'
import { figure } from '../../../trading/exact.ts'
import { commitMoving, dropMoving, useMoving } from '../../../trading/moving.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { orderWords } from './order-row.tsx'

/** An order that would trade at once at its new price is not moved there without a word. */
export function MoveQuestion() {
  const moving = useMoving((state) => state.moving)
  if (moving?.asks !== true) return null
  return (
    <Dialog
      title="This would trade at once"
      description={`${orderWords(moving.order)} at ${figure(priceText(moving.to))} would meet the other side of the book and trade as a taker.`}
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
