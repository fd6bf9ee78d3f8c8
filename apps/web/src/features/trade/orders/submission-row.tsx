import { figure } from '../../../trading/exact.ts'
import { askAgain, dismissSubmission, type Submission, sendAgain } from '../../../trading/submissions.ts'
import { ORDER_KINDS } from '../../../trading/ticket/order-kinds.ts'
import { Button } from '../../../ui/button.tsx'

const WORDS: Readonly<Record<Exclude<Submission['state'], 'refused'>, string>> = {
  sending: 'Sending…',
  'not-arrived': 'No answer arrived, and the server has no such order yet.',
  unknown: 'No answer arrived, and the server cannot be reached. The order may or may not be open.',
}

/** An order of which it is not known yet what became of it, or that was refused. */
export function SubmissionRow({ submission }: { readonly submission: Submission }) {
  const { body, state, words } = submission
  return (
    <tr data-side={body.side} data-pending="">
      <td>
        <span className="pane-side">{body.side === 'buy' ? '▲ Buy' : '▼ Sell'}</span> {body.symbol}{' '}
        <span className="pane-sub">{ORDER_KINDS[body.type].title}</span>
      </td>
      <td>{figure(body.size ?? null)}</td>
      <td>{figure(body.price ?? null)}</td>
      <td colSpan={4} role="status">
        <span className="pane-pending">
          {state === 'refused' ? `Refused: ${words}` : WORDS[state]}
          {(state === 'unknown' || state === 'not-arrived') && (
            <Button size="sm" onClick={() => void askAgain(submission)}>
              Check again
            </Button>
          )}
          {state === 'not-arrived' && (
            <Button size="sm" onClick={() => void sendAgain(submission)}>
              Send again
            </Button>
          )}
          {state !== 'sending' && (
            <Button size="sm" variant="ghost" onClick={() => dismissSubmission(body.client_id)}>
              Dismiss
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}
