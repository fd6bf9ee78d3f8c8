import type { OrderBody } from '@aerie/wire/trading/trading'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { create } from 'zustand'
import { newUuid } from '../../lib/new-uuid.ts'
import { type AccountView, withAnswer } from '../account/account-view.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { patchView, useTradingState } from '../account/trading-store.ts'
import type { TicketOrder } from '../ticket/read-ticket.ts'
import { askForOrder, type Outcome, submitOrder } from './submission.ts'

/** An order that was sent and of which the end is not known yet, or that was refused. */
export type Submission = {
  readonly body: OrderBody
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
    const next = [...list.filter(({ body }) => body.client_id !== submission.body.client_id), submission]
    const old = next.filter(({ state }) => state === 'refused').slice(0, -MOST_SHOWN)
    return { list: next.filter((each) => !old.includes(each)) }
  })

/** Takes a submission off the list, by the client's name for it. */
export const dismissSubmission = (clientId: string): void =>
  useSubmissions.setState(({ list }) => ({ list: list.filter(({ body }) => body.client_id !== clientId) }))

/** Sends an order under a name of its own, made here and only once. */
export const sendOrder = (order: TicketOrder, alert: string | null = null): Promise<Outcome> =>
  sendBody({ ...order, ...(alert !== null && { alert }), client_id: newUuid() })

/** Sends the same order again, under the same name: it acts once, however often it arrives. */
export const sendAgain = ({ body }: Submission): Promise<Outcome> => sendBody(body)

async function sendBody(body: OrderBody): Promise<Outcome> {
  put({ body, state: 'sending', words: '' })
  return settle(body, await submitOrder(body, tradingCalls))
}

/** Asks what became of an order of which no answer came. */
export async function askAgain({ body }: Submission): Promise<Outcome> {
  put({ body, state: 'sending', words: '' })
  return settle(body, await askForOrder(body.client_id, tradingCalls))
}

function settle(body: OrderBody, outcome: Outcome): Outcome {
  if (outcome.kind === 'accepted') {
    dismissSubmission(body.client_id)
    takeOrder(outcome.order)
  } else {
    put({ body, state: outcome.kind, words: outcome.kind === 'refused' ? outcome.words : '' })
    dismissKnown(useTradingState.getState().view)
  }
  return outcome
}

/** Takes what an answer says of an order. */
export const takeOrder = (order: TradingOrder): void => patchView((view) => withAnswer(view, order))

/** Takes those off of whose order the account has come to know by other means: it arrived late, or was read once the server was there again. */
function dismissKnown(view: AccountView | null): void {
  const { list } = useSubmissions.getState()
  if (view === null || list.length === 0) return
  const left = list.filter((submission) => submission.state === 'sending' || !isKnown(view, submission))
  if (left.length < list.length) useSubmissions.setState({ list: left })
}

function isKnown({ orders, fills, ended }: AccountView, { body, state }: Submission): boolean {
  const isIts = ({ client_id }: Pick<TradingOrder, 'client_id'>): boolean => client_id === body.client_id
  // What was refused has ended too, and its row says why.
  return [...orders.values(), ...fills].some(isIts) || (state !== 'refused' && ended.some(isIts))
}

const isUnanswered = ({ state }: Submission): boolean => state === 'unknown' || state === 'not-arrived'

// For as long as the page, as the list itself.
useTradingState.subscribe(({ view, isReading, error }, before) => {
  if (view !== before.view) dismissKnown(view)
  // An order that ended while nothing was told is in no reading: the server is asked for it.
  if (before.isReading && !isReading && view !== null && error === null) {
    for (const submission of useSubmissions.getState().list.filter(isUnanswered))
      askAgain(submission).catch((fault: unknown) => reportError(fault))
  }
})
