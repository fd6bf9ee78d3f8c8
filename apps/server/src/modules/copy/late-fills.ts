import { copyOfOrder } from '@aerie/copy/follow-graph'
import { type MicroUsdc, microUsdc, priceText, sizeText, usdcText } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import { isEnded, type Order } from '@aerie/trading/orders/order'
import { averagePrice } from '@aerie/trading/state'
import { storedPart } from '@aerie/trading/stored/stored'
import type { AccountBatch } from '../trading/accounts/account-batch.ts'
import { eventOfRow } from '../trading/accounts/account-loader.ts'
import type { ActiveTrading } from '../trading/trading-service.ts'
import { verdictOf } from './copy-entries.ts'
import type { UnfinishedEntry } from './copy-repository.ts'
import type { LateFill } from './copy-store.ts'

/** What came of the copied orders of a batch that had waited for their latency: their entries do not say it yet. */
export function lateFills({ events, orders }: AccountBatch, delayOf: (signal: string) => number | null): LateFill[] {
  return [...orders.values()].flatMap(({ order }) => {
    const copy = copyOfOrder(order.terms.clientId)
    const isLate = copy !== undefined && order.liveAt !== undefined && order.terms.type === 'market' && isEnded(order)
    return isLate ? [{ ...lateFillOf(copy, order, feeOf(events, order.terms.clientId)), delayMs: delayOf(signalOf(order)) }] : []
  })
}

/** The same for entries that were written, and whose orders ended while nobody copied. */
export async function missedFills({ broker }: ActiveTrading, entries: readonly UnfinishedEntry[]): Promise<LateFill[]> {
  const found: LateFill[] = []
  for (const { copyId, accountId, clientId, body } of entries) {
    const fills = await broker.repository.fills({ accountId, before: undefined, limit: 100, clientId })
    found.push({ ...lateFillOf(copyId, storedPart<Order>(body), feeOf(fills.map(eventOfRow), clientId)), delayMs: null })
  }
  return found
}

const feeOf = (events: readonly TradingEvent[], clientId: string): MicroUsdc =>
  microUsdc(events.reduce((sum, event) => (event.kind === 'filled' && event.clientId === clientId ? sum + event.fee : sum), 0n))

const signalOf = ({ terms }: Order): string => terms.clientId.split(':')[2] ?? ''

function lateFillOf(copy: string, order: Order, fee: MicroUsdc): Omit<LateFill, 'delayMs'> {
  const { filled, paid, reason } = order
  const refused = filled === 0n ? reason : undefined
  const verdict = verdictOf({ decision: undefined, held: filled, filled, paid, fee, refused })
  const price = averagePrice({ filled, paid })
  return {
    copy,
    signal: signalOf(order),
    symbol: order.terms.symbol,
    outcome: verdict?.outcome ?? 'copied',
    reason: verdict?.reason ?? null,
    body: { filled: sizeText(filled), price: price === undefined ? null : priceText(price), fee: usdcText(fee) },
  }
}
