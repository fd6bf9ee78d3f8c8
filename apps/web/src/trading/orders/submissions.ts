import type { OrderBody } from '@aerie/wire/trading/trading'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { create } from 'zustand'
import { ApiError } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { newUuid } from '../../lib/new-uuid.ts'
import { useSession } from '../../session/session.ts'
import { withAnswer } from '../account/account-view.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { patchView } from '../account/trading-store.ts'
import type { TicketOrder } from '../ticket/read-ticket.ts'

/** An order that was sent and of which the end is not known yet, or that was refused. */
export type Submission = {
  readonly body: OrderBody
  /** The user who sent it; whoever comes after him in this window neither sees it nor asks for it. */
  readonly owner: string | null
  readonly state: 'sending' | Exclude<Outcome['kind'], 'accepted'>
  /** Why it was refused. */
  readonly words: string
}

/** Refusals that stay on show; older ones go. */
const MOST_SHOWN = 5

/** What is on its way, oldest first. */
export const useSubmissions = create<{ readonly list: readonly Submission[] }>(() => ({ list: [] }))

const put = (submission: Submission): void =>
  useSubmissions.setState(({ list }) => {
    const at = list.findIndex(({ body }) => body.client_id === submission.body.client_id)
    const next = at < 0 ? [...list, submission] : list.with(at, submission)
    const old = next.filter(({ state }) => state === 'refused').slice(0, -MOST_SHOWN)
    return { list: next.filter((each) => !old.includes(each)) }
  })

/** Takes a submission off the list, by the client's name for it. */
export const dismissSubmission = (clientId: string): void =>
  useSubmissions.setState(({ list }) => ({ list: list.filter(({ body }) => body.client_id !== clientId) }))

/** Who is logged in. */
export const ownerNow = (): string | null => useSession.getState().user?.user_id ?? null

/** Sends an order under a name of its own, made here and only once. */
export const sendOrder = (order: TicketOrder, alert: string | null = null): Promise<Outcome> =>
  sendBody({ ...order, ...(alert !== null && { alert }), client_id: newUuid() })

/** Sends the same order again, under the same name: it acts once, however often it arrives. */
export const sendAgain = ({ body }: Submission): Promise<Outcome> => sendBody(body)

async function sendBody(body: OrderBody): Promise<Outcome> {
  const owner = ownerNow()
  put({ body, owner, state: 'sending', words: '' })
  return settle({ body, owner }, await submitOrder(body, tradingCalls))
}

/** Asks what became of an order of which no answer came. */
export async function askAgain({ body, owner }: Submission): Promise<Outcome> {
  put({ body, owner, state: 'sending', words: '' })
  return settle({ body, owner }, await askForOrder(body.client_id, tradingCalls))
}

/** Asks in the same way, and changes nothing where there is nothing new: its buttons stay where they are. */
export async function askQuietly(submission: Submission): Promise<void> {
  const outcome = await askForOrder(submission.body.client_id, tradingCalls)
  if (outcome.kind !== submission.state && useSubmissions.getState().list.includes(submission)) settle(submission, outcome)
}

function settle({ body, owner }: Pick<Submission, 'body' | 'owner'>, outcome: Outcome): Outcome {
  // The server was asked about another user's order, or the account on show is another's.
  if (owner !== ownerNow()) put({ body, owner, state: 'unknown', words: '' })
  else if (outcome.kind === 'accepted') {
    dismissSubmission(body.client_id)
    takeOrder(outcome.order)
  } else put({ body, owner, state: outcome.kind, words: outcome.kind === 'refused' ? outcome.words : '' })
  return outcome
}

/** Takes what an answer says of an order. */
export const takeOrder = (order: TradingOrder): void => patchView((view) => withAnswer(view, order))

/** What became of an order that was sent. */
type Outcome =
  | { readonly kind: 'accepted'; readonly order: TradingOrder }
  /** The server has judged it, and said no. */
  | { readonly kind: 'refused'; readonly words: string; readonly errors: ApiError['errors'] }
  /** There was no answer, and the server does not know of it: it may still be on its way. */
  | { readonly kind: 'not-arrived' }
  /** There was no answer, and the server could not be asked. */
  | { readonly kind: 'unknown' }

/** How an order is sent and asked for. */
type SubmissionCalls = {
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
