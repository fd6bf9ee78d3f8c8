import type { ApexLiveOrder } from '@aerie/wire/apex-orders'
import { ApiError } from '../../../platform/api/api-error.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { withProofAsked } from '../../../platform/session/ask-proof.ts'
import { liveCalls } from './live-queries.ts'

type Sent = {
  /** Outcome unknown: retry under the same id, and do not create another order. */
  readonly isUnanswered: boolean
  readonly message: string | null
}
type Wish = {
  readonly clientId: string
  readonly signature: string
  /** Resubmission after a lost answer. */
  readonly isAskedAgain: boolean
}

/** Whether the server gave a definite answer: after a network or server error the request may have arrived anyway. */
const isJudged = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'bad_answer'

/** Submits a signed order. Idempotent: the server sends it once and returns its state. @throws never */
export async function sendLive({ clientId, signature, isAskedAgain }: Wish): Promise<Sent> {
  try {
    const order = await withProofAsked(() => liveCalls.send(clientId, signature))
    if (order !== undefined) return { isUnanswered: false, message: becameOf(order) }
    // Not submitted this time; the outcome of earlier attempts is still unknown.
    return {
      isUnanswered: isAskedAgain,
      message: isAskedAgain
        ? 'No answer. The order may have been sent. Press again to ask. This can still send it, but never twice.'
        : 'You did not confirm that it is you. Nothing was sent.',
    }
  } catch (error) {
    if (!isJudged(error))
      return {
        isUnanswered: true,
        message: 'No answer. The order may have been sent. Press again to ask. This can still send it, but never twice.',
      }
    return {
      isUnanswered: isAskedAgain,
      message: isAskedAgain
        ? `${errorText(error)} Whether the order was sent is still not known. It is never sent twice.`
        : errorText(error),
    }
  }
}

function becameOf({ state, reason, order }: ApexLiveOrder): string | null {
  if (state === 'refused' || state === 'unknown')
    return reason ?? 'The outcome of the order is not known yet. It appears in the list below.'
  if (state !== 'accepted') return 'The outcome of the order is not known yet. It appears in the list below.'
  return order?.state === 'canceled' || order?.state === 'expired'
    ? 'ApeX Omni took the order and ended it at once. It is under Recent.'
    : null
}
