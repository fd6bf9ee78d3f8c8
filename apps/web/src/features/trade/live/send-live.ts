import type { ApexLiveOrder } from '@aerie/wire/apex-orders'
import { ApiError } from '../../../lib/http/api-error.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { withProofAsked } from '../../../session/ask-proof.ts'
import { liveCalls } from './live-queries.ts'
import { LIVE_WORDS } from './live-words.ts'

const WORDS = LIVE_WORDS.confirm

/** What is known of a live order after it was handed on. */
type Sent = {
  /** Whether it may have been sent, or not: then it is asked for under the same name, and no other order is made of it. */
  readonly isUnanswered: boolean
  /** What is said of it; null where the list says it all. */
  readonly words: string | null
}
type Wish = {
  readonly clientId: string
  readonly signature: string
  /** Handed on before, without an answer. */
  readonly isAskedAgain: boolean
}

/** Whether the server has judged the request: what failed on the way, or in the server, may have arrived all the same. */
const isJudged = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'bad_answer'

/**
 * Hands a signed order on. The server sends it once, however often it is handed on, and tells how it stands.
 *
 * @throws never
 */
export async function sendLive({ clientId, signature, isAskedAgain }: Wish): Promise<Sent> {
  try {
    const order = await withProofAsked(() => liveCalls.send(clientId, signature))
    if (order !== undefined) return { isUnanswered: false, words: becameOf(order) }
    // The server did not take it this time; what became of it before, it did not say.
    return { isUnanswered: isAskedAgain, words: isAskedAgain ? WORDS.noAnswer : 'You did not confirm that it is you. Nothing was sent.' }
  } catch (error) {
    if (!isJudged(error)) return { isUnanswered: true, words: WORDS.noAnswer }
    return {
      isUnanswered: isAskedAgain,
      words: isAskedAgain ? `${errorText(error)} Whether the order was sent is still not known. It is never sent twice.` : errorText(error),
    }
  }
}

/** What the list does not show at once, where what is open is on show. */
function becameOf({ state, reason, order }: ApexLiveOrder): string | null {
  if (state === 'refused' || state === 'unknown') return reason ?? WORDS.underWay
  if (state !== 'accepted') return WORDS.underWay
  return order?.state === 'canceled' || order?.state === 'expired'
    ? 'ApeX Omni took the order and ended it at once. It is under Recent.'
    : null
}
