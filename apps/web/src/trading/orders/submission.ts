import type { OrderBody } from '@aerie/wire/trading/trading'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { ApiError } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'

/** What became of an order that was sent. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly order: TradingOrder }
  /** The server has judged it, and said no. */
  | { readonly kind: 'refused'; readonly words: string; readonly errors: ApiError['errors'] }
  /** There was no answer, and the server does not know of it: it may still be on its way. */
  | { readonly kind: 'not-arrived' }
  /** There was no answer, and the server could not be asked. */
  | { readonly kind: 'unknown' }

/** How an order is sent and asked for. */
export type SubmissionCalls = {
  readonly place: (body: OrderBody) => Promise<TradingOrder>
  /** By the client's own name; null where the server has no order of it. */
  readonly orderNamed: (clientId: string) => Promise<TradingOrder | null>
}

/** Whether the server has judged the request: what failed on the way may have arrived all the same. */
const isJudged = (error: ApiError): boolean => error.status >= 400 && error.status < 500 && error.status !== 408

/**
 * Sends an order once. Where no answer comes, the server is asked by the client's name for it; nothing is sent a second time by
 * itself, because a market that has moved on is another decision. Sent again by the user under the same name, it acts once.
 *
 * @throws what is not an `ApiError`
 */
export async function submitOrder(body: OrderBody, calls: SubmissionCalls): Promise<Outcome> {
  try {
    return { kind: 'accepted', order: await calls.place(body) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isJudged(error)) return { kind: 'refused', words: errorText(error), errors: error.errors }
    return askForOrder(body.client_id, calls)
  }
}

/**
 * What became of an order of which no answer came.
 *
 * @throws what is not an `ApiError`
 */
export async function askForOrder(clientId: string, { orderNamed }: Pick<SubmissionCalls, 'orderNamed'>): Promise<Outcome> {
  try {
    const order = await orderNamed(clientId)
    if (order === null) return { kind: 'not-arrived' }
    return order.state === 'rejected' ? { kind: 'refused', words: await rejectionWords(order), errors: {} } : { kind: 'accepted', order }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { kind: 'unknown' }
  }
}

/** Why it was rejected; nothing where the words cannot be loaded. */
async function rejectionWords({ reason }: TradingOrder): Promise<string> {
  const { REASON_TEXT } = await import('../reason-text.ts').catch(() => ({ REASON_TEXT: null }))
  return reason === null || REASON_TEXT === null ? '' : REASON_TEXT[reason]
}
