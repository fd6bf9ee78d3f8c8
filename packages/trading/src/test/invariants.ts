import { least, magnitude, price } from '@aerie/core/numbers/units'
import type { MarketChange } from '../engine.ts'
import type { TradingEvent } from '../events.ts'
import { accountFigures } from '../margin/figures.ts'
import type { Market, MarketTrade } from '../matching/market.ts'
import { type Order, signOf } from '../orders/order.ts'
import type { Turn } from '../turn.ts'

type QueueStep = {
  readonly market: Market
  readonly orders: ReadonlyMap<string, Order>
  readonly events: readonly TradingEvent[]
  readonly change: MarketChange | undefined
}
type Fill = Extract<TradingEvent, { kind: 'filled' }>

/** Size ahead of each resting order of a session, counted independently of the engine. */
export class QueueModel {
  readonly #ahead = new Map<string, bigint>()

  /** Goes on by one step. @throws Error for a fill before its turn, or a place that is not behind the displayed size */
  handle(step: QueueStep): void {
    const { change, events } = step
    if (change?.kind === 'trade') for (const event of events) if (event.kind === 'filled') this.#check(event, change.trade)
    for (const [id, ahead] of this.#ahead) this.#ahead.set(id, aheadThen(ahead, step.orders.get(id), step))
    for (const event of events) this.#place(event, step.orders, step.market)
  }

  /** No resting order fills before what stood ahead of it has traded, and then by no more than what was left of the trade. */
  #check(fill: Fill, trade: MarketTrade): void {
    const [at] = fill.evidence.levels[0] ?? []
    const ahead = this.#ahead.get(fill.clientId)
    if (fill.liquidity === 'taker' || ahead === undefined || at !== trade.price) return
    if (fill.size > trade.size - ahead) throw new Error(`${fill.clientId} filled ${fill.size} of ${trade.size} with ${ahead} ahead`)
  }

  #place(event: TradingEvent, orders: QueueStep['orders'], market: Market): void {
    if (event.kind === 'ended') this.#ahead.delete(event.clientId)
    if (event.kind !== 'rested') return
    const displayed = displayedAt(market, orders.get(event.clientId))
    if (event.queueAhead !== displayed) throw new Error(`${event.clientId} rests behind ${event.queueAhead} of ${displayed}`)
    this.#ahead.set(event.clientId, displayed)
  }
}

/** What the book shows at an order's price on its own side. */
const displayedAt = ({ bids, asks }: Market, order: Order | undefined): bigint =>
  (order?.terms.side === 'buy' ? bids : asks).find(([at]) => at === order?.price)?.[1] ?? 0n

function aheadThen(ahead: bigint, order: Order | undefined, { market, change }: QueueStep): bigint {
  if (order?.price === undefined) return ahead
  if (change?.kind === 'book') return least(ahead, displayedAt(market, order))
  return change?.kind === 'trade' ? aheadAfter(ahead, order, change.trade) : ahead
}

function aheadAfter(ahead: bigint, { price: at = price(0n), terms }: Order, trade: MarketTrade): bigint {
  const through = signOf(terms.side) * (at - trade.price)
  if (trade.aggressor === terms.side || through < 0n) return ahead
  if (through > 0n) return 0n
  return trade.aggressor === undefined ? ahead : ahead - least(ahead, trade.size)
}

const PICO_NOTIONAL = 10n ** 18n

/**
 * Equity by an addition of its own, without any average entry price: what came in, less what was paid for all that was bought, plus what
 * was received for all that was sold, plus what is held at the mark. Each fill may round by a micro-USDC.
 */
export function equityFault({ state, markets }: Turn, events: readonly TradingEvent[]): string | undefined {
  const figures = accountFigures(state, markets)
  let exact = 0n
  let fills = 1n
  for (const event of events) {
    if (event.kind === 'filled') {
      exact -= signOf(event.side) * event.notional + event.fee * PICO_NOTIONAL
      fills += 1n
    } else if (event.kind === 'deposited' || event.kind === 'funded' || event.kind === 'insured') exact += event.amount * PICO_NOTIONAL
  }
  for (const { symbol, size } of state.positions.values()) exact += size * (markets.get(symbol)?.mark ?? 0n)
  const off = magnitude<bigint>(figures.equity * PICO_NOTIONAL - exact)
  return off > fills * PICO_NOTIONAL ? `equity ${figures.equity}, by the fills ${exact / PICO_NOTIONAL}` : undefined
}

/** What an event shows of the engine: its kind, and the words that go with it. */
export function namesOf(event: TradingEvent): string[] {
  const names: string[] = [event.kind]
  if (event.kind === 'rested' && event.queueAhead > 0n) names.push('queued')
  if (event.kind === 'filled' && (event.evidence.ahead ?? 0n) > 0n) names.push('waited')
  if (event.kind === 'filled') names.push(event.liquidity, event.evidence.isInferred === true ? 'inferred' : 'seen')
  if (event.kind === 'ended' && event.reason !== undefined) names.push(event.reason)
  if (event.kind === 'rejected' && event.order.reason !== undefined) names.push(event.order.reason)
  return names
}
