import { exactFigure } from '../../../platform/format/figures.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { askAgain, dismissSubmission, ORDER_KINDS, Price, type Submission, sendAgain } from '../../trading/index.ts'

const SUBMISSION_TEXT: Readonly<Record<Exclude<Submission['state'], 'refused'>, string>> = {
  sending: 'Sending…',
  'not-arrived': 'No answer arrived. The server does not have this order.',
  unknown: 'No answer arrived and the server cannot be reached. The order may be open.',
}

export function SubmissionRow({ submission }: { readonly submission: Submission }) {
  const { body, state, message } = submission
  return (
    <tr data-side={body.side} data-pending="">
      <td>
        <span className="pane-side">{body.side === 'buy' ? '▲ Buy' : '▼ Sell'}</span> {body.symbol}{' '}
        <span className="pane-sub">{ORDER_KINDS[body.type].title}</span>
      </td>
      <td translate="no">{exactFigure(body.size ?? null)}</td>
      <td translate="no">
        <Price of={body.price ?? null} symbol={body.symbol} />
      </td>
      <td colSpan={7} role="status">
        <span className="pane-pending">
          {state === 'refused' ? (message === '' ? 'Refused' : `Refused: ${message}`) : SUBMISSION_TEXT[state]}
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
