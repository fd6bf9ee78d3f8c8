import { type Price, size } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import { isEnded, ORDER_TYPES, type Order } from '@aerie/trading/orders/order'
import { arrivalOf } from '@aerie/trading/state'

const isStop = ({ terms: { type } }: Order): boolean => ORDER_TYPES[type].trigger === 'stop' || ORDER_TYPES[type].trigger === 'trail'

/** Active orders of an account, derived from events, for the entry facts. */
export class StopWatch {
  readonly #orders: Map<string, Order>

  constructor(orders: ReadonlyMap<string, Order>) {
    this.#orders = new Map([...orders].filter(([, order]) => !isEnded(order)))
  }

  order(clientId: string): Order | undefined {
    return this.#orders.get(clientId)
  }

  /** Stop of the position that this order opens: its own, else the nearest one waiting on the other side. */
  stopFor(order: Order, entry: Price): Price | undefined {
    const own = order.terms.stopLoss ?? this.#orders.get(order.parent ?? '')?.terms.stopLoss
    return own?.trigger ?? this.#waitingStop(order, entry)
  }

  #waitingStop({ terms: { symbol, side } }: Order, entry: Price): Price | undefined {
    const isLong = side === 'buy'
    const levels = [...this.#orders.values()].flatMap((each) => {
      const level = each.trail?.stop ?? each.trigger
      const isWaiting = each.state === 'untriggered' && isStop(each) && each.terms.symbol === symbol && each.terms.side !== side
      return isWaiting && level !== undefined && (isLong ? level < entry : level > entry) ? [level] : []
    })
    return levels.reduce<Price | undefined>(
      (best, level) => (best === undefined || (isLong ? level > best : level < best) ? level : best),
      undefined,
    )
  }

  /** Applies an event; call for a fill only after evaluating it. */
  apply(event: TradingEvent): void {
    if (event.kind === 'accepted') this.#put(event.order)
    else if ('clientId' in event) this.#change(event)
  }

  #change(event: Extract<TradingEvent, { clientId: string }>): void {
    const order = this.#orders.get(event.clientId)
    if (order !== undefined) this.#put({ ...order, ...changeOf(order, event), ...arrivalOf(order, event) })
  }

  #put(order: Order): void {
    const { clientId } = order.terms
    if (isEnded(order)) this.#orders.delete(clientId)
    else this.#orders.set(clientId, order)
  }
}

function changeOf(order: Order, event: Extract<TradingEvent, { clientId: string }>): Partial<Order> {
  switch (event.kind) {
    case 'modified':
      return { size: event.size, price: event.price, trigger: event.trigger }
    case 'trailed':
      return { trail: event.trail }
    case 'resized':
      return { size: event.size }
    case 'triggered':
      return { state: 'open' }
    case 'filled':
      return { state: event.state, filled: size(order.filled + event.size) }
    case 'ended':
      return { state: event.state }
    default:
      return {}
  }
}
