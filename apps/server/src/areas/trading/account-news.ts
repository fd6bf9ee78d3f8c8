import { numberText } from '@aerie/core/numbers/number-text'
import { DECIMALS, decimalText, priceText, sizeText } from '@aerie/core/numbers/units'
import { isProtectiveStop, type Order } from '@aerie/trading/orders/order'
import { sizeWithoutStop } from '@aerie/trading/state'
import type { AccountBatch } from './accounts/account-batch.ts'
import type { LiveAccount } from './accounts/live-account.ts'
import type { FillEvent } from './answers.ts'
import type { AccountRow } from './store.ts'

/** What happened to a user's account without the user; `key` is the same whenever it is reported. */
export type AccountNews = {
  readonly key: string
  readonly kind: 'unprotected' | 'stop_hit' | 'liquidated'
  readonly symbol: string
  readonly title: string
  /** Without a final period. */
  readonly text: string
  /** Market clock, ms. */
  readonly at: number
  readonly trip?: string | undefined
  readonly source: { readonly id: string; readonly kind: AccountRow['sourceKind'] }
}

/** Liquidations, stops that traded, and positions that a stop left unprotected, in the order of their events. */
export function newsOfBatch({ row, state }: LiveAccount, { events, orders, journal }: AccountBatch): AccountNews[] {
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
    news.push({
      ...unprotectedNews(row.id, symbol, { clientId, size: sizeText(size), trigger: orderOf(clientId)?.trigger }),
      at: t,
      source,
    })
  }
  return news
}

/** Unprotected positions of a loaded account: the process may have ended before it could report them. */
export const standingNews = ({ row, state }: LiveAccount): AccountNews[] =>
  row.kind === 'twin'
    ? []
    : [...state.unprotected].map(([symbol, { terms, trigger, updatedAt }]) => ({
        ...unprotectedNews(row.id, symbol, { clientId: terms.clientId, size: sizeText(sizeWithoutStop(state, symbol)), trigger }),
        at: updatedAt,
        source: { id: row.sourceId, kind: row.sourceKind },
      }))

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

type FailedStop = { readonly clientId: string; readonly size: string; readonly trigger: Order['trigger'] }

function unprotectedNews(accountId: string, symbol: string, { clientId, size, trigger }: FailedStop) {
  const where = trigger === undefined ? '' : ` at ${numberText(Number(priceText(trigger)))}`
  return {
    key: `unprotected ${accountId} ${clientId}`,
    kind: 'unprotected' as const,
    symbol,
    title: `Unprotected ${size} ${symbol}`,
    text: `Unprotected ${size} ${symbol}: the stop${where} was triggered, but the book could not fill it. Re-arm it on Trade`,
  }
}
