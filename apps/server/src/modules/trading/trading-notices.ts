import type { IsHeard, Notify } from '@aerie/wire/notices'
import type { TradingNotice } from '@aerie/wire/trading/trading-notices'
import type { AccountBatch } from './accounts/account-batch.ts'
import type { LiveAccount } from './accounts/live-account.ts'
import { accountAnswer, type FillEvent, fillAnswer, orderAnswer, positionAnswer } from './answers.ts'
import { shown } from './trading-service.ts'

type Deps = { readonly notify: Notify; readonly isHeard: IsHeard; readonly schedule: string }

/** Tells who hears a user's notices of what was just stored: orders, fills, positions, and last the account. */
export const tradingNotices = ({ notify, isHeard, schedule }: Deps) => {
  const tell = (live: LiveAccount, [first, seq]: Numbers, notice: Told): void =>
    notify(live.row.userId, { kind: notice.kind, account: live.id, first_seq: first, seq, data: notice.data })

  return (live: LiveAccount, batch: AccountBatch): void => {
    const [first, seq] = [batch.events[0]?.seq, batch.events.at(-1)?.seq]
    // A twin is read with its live order; told as the others are, it would be taken for the user's own account.
    if (first === undefined || seq === undefined || live.row.kind === 'twin' || !isHeard(live.row.userId)) return
    for (const notice of noticesOf(live, batch, schedule)) tell(live, [first, seq], notice)
    tell(live, [first, seq], { kind: 'account', data: { ...accountAnswer(shown(live)), seq } })
  }
}

/** Of the first and the last event of a batch. */
type Numbers = readonly [first: number, last: number]
type Told = Pick<TradingNotice, 'kind' | 'data'>

function noticesOf(live: LiveAccount, { events, orders, positions }: AccountBatch, schedule: string): Told[] {
  const fills = events.filter((event): event is FillEvent => event.kind === 'filled')
  return [
    ...[...orders.values()].map(({ order }): Told => ({ kind: 'order', data: orderAnswer(live.id, order, live.turn()) })),
    ...fills.map((event): Told => ({ kind: 'fill', data: fillAnswer(live.id, event, schedule) })),
    ...[...positions].map(([symbol, position]): Told => {
      const answer = position === undefined ? null : positionAnswer(shown(live), position)
      return { kind: 'position', data: { symbol, position: answer } }
    }),
  ]
}
