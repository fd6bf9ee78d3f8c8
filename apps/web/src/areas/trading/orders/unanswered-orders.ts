import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { useTradingState } from '../account/trading-state.ts'
import { askQuietly, dismissSubmission, ownerNow, type Submission, useSubmissions } from './submissions.ts'

const isUnanswered = ({ state }: Submission): boolean => state === 'unknown' || state === 'not-arrived'

const ownList = (): readonly Submission[] => useSubmissions.getState().list.filter(({ owner }) => owner === ownerNow())

const asked = new Set<Submission>()
function ask(submission: Submission): void {
  if (asked.has(submission)) return
  asked.add(submission)
  askQuietly(submission)
    .catch((error: unknown) => reportError(error))
    .finally(() => asked.delete(submission))
}

/** Removes a submission whose order has since appeared in the account: it arrived late, or was read after an outage. */
function compare(submission: Submission): void {
  const { view } = useTradingState.getState()
  if (view === null || submission.state === 'sending') return
  const isIts = ({ client_id }: Pick<TradingOrder, 'client_id'>): boolean => client_id === submission.body.client_id
  const ended = isUnanswered(submission) ? view.ended.find(isIts) : undefined
  if (ended?.state === 'rejected') ask(submission)
  else if (ended !== undefined || [...view.orders.values(), ...view.fills].some(isIts)) dismissSubmission(submission.body.client_id)
}

/** Keeps the status of unanswered orders current while shown. @returns stop function */
export function followUnanswered(): () => void {
  const compareAll = (): void => ownList().forEach(compare)
  compareAll()
  const stops = [
    useTradingState.subscribe(({ view, isReading }, before) => {
      if (view !== before.view) compareAll()
      // An order that ended during a gap is in no read: asks the server.
      if (before.isReading && !isReading && view !== before.view) ownList().filter(isUnanswered).forEach(ask)
    }),
    useSubmissions.subscribe(({ list }, before) => {
      for (const submission of ownList()) if (!before.list.includes(submission) && list.includes(submission)) compare(submission)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
