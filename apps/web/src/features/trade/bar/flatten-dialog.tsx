import { flatten } from '../../../trading/commands.ts'
import { useTradingState } from '../../../trading/trading-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import * as WORDS from './bar-words.ts'

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

/** The kill switch asks once. */
export function FlattenDialog({ onClose }: { readonly onClose: () => void }) {
  const orders = useTradingState(({ view }) => view?.orders.size ?? 0)
  const positions = useTradingState(({ view }) => view?.positions.size ?? 0)
  return (
    <Dialog
      title={WORDS.cancelCloseEverything}
      description={WORDS.canceledStopsToo(count(orders, WORDS.openOrder), count(positions, 'position'))}
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
