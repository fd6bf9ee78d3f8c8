import { flatten } from '../../../trading/commands.ts'
import { useTradingState } from '../../../trading/trading-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

/** The kill switch asks once. */
export function FlattenDialog({ onClose }: { readonly onClose: () => void }) {
  const orders = useTradingState(({ view }) => view?.orders.size ?? 0)
  const positions = useTradingState(({ view }) => view?.positions.size ?? 0)
  return (
    <Dialog
      title="Cancel and close everything?"
      description={`${count(orders, 'open order')} are canceled, stops too, then ${count(positions, 'position')} are closed at the market. A close whose market is stale waits, and is named.`}
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
