import { amountText, groupedDecimal } from '@aerie/core/numbers/decimal-figure'
import type { ApexLiveOrder } from '@aerie/wire/apex-orders'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { LIVE_WORDS } from './live-words.ts'
import { isTaking } from './read-live.ts'

const WORDS = LIVE_WORDS.confirm

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

const usdt = (text: string): string => `${amountText(text)} ${WORDS.usdt}`
/** Every digit: this is what is signed. */
const exactUsdt = (text: string): string => `${groupedDecimal(text)} ${WORDS.usdt}`
const yesNo = (is: boolean): string => (is ? WORDS.yes : WORDS.no)

/** Every figure of the order, by the server's word. */
const rowsOf = (order: ApexLiveOrder): readonly (readonly [string, string])[] => [
  [WORDS.account, `ApeX Omni …${order.contract.account.slice(-4)}`],
  [WORDS.market, order.symbol],
  [LIVE_WORDS.sideLabel, LIVE_WORDS.side[order.side]],
  [LIVE_WORDS.typeLabel, LIVE_WORDS.type[order.type]],
  [LIVE_WORDS.size, groupedDecimal(order.size)],
  ...(order.trigger === null ? [] : [[LIVE_WORDS.trigger, exactUsdt(order.trigger)] as const]),
  [isTaking(order.type) ? LIVE_WORDS.worst : LIVE_WORDS.price, exactUsdt(order.price)],
  [WORDS.notional, usdt(order.notional)],
  [WORDS.fee, usdt(order.limit_fee)],
  [WORDS.rates, `${order.contract.taker_fee_rate} / ${order.contract.maker_fee_rate}`],
  [LIVE_WORDS.time, LIVE_WORDS.times[order.time_in_force]],
  [LIVE_WORDS.postOnly, yesNo(order.post_only)],
  [LIVE_WORDS.reduceOnly, yesNo(order.reduce_only)],
  [WORDS.expires, new Date(order.expires_at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })],
  [WORDS.clientId, order.client_id],
]

/** The last look before real money: nothing is signed before it is confirmed. */
export function ConfirmLive({ order, isBusy, isSending, said, onSend, onClose }: ConfirmProps) {
  const what = `${LIVE_WORDS.side[order.side]} ${groupedDecimal(order.size)} ${order.symbol}`
  return (
    <Dialog
      title={WORDS.title}
      description={WORDS.text}
      onClose={onClose}
      className="live-dialog"
      footer={
        <>
          <Button data-autofocus="" disabledReason={isSending ? WORDS.noWayBack : undefined} onClick={onClose}>
            {WORDS.back}
          </Button>
          <Button variant="danger" busy={isBusy} onClick={onSend}>
            {WORDS.send(what)}
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
        {isSending && WORDS.sending}
      </p>
    </Dialog>
  )
}
