import type { ApexLiveOrder } from '@aerie/wire/apex-orders'
import { ApiError } from '../../../lib/http/api-error.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { withProofAsked } from '../../../session/ask-proof.ts'
import { liveCalls } from './live-queries.ts'
import { LIVE_WORDS } from './live-words.ts'

const WORDS = LIVE_WORDS.confirm

type Sent = {
  /** Outcome unknown: retry under the same id, and do not create another order. */
  readonly isUnanswered: boolean
  readonly words: string | null
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
    if (order !== undefined) return { isUnanswered: false, words: becameOf(order) }
    // Not submitted this time; the outcome of earlier attempts is still unknown.
    return { isUnanswered: isAskedAgain, words: isAskedAgain ? WORDS.noAnswer : 'You did not confirm that it is you. Nothing was sent.' }
  } catch (error) {
    if (!isJudged(error)) return { isUnanswered: true, words: WORDS.noAnswer }
    return {
      isUnanswered: isAskedAgain,
      words: isAskedAgain ? `${errorText(error)} Whether the order was sent is still not known. It is never sent twice.` : errorText(error),
    }
  }
}

function becameOf({ state, reason, order }: ApexLiveOrder): string | null {
  if (state === 'refused' || state === 'unknown') return reason ?? WORDS.underWay
  if (state !== 'accepted') return WORDS.underWay
  return order?.state === 'canceled' || order?.state === 'expired'
    ? 'ApeX Omni took the order and ended it at once. It is under Recent.'
    : null
}
