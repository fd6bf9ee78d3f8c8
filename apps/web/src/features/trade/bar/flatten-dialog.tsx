import { useTradingState } from '../../../trading/account/trading-store.ts'
import { flatten } from '../../../trading/orders/account-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

/** The kill switch asks once. */
export function FlattenDialog({ onClose }: { readonly onClose: () => void }) {
  const orders = useTradingState(({ view }) => view?.orders.size ?? 0)
  const positions = useTradingState(({ view }) => view?.positions.size ?? 0)
  return (
    <Dialog
      title="Cancel and close everything?"
      description={flattenEffect(count(orders, 'open order'), count(positions, 'position'))}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep everything</Button>
          <Button
            variant="danger"
            data-autofocus=""
            onClick={() => {
              onClose()
              void flatten()
            }}
          >
            Cancel and close all
          </Button>
        </>
      }
    />
  )
}

const flattenEffect = (orders: string, positions: string) =>
  `This cancels ${orders}, stops included, and closes ${positions} at market. A position whose market is stale is named and closed later.`
