import { exactFigure } from '../../../platform/format/figures.ts'
import { Price } from '../../../trading/account/price.tsx'
import { askAgain, dismissSubmission, type Submission, sendAgain } from '../../../trading/orders/submissions.ts'
import { ORDER_KINDS } from '../../../trading/ticket/order-kinds.ts'
import { Button } from '../../../ui/controls/button.tsx'
import * as ORDERS_WORDS from './orders-words.ts'

const WORDS: Readonly<Record<Exclude<Submission['state'], 'refused'>, string>> = {
  sending: ORDERS_WORDS.sending,
  'not-arrived': ORDERS_WORDS.noAnswerNotPlaced,
  unknown: ORDERS_WORDS.noAnswerUnknown,
}

/** An order of which it is not known yet what became of it, or that was refused. */
export function SubmissionRow({ submission }: { readonly submission: Submission }) {
  const { body, state, words } = submission
  return (
    <tr data-side={body.side} data-pending="">
      <td>
        <span className="pane-side">{body.side === 'buy' ? ORDERS_WORDS.buy : ORDERS_WORDS.sell}</span> {body.symbol}{' '}
        <span className="pane-sub">{ORDER_KINDS[body.type].title}</span>
      </td>
      <td translate="no">{exactFigure(body.size ?? null)}</td>
      <td translate="no">
        <Price of={body.price ?? null} symbol={body.symbol} />
      </td>
      <td colSpan={4} role="status">
        <span className="pane-pending">
          {state === 'refused' ? ORDERS_WORDS.refused(words) : WORDS[state]}
          {(state === 'unknown' || state === 'not-arrived') && (
            <Button size="sm" onClick={() => void askAgain(submission)}>
              {ORDERS_WORDS.checkAgain}
            </Button>
          )}
          {state === 'not-arrived' && (
            <Button size="sm" onClick={() => void sendAgain(submission)}>
              {ORDERS_WORDS.sendAgain}
            </Button>
          )}
          {state !== 'sending' && (
            <Button size="sm" variant="ghost" onClick={() => dismissSubmission(body.client_id)}>
              {ORDERS_WORDS.dismiss}
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}
