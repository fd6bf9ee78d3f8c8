import { numberText } from '@aerie/core/numbers/number-text'
import { DECIMALS, decimalText, priceText, sizeText } from '@aerie/core/numbers/units'
import { isProtectiveStop, type Order } from '@aerie/trading/orders/order'
import type { AccountState } from '@aerie/trading/state'
import type { AccountBatch, AccountNews } from './accounts/account-batch.ts'
import type { FillEvent } from './answers.ts'
import type { AccountRow } from './store.ts'

/** Liquidations, stops that traded, and positions that a stop left unprotected, in the order of their events. */
export function newsOf(
  row: AccountRow,
  state: AccountState,
  { events, orders, journal }: Pick<AccountBatch, 'events' | 'orders' | 'journal'>,
): AccountNews[] {
  // Twins are shown with their live order.
  if (row.kind === 'twin') return []
  const source = { id: row.sourceId, kind: row.sourceKind }
  const orderOf = (clientId: string): Order | undefined => orders.get(clientId)?.order ?? state.orders.get(clientId)
  const tripOf = (symbol: string): string | undefined => [...(journal?.trips ?? [])].findLast(([, trip]) => trip.symbol === symbol)?.[0]
  const news: AccountNews[] = []
  const fills = Map.groupBy(
    events.filter((event): event is FillEvent => event.kind === 'filled'),
    ({ clientId }) => clientId,
  )
  for (const [clientId, mine] of fills) {
    const order = orderOf(clientId)
    const [last] = mine.slice(-1)
    if (order === undefined || last === undefined) continue
    const kind = order.role === 'liquidation' ? 'liquidated' : isProtectiveStop(order) ? 'stop_hit' : undefined
    if (kind === undefined) continue
    const { symbol } = order.terms
    const name = kind === 'liquidated' ? `${symbol} position liquidated` : `${symbol} stop hit`
    news.push({
      key: `${kind} ${row.id} ${clientId}`,
      kind,
      symbol,
      title: name,
      text: `${name}: ${tradeText(mine)}`,
      at: last.t,
      trip: tripOf(symbol),
      source,
    })
  }
  for (const event of events) {
    if (event.kind !== 'unprotected') continue
    const { symbol, clientId, size, t } = event
    const trigger = orderOf(clientId)?.trigger
    const where = trigger === undefined ? '' : ` at ${numberText(Number(priceText(trigger)))}`
    const title = `Unprotected ${sizeText(size)} ${symbol}`
    news.push({
      key: `unprotected ${row.id} ${clientId}`,
      kind: 'unprotected',
      symbol,
      title,
      text: `${title}: the stop${where} was triggered, but the book could not fill it. Re-arm it on Trade`,
      at: t,
      source,
    })
  }
  return news
}

const WORDS = { buy: 'bought', sell: 'sold' } as const

function tradeText(fills: readonly FillEvent[]): string {
  const [first] = fills
  if (first === undefined) return ''
  const total = (read: (fill: FillEvent) => bigint): bigint => fills.reduce((sum, fill) => sum + read(fill), 0n)
  const [size, worth] = [total((fill) => fill.size), total((fill) => fill.notional)]
  const average = Number(decimalText(worth / size, DECIMALS.price))
  const net = total((fill) => fill.realised - fill.fee)
  return `${WORDS[first.side]} ${decimalText(size, DECIMALS.size)} at ${numberText(average)}, result ${numberText(Number(decimalText(net, DECIMALS.usdc)))} USDC after the fee`
}
