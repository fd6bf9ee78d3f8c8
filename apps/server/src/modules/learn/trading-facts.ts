import type { EntryFact, TaskFacts } from '@aerie/learn/task'
import type { TradingEvent } from '@aerie/trading/events'
import type { Order } from '@aerie/trading/orders/order'

type Events = { readonly events: readonly TradingEvent[]; readonly deposit: bigint }
type Fill = Extract<TradingEvent, { kind: 'filled' }>
type TradingFacts = Pick<TaskFacts, 'entries' | 'restingLimits' | 'leverages' | 'fundings'>

/** What the events of a paper account say that its user has done. A fill whose order stands before these events counts without its stop. */
export function tradingFacts({ events, deposit }: Events): TradingFacts {
  const orders = new Map(events.flatMap((event) => (event.kind === 'accepted' ? [[event.order.terms.clientId, event.order] as const] : [])))
  const first = new Map<string, Fill>()
  for (const event of events)
    if (event.kind === 'filled' && isOwn(event) && isEntry(event) && !first.has(event.clientId)) first.set(event.clientId, event)
  return {
    entries: [...first.values()].map((fill) => entryOf(fill, orders.get(fill.clientId), deposit)),
    restingLimits: events.filter((event) => event.kind === 'rested' && isOwn(event) && orders.get(event.clientId)?.terms.type === 'limit')
      .length,
    leverages: events.flatMap((event, index) =>
      event.kind === 'leverageSet' && !isCopied(events[index + 1]) ? [Number(event.leverage)] : [],
    ),
    fundings: events.filter(({ kind }) => kind === 'funded').length,
  }
}

/** Whether the user sent the order: names with a colon are those of copies and of the engine. What a leader did is no task of a follower. */
const isOwn = ({ clientId }: { readonly clientId: string }): boolean => !clientId.includes(':')

/** A copied order takes the leverage of its leader with it: that stands right before it. */
const isCopied = (event: TradingEvent | undefined): boolean => event?.kind === 'accepted' && !isOwn(event.order.terms)

/** Whether a fill opened a position, enlarged it, or turned it. */
const isEntry = ({ side, position }: Fill): boolean => position !== null && position.size > 0n === (side === 'buy')

const entryOf = ({ side, price, size }: Fill, order: Order | undefined, deposit: bigint): EntryFact => ({
  side,
  price,
  size,
  stop: order?.terms.stopLoss?.trigger,
  deposit,
})
