import { size } from '@aerie/core/numbers/units'
import { ownLevels } from './matching/market.ts'
import { positionAtEnd } from './matching/queue.ts'
import type { Working } from './matching/working.ts'
import { isEnded, isResting, type Order } from './orders/order.ts'
import { type AccountState, activeOrders } from './state.ts'
import { emit, marketOf, type Turn } from './turn.ts'

/** Resets unknown queue positions to the full displayed size: never in the account's favour, and recorded in the event. */
export function resetQueues(turn: Turn, symbol: string): void {
  for (const order of activeOrders(turn.state, symbol)) {
    const { clientId, side } = order.terms
    if (!isResting(order) || order.price === undefined || order.terms.type === 'twap' || turn.working.queuePositions.has(clientId)) continue
    const displayed = ownLevels(marketOf(turn, symbol), side).find(([at]) => at === order.price)?.[1] ?? size(0n)
    turn.working.queuePositions.set(clientId, positionAtEnd(displayed, turn.now))
    emit(turn, { kind: 'rested', clientId, state: order.state, queueAhead: displayed, isReset: true })
  }
}

/** Drops queue positions of a market after a data gap. */
export function forgetQueues(state: AccountState, working: Working, symbol: string): void {
  for (const { terms } of activeOrders(state, symbol)) working.queuePositions.delete(terms.clientId)
  working.taken.delete(symbol)
}

/** Copy for dry runs: mutable parts are copied, immutable ones shared. */
export const copyTurn = (turn: Turn): Turn => ({
  ...turn,
  events: [],
  state: {
    ...turn.state,
    ledger: new Map(turn.state.ledger),
    positions: new Map(turn.state.positions),
    settings: new Map(turn.state.settings),
    orders: new Map(turn.state.orders),
    active: new Map([...turn.state.active].map(([symbol, ids]) => [symbol, new Set(ids)])),
    funded: new Map(turn.state.funded),
    cooling: new Map(turn.state.cooling),
    unprotected: new Map(turn.state.unprotected),
  },
  working: {
    ...turn.working,
    queuePositions: new Map(turn.working.queuePositions),
    taken: new Map([...turn.working.taken].map(([symbol, { buy, sell }]) => [symbol, { buy: new Map(buy), sell: new Map(sell) }])),
    // Dry runs must not take liquidity from others.
    sharedBook: (...order) => {
      const shared = turn.working.sharedBook(...order)
      return shared && { ...shared, take: () => undefined }
    },
  },
})

/** Parent, exits and legs belong together: colons are reserved for engine-made ids. */
const familyOf = ({ terms }: Order): string => terms.clientId.split(':', 1)[0] ?? terms.clientId

/** Drops the oldest ended orders down to `keep`, except relatives of active ones. Record their client ids elsewhere. */
export function forgetEnded(state: AccountState, keep: number): void {
  const ended = [...state.orders.values()].filter(isEnded)
  if (ended.length <= keep) return
  const living = new Set([...state.orders.values()].filter((order) => !isEnded(order)).map(familyOf))
  for (const order of ended.slice(0, ended.length - keep)) {
    if (!living.has(familyOf(order))) state.orders.delete(order.terms.clientId)
  }
}
