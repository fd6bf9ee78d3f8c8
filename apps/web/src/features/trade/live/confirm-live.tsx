import { amountText, groupedDecimal } from '@aerie/core/numbers/decimal-figure'
import type { ApexLiveOrder } from '@aerie/wire/apex-orders'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { LIVE_WORDS } from './live-words.ts'
import { isTaking } from './read-live.ts'

type ConfirmProps = {
  readonly order: ApexLiveOrder
  readonly isBusy: boolean
  /** It has been handed on: there is no way back. */
  readonly isSending: boolean
  /** Why it is still on show after it was sent. */
  readonly said: string | null
  readonly onSend: () => void
  readonly onClose: () => void
}

const usdt = (text: string): string => `${amountText(text)} USDT`
/** Every digit: this is what is signed. */
const exactUsdt = (text: string): string => `${groupedDecimal(text)} USDT`
const yesNo = (is: boolean): string => (is ? 'Yes' : 'No')

/** Every figure of the order, by the server's word. */
const rowsOf = (order: ApexLiveOrder): readonly (readonly [string, string])[] => [
  ['Account', `ApeX Omni …${order.contract.account.slice(-4)}`],
  ['Market', order.symbol],
  ['Side', LIVE_WORDS.side[order.side]],
  ['Order type', LIVE_WORDS.type[order.type]],
  ['Size', groupedDecimal(order.size)],
  ...(order.trigger === null ? [] : [['Trigger (index)', exactUsdt(order.trigger)] as const]),
  [isTaking(order.type) ? 'Worst price' : 'Price', exactUsdt(order.price)],
  ['Size × price', usdt(order.notional)],
  ['Highest fee', usdt(order.limit_fee)],
  ['Fee rates, taker / maker', `${order.contract.taker_fee_rate} / ${order.contract.maker_fee_rate}`],
  ['Time in force', LIVE_WORDS.times[order.time_in_force]],
  ['Post-only', yesNo(order.post_only)],
  ['Reduce-only', yesNo(order.reduce_only)],
  ['Signature valid until', new Date(order.expires_at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })],
  ['Client ID', order.client_id],
]

/** The last look before real money: nothing is signed before it is confirmed. */
export function ConfirmLive({ order, isBusy, isSending, said, onSend, onClose }: ConfirmProps) {
  const what = `${LIVE_WORDS.side[order.side]} ${groupedDecimal(order.size)} ${order.symbol}`
  return (
    <Dialog
      title="Send this LIVE order?"
      description="It spends real money at ApeX Omni. The same order is placed on paper to compare."
      onClose={onClose}
      className="live-dialog"
      footer={
        <>
          <Button data-autofocus="" disabledReason={isSending ? 'The order is being sent.' : undefined} onClick={onClose}>
            Back
          </Button>
          <Button variant="danger" busy={isBusy} onClick={onSend}>
            {`Send LIVE · ${what}`}
          </Button>
        </>
      }
    >
      <dl className="live-facts num">
        {rowsOf(order).map(([title, figure]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd translate="no">{figure}</dd>
          </div>
        ))}
      </dl>
      {said !== null && (
        <p role="alert" className="text-13 text-danger">
          {said}
        </p>
      )}
      <p role="status" className="text-13">
        {isSending && 'Sending. It can no longer be stopped from here.'}
      </p>
    </Dialog>
  )
}
