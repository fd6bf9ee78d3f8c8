import { useTradingState } from '../../../trading/account/trading-store.ts'
import { flatten } from '../../../trading/orders/account-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import * as WORDS from './bar-words.ts'

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

/** The kill switch asks once. */
export function FlattenDialog({ onClose }: { readonly onClose: () => void }) {
  const orders = useTradingState(({ view }) => view?.orders.size ?? 0)
  const positions = useTradingState(({ view }) => view?.positions.size ?? 0)
  return (
    <Dialog
      title={WORDS.flattenQuestion}
      description={WORDS.flattenEffect(count(orders, WORDS.openOrder), count(positions, 'position'))}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{WORDS.keepEverything}</Button>
          <Button
            variant="danger"
            data-autofocus=""
            onClick={() => {
              onClose()
              void flatten()
            }}
          >
            {WORDS.cancelCloseAll}
          </Button>
        </>
      }
    />
  )
}
