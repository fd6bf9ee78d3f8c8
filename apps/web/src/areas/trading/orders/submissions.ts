import type { OrderBody } from '@aerie/wire/trading/trading'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { create } from 'zustand'
import { ApiError } from '../../../platform/api/api-error.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { useSession } from '../../../platform/session/session.ts'
import { withAnswer } from '../account/account-view.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { patchView } from '../account/trading-store.ts'
import type { TicketOrder } from '../ticket/read-ticket.ts'

/** A sent order whose outcome is unknown, or that was refused. */
export type Submission = {
  readonly body: OrderBody
  /** The user who sent it; later users of this window neither see it nor query it. */
  readonly owner: string | null
  readonly state: 'sending' | Exclude<Outcome['kind'], 'accepted'>
  readonly message: string
}

const MOST_SHOWN = 5

export const useSubmissions = create<{ readonly list: readonly Submission[] }>(() => ({ list: [] }))

const setSubmission = (submission: Submission): void =>
  useSubmissions.setState(({ list }) => {
    const at = list.findIndex(({ body }) => body.client_id === submission.body.client_id)
    const next = at < 0 ? [...list, submission] : list.with(at, submission)
    const old = next.filter(({ state }) => state === 'refused').slice(0, -MOST_SHOWN)
    return { list: next.filter((each) => !old.includes(each)) }
  })

export const dismissSubmission = (clientId: string): void =>
  useSubmissions.setState(({ list }) => ({ list: list.filter(({ body }) => body.client_id !== clientId) }))

export const ownerNow = (): string | null => useSession.getState().user?.user_id ?? null

export const sendOrder = (order: TicketOrder, alert: string | null = null): Promise<Outcome> =>
  sendBody({ ...order, ...(alert !== null && { alert }), client_id: newUuid() })

/** Resends the same order under the same client id: it is executed at most once. */
export const sendAgain = ({ body }: Submission): Promise<Outcome> => sendBody(body)

async function sendBody(body: OrderBody): Promise<Outcome> {
  const owner = ownerNow()
  setSubmission({ body, owner, state: 'sending', message: '' })
  return settle({ body, owner }, await submitOrder(body, tradingCalls))
}

export async function askAgain({ body, owner }: Submission): Promise<Outcome> {
  setSubmission({ body, owner, state: 'sending', message: '' })
  return settle({ body, owner }, await askForOrder(body.client_id, tradingCalls))
}

/** Like `askAgain`, but without state changes if there is nothing new: buttons must not move. */
export async function askQuietly(submission: Submission): Promise<void> {
  const outcome = await askForOrder(submission.body.client_id, tradingCalls)
  if (outcome.kind !== submission.state && useSubmissions.getState().list.includes(submission)) settle(submission, outcome)
}

function settle({ body, owner }: Pick<Submission, 'body' | 'owner'>, outcome: Outcome): Outcome {
  // The query was for another user's order, or the displayed account is another's.
  if (owner !== ownerNow()) setSubmission({ body, owner, state: 'unknown', message: '' })
  else if (outcome.kind === 'accepted') {
    dismissSubmission(body.client_id)
    takeOrder(outcome.order)
  } else setSubmission({ body, owner, state: outcome.kind, message: outcome.kind === 'refused' ? outcome.message : '' })
  return outcome
}

export const takeOrder = (order: TradingOrder): void => patchView((view) => withAnswer(view, order))

type Outcome =
  | { readonly kind: 'accepted'; readonly order: TradingOrder }
  | { readonly kind: 'refused'; readonly message: string; readonly errors: ApiError['errors'] }
  /** No response, and the server does not know it: it may still be in flight. */
  | { readonly kind: 'not-arrived' }
  | { readonly kind: 'unknown' }

type SubmissionCalls = {
  readonly place: (body: OrderBody) => Promise<TradingOrder>
  readonly orderNamed: (clientId: string) => Promise<TradingOrder | null>
}

/** Whether the server has decided: a request that failed in transit may still have arrived. */
const isJudged = (error: ApiError): boolean => error.status >= 400 && error.status < 500 && error.status !== 408

/**
 * Never resends automatically: the market may have moved. Without a response, queries by client id; a resend under it acts at most once.
 */
export async function submitOrder(body: OrderBody, calls: SubmissionCalls): Promise<Outcome> {
  try {
    return { kind: 'accepted', order: await calls.place(body) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isJudged(error)) return { kind: 'refused', message: errorText(error), errors: error.errors }
    return askForOrder(body.client_id, calls)
  }
}

/** @throws errors other than `ApiError` */
export async function askForOrder(clientId: string, { orderNamed }: Pick<SubmissionCalls, 'orderNamed'>): Promise<Outcome> {
  try {
    const order = await orderNamed(clientId)
    if (order === null) return { kind: 'not-arrived' }
    return order.state === 'rejected' ? { kind: 'refused', message: await rejectionText(order), errors: {} } : { kind: 'accepted', order }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { kind: 'unknown' }
  }
}

async function rejectionText({ reason }: TradingOrder): Promise<string> {
  const { REASON_TEXT } = await import('../reason-text.ts').catch(() => ({ REASON_TEXT: null }))
  return reason === null || REASON_TEXT === null ? '' : REASON_TEXT[reason]
}
